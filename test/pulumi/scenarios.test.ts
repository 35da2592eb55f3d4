// Every story of the switch matrix has one through the real Pulumi command, in which the plan's changes are compared with
// Pulumi's operations (parity.ts). A new story without one fails here.

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

import { SCENARIOS } from '../matrix/scenarios.ts';

/** Story of the matrix -> file in this folder, and the title that its test begins with. */
const PARITY: Readonly<Record<string, readonly [file: string, title: string]>> = {
  create: ['stack', 'a stack is created as previewed'],
  update: ['stack', 'what life does is shown as drift'],
  move: ['stack', 'a record moved in Git is one update and one transfer'],
  delete: ['stack', 'guards stop up before anything is registered'],
  'off-board': ['offboarding', 'takes the pin along with a move'],
  reissue: ['stack', 'what needs a decision is left out'],
  adopt: ['stack', 'what needs a decision is left out'],
  'intake collision': ['stack', 'an id that an intake file brought is left out until it is adopted'],
  'worked meanwhile': ['stack', 'what life does is shown as drift'],
  'lost answer': ['stack', 'an id that an intake file brought is left out until it is adopted, and a lost answer'],
  'late commit': ['faults', 'late commit: '],
  'garbled answer': ['faults', 'garbled answer: '],
  restart: ['faults', 'restart: '],
  'key rotation': ['faults', 'key rotation: '],
  "others' hands": ['faults', "others' hands: "],
};

const COMPARES = /\b(?:converge|upAsPlanned|doneAsPlanned)\(/u;

/** Title -> body of each test of a file. */
function testsIn(file: string): [title: string, body: string][] {
  const text = readFileSync(new URL(`${file}.test.ts`, import.meta.url), 'utf8');
  const [, ...parts] = text.split(/^ {2}test\(/mu);
  return parts.map((part) => {
    const quote = part[0] ?? '';
    return [part.slice(1, part.indexOf(`${quote}, `, 1)), part];
  });
}

describe('a story of the matrix', () => {
  test.each(Object.keys(SCENARIOS))('%s: is told through Pulumi, plan beside operations', (name) => {
    const [file, title] = PARITY[name] ?? ['stack', 'nothing'];
    const told = testsIn(file).find(([given]) => given.startsWith(title));
    expect(told?.[1], `${name} has no test of parity`).toMatch(COMPARES);
  });

  test('that no longer exists has no line here', () => {
    expect(Object.keys(PARITY).filter((name) => !Object.hasOwn(SCENARIOS, name))).toEqual([]);
  });
});
