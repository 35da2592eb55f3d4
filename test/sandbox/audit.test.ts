// The audit of the interface documents: its list of statements is the text of the documents, not what was written about them.

import { readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import { statementsPage, STATEMENTS, titlesOf } from '../../scripts/generate-statements.ts';
import { documentText, DOCUMENTS, isFrame, isOpen, quotesOf, statementsOf } from './audit.ts';
import { SENTENCES } from './sentences.ts';
import { SHOWN } from './shown.ts';
import { JUDGED_IDS, verdictOf } from './verdicts.ts';

describe.each(DOCUMENTS)('%s', (document) => {
  const statements = statementsOf(document);

  test('every statement of the text is quoted, leaves something open, or says how to read it', () => {
    expect(statements.length).toBeGreaterThan(50);
    const bare = statements.filter((each) => !isOpen(each) && !isFrame(each) && quotesOf(each).length === 0);
    expect(bare.map(({ line, text }) => `${line}: ${text}`)).toEqual([]);
  });

  test('every quotation stands in the text, word for word', () => {
    const text = documentText(document);
    const own = SENTENCES.filter((each) => each.document === document);
    expect(own.filter(({ sentence }) => !text.includes(sentence.trim())).map(({ id }) => id)).toEqual([]);
  });
});

test('every quotation has one verdict, and no verdict is about nothing', () => {
  const ids = SENTENCES.map(({ id }) => id);
  const judged = [...SHOWN.flatMap((row) => row.ids), ...JUDGED_IDS];
  expect(ids.filter((id) => !judged.includes(id))).toEqual([]);
  expect(judged.filter((id, at) => judged.indexOf(id) !== at || !ids.includes(id))).toEqual([]);
});

test.each(SHOWN.map((row) => [row.ids.join(' '), row] as const))(
  '%s: the code has what the row names, and the test its title',
  (_ids, { code, test: shows }) => {
    expect(readFileSync(code[0], 'utf8')).toContain(code[1]);
    const titles = titlesOf(shows[0], readFileSync(shows[0], 'utf8'), ['test', 'it', 'describe']);
    expect(titles.filter((title) => title.includes(shows[1]))).not.toEqual([]);
  },
);

test('none is wrong, refused without a reason, or unreachable', () => {
  const count = (verdict: string): number => SENTENCES.filter(({ id }) => verdictOf(id).verdict === verdict).length;
  expect(['wrong', 'refused', 'unreachable'].map(count)).toEqual([0, 0, 0]);
});

test('the page is what this says', async () => {
  expect(await statementsPage()).toBe(readFileSync(STATEMENTS, 'utf8'));
});
