// Criteria as people write them.

import { expect, test } from 'vitest';

import { CONDITIONS, readCriterion } from '../../src/core/model/criterion.ts';

test.each(CONDITIONS)('"key %s value" is a criterion, and the key may hold blanks', (condition) => {
  expect(readCriterion(`First Name ${condition} Maria Lopez`)).toEqual({
    key: 'First Name',
    condition,
    value: 'Maria Lopez',
  });
});

test.each([
  ['tier=gold', { key: 'tier', condition: 'EQUALS', value: 'gold' }],
  ['url=https://a.example/?b=c', { key: 'url', condition: 'EQUALS', value: 'https://a.example/?b=c' }],
  ['sys_preferred_agent EQUALS ""', { key: 'sys_preferred_agent', condition: 'EQUALS', value: '' }],
  ['Note CONTAINS " x"', { key: 'Note', condition: 'CONTAINS', value: ' x' }],
  ['Note EQUALS say "hi"', { key: 'Note', condition: 'EQUALS', value: 'say "hi"' }],
  ['Note EQUALS "half', { key: 'Note', condition: 'EQUALS', value: '"half' }],
  ['Note EQUALS a EQUALS b', { key: 'Note', condition: 'EQUALS', value: 'a EQUALS b' }],
])('%s', (words, criterion) => {
  expect(readCriterion(words)).toEqual(criterion);
});

test.each([
  ['', { fault: 'form' }],
  ['Name', { fault: 'form' }],
  ['=x', { fault: 'form' }],
  ['Name CONTAIN x', { fault: 'condition', given: 'CONTAIN' }],
  ['Name equals x', { fault: 'condition', given: 'equals' }],
  ['Name Maria Lopez', { fault: 'condition', given: null }],
  ['Name EQUALS', { fault: 'value', condition: 'EQUALS' }],
  ['Name=', { fault: 'value', condition: 'EQUALS' }],
])('%j is none, and says why without repeating a value', (words, fault) => {
  expect(readCriterion(words)).toEqual(fault);
});
