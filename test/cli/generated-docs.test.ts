import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { generateDocs } from '../../scripts/generate-docs.ts';
import { ERRORS } from '../../src/core/model/errors.ts';
import { DECISION_ERRORS } from '../../src/core/model/errors/decision.ts';

const pages = Object.entries(await generateDocs());

test.each(pages)('%s is what `node scripts/generate-docs.ts` makes', (path, text) => {
  expect(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')).toBe(text);
});

const semantics = pages.find(([path]) => path === 'docs/semantics.md')?.[1] ?? '';
const linked = new Set([...semantics.matchAll(/errors\.md#([\w-]+)/gu)].map(([, code]) => code ?? ''));

test.each(Object.keys(DECISION_ERRORS))('docs/semantics.md has a situation that ends in the decision %s', (code) => {
  expect([...linked]).toContain(code);
});

test('every code that docs/semantics.md leads to is explained', () => {
  expect([...linked].filter((code) => !Object.hasOwn(ERRORS, code))).toEqual([]);
});

test.each([
  'create',
  'update',
  'replace',
  'delete',
  'adopt',
  'release',
  'move',
  'kept',
  'consumed',
  'nothing concluded',
])('docs/semantics.md has a cell that answers %s', (word) => {
  expect(semantics).toMatch(new RegExp(`\\| ${word}[ ,|]`, 'u'));
});
