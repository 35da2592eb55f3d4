// muster fmt: one form for a file, which says the same before and after.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Document, parse } from 'yaml';
import { Findings } from '../../src/core/desired/text/findings.ts';
import { formatYaml } from '../../src/desk/edit/format.ts';
import type { SchemaNode } from '../../src/core/desired/text/schema.ts';
import { readSchema } from '../../src/core/desired/text/schema-file.ts';

const SCHEMA = JSON.parse(readSchema('desired')) as SchemaNode;
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const formatted = (text: string): string | null =>
  formatYaml(text, { file: 'a.yaml', schema: SCHEMA, findings: new Findings() });

const FILES = readdirSync(join(ROOT, 'examples'), { recursive: true, encoding: 'utf8' }).filter((file) =>
  /(?:teams|campaigns)\/[^/]+\.yaml$/u.test(file),
);

describe('a formatted file', () => {
  test.each(FILES)('of the examples says the same: %s', (file) => {
    const text = readFileSync(join(ROOT, 'examples', file), 'utf8');
    const once = formatted(text);
    expect(once).not.toBeNull();
    expect(parse(once ?? '', { schema: 'failsafe' })).toEqual(parse(text, { schema: 'failsafe' }));
    expect(formatted(once ?? '')).toBe(once);
    expect(once?.match(/#.*$/gmu)).toEqual(text.match(/#.*$/gmu));
  });

  test('has keys in the order of the schema, two blanks of indentation and single quotes', () => {
    const text =
      'users:\n    - firstName: "Ana" # first\n      loginUserId:   ana@example.com\n      lastName: "O\'Neil"\n';
    const after = "users:\n  - loginUserId: ana@example.com\n    firstName: 'Ana' # first\n    lastName: \"O'Neil\"\n";
    expect(formatted(text)).toBe(after);
  });

  test('keeps the order of data items, which agents see, and of lists', () => {
    const text =
      'campaigns:\n  - campaignName: A\n    records:\n      - clientId: b\n        data: { Zeta: 1, Alpha: 2 }\n        hidden: [ Zeta,  Alpha ]\n      - clientId: a\n';
    expect(formatted(text)).toBe(text.replace('[ Zeta,  Alpha ]', '[Zeta, Alpha]'));
  });

  test.each([
    ['a quoted choice', "users:\n  - adopt: 'true'\n"],
    ['a number with zeros', 'users:\n  - loginUserId: 00123\n'],
    ['a value left empty', 'users:\n  - loginUserId:\n    firstName: a\n'],
    ['an empty text', "users:\n  - loginUserId: ''\n"],
    ['a text of lines', 'campaigns:\n  - records:\n      - data:\n          a: |\n            one\n             two\n'],
    ['a comment in a list', 'users:\n  # one\n  - loginUserId: a\n\n  # two\n  - loginUserId: b\n# end\n'],
    ['blank lines', 'users:\n  - loginUserId: a\n\n  - loginUserId: b\n'],
    ['a blank line before a comment at the end', 'users:\n  - loginUserId: a\n\n  # - loginUserId: b\n'],
    [
      'blank lines and a # in a text of lines',
      'campaigns:\n  - records:\n      - data:\n          a: |\n            one\n            # two\n\n            # three\n\n      # four\n',
    ],
  ])('leaves %s as it is', (_what, text) => {
    expect(formatted(text)?.trimEnd().replace('\n\n# end', '\n# end')).toBe(text.trimEnd());
  });

  test('keeps keys in their order where a comment has a line of its own among them', () => {
    const text = 'users:\n  - firstName: a\n    # about the id\n    loginUserId: b\n';
    expect(formatted(text)).toBe(text);
  });

  test('is left as it is where a comment follows a value that is left empty', () => {
    expect(formatted('users:\n  - loginUserId: a\n    firstName:\n  # two\n  - loginUserId: b\n')).toBeNull();
  });

  test('has the line ends that it had', () => {
    const text = 'users:\r\n    - firstName: a # x\r\n      loginUserId: b\r\n';
    expect(formatted(text)).toBe('users:\r\n  - loginUserId: b\r\n    firstName: a # x\r\n');
  });

  test('that is no YAML has the finding that validate has, and stays', () => {
    const findings = new Findings();
    expect(formatYaml('users: [', { file: 'a.yaml', schema: SCHEMA, findings })).toBe('users: [');
    expect(() => findings.stop()).toThrow(expect.objectContaining({ code: 'syntax' }) as Error);
  });
});

test('formatting is idempotent and keeps every value, whatever a file holds', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('', ' ', '# no', "it's", '"', '- x', 'a: b', '[x]', '{', 'null', '007'),
  );
  const data = fc.dictionary(
    text.filter((key) => key !== '__proto__'),
    text,
    { maxKeys: 4 },
  );
  const record = fc.record({ highlight: fc.array(text, { maxLength: 3 }), data, clientId: text }, { requiredKeys: [] });
  const campaign = fc.record({ records: fc.array(record, { maxLength: 3 }), campaignName: text }, { requiredKeys: [] });
  const file = fc.record({
    campaigns: fc.array(campaign, { maxLength: 3 }),
    users: fc.array(fc.record({ lastName: text, loginUserId: text })),
  });
  fc.assert(
    fc.property(file, fc.constantFrom(1, 2, 4), fc.boolean(), (value, indent, flow) => {
      const source = new Document(value, { schema: 'failsafe' }).toString({
        indent: indent + 1,
        lineWidth: 0,
        ...(flow ? { collectionStyle: 'flow' as const } : {}),
      });
      const once = formatted(source);
      if (once === null) return;
      expect(formatted(once)).toBe(once);
      expect(parse(once, { schema: 'failsafe', logLevel: 'silent' })).toEqual(
        parse(source, { schema: 'failsafe', logLevel: 'silent' }),
      );
    }),
    { numRuns: 200, endOnFailure: true },
  );
});
