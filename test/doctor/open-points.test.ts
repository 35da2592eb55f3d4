// The answers that a point can have, beside the switches of the sandbox: two readings of the same documents, written apart.

import { expect, test } from 'vitest';

import { answerWords, isAnswer, point, POINT_IDS, pointNamed, UNKNOWN } from '../../src/core/model/open-points.ts';
import { VALUES } from '../matrix/switch-values.ts';

/** True statements about a switch that a probe makes without knowing more. */
const STATEMENTS: Readonly<Record<string, readonly string[]>> = {
  S4: ['>1000'],
  S5: ['not-shown'],
  S12: ['NOT_FOUND'],
  S13: ['ALREADY_EXISTS'],
  S14: ['blocked'],
  S17: ['>0', '<=60000'],
  S18: ['not-met'],
  S19: ['lags'],
  S20: ['>=4096'],
  S25: ['INVALID_ARGUMENTS', 'NOT_FOUND'],
};

const SWITCHES = POINT_IDS.flatMap((id) => point(id).switch ?? []);

test('every switch of the sandbox is an open point, and no point names another', () => {
  expect(SWITCHES.toSorted()).toEqual(Object.keys(VALUES).toSorted());
});

test('every point is known by its plain name and by its switch', () => {
  for (const id of POINT_IDS) {
    expect(id).toMatch(/^[a-z]+(?:-[a-z]+)+$/u);
    expect([pointNamed(id), pointNamed(point(id).switch ?? id)]).toEqual([id, id]);
  }
  expect([pointNamed('S99'), pointNamed('constructor')]).toEqual([null, null]);
});

test.each(SWITCHES)('every value of the switch %s is an answer of the point, and every answer a value', (name) => {
  const values = VALUES[name] ?? [];
  const id = pointNamed(name)!;
  expect(values.filter((value) => !isAnswer(id, value))).toEqual([]);
  const { answers } = point(id);
  const known = [...values, ...(STATEMENTS[name] ?? [])];
  expect(answers.filter((answer) => !known.includes(answer))).toEqual([]);
});

test.each([
  ['deleted-record', 'banana'],
  ['search-ceiling', '-3'],
  ['search-ceiling', '0'],
  ['search-ceiling', '1e3'],
  ['search-ceiling', ''],
  ['existing-user-result', '500'],
  ['blocked-login', '1.5'],
  ['search-blanks', 'yes'],
  ['no-record-answer', 'constructor'],
] as const)('%s cannot be %j', (id, answer) => {
  expect(isAnswer(id, answer)).toBe(false);
});

test('every point can be unknown, and says so', () => {
  for (const id of POINT_IDS) {
    expect(isAnswer(id, UNKNOWN)).toBe(true);
    expect(answerWords(id)).toMatch(/ or unknown$/u);
  }
});
