// A finding shows place, key and rule. Each code has stories in which every value of the line, the wrong one first of all, is a
// name, a phone number or an e-mail address; none of them may stand in any output. A new code without a story does not compile.

import { truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { inspect } from 'node:util';

import { expect, test } from 'vitest';
import { parse } from 'yaml';

import { openChecks } from '../../providers/check.ts';
import { FINDING_CODES } from '../../src/core/desired/text/findings.ts';
import type { FindingCode } from '../../src/core/desired/text/findings.ts';
import { readDesiredInput } from '../../src/core/desired/project/load.ts';
import { loadProfile } from '../../src/core/desired/declarations/profile.ts';
import { ToolError } from '../../src/core/model/errors.ts';
import { errorText } from '../../src/program/say.ts';
import { errorDocument } from '../../src/core/report/kinds/error.ts';
import { FORMAT_NAMES } from '../../src/core/report/format-table.ts';
import { render } from '../../src/formats/formats.ts';
import { PLAIN } from '../../src/core/report/words/style.ts';
import { validateDocument } from '../../src/core/report/kinds/validate.ts';
import { target } from '../support/values.ts';
import { errorOf, load, loadFiles, projectFolder } from './project-folder.ts';
import type { Files } from './project-folder.ts';

const CANARY = /wolper|600111222|private\.example/iu;
const COMMENT = '# Wolpertinger +34600111222 w@private.example';
const PERSON =
  'firstName: Wolpertinger, lastName: Wolpertinger, userTemplateName: T, secondaryEmailAddr: w@private.example';
const DATA = 'Name: Wolpertinger, phone: "+34600111222", mail: w@private.example';

const user = (more: string): string => `users: [{loginUserId: u-1, ${PERSON}, ${more}}] ${COMMENT}\n`;
const leaver = '  - {loginUserId: u-9, ensure: absent}\n';
const record = (more: string, data = DATA): string =>
  `campaigns: [{campaignName: S, records: [{clientId: C-1, data: {${data}}, ${more}}]}] ${COMMENT}\n`;
const campaign = (more: string): string => `campaigns: [{campaignName: S, ${more}}] ${COMMENT}\n`;
const csv = (columns: string): string => campaign(`recordsFrom: {file: ../s.csv, columns: ${columns}}`);
const muster = (more: string): string => `name: n ${COMMENT}\n${more} ${COMMENT}\n`;
const SANDBOX = 'targets: {s: {sandbox: true}}';
const DIRECTORY = `targets: {s: {host: h.example, platform: P, companyCode: c, environment: e, identity: directory,
  apiKey: {secretName: s, secretsRegion: eu-central-1}}}`;

/** Text of desired/a.yaml, several files, or work that ends in the error. */
type Story = string | Files | (() => Promise<ToolError>);

const STORIES: Readonly<Record<FindingCode, readonly Story[]>> = {
  'aliases-refused': [
    record('preferredAgent: *Wolpertinger'),
    `x: &Wolpertinger [y]\n${record('skillQueue: *Wolpertinger')}`,
  ],
  'bad-csv-column': [
    { 'desired/a.yaml': csv('{clientId: Nr}'), 's.csv': 'Wolpertinger,+34600111222,w@private.example\nC-1,2,3\n' },
    {
      'desired/a.yaml': csv('{clientId: Nr, data: {a: Wolpertinger}}'),
      's.csv': 'Nr,Wolpertinger,Wolpertinger\n1,2,3\n',
    },
  ],
  'bad-profile': [
    async () =>
      profileError({
        formatVersion: 'Wolpertinger',
        target: 's',
        at: '+34600111222',
        points: { 'search-ceiling': { answer: 'Wolpertinger', how: '+34600111222', evidence: 'Wolpertinger' } },
      }),
    async () =>
      profileError({
        formatVersion: '1.1',
        target: 'w@private.example',
        at: '2026-11-20',
        points: { 'w@private.example': {} },
      }),
  ],
  'behavior-without-create': [user('behaviorIfInBackend: ALLOW')],
  'client-id-in-data': [record('skillQueue: Wolpertinger', 'Id: Wolpertinger')],
  'display-order': [
    record('skillQueue: q', 'a: {value: Wolpertinger, displayOrder: "+34600111222"}'),
    record('skillQueue: q', 'a: {value: Wolpertinger, displayOrder: -600111222}'),
  ],
  'duplicate-campaign': [
    `campaigns:\n  - {campaignName: S, defaults: {skillQueue: Wolpertinger}}\n  - {campaignName: S, defaults: {skillQueue: w@private.example}}\n`,
  ],
  'duplicate-key': [
    user('firstName: Wolpertinger'),
    record('skillQueue: q', 'Wolpertinger: x, Wolpertinger: y'),
    { 'desired/a.json': '{"users": [], "Wolpertinger": 1, "Wolpertinger": 2}' },
  ],
  'duplicate-record': [
    campaign(`records: [{clientId: C-1, data: {${DATA}}}, {clientId: C-1, data: {${DATA}}}]`),
    {
      'desired/a.yaml': csv('{clientId: Nr, data: {Name: Who}}'),
      's.csv': 'Nr,Who\nC-1,Wolpertinger\nC-1,Wolpertinger\n',
    },
  ],
  'duplicate-user': [`users:\n  - {loginUserId: u-1, ${PERSON}}\n  - {loginUserId: u-1, ${PERSON}}\n`],
  'empty-file': [
    `${COMMENT}\n`,
    { 'desired/a.yaml': csv('{clientId: Wolpertinger}'), 's.csv': 'Wolpertinger,+34600111222\n' },
  ],
  'empty-list': [campaign('defaults: {}'), record('highlight: []')],
  'file-too-large': [
    async () => {
      const folder = await projectFolder({ 'desired/a.yaml': user('adopt: true') });
      await truncate(join(folder, 'desired/a.yaml'), 100 * 1024 * 1024);
      return errorOf(() => load(folder));
    },
  ],
  'hidden-character': [
    record('preferredAgent: "Wolpertinger\u200b"'),
    record('skillQueue: q', '"Wolpertinger\u00a0": x'),
    record('skillQueue: q, hidden: ["w@private.example "]', '"w@private.example": x'),
  ],
  'link-not-url': [
    record('skillQueue: q', 'crm_link: "http://w@private.example/Wolpertinger x"'),
    record('skillQueue: q', 'crm_button: "Wolpertinger +34600111222"'),
  ],
  'link-outside': [{ 'muster.yaml': muster(`desired: ["../Wolpertinger/*"]\n${SANDBOX}`) }],
  'missing-key': [
    `users: [{loginUserId: u-1, firstName: Wolpertinger, secondaryEmailAddr: w@private.example}] ${COMMENT}\n`,
    campaign(`records: [{data: {${DATA}}}]`),
  ],
  'no-desired-files': [{ 'muster.yaml': muster(`desired: ["teams/*.yaml"] ${COMMENT}\n${SANDBOX}`) }],
  'not-text': [
    `${user('adopt: true')}\u0007`,
    { 'desired/a.yaml': new Uint8Array([...new TextEncoder().encode(user('adopt: true')), 0xff]) },
    record('skillQueue: q', 'Name: "Wolpertinger \\ud800"'),
  ],
  partition: [
    {
      'muster.yaml': muster(`desired: ["desired/*"]\n${SANDBOX}\npartitions: {one: {campaigns: ["Summer"]}}`),
      'desired/a.yaml': user('adopt: true'),
    },
  ],
  'phone-not-e164': [
    record('skillQueue: q', 'phone: "600111222 Wolpertinger"'),
    record('skillQueue: q', 'phone: "+600111222x"'),
  ],
  'pinned-to-leaver': [`users:\n${leaver}${record('preferredAgent: u-9')}`],
  'primary-email-needed': [
    { 'muster.yaml': muster(`desired: ["desired/*"]\n${DIRECTORY}`), 'desired/a.yaml': user('adopt: true') },
  ],
  'users-unsupported': [
    {
      'muster.yaml': muster(`desired: ["desired/*"]\n${DIRECTORY.replace('directory', 'internal')}`),
      'desired/a.yaml': user('adopt: true'),
    },
  ],
  'reassign-to-leaver': [
    `users:\n${leaver}  - {loginUserId: u-1, ${PERSON}, offboard: {reassignTo: u-9}} ${COMMENT}\n`,
  ],
  'reserved-data-key': [record('skillQueue: q', 'SkillQueue: Wolpertinger')],
  syntax: [
    `users: [{firstName: "Wolpertinger`,
    `users: |Wolpertinger +34600111222\n  x`,
    `users: "\\xWolpertinger"\n`,
    `users: [a]\nWolpertinger w@private.example\n`,
    `users:\n  - a: Wolpertinger\n b: +34600111222\n`,
    `%Wolpertinger +34600111222\n--- ${COMMENT}\nusers: []\n`,
    `users: @Wolpertinger\n`,
    `users: [a}Wolpertinger]\n`,
    { 'desired/a.json': '{"users": Wolpertinger}' },
    { 'desired/a.json': '{"users": "Wolpertinger\n"}' },
    { 'desired/a.yaml': csv('{clientId: Nr}'), 's.csv': 'Nr,Who\nC-1,"Wolpertinger\n' },
    { 'desired/a.yaml': csv('{clientId: Nr}'), 's.csv': 'Nr,Who\nC-1,Wolpertinger,+34600111222\n' },
  ],
  'tags-refused': [
    user('adopt: !Wolpertinger true'),
    record('skillQueue: q', 'Name: !!binary V29scGVydGluZ2Vy'),
    user('adopt: !<tag:w@private.example,2026:x> true'),
  ],
  'time-out-of-range': [record('nextEarliestWorkTime: "0001-01-01T00:00:00Z"')],
  'time-without-zone': [
    record('nextEarliestWorkTime: Wolpertinger'),
    {
      'muster.yaml': muster(
        `desired: ["desired/*"]\n${SANDBOX}\nignore: [{address: "*", reason: r, owner: w@private.example, expires: "+34600111222"}]`,
      ),
    },
  ],
  'too-deep': [`users: ${'['.repeat(40)}Wolpertinger${']'.repeat(40)} ${COMMENT}\n`],
  'typescript-failed': [
    { 'desired/a.mjs': 'throw new Error("Wolpertinger +34600111222");' },
    { 'desired/a.mjs': 'throw Object.assign(new Error("x"), { name: "Wolpertinger", code: "w@private.example" });' },
    { 'desired/a.mjs': 'const a = Wolpertinger;' },
    { 'desired/a.mjs': `export const name = 'Wolpertinger';` },
  ],
  'unknown-item': [record('highlight: [Wolpertinger]'), record('hidden: [w@private.example]')],
  'unknown-key': [user('firstName Wolpertinger'), record('w@private.example: x'), record('Name Wolpertinger')],
  'unknown-time-zone': [record('timeZone: Wolpertinger'), campaign('defaults: {timeZone: w@private.example}')],
  'unreadable-file': [{ 'desired/a.yaml': csv('{clientId: Wolpertinger}') }],
  'wrong-type': [
    user('adopt: Wolpertinger'),
    user('offboard: Wolpertinger'),
    user('onRemove: "+34600111222"'),
    user('primaryEmailAddr: Wolpertinger'),
    user('ensure: {Wolpertinger: x}'),
    record('whenWorked: w@private.example'),
    record('skillQueue: q', 'Wolpertinger, phone: "+34600111222"'),
    record('skillQueue: q', 'Name: [Wolpertinger]'),
    campaign('manage: Wolpertinger'),
    { 'muster.yaml': muster(`desired: ["desired/*"]\ntargets: {"w@private.example": {sandbox: true}}`) },
  ],
};

test.each(FINDING_CODES)('no output of %s repeats a value of its line', async (code) => {
  for (const story of STORIES[code]) {
    const error = await errorIn(story);
    expect(error.diagnostics.map((each) => each.code)).toContain(code);
    const program = typeof story === 'string' ? programOutputs(story) : [];
    const leaks = [...outputsOf(error), ...program].flatMap((text) =>
      text.split('\n').filter((line) => CANARY.test(line)),
    );
    expect(leaks).toEqual([]);
  }
});

test('the line is there for who asks for it, and a line that may hold a secret for nobody', async () => {
  const line = record('skillQueue: q', 'phone: "600111222 Wolpertinger"');
  const { diagnostics } = await errorOf(() => loadFiles({ 'desired/a.yaml': line }));
  const input = { project: null, files: [], objects: { users: 0, records: 0 }, diagnostics };
  const context = { ...CONTEXT, showValues: true };
  const text = render('text', validateDocument(input, context), { style: PLAIN, width: 200, verbose: false });
  expect(text).toContain('phone: "600111222 Wolpertinger"');
  const secret = {
    'muster.yaml': 'name: n\ndesired: [a]\ntargets: {s: {apiKey: {secretName: Wolpertinger, value: x}}}\n',
  };
  const lines = (await errorOf(() => loadFiles(secret))).diagnostics.map(({ line }) => line);
  expect(lines).toContain(null);
});

const CONTEXT = { version: '1', command: 'plan', at: 0, durationMs: 0, options: [], only: null };

async function errorIn(story: Story): Promise<ToolError> {
  if (typeof story === 'function') return story();
  return errorOf(() => loadFiles(typeof story === 'string' ? { 'desired/a.yaml': story } : story));
}

/** Every format, and the error as whoever catches it may print it. */
function outputsOf(error: ToolError): string[] {
  const { diagnostics } = error;
  const input = { project: null, files: [], objects: { users: 0, records: 0 }, diagnostics };
  const documents = [errorDocument(error, 'plan', CONTEXT), validateDocument(input, CONTEXT)];
  const forms = documents.flatMap((document) =>
    FORMAT_NAMES.flatMap((format) =>
      [true, false].map((verbose) => render(format, document, { style: PLAIN, width: 100, verbose })),
    ),
  );
  return [...forms, errorText(error), error.message, JSON.stringify(error), inspect(error, { depth: 9 })];
}

/** The same declaration in a program, and as arguments of a Pulumi class, where YAML can say it. */
function programOutputs(yaml: string): string[] {
  const value = valueOf(yaml);
  const checks = openChecks();
  const { users = [], campaigns = [] } = value;
  const failures = [
    ...users.map((each) => checks.user(each, target())),
    ...campaigns.flatMap(({ records = [], ...settings }) => [
      ...records.map((each) => checks.record({ ...settings, ...each }, target())),
      checks.set({ ...settings, records: JSON.stringify(records) }, target()),
    ]),
  ].map((checked) => JSON.stringify(checked.failures));
  return [...failures, ...readInProgram(value)];
}

function readInProgram(value: object): string[] {
  try {
    readDesiredInput(value, target());
    return [];
  } catch (error) {
    if (error instanceof ToolError) return outputsOf(error);
    throw error;
  }
}

interface Said {
  readonly users?: readonly Record<string, unknown>[];
  readonly campaigns?: readonly ({ readonly records?: readonly Record<string, unknown>[] } & Record<string, unknown>)[];
}

function valueOf(yaml: string): Said {
  try {
    const value: unknown = parse(yaml, { logLevel: 'silent' });
    return isSaid(value) ? value : {};
  } catch {
    return {};
  }
}

function isSaid(value: unknown): value is Said {
  if (typeof value !== 'object' || value === null) return false;
  const lists = [Reflect.get(value, 'users'), Reflect.get(value, 'campaigns')];
  return lists.every((each) => each === undefined || (Array.isArray(each) && each.every(isMapping)));
}

function isMapping(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

async function profileError(profile: object): Promise<ToolError> {
  const directory = await projectFolder({ 'profiles/s.json': JSON.stringify(profile) });
  return errorOf(() => loadProfile({ directory }, 's'));
}
