// Patches of desired files: what is edited changes, and not one byte beside it.

import { describe, expect, test } from 'vitest';

import { appendRecords, appendUsers } from '../../src/desk/edit/patch-append.ts';
import type { AppendedEntries } from '../../src/desk/edit/patch-append.ts';
import { unifiedDiff } from '../../src/desk/edit/patch-diff.ts';
import { scalarText } from '../../src/desk/edit/patch-scalar.ts';
import { openEditor } from '../../src/desk/edit/patch-yaml.ts';
import type { EditResult, ValueEdit } from '../../src/desk/edit/patch-yaml.ts';
import { applySplices } from '../../src/desk/edit/patch.ts';

const FILE = `# Which tasks go to whom.
campaigns:
  - campaignName: Welcome Calls   # spring
    records:
      # the important one
      - clientId: C-1
        skillQueue:   'welcome'   # agreed with Eva
        preferredAgent: ana@example.com
        data:
          Name: Maria Lopez
          phone: "+34911234567"   # her mobile

          note: plain text
        highlight: [phone]   # always

      - {clientId: C-2, skillQueue: welcome, data: {Name: Jo, city: Bonn}}
`;

const at = (text: string, words: string): number => text.indexOf(words);
const first = at(FILE, 'clientId: C-1');
const second = at(FILE, '{clientId: C-2');

function edit(text: string, edits: readonly ValueEdit[], json = false): string {
  return applied(text, openEditor({ text, json })(edits));
}

function applied(text: string, result: EditResult | AppendedEntries): string {
  return 'refusal' in result ? `refused: ${result.refusal}` : applySplices(text, result.splices);
}

/** Lines of one text that the other does not have, in order. */
function changed(before: string, after: string): string[] {
  const [old, young] = [before.split('\n'), after.split('\n')];
  return [
    ...old.filter((line) => !young.includes(line)).map((line) => `-${line}`),
    ...young.filter((line) => !old.includes(line)).map((line) => `+${line}`),
  ];
}

describe('a value in a YAML file', () => {
  test.each<[string, ValueEdit, string[]]>([
    [
      'keeps its quotes and the remark behind it',
      { at: first, path: ['skillQueue'], value: "gold's" },
      ["-        skillQueue:   'welcome'   # agreed with Eva", "+        skillQueue:   'gold''s'   # agreed with Eva"],
    ],
    [
      'stays text when it looks like a number',
      { at: first, path: ['data', 'note'], value: '00123' },
      ['-          note: plain text', '+          note: "00123"'],
    ],
    [
      'gets its place when the order says so',
      { at: first, path: ['data', 'phone'], value: { value: '+34600000000', displayOrder: 7 } },
      [
        '-          phone: "+34911234567"   # her mobile',
        '+          phone: { value: "+34600000000", displayOrder: 7 }   # her mobile',
      ],
    ],
    [
      'of several names is a list',
      { at: first, path: ['highlight'], value: ['phone', 'Name'] },
      ['-        highlight: [phone]   # always', '+        highlight: [phone, Name]   # always'],
    ],
    [
      'is taken away with its line',
      { at: first, path: ['data', 'phone'], value: null },
      ['-          phone: "+34911234567"   # her mobile'],
    ],
    [
      'changes inside a one-line mapping',
      { at: second, path: ['data', 'city'], value: 'Bonn, Germany' },
      [
        '-      - {clientId: C-2, skillQueue: welcome, data: {Name: Jo, city: Bonn}}',
        '+      - {clientId: C-2, skillQueue: welcome, data: {Name: Jo, city: "Bonn, Germany"}}',
      ],
    ],
    [
      'goes out of a one-line mapping with its comma',
      { at: second, path: ['skillQueue'], value: null },
      [
        '-      - {clientId: C-2, skillQueue: welcome, data: {Name: Jo, city: Bonn}}',
        '+      - {clientId: C-2, data: {Name: Jo, city: Bonn}}',
      ],
    ],
  ])('%s', (_title, change, expected) => {
    expect(changed(FILE, edit(FILE, [change]))).toEqual(expected);
  });

  test('that does not exist, or is declared elsewhere, is refused with a reason', () => {
    expect(edit(FILE, [{ at: first, path: ['timeZone'], value: 'UTC' }])).toBe(
      'refused: the value stands in the defaults of the campaign, not in the declaration',
    );
    expect(edit(FILE, [{ at: 3, path: ['skillQueue'], value: 'x' }])).toBe(
      'refused: the declaration is not where it was read',
    );
  });

  test('equal to what is there changes nothing', () => {
    expect(
      edit(FILE, [
        { at: first, path: ['highlight'], value: ['phone'] },
        { at: first, path: ['data', 'Name'], value: 'Maria Lopez' },
      ]),
    ).toBe(FILE);
  });

  test('several values change at once, and a mapping is removed with its last key', () => {
    const gone = edit(
      FILE,
      ['Name', 'phone', 'note'].map((key) => ({ at: first, path: ['data', key], value: null })),
    );
    expect(gone).not.toContain('data:\n');
    expect(gone).toContain('highlight: [phone]   # always');
  });

  test('block texts, block lists, empty values and Windows line ends', () => {
    const text =
      'records:\r\n  - clientId: a\r\n    data:\r\n      note: |\r\n        one\r\n        two\r\n      Name:\r\n    highlight:\r\n      - Name\r\n      - note\r\n';
    const start = at(text, 'clientId');
    const after = edit(text, [
      { at: start, path: ['data', 'note'], value: 'x' },
      { at: start, path: ['data', 'Name'], value: 'Jo' },
      { at: start, path: ['highlight'], value: ['note'] },
    ]);
    expect(after).toBe(
      'records:\r\n  - clientId: a\r\n    data:\r\n      note: x\r\n      Name: Jo\r\n    highlight: [note]\r\n',
    );
  });

  test('with a comment inside is not replaced as a whole', () => {
    const text = 'a:\n  - clientId: a\n    highlight:\n      # why\n      - Name\n';
    expect(edit(text, [{ at: at(text, 'clientId'), path: ['highlight'], value: ['x'] }])).toBe(
      'refused: there are comments inside the value',
    );
  });

  test('in JSON stays JSON', () => {
    const text =
      '{\n\t"campaigns": [{"campaignName": "W", "records": [\n\t\t{"clientId": "C-1", "data": {"Name": "Jo", "x": "1"}}\n\t]}]\n}\n';
    const start = at(text, '{"clientId"');
    const after = edit(
      text,
      [
        { at: start, path: ['data', 'Name'], value: 'A "quoted" name' },
        { at: start, path: ['data', 'x'], value: { value: 'y', displayOrder: 3 } },
      ],
      true,
    );
    expect(JSON.parse(after)).toMatchObject({
      campaigns: [{ records: [{ data: { Name: 'A "quoted" name', x: { value: 'y', displayOrder: 3 } } }] }],
    });
    expect(after.split('\n')).toHaveLength(text.split('\n').length);
  });
});

describe('new declarations', () => {
  const entry = (clientId: string) => ({ address: '', remarks: [], lines: [{ key: 'clientId', value: clientId }] });
  const part = { campaignName: 'Welcome Calls', settings: [{ key: 'marker', value: false, remark: 'no request' }] };

  test('go to the end of the campaign they belong to', () => {
    const after = applied(FILE, appendRecords(FILE, part, [entry('C-3')]));
    expect(after).toBe(`${FILE}      - clientId: C-3\n`);
  });

  test('of a campaign the file does not have begin it, with its settings', () => {
    const after = applied(FILE, appendRecords(FILE, { ...part, campaignName: 'Other' }, [entry('00123')]));
    expect(after).toBe(
      `${FILE}  - campaignName: Other\n    marker: false # no request\n    records:\n      - clientId: "00123"\n`,
    );
  });

  test.each([
    ['an empty file', '', 'users:\n  - clientId: a\n'],
    ['a file of comments', '# who\n', '# who\nusers:\n  - clientId: a\n'],
    ['a file without a last line break', 'users:\n- clientId: z', 'users:\n- clientId: z\n- clientId: a\n'],
    [
      'a list with a remark below it',
      'users:\n  - clientId: z # last\n  # the end\n',
      'users:\n  - clientId: z # last\n  - clientId: a\n  # the end\n',
    ],
    [
      'a file with another section',
      'users:\n  - clientId: z\ncampaigns:\n  - campaignName: x\n',
      'users:\n  - clientId: z\n  - clientId: a\ncampaigns:\n  - campaignName: x\n',
    ],
    ['a list in brackets', 'users: [{clientId: z}]\n', 'refused: users is written on one line, in brackets'],
    ['a file that is a list', '- a\n', 'refused: the file is no mapping with `users` or `campaigns`'],
  ])('at the end of %s', (_title, text, expected) => {
    expect(applied(text, appendUsers(text, [entry('a')]))).toBe(expected);
  });
});

describe('texts', () => {
  test.each([
    ['Maria Lopez', 'Maria Lopez'],
    ['+34911234567', '"+34911234567"'],
    ['NO', '"NO"'],
    ['2026-12-01', '"2026-12-01"'],
    ['', '""'],
    ['a: b', '"a: b"'],
    ['two\nlines', String.raw`"two\nlines"`],
    ['left\u202eright', String.raw`"left\u202eright"`],
  ])('%j is written as %s', (value, expected) => {
    expect(scalarText(value, { flow: false, style: 'plain' })).toBe(expected);
  });
});

test('a diff names only what changes, with three lines around it', () => {
  const text = Array.from({ length: 12 }, (_, line) => `line ${line}\n`).join('');
  const from = text.indexOf('line 5');
  expect(unifiedDiff('a b.yaml', text, [{ from, to: from + 6, text: 'LINE 5' }])).toEqual([
    '--- a/a b.yaml\t',
    '+++ b/a b.yaml\t',
    '@@ -3,7 +3,7 @@',
    ' line 2',
    ' line 3',
    ' line 4',
    '-line 5',
    '+LINE 5',
    ' line 6',
    ' line 7',
    ' line 8',
  ]);
  expect(unifiedDiff('n.yaml', null, [{ from: 0, to: 0, text: 'a\n' }])).toEqual([
    '--- /dev/null',
    '+++ b/n.yaml',
    '@@ -0,0 +1,1 @@',
    '+a',
  ]);
});
