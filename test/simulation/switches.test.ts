import { expect, test } from 'vitest';

import { DEFAULT_SWITCHES } from '../../src/sandbox/world/switches.ts';
import type { EnvironmentSettings, Switches } from '../../src/sandbox/world/switches.ts';
import { VALUES } from '../matrix/switch-values.ts';
import { drawLife } from './draw.ts';
import { DOORS } from './plan.ts';

/** Lives that have all that is drawn today. */
const [FROM, LIVES] = [10_000, 6_000];

type Shown = Readonly<Record<string, string>>;

/** A number is none, as by default, fewer or more: the matrix has its own, and a life another one. */
const sizeOf = (value: number, usual: number): string =>
  value === usual ? 'default' : value < usual ? 'less' : 'more';

/** A new setting does not compile until it is told here what its kinds are. */
const SETTINGS: { readonly [K in keyof EnvironmentSettings]: readonly string[] } = {
  identity: ['saml', 'directory', 'internal'],
  templates: ['default', 'another'],
  templatesWithoutBackend: ['default', 'another'],
  campaigns: ['default', 'another'],
  skillQueues: ['default', 'another'],
  defaultSkillQueue: ['default', 'another'],
  defaultTimeZone: ['default', 'another'],
  itemsNotShown: ['default', 'another'],
};

/** One word for the value of each switch, and of each part of one. */
function wordsOf(switches: Switches): Shown {
  return Object.fromEntries(
    Object.entries(switches).flatMap(([name, value]: [string, unknown]): [string, string][] => {
      const usual: unknown = DEFAULT_SWITCHES[name as keyof Switches];
      if (name === 'identity' || typeof value === 'string') {
        const isWord = name === 'identity' || name in VALUES;
        return [[name, isWord ? String(value) : value === usual ? 'default' : 'another']];
      }
      if (typeof value === 'number') return [[name, sizeOf(value, Number(usual))]];
      if (value === null || Array.isArray(value))
        return [[name, JSON.stringify(value) === JSON.stringify(usual) ? 'default' : 'another']];
      const { kind, ...parts } = value as Readonly<Record<string, unknown>>;
      if (typeof kind === 'string') return [[name, kind]];
      return Object.entries(parts).map(([part, word]) => [`${name}.${part}`, String(word)]);
    }),
  );
}

/** The numbers of the matrix by their size, its words as they are. */
function wanted(): [string, string][] {
  const all = Object.entries(VALUES).flatMap(([name, values]) =>
    values.map((word): [string, string] => {
      const usual: unknown = DEFAULT_SWITCHES[name as keyof Switches];
      return [name, typeof usual === 'number' && /^\d+$/u.test(word) ? sizeOf(Number(word), usual) : word];
    }),
  );
  const settings = Object.entries(SETTINGS).flatMap(([name, words]) =>
    words.map((word): [string, string] => [name, word]),
  );
  return [...all, ...settings];
}

test.each(DOORS)('lives through the door %s meet each value of each switch', (door) => {
  const met = new Map<string, number>();
  for (let seed = FROM; seed < FROM + LIVES; seed += 1) {
    const { world } = drawLife(seed, { door });
    for (const [name, word] of Object.entries(wordsOf({ ...DEFAULT_SWITCHES, ...world.switches }))) {
      met.set(`${name} ${word}`, (met.get(`${name} ${word}`) ?? 0) + 1);
    }
  }
  const missing = new Set(
    wanted()
      .map((pair) => pair.join(' '))
      .filter((value) => !met.has(value)),
  );
  expect([...missing]).toEqual([]);
});
