import { expect, test } from 'vitest';
import { errorOf } from '../../providers/refusals.ts';
import { planDocument } from '../../src/core/report/documents/plan.ts';
import { FORMAT_NAMES, type FormatName } from '../../src/core/report/format-table.ts';
import { render } from '../../src/formats/formats.ts';
import { printable, safeJson } from '../../src/core/report/words/printable.ts';
import { PLAIN } from '../../src/core/report/words/style.ts';
import { context, emptyPlan, userChange } from './values.ts';

const ESC = '\u001b';

test.each([
  ['a color sequence', `a${ESC}[31mb`, 'a\\u001b[31mb'],
  ['a link sequence', `a${ESC}]8;;https://x${ESC}\\b`, 'a\\u001b]8;;https://x\\u001b\\b'],
  ['a bell', 'a\u0007b', 'a\\u0007b'],
  ['a C1 control', 'a\u009bb', 'a\\u009bb'],
  ['a right-to-left override', 'a\u202eb', 'a\\u202eb'],
  ['an isolate', 'a\u2066b\u2069', 'a\\u2066b\\u2069'],
  ['a zero-width blank', 'a\u200bb', 'a\\u200bb'],
  ['tag characters', 'a\u{e0041}b', 'a\\u{e0041}b'],
  ['a soft hyphen', 'a\u00adb', 'a\\u00adb'],
  ['a no-break space', 'a\u00a0b', 'a\\u00a0b'],
  ['a byte order mark', '\ufeffa', '\\ufeffa'],
  ['a variation selector', 'a\ufe0fb', 'a\\ufe0fb'],
  ['a joiner', 'a\u200db', 'a\\u200db'],
  ['half of a surrogate pair', 'a\ud800b', 'a\\ud800b'],
  ['a line separator', 'a\u2028b', 'a\\u2028b'],
  ['a line break', 'a\nb', 'a b'],
  ['a tab', 'a\tb', 'a b'],
])('%s is seen and does not reach the terminal', (_name, given, shown) => {
  expect(printable(given)).toBe(shown);
});

test('letters of all scripts, blanks and emoji stay', () => {
  const text = 'Ångström Łódź 東京　大阪 مرحبا 👩💻';
  expect(printable(text)).toBe(text);
});

const hostile = `${ESC}[2Jx\u202egnp`;
const plan = {
  ...emptyPlan,
  project: hostile,
  changes: [
    userChange(hostile, 1, {
      action: 'update',
      cause: { kind: 'profile-differs', fields: [hostile] },
      fields: [{ field: hostile, privacy: 'public', before: hostile, after: { [hostile]: hostile } }],
      source: { file: hostile, line: 1, column: 1 },
    }),
  ],
} as const;

test('no control character of any value is in a text report', () => {
  const text = render('text', planDocument(plan, context), { style: PLAIN, width: 100, verbose: true });
  expect(text).toContain(String.raw`\u001b[2Jx\u202egnp`);
  expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202a-\u202e]/u);
});

test('what Pulumi is told of several objects is escaped, too, line by line', () => {
  const refusals = ['user:ana\u200b', 'user:b\nc'].map(
    (address) => ({ address, code: 'moved', message: 'x\u202e' }) as const,
  );
  expect(errorOf(refusals).message).toBe(
    String.raw`user:ana\u200b: x\u202e` + '\n' + String.raw`user:b\u000ac: x\u202e`,
  );
});

test('a JSON report keeps every character, the unsafe ones as escapes', () => {
  const text = safeJson(planDocument(plan, context));
  expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202a-\u202e]/u);
  expect(JSON.parse(text)).toMatchObject({ project: hostile });
});

/** Of a plan that only creates: there is nothing to point at, and numbers name nobody. */
const NAMES_CREATED: Readonly<Record<FormatName, boolean>> = {
  text: true,
  json: true,
  html: true,
  markdown: true,
  'markdown-gitlab': true,
  'markdown-azure': true,
  ndjson: true,
  csv: true,
  patch: true,
  junit: true,
  sarif: false,
  'gitlab-terraform': false,
  'gitlab-codequality': false,
  openmetrics: false,
};

test('two ids that look alike are told apart in every format, where it names them', () => {
  const twins = ['ana', 'ana\u200b', 'ana\u00a0'].map((id, index) => userChange(id, index + 1));
  const document = planDocument({ ...emptyPlan, changes: twins }, context);
  for (const format of FORMAT_NAMES) {
    const text = render(format, document, { style: PLAIN, width: 100, verbose: true });
    const shown = [String.raw`ana\u200b`, String.raw`ana\u00a0`].filter((twin) => text.includes(twin));
    expect([format, shown.length]).toEqual([format, NAMES_CREATED[format] ? 2 : 0]);
    expect(text).not.toMatch(/[\u200b\u00a0]/u);
  }
});
