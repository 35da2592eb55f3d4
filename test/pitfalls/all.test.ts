// The table of pitfalls, in words; each has at least one test in this folder under its number.

import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const PITFALLS = {
  P1: 'a create that is an upsert: one object under two names is created and deleted',
  P2: 'a protection that only the recorded state knows does not reach unchanged objects',
  P3: 'a dry run that writes; a flag that is ignored',
  P4: 'unreadable or empty taken for missing',
  P5: 'a page or list cut short',
  P6: 'a guard that covers some kinds only, or passes over small sets',
  P7: 'limits in percent that are raised until they mean nothing',
  P8: 'a field managed for the first time clears what was there',
  P9: 'fields that belong to the running service as desired state',
  P10: 'a request for each object at once',
  P11: 'empty and load again',
  P12: 'a create that quietly takes over an old identity',
  P13: 'a removal of what was there before us',
  P14: 'a removal in two steps that dies between them',
  P15: 'one failing object blocks the others',
  P16: 'omitted, empty and excluded confused',
  P17: 'an ownership that the plan honours and the write does not',
  P18: 'keys made from positions',
  P19: 'masking by text search',
  P20: 'policies that do not see deletes',
  P21: 'fixed waits for each object',
  P22: 'shared state in parallel readers',
  P23: 'an update reported for a field that cannot be changed',
  P24: 'a guard whose words are known from the source only',
};

const texts = readdirSync(new URL('.', import.meta.url))
  .filter((name) => name.endsWith('.test.ts'))
  .map((name) => readFileSync(new URL(name, import.meta.url), 'utf8'));
const titled = texts.flatMap((text) => [...text.matchAll(/^describe\('(P\d+): /gmu)].map(([, number]) => number));

describe('the pitfalls of tools of this kind', () => {
  test.each(Object.entries(PITFALLS))('%s, %s: has a test', (number) => {
    expect(titled).toContain(number);
  });
  test('no test has a number that is not in the table', () => {
    expect([...new Set(titled)].filter((number) => !Object.hasOwn(PITFALLS, number ?? ''))).toEqual([]);
  });
});
