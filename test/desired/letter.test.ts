// What the files say beside the letter of the interface documents: near misses, the word for nothing, campaigns and logins by their
// letters, and one range of displayOrder at every entry point.

import { readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import { openChecks } from '../../providers/check.ts';
import { readDesiredInput } from '../../src/core/desired/project/load.ts';
import { loadProject } from '../../src/core/desired/project/project.ts';
import { targetNote } from '../../src/core/engine/proxy-note.ts';
import { isDisplayOrder, MAX_DISPLAY_ORDER, specialKeyMeant } from '../../src/core/model/value-rules.ts';
import { readItem } from '../../src/sandbox/messages/request.ts';
import { target } from '../support/values.ts';
import { errorOf, loadFiles, projectFolder } from './project-folder.ts';

const FILE = 'desired/a.yaml';
const RECORD = { campaignName: 'S', clientId: 'C-1' };

const listed = (data: object): object => ({ campaigns: [{ campaignName: 'S', records: [{ clientId: 'C-1', data }] }] });

describe('P-052 displayOrder', () => {
  const findings = async (displayOrder: unknown): Promise<readonly number[]> => {
    const data = { Name: { value: 'A', displayOrder } };
    const count = (work: () => unknown): Promise<number> =>
      errorOf(work).then(
        ({ diagnostics }) => diagnostics.length,
        () => 0,
      );
    const checked = (given: unknown): number =>
      openChecks().record({ ...RECORD, data: given }, target()).failures?.length ?? 0;
    return [
      await count(() => loadFiles({ 'desired/a.json': JSON.stringify(listed(data)) })),
      await count(() => readDesiredInput(listed(data), target())),
      checked(JSON.stringify(data)),
      checked(JSON.stringify([['Name', 'A', displayOrder]])),
    ];
  };

  test.each([0, -3, 1.5, MAX_DISPLAY_ORDER + 1, 1e21])(
    '%d is refused at every entry point, and by the sandbox',
    async (order) => {
      // The lists of a stack say 0 for an item without a place.
      expect(await findings(order)).toEqual([1, 1, 1, order === 0 ? 0 : 1]);
      expect(() => readItem({ key: 'Name', value: 'A', displayOrder: order })).toThrow('greater than zero');
      expect(isDisplayOrder(order)).toBe(false);
    },
  );

  test.each([1, 7, MAX_DISPLAY_ORDER])('%d is taken', async (order) => {
    expect(await findings(order)).toEqual([0, 0, 0, 0]);
    expect(readItem({ key: 'Name', value: 'A', displayOrder: order })).toMatchObject({ displayOrder: order });
  });

  test('has the limit of the schema', () => {
    const schema = readFileSync('schemas/desired.schema.json', 'utf8');
    const [, maximum] = /"displayOrder": \{[^}]+"maximum": (\d+)/u.exec(schema) ?? [];
    expect(Number(maximum)).toBe(MAX_DISPLAY_ORDER);
  });
});

describe('a key that is nearly a specially named one', () => {
  test.each([
    ['name', 'Name'],
    ['NAME', 'Name'],
    ['skillQueue', 'SkillQueue'],
    ['Skill Queue', 'SkillQueue'],
    ['item_time_zone', 'ItemTimeZone'],
    ['highlight', 'Highlight'],
    ['HIDDEN', 'Hidden'],
    ['crm_Link', 'crm_link'],
    ['crm-link', 'crm_link'],
    ['pay_buttons', 'pay_button'],
  ])('%s is taken for any other key by the service, and %s is meant', async (key, meant) => {
    expect(specialKeyMeant(key)).toBe(meant);
    const { warnings = [] } = await loadFiles({
      'desired/a.json': JSON.stringify(listed({ [key]: 'https://a.example' })),
    });
    expect(warnings.map(({ code, address }) => [code, address])).toEqual([['special-key-meant', 'record:S/C-1']]);
    expect(warnings[0]?.message).toContain(`nearly ${meant}`);
  });

  test.each(['Name', 'crm_link', 'pay_button', 'names', 'Full name', 'link', 'backlink', 'Phone', 'city'])(
    '%s is none',
    (key) => {
      expect(specialKeyMeant(key)).toBeNull();
    },
  );
});

test.each(['~', 'null', 'NULL'])('%s without quotes is text, and a warning says so', async (word) => {
  const text = (value: string): string =>
    `campaigns:\n- campaignName: S\n  records:\n  - {clientId: C-1, data: {Name: A, note: ${value}}}\n`;
  const { warnings = [], records } = await loadFiles({ [FILE]: text(word) });
  expect(warnings.map(({ code, source }) => `${code} ${source.line}:${source.column}`)).toEqual(['null-is-text 4:43']);
  expect(records[0]?.data[1]).toMatchObject({ key: 'note', value: word });
  expect((await loadFiles({ [FILE]: text(`"${word}"`) })).warnings).toEqual([]);
});

test('P-013 two campaigns whose names differ in case are two', async () => {
  const campaign = (name: string, queue: string): string =>
    `- campaignName: ${name}\n  defaults: {skillQueue: ${queue}}\n  records:\n  - {clientId: C-1, data: {Name: A}}\n`;
  const { campaigns, records } = await loadFiles({
    [FILE]: `campaigns:\n${campaign('Summer', 'gold')}${campaign('SUMMER', 'silver')}`,
  });
  expect(campaigns.map(({ campaignName }) => campaignName)).toEqual(['Summer', 'SUMMER']);
  expect(records.map(({ address, skillQueue }) => [address, skillQueue])).toEqual([
    ['record:Summer/C-1', 'gold'],
    ['record:SUMMER/C-1', 'silver'],
  ]);
});

test('U-021 a leaver needs no e-mail address where a directory is linked, and everybody else does', async () => {
  const place = target({ identity: 'directory' });
  const absent = { loginUserId: 'ana@example.com', ensure: 'absent' } as const;
  expect(readDesiredInput({ users: [absent] }, place).users).toHaveLength(1);
  const { diagnostics } = await errorOf(() =>
    readDesiredInput(
      { users: [{ loginUserId: 'ben@example.com', firstName: 'B', lastName: 'B', userTemplateName: 'Agents' }] },
      place,
    ),
  );
  expect(diagnostics.map(({ code }) => code)).toEqual(['primary-email-needed']);
});

describe('a target', () => {
  const REAL =
    'host: example.com, platform: P, companyCode: C, environment: E, apiKey: {secretName: s, secretsRegion: us-east-1}';
  const note = async (keys: string): Promise<string | null> => {
    const folder = await projectFolder({
      'muster.yaml': `name: a\ndesired: ["desired/*"]\ntargets:\n  live: {${keys}}\n`,
    });
    const live = (await loadProject(folder)).targets.get('live');
    return live === undefined ? 'none' : targetNote(live, {});
  };

  test('that leaves open what differs from environment to environment is said to assume it', async () => {
    expect(await note(REAL)).toMatch(
      /^target-assumed: target live does not say previewPrefix: preview, adminPrefix: admin, identity: saml: assumed\. /u,
    );
    expect(await note(`${REAL}, adminPrefix: administration`)).toContain('previewPrefix: preview, identity: saml');
  });

  test('that says all of it, and the sandbox, are not', async () => {
    expect(await note(`${REAL}, previewPrefix: preview, adminPrefix: admin, identity: directory`)).toBeNull();
    expect(await note('sandbox: true')).toBeNull();
  });
});
