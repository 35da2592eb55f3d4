// What the interface documents allow is accepted, by the same rule through every entry point: a file, a program, the arguments of a
// Pulumi class. What a person may not have meant is a warning with its place, which repeats no value.

import { inspect } from 'node:util';

import { describe, expect, test } from 'vitest';

import { openChecks } from '../../providers/check.ts';
import { loadProject } from '../../src/core/desired/project/project.ts';
import { readDesiredInput } from '../../src/core/desired/project/load.ts';
import { tenantOf } from '../../src/core/model/identity.ts';
import { isTenantText } from '../../src/core/model/value-rules.ts';
import { FORMAT_NAMES } from '../../src/core/report/format-table.ts';
import { render } from '../../src/formats/formats.ts';
import { PLAIN } from '../../src/core/report/words/style.ts';
import { validateDocument } from '../../src/core/report/kinds/validate.ts';
import { target } from '../support/values.ts';
import { errorOf, loadFiles, projectFolder } from './project-folder.ts';

const PERSON = { firstName: 'Ana', lastName: 'Ruiz', userTemplateName: 'Agents' };
const FILE = 'desired/a.json';

/** The same declaration as a file, in a program, and as arguments of a class: the codes that refuse it. */
async function refusals(campaign: object, record: object): Promise<readonly (readonly string[])[]> {
  const value = { campaigns: [{ campaignName: 'S', ...campaign, records: [{ clientId: 'C-1', ...record }] }] };
  const codes = (error: { diagnostics: readonly { code: string }[] }): string[] =>
    error.diagnostics.map(({ code }) => code);
  const outcome = (work: () => unknown): Promise<string[]> => errorOf(work).then(codes, () => []);
  const args = { campaignName: 'S', clientId: 'C-1', ...campaign, ...record };
  const failures = openChecks().record(args, target()).failures ?? [];
  return [
    await outcome(() => loadFiles({ [FILE]: JSON.stringify(value) })),
    await outcome(() => readDesiredInput(value, target())),
    failures.map(({ reason }) => /\((?<code>[\w-]+)\)/u.exec(reason)?.groups?.['code'] ?? reason),
  ];
}

async function userRefusals(user: object): Promise<readonly number[]> {
  const value = { users: [{ loginUserId: 'ana@example.com', ...PERSON, ...user }] };
  const outcome = (work: () => unknown): Promise<number> =>
    errorOf(work).then(
      ({ diagnostics }) => diagnostics.length,
      () => 0,
    );
  const checked = openChecks().user({ loginUserId: 'ana@example.com', ...PERSON, ...user }, target());
  return [
    await outcome(() => loadFiles({ [FILE]: JSON.stringify(value) })),
    await outcome(() => readDesiredInput(value, target())),
    checked.failures?.length ?? 0,
  ];
}

const NONE = [[], [], []];

describe('a phone number', () => {
  test.each(['+12', '+123456', '+123456789012345'])('P-071 %s is clean E.164, whatever its country', async (phone) => {
    expect(await refusals({}, { data: { phone } })).toEqual(NONE);
  });

  test.each(['+1', '+01234', '+1234567890123456', '+34911234567;ext=5', '0034911234567'])(
    'P-071 %s is not',
    async (phone) => {
      const found = await refusals({}, { data: { workPHONE: phone } });
      expect(found.map((codes) => codes.length)).toEqual([1, 1, 1]);
      expect(found[0]).toEqual(['phone-not-e164']);
    },
  );

  test('P-071 P-114 the rule holds for clientId where it becomes the item of such a key', async () => {
    const settings = { clientIdFieldName: 'Mobile phone' };
    expect(await refusals(settings, { clientId: '+34911234567' })).toEqual(NONE);
    const found = await refusals(settings, { clientId: '0911' });
    expect(found.map((codes) => codes.length)).toEqual([1, 1, 1]);
    expect(found[0]).toEqual(['phone-not-e164']);
    // A record that is to go is not put, so its id is whatever the service has.
    expect(await refusals(settings, { clientId: '0911', ensure: 'absent' })).toEqual(NONE);
  });

  test('that no country code allows is a warning with its place', async () => {
    const text =
      'campaigns:\n  - campaignName: S\n    records:\n      - clientId: C-1\n        data: {phone: "+3491123"}\n';
    const { warnings = [] } = await loadFiles({ 'desired/a.yaml': text });
    expect(warnings).toMatchObject([
      { code: 'phone-not-possible', source: { file: 'desired/a.yaml', line: 5, column: 23 }, address: 'record:S/C-1' },
    ]);
    expect(warnings[0]?.message).toMatch(/records\[0\]\.data\.phone: no number of its country code has 7 digits$/u);
  });

  test('that can be one is none', async () => {
    const value = {
      campaigns: [{ campaignName: 'S', records: [{ clientId: 'C-1', data: { phone: '+34911234567' } }] }],
    };
    expect(readDesiredInput(value, target()).warnings).toEqual([]);
  });
});

describe('a link or a button', () => {
  test.each([
    'https://crm.example.com/1',
    'HTTPS://CRM.EXAMPLE.COM/1',
    'http://crm.example.com',
    'tel:+34911234567',
    'x-crm:42',
  ])('P-074 P-075 takes %s, which is a URL', async (url) => {
    expect(await refusals({}, { data: { crm_link: url, crm_button: url } })).toEqual(NONE);
  });

  test.each(['crm.example.com', 'https://', 'https://crm.example.com/a b', ' https://crm.example.com', ''])(
    'P-074 P-075 refuses "%s", which is none',
    async (url) => {
      const found = await refusals({}, { data: { crm_link: url } });
      expect(found.map((codes) => codes.length)).toEqual([1, 1, 1]);
      expect(found[0]).toEqual(['link-not-url']);
    },
  );

  test('P-074 P-075 a key that ends otherwise takes any text', async () => {
    const data = { crm_LINK: 'no url', crm_Button: 'no url', crm_links: 'no url', link: 'no url' };
    expect(await refusals({}, { data })).toEqual(NONE);
  });

  test.each([
    ['https://crm.example.com', null],
    ['HTTP://crm.example.com', null],
    ['javascript:alert(1)', 'a URL that starts with javascript:, which a window may not open'],
    ['wolpertinger:1', 'a URL that starts with another scheme, which a window may not open'],
  ])('%s: a warning for an unusual scheme (%s)', (url, said) => {
    const value = { campaigns: [{ campaignName: 'S', records: [{ clientId: 'C-1', data: { crm_button: url } }] }] };
    const { warnings = [] } = readDesiredInput(value, target());
    expect(warnings.map(({ code, message }) => `${code} ${message}`)).toEqual(
      said === null ? [] : [`link-scheme-unusual campaigns[0].records[0].data.crm_button: ${said}`],
    );
  });
});

describe('an e-mail address', () => {
  test.each([
    'ana@example.com',
    'josé@exämple.es',
    '"ana ruiz"@example.com',
    'a@b',
    'ana@[192.0.2.1]',
    "o'hara+x@example.com",
  ])('U-021 U-022 %s is one', async (address) => {
    expect(await userRefusals({ primaryEmailAddr: address, secondaryEmailAddr: address })).toEqual([0, 0, 0]);
  });

  test.each([
    'ana',
    'ana@',
    '@example.com',
    'ana ruiz@example.com',
    'ana@exa mple.com',
    'ana@x@example.com',
    'an\u200ba@example.com',
  ])('U-021 U-022 %s is none', async (address) => {
    expect(await userRefusals({ secondaryEmailAddr: address })).toEqual([1, 1, 1]);
  });
});

describe('data items', () => {
  test('P-052 two items may have the same displayOrder, and stand in the order of the file', async () => {
    const data = { a: { value: 'x', displayOrder: 2 }, b: { value: 'y', displayOrder: 2 }, c: 'z' };
    const value = { campaigns: [{ campaignName: 'S', records: [{ clientId: 'C-1', data }] }] };
    const { records } = await loadFiles({ [FILE]: JSON.stringify(value) });
    expect(records[0]?.data.map(({ key, displayOrder }) => `${displayOrder} ${key}`)).toEqual(['1 c', '2 a', '2 b']);
  });

  test('P-072 P-073 highlight and hidden of an intake campaign may name items of the intake files', async () => {
    const named = { data: { Name: 'Maria' }, highlight: ['Balance'], hidden: ['Score', 'Name'] };
    expect(await refusals({ intake: true }, named)).toEqual(NONE);
    const value = { campaigns: [{ campaignName: 'S', intake: true, records: [{ clientId: 'C-1', ...named }] }] };
    const { records, warnings } = readDesiredInput(value, target());
    expect(records[0]).toMatchObject({ highlight: ['Balance'], hidden: ['Score', 'Name'] });
    expect(warnings).toEqual([]);
    expect((await refusals({}, named))[0]).toEqual(['unknown-item', 'unknown-item']);
  });

  test('P-072 P-073 a key that looks like one of data is a warning, since a slip would show what is to be hidden', async () => {
    const text =
      'campaigns:\n  - campaignName: S\n    intake: true\n    records:\n      - clientId: C-1\n        data: {Score: x}\n        hidden: [Scroe]\n';
    const { warnings = [] } = await loadFiles({ 'desired/a.yaml': text });
    expect(warnings).toMatchObject([{ code: 'item-not-in-data', source: { line: 7, column: 18 } }]);
    expect(warnings[0]?.message).toMatch(
      /hidden\[0\]: data does not have text of 5 characters; did you mean Score\?$/u,
    );
  });
});

describe('a time zone', () => {
  test.each([
    ['europe/madrid', 'Europe/Madrid'],
    ['AMERICA/PORT-AU-PRINCE', 'America/Port-au-Prince'],
    ['asia/kolkata', 'Asia/Kolkata'],
    ['Asia/Calcutta', 'Asia/Calcutta'],
    ['etc/gmt+5', 'Etc/GMT+5'],
    ['utc', 'UTC'],
    ['africa/dar_es_salaam', 'Africa/Dar_es_Salaam'],
  ])('P-078 %s is said as the database spells it: %s', async (timeZone, spelled) => {
    expect(await refusals({}, { timeZone })).toEqual(NONE);
    const value = { campaigns: [{ campaignName: 'S', records: [{ clientId: 'C-1', timeZone }] }] };
    expect(readDesiredInput(value, target()).records[0]?.timeZone).toBe(spelled);
    const shared = { campaigns: [{ campaignName: 'S', defaults: { timeZone }, records: [{ clientId: 'C-1' }] }] };
    expect(readDesiredInput(shared, target()).records[0]?.timeZone).toBe(spelled);
  });
});

describe('platform, companyCode, environment', () => {
  const project = (tenant: object): string =>
    JSON.stringify({
      name: 'n',
      desired: ['desired/*'],
      targets: {
        main: {
          ...{ host: 'cc.example.com', platform: 'P', companyCode: 'c', environment: 'e', ...tenant },
          apiKey: { secretName: 's', secretsRegion: 'eu-central-1' },
        },
      },
    });
  const FIELDS = ['platform', 'companyCode', 'environment'];

  test.each(['ACME', 'Acme Inc. (Iberia)', 'Müller & Söhne', '東京', 'a/b', 'x'.repeat(1000)])(
    'P-010 P-011 P-012 U-010 U-011 U-012 take the text %s',
    async (text) => {
      const tenant = Object.fromEntries(FIELDS.map((field) => [field, text]));
      const { targets } = await loadProject(await projectFolder({ 'muster.yaml': project(tenant) }));
      expect(targets.get('main')).toMatchObject(tenant);
      expect(isTenantText(text)).toBe(true);
    },
  );

  test.each(['', ' acme', 'acme ', 'ac\u200bme', 'acme\r\nX-Evil: 1', 'ac\tme'])(
    'refuse %j with its place, and at run time by the same rule',
    async (text) => {
      expect(isTenantText(text)).toBe(false);
      for (const field of FIELDS) {
        const files = { 'muster.yaml': project({ [field]: text }) };
        const { diagnostics } = await errorOf(async () => loadProject(await projectFolder(files)));
        expect(diagnostics[0]?.message).toContain(`targets.main.${field}: expected`);
        expect(diagnostics[0]?.source).toMatchObject({ file: 'muster.yaml', line: 1 });
      }
    },
  );

  test('two tenants never have one name in recorded state', () => {
    const named = (companyCode: string, environment: string): string =>
      tenantOf({ ...target(), companyCode, environment });
    expect(named('a/b', 'c')).not.toBe(named('a', 'b/c'));
    expect(named('a%2Fb', 'c')).not.toBe(named('a/b', 'c'));
    expect(named('acme', 'prod')).toMatch(/ \S+\/acme\/prod$/u);
  });
});

test('no output of a warning repeats a value', async () => {
  const data = { phone: '+346001112', crm_link: 'wolpertinger:w@private.example' };
  const record = { clientId: 'C-1', data: { ...data, Wolperx: 'Wolpertinger' }, hidden: ['Wolpery'] };
  const value = { campaigns: [{ campaignName: 'S', intake: true, records: [record] }] };
  const { warnings = [] } = await loadFiles({ [FILE]: JSON.stringify(value) });
  expect(warnings.map(({ code }) => code)).toEqual(['phone-not-possible', 'link-scheme-unusual', 'item-not-in-data']);
  const input = { project: 'n', files: [FILE], objects: { users: 0, records: 1 }, diagnostics: [], warnings };
  const context = {
    version: '1',
    command: 'validate',
    at: 0,
    durationMs: 0,
    options: [],
    only: null,
    showValues: true,
  };
  const document = validateDocument(input, context);
  const printed = FORMAT_NAMES.map((format) => render(format, document, { style: PLAIN, width: 100, verbose: true }));
  expect(printed.join('\n')).toContain('phone-not-possible');
  // Keys are shown, as in every finding; values are not.
  expect(
    [...printed, inspect(document, { depth: 9 })].filter((text) =>
      /6001112|private\.example|wolpertinger/iu.test(text),
    ),
  ).toEqual([]);
});
