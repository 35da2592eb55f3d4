// The answers that a point can have, beside the switches of the sandbox: two readings of the same documents, written apart.

import { expect, test } from 'vitest';

import { answerWords, isAnswer, OPEN_POINTS, POINT_IDS, probeCommand, UNKNOWN } from '../../src/model/open-points.ts';
import type { OpenPoint } from '../../src/model/open-points.ts';
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

test('every open point is a switch of the sandbox, and every switch an open point', () => {
  expect(POINT_IDS.toSorted()).toEqual(Object.keys(VALUES).toSorted());
});

test.each(POINT_IDS)('every value of the switch %s is an answer of the point, and every answer a value', (id) => {
  const values = VALUES[id] ?? [];
  expect(values.filter((value) => !isAnswer(id, value))).toEqual([]);
  const { answers }: OpenPoint = OPEN_POINTS[id];
  const known = [...values, ...(STATEMENTS[id] ?? [])];
  expect(answers.filter((answer) => !known.includes(answer))).toEqual([]);
});

test.each([
  ['S5', 'banana'],
  ['S4', '-3'],
  ['S4', '0'],
  ['S4', '1e3'],
  ['S4', ''],
  ['S12', '500'],
  ['S14', '1.5'],
  ['S22.trim', 'yes'],
  ['S1', 'constructor'],
] as const)('%s cannot be %j', (id, answer) => {
  expect(isAnswer(id, answer)).toBe(false);
});

test('every point can be unknown, says so, and names a flag of doctor', () => {
  for (const id of POINT_IDS) {
    expect(isAnswer(id, UNKNOWN)).toBe(true);
    expect(answerWords(id)).toMatch(/ or unknown$/u);
    expect(probeCommand(id)).toMatch(/^muster doctor --probe/u);
  }
});
