import { describe, expect, test } from 'vitest';

import { addIgnoreRules } from '../../src/desk/edit/ignore-edit.ts';
import { ToolError } from '../../src/core/model/errors.ts';

const RULE = {
  address: 'record:Summer Renewals/C-1',
  property: 'data.phone',
  class: 'drift',
  owner: 'ops: night shift',
  reason: '#12, known',
  expires: '2026-12-31',
};
const LINES = [
  '  - address: record:Summer Renewals/C-1',
  '    property: data.phone',
  '    class: drift',
  '    owner: "ops: night shift"',
  '    reason: "#12, known"',
  '    expires: 2026-12-31',
];
const HEAD = 'name:   team # ours\ndesired: ["a.yaml"]\n\ntargets: {t: {sandbox: true}}\n';

/** What is left of the text when the added lines are taken out again. */
function without(text: string, added: string): string {
  const gone = new Set(added.split('\n'));
  return text
    .split('\n')
    .filter((line) => !gone.has(line))
    .join('\n');
}

describe('ignore rules are added', () => {
  test.each([
    ['no list', HEAD, `${HEAD}ignore:\n${LINES.join('\n')}\n`],
    ['no list and no last line end', HEAD.trimEnd(), `${HEAD}ignore:\n${LINES.join('\n')}\n`],
    ['an empty list', `ignore: []  # none yet\n${HEAD}`, `ignore:   # none yet\n${LINES.join('\n')}\n${HEAD}`],
    ['a key with nothing', `ignore:\n${HEAD}`, `ignore:\n${LINES.join('\n')}\n${HEAD}`],
  ])('to a file with %s', (_name, before, after) => {
    expect(addIgnoreRules(before, [RULE]).text).toBe(after);
  });

  test('behind the last rule, with its indentation, before the comment that follows', () => {
    const rule = '    - {address: "user:a*", owner: o, reason: r, expires: 2026-12-01}   # until then\n';
    const before = `ignore:\n${rule}\n# about targets\n${HEAD}`;
    const { text, added } = addIgnoreRules(before, [RULE]);
    expect(text.startsWith(`ignore:\n${rule}    - address: record:Summer`)).toBe(true);
    expect(without(text, added)).toBe(before);
  });

  test('to a list on one line, and to a file that is JSON', () => {
    const flow = `${HEAD}ignore: [{address: x, owner: o, reason: r, expires: 2026-12-01}]\n`;
    expect(addIgnoreRules(flow, [RULE]).text).toBe(flow.replace('}]', `}, ${JSON.stringify(RULE)}]`));
    const json = '{"name": "team", "desired": ["a.yaml"]}';
    expect(addIgnoreRules(json, [RULE]).text).toBe(json.replace('}', `, "ignore": [${JSON.stringify(RULE)}]}`));
    const empty = '{"name": "team", "ignore": [ ]}';
    expect(JSON.parse(addIgnoreRules(empty, [RULE]).text)).toEqual({ name: 'team', ignore: [RULE] });
  });

  test('with the line ends of the file', () => {
    const { text, added } = addIgnoreRules(HEAD.replaceAll('\n', '\r\n'), [RULE]);
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/u);
    expect(added).not.toContain('\r');
  });

  test.each([
    ['a document end', `${HEAD}...\n`],
    ['a mapping', `${HEAD}ignore: {a: b}\n`],
    ['no mapping at all', '- a\n'],
    ['an alias as its list', `base: &a []\n${HEAD}ignore: *a\n`],
  ])('never to a file with %s', (_name, before) => {
    expect(() => addIgnoreRules(before, [RULE])).toThrow(ToolError);
  });
});
