// The words of `muster sandbox switch`: what every switch takes, and nothing else.

import { describe, expect, test } from 'vitest';
import { point, POINT_IDS } from '../../src/model/open-points.ts';
import { readSwitch, SWITCH_NAMES } from '../../src/sandbox/switch-values.ts';
import { DEFAULT_SWITCHES } from '../../src/sandbox/switches.ts';
import { SINGLES } from '../matrix/switch-values.ts';

const spoken = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

test('every default, and every value that the matrix plays, can be typed', () => {
  for (const switches of [DEFAULT_SWITCHES, ...SINGLES.map((profile) => profile.switches)]) {
    for (const [name, value] of Object.entries<unknown>({ ...switches })) {
      expect(readSwitch(name, spoken(value), DEFAULT_SWITCHES)).toEqual({ change: { [name]: value } });
    }
  }
});

test('every open point is the name of a switch or of a part of one', () => {
  const switches = POINT_IDS.flatMap((id) => point(id).switch ?? []);
  expect(switches.filter((name) => !SWITCH_NAMES.includes(name))).toEqual([]);
});

test('a part leaves the other parts as they are', () => {
  const before = { ...DEFAULT_SWITCHES, S11: { intake: 'skip', idSearch: 'newest' } as const };
  expect(readSwitch('S11.intake', 'update', before)).toEqual({
    change: { S11: { intake: 'update', idSearch: 'newest' } },
  });
  expect(readSwitch('S22', '{"trim":true}', before)).toEqual({ change: { S22: { ...before.S22, trim: true } } });
});

test.each([
  ['S1', '404'],
  ['S15', 'null'],
  ['S16', '401'],
])('%s=%s stays a word, although it looks like a number or null', (name, word) => {
  expect(readSwitch(name, word, DEFAULT_SWITCHES)).toEqual({ change: { [name]: word } });
});

describe('is refused, with what the switch takes:', () => {
  test.each([
    ['S5', 'banana', 'gone, removed-visible or removed-hidden'],
    ['S4', '-1', 'none or a number of records'],
    ['S14', '1s', 'a number of milliseconds'],
    ['S11', 'twin', 'intake: twin, update or skip; idSearch: oldest or newest'],
    ['S11.intake', 'oldest', 'twin, update or skip'],
    ['S22', '{"blanks":true}', 'trim: true or false'],
    ['S18', '429', '{"kind":"429","perSecond":1,"retryAfterSeconds":1}'],
    ['S20', '{"kind":"cut","max":"5"}', '{"kind":"cut","max":1}'],
    ['S20', '{"kind":"none","max":5}', 'none, '],
    ['templates', 'Agents', 'a JSON list of names or null'],
    ['templatesWithoutBackend', 'null', 'a JSON list of names'],
    ['defaultTimeZone', '', 'a time zone name'],
  ])('%s=%s', (name, word, takes) => {
    expect(readSwitch(name, word, DEFAULT_SWITCHES)).toMatchObject({
      takes: expect.stringContaining(takes) as unknown,
    });
  });
});
