import { expect, test } from 'vitest';
import { planDocument } from '../../src/report/plan/document.ts';
import { render } from '../../src/report/formats.ts';
import { printable, safeJson } from '../../src/report/printable.ts';
import { PLAIN } from '../../src/report/style.ts';
import { context, emptyPlan, userChange } from './values.ts';

const ESC = '\u001b';

test.each([
  ['a color sequence', `a${ESC}[31mb`, 'ab'],
  ['a link sequence', `a${ESC}]8;;https://x${ESC}\\b`, 'ab'],
  ['a bell', 'a\u0007b', 'ab'],
  ['a C1 control', 'a\u009bb', 'ab'],
  ['a right-to-left override', 'a\u202eb', 'ab'],
  ['an isolate', 'a\u2066b\u2069', 'ab'],
  ['a zero-width blank', 'a\u200bb', 'ab'],
  ['tag characters', 'a\u{e0041}b', 'ab'],
  ['a line break', 'a\nb', 'a b'],
  ['a tab', 'a\tb', 'a b'],
])('%s does not reach the terminal', (_name, given, shown) => {
  expect(printable(given)).toBe(shown);
});

test('letters of all scripts and joined emoji stay', () => {
  const text = 'Ångström Łódź 東京 مرحبا 👩‍💻';
  expect(printable(text)).toBe(text);
});

const hostile = `${ESC}[2Jx\u202egnp`;
const plan = {
  ...emptyPlan,
  project: hostile,
  changes: [
    userChange(hostile, 1, {
      action: 'update',
      reason: hostile,
      fields: [{ field: hostile, privacy: 'public', before: hostile, after: { [hostile]: hostile } }],
      source: { file: hostile, line: 1, column: 1 },
    }),
  ],
} as const;

test('no control character of any value is in a text report', () => {
  const text = render('text', planDocument(plan, context), { style: PLAIN, width: 100, verbose: true });
  expect(text).toContain('xgnp');
  expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202a-\u202e]/u);
});

test('a JSON report keeps every character, the unsafe ones as escapes', () => {
  const text = safeJson(planDocument(plan, context));
  expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202a-\u202e]/u);
  expect(JSON.parse(text)).toMatchObject({ project: hostile });
});
