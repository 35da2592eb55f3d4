// An id that looks like another one is refused wherever ids are said: one rule, five ways in.

import { readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import { openChecks } from '../../providers/check.ts';
import { dataText } from '../../providers/declaration.ts';
import { hiddenIn, ID_PATTERN, visible, visibleJson } from '../../src/core/model/hidden.ts';
import { readDesiredInput } from '../../src/core/desired/project/load.ts';
import { parseRoster } from '../../src/desk/edit/roster.ts';
import { parseIds, requireId } from '../../src/core/desired/text/ids.ts';
import { target } from '../support/values.ts';
import { errorOf, loadFiles } from './project-folder.ts';

/** Title, id, what a finding says of it. */
const HIDDEN: readonly (readonly [string, string, string])[] = [
  ['a zero-width space', 'an\u200ba', 'the zero-width character U+200B at place 3 of 4'],
  ['a zero-width joiner', 'an\u200da', 'the zero-width character U+200D at place 3 of 4'],
  ['a word joiner', 'ana\u2060', 'the zero-width character U+2060 at place 4 of 4'],
  ['a byte order mark', '\ufeffana', 'the zero-width character U+FEFF at place 1 of 4'],
  ['a soft hyphen', 'an\u00ada', 'the hidden character U+00AD at place 3 of 4'],
  ['a leading blank', ' ana', 'a blank at its start'],
  ['a trailing blank', 'ana ', 'a blank at its end'],
  ['a trailing ideographic blank', 'ana\u3000', 'outer white space U+3000 at place 4 of 4'],
  ['a trailing no-break space', 'ana\u00a0', 'outer white space U+00A0 at place 4 of 4'],
  ['an inner no-break space', 'a\u00a0na', 'white space U+00A0 at place 2 of 4'],
  ['a tab', 'an\ta', 'white space U+0009 at place 3 of 4'],
  ['a line separator', 'an\u2028a', 'white space U+2028 at place 3 of 4'],
  ['a right-to-left override', 'an\u202ea', 'the bidirectional character U+202E at place 3 of 4'],
  ['an isolate', 'an\u2067a', 'the bidirectional character U+2067 at place 3 of 4'],
  ['a variation selector', 'ana\ufe0f', 'the variation selector U+FE0F at place 4 of 4'],
  ['a variation selector beyond 16 bits', 'ana\u{e0101}', 'the variation selector U+E0101 at place 4 of 4'],
  ['a tag character', 'ana\u{e0061}', 'the hidden character U+E0061 at place 4 of 4'],
  ['a grapheme joiner', 'an\u034fa', 'the hidden character U+034F at place 3 of 4'],
  ['a filler of Hangul', 'ana\u3164', 'the hidden character U+3164 at place 4 of 4'],
  ['an empty Braille pattern', 'ana\u2800', 'the hidden character U+2800 at place 4 of 4'],
];
const VISIBLE = ['ana', 'ana.ruiz+x@example.com', 'Summer Sale', '東京　大阪', 'José', 'مرحبا', 'C-1/2%', '👩💻', 'ﬁ'];

test.each(HIDDEN)('an id with %s is refused, and the code point named', (_title, id, said) => {
  expect(hiddenIn(id)).toBe(`with ${said}`);
});

test.each(VISIBLE)('%s is an id', (id) => {
  expect(hiddenIn(id)).toBeNull();
});

test('every hidden character is shown as an escape, and JSON keeps its value', () => {
  for (const [, id] of HIDDEN.filter(([, each]) => each.trim() === each || each.includes('\u00a0'))) {
    expect(visible(id)).toMatch(/\\u(?:[\da-f]{4}|\{[\da-f]+\})/u);
    expect(JSON.parse(visibleJson(JSON.stringify(id)))).toBe(id);
    expect(hiddenIn(visibleJson(JSON.stringify(id)))).toBeNull();
  }
});

const ID = 'C\u200b1';
/** Where an id may stand, as a declaration. */
const PLACES: readonly (readonly [string, object])[] = [
  ['loginUserId', { users: [{ loginUserId: ID, ensure: 'absent' }] }],
  ['userTemplateName', { users: [{ loginUserId: 'a', firstName: 'A', lastName: 'B', userTemplateName: ID }] }],
  ['offboard.reassignTo', { users: [{ loginUserId: 'a', ensure: 'absent', offboard: { reassignTo: ID } }] }],
  ['campaignName', { campaigns: [{ campaignName: ID, intake: true }] }],
  ['clientIdFieldName', { campaigns: [{ campaignName: 'S', clientIdFieldName: ID }] }],
  ['defaults.preferredAgent', { campaigns: [{ campaignName: 'S', defaults: { preferredAgent: ID } }] }],
  ['defaults.skillQueue', { campaigns: [{ campaignName: 'S', defaults: { skillQueue: ID } }] }],
  ['defaults.hidden', { campaigns: [{ campaignName: 'S', defaults: { hidden: [ID] } }] }],
  ['defaults.highlight', { campaigns: [{ campaignName: 'S', defaults: { highlight: [ID] } }] }],
  ...(['clientId', 'preferredAgent', 'skillQueue'] as const).map(
    (key) => [key, { campaigns: [{ campaignName: 'S', records: [{ clientId: 'C', [key]: ID }] }] }] as const,
  ),
  ['a key of data', { campaigns: [{ campaignName: 'S', records: [{ clientId: 'C', data: { [ID]: 'x' } }] }] }],
  ['hidden', { campaigns: [{ campaignName: 'S', records: [{ clientId: 'C', data: { C1: 'x' }, hidden: [ID] }] }] }],
];

describe('is refused with its place', () => {
  test.each(PLACES)('in a file and in a program: %s', async (_key, declared) => {
    const json = JSON.stringify(declared);
    const inFile = await errorOf(() => loadFiles({ 'desired/a.json': json }));
    const column = Math.max(json.indexOf(`"${ID}"`), 0) + 1;
    expect(inFile.diagnostics).toMatchObject([
      { code: 'hidden-character', source: { file: 'desired/a.json', line: 1, column } },
    ]);
    const inProgram = await errorOf(() => readDesiredInput(declared, target()));
    expect(inProgram.diagnostics.map(({ code }) => code)).toEqual(['hidden-character']);
    expect(inProgram.message).toContain('given one with the zero-width character U+200B at place 2 of 3');
    expect(inProgram.message).toBe(inFile.message);
  });

  test('in YAML, but where an escape shows it', async () => {
    for (const id of ['"ana\u200b\\u200b"', 'ana\u200b', '"ana "', 'ana\u00a0']) {
      const text = `users:\n  - loginUserId: ${id}\n    ensure: absent\n`;
      const { diagnostics } = await errorOf(() => loadFiles({ 'desired/a.yaml': text }));
      expect(diagnostics).toMatchObject([
        { code: 'hidden-character', source: { file: 'desired/a.yaml', line: 2, column: 18 } },
      ]);
    }
  });

  test.each([
    ['NBSP', 'a\\u00a0b', 'a\u00a0b'],
    ['U+2007', 'a\\u2007b', 'a\u2007b'],
    ['ZWNJ', '\u0645\u06cc\\u200c\u062e', '\u0645\u06cc\u200c\u062e'],
    ['ZWJ', 'a\\u200db', 'a\u200db'],
    ['RLM', 'a\\u200fb', 'a\u200fb'],
    ['soft hyphen', 'a\\u00adb', 'a\u00adb'],
    ['outer blank', 'ab\\u0020', 'ab '],
  ])('and is taken as it is where YAML or JSON shows it as an escape: %s', async (_title, written, id) => {
    const record = `{"clientId": "${written}", "preferredAgent": "${written}", "data": {"${written}": "x", "${written}2": "y"}, "hidden": ["${written}"]}`;
    const yaml = await loadFiles({
      'desired/a.yaml': `campaigns:\n  - campaignName: "${written}"\n    records:\n      - ${record}\n`,
    });
    const json = `{"campaigns": [{"campaignName": "${written}", "records": [${record}]}]}`;
    const desired = await loadFiles({ 'desired/a.json': json });
    expect(desired.records.map(({ data, address }) => [data, address])).toEqual(
      yaml.records.map(({ data, address }) => [data, address]),
    );
    const names = [id, `${id}2`];
    expect(desired.records).toMatchObject([
      { clientId: id, preferredAgent: id, campaign: { campaignName: id }, hidden: [id] },
    ]);
    expect(desired.records[0]?.data.map(({ key }) => key)).toEqual(names);
  });

  test('in a CSV file, by row and column', async () => {
    const yaml = `campaigns:
  - campaignName: S
    recordsFrom: {file: ../s.csv, columns: {clientId: Nr, preferredAgent: Owner, data: {Name: Who}}}
`;
    const csv = 'Nr,Who,Owner\nC-1,Ana,ben\nC-2\u00a0,Ana,ben\nC-3,Ana, ben\nC-4,Mia\u200b,ben\n';
    const { diagnostics } = await errorOf(() => loadFiles({ 'desired/a.yaml': yaml, 's.csv': csv }));
    expect(diagnostics.map(({ code, source }) => `${code} ${source.line}:${source.column}`)).toEqual([
      'hidden-character 3:1',
      'hidden-character 4:3',
    ]);
  });

  test('in the arguments of the Pulumi classes, also of a set', () => {
    const checks = openChecks();
    const record = { campaignName: 'S', clientId: ID };
    const set = { campaignName: 'S', records: JSON.stringify([{ clientId: 'C' }, { clientId: ID }]) };
    const data = dataText([{ key: ID, value: 'x', displayOrder: 1 }]);
    const answers = [
      checks.user({ loginUserId: ID, ensure: 'absent' }, target()),
      checks.record(record, target()),
      checks.record({ campaignName: ID, clientId: 'C' }, target()),
      checks.record({ campaignName: 'S', clientId: 'C', data }, target()),
      checks.set(set, target()),
    ];
    for (const { failures } of answers) {
      expect(failures).toHaveLength(1);
      expect(failures[0]?.reason).toContain('the zero-width character U+200B at place 2 of 3');
      expect(JSON.stringify(failures)).not.toContain('\u200b');
    }
    // Declared in a file, which shows it.
    const kept = checks.record({ ...record, data, __home: 'org/p/s' }, target());
    expect(kept).toMatchObject({ inputs: { clientId: ID }, failures: [] });
  });

  test('in lists and arguments of adopt', () => {
    const refused = (work: () => unknown): string =>
      String((expectError(work) as { detail?: { message: string } }).detail?.message);
    expect(refused(() => parseIds('a\n# b\nan\u200ba\n', 'people.txt'))).toContain('people.txt:3:1: expected an id');
    expect(refused(() => parseIds('a\nb\u00a0\n', '-'))).toContain('outer white space U+00A0 at place 2 of 2');
    expect(refused(() => parseRoster('firstName,loginUserId\nAna,ana\u00ad\n', 'x.csv'))).toContain('x.csv:2:2: ');
    expect(refused(() => requireId('Summer\u00a0', 'campaignName'))).toContain('campaignName: expected an id');
    expect(parseIds('\ufeff a \r\n\tb\n', '-')).toEqual(['a', 'b']);
  });
});

function expectError(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('expected an error');
}

/** Texts that name no object: what a person reads, what another rule reads, and columns of a CSV file. */
const NO_IDS =
  /^(?:\$schema|firstName|lastName|primaryEmailAddr|secondaryEmailAddr|reissue|timeZone|nextEarliestWorkTime|csv|value)$/u;

test('every text of the schema is an id, one of a choice, or known to be none', () => {
  const schema: unknown = JSON.parse(readFileSync('schemas/desired.schema.json', 'utf8'));
  const undecided: string[] = [];
  walk(schema, '', (path, node) => {
    const name = path.split('/').at(-1) ?? '';
    if (node['type'] !== 'string' || 'enum' in node || NO_IDS.test(name) || /\/(?:records|users)From\//u.test(path))
      return;
    if (node['pattern'] !== ID_PATTERN && !/\/data\/additionalProperties\/anyOf/u.test(path)) undecided.push(path);
  });
  expect(undecided).toEqual([]);
});

function walk(value: unknown, path: string, visit: (path: string, node: Record<string, unknown>) => void): void {
  if (typeof value !== 'object' || value === null) return;
  visit(path, { ...value });
  for (const [key, part] of Object.entries(value)) if (key !== 'examples') walk(part, `${path}/${key}`, visit);
}
