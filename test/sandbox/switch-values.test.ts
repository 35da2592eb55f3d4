// The words of `muster sandbox switch`: what every switch takes, and nothing else.

import { describe, expect, test } from 'vitest';
import { point, POINT_IDS } from '../../src/core/model/open-points.ts';
import { readSwitch, SWITCH_NAMES } from '../../src/sandbox/world/switch-values.ts';
import { DEFAULT_SWITCHES } from '../../src/sandbox/world/switches.ts';
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

test.each([
  ['S5', 'banana', 'gone, removed-visible or removed-hidden', ['gone', 'removed-visible', 'removed-hidden']],
  ['S22.trim', 'yes', 'true or false', []],
  ['S14', 'x', 'a number of milliseconds', []],
  ['S4', 'x', 'none or a number of records', ['none']],
  ['defaultSkillQueue', '', 'a skill queue code', []],
  ['S11.intake', 'x', 'twin, update or skip', ['twin', 'update', 'skip']],
  ['S20', 'x', 'none, {"kind":"4xx","max":1}, {"kind":"FAILED","max":1} or {"kind":"cut","max":1}', []],
])('%s=%s is refused in whole words', (name, word, takes, words) => {
  const refused = readSwitch(name, word, DEFAULT_SWITCHES);
  expect(refused).toEqual({ takes: expect.stringContaining(takes) as unknown, words });
});

test.each([
  ['S22.trim', 'false', { S22: { ...DEFAULT_SWITCHES.S22, trim: false } }],
  ['S22.trim', 'true', { S22: { ...DEFAULT_SWITCHES.S22, trim: true } }],
  ['S20', 'none', { S20: { kind: 'none' } }],
  ['S14', '999999999999', { S14: 999_999_999_999 }],
  ['skillQueues', 'null', { skillQueues: null }],
  ['skillQueues', '[]', { skillQueues: [] }],
  ['templatesWithoutBackend', '["a","b"]', { templatesWithoutBackend: ['a', 'b'] }],
])('%s=%s is read as %o', (name, word, change) => {
  expect(readSwitch(name, word, DEFAULT_SWITCHES)).toEqual({ change });
});

test.each([
  ['S14', '1000000000000'],
  ['S14', ''],
  ['S22', '[]'],
  ['S22', 'null'],
  ['S22', '{}'],
  ['S22', '{"trim":true,"case":"banana"}'],
  ['S22', '"trim"'],
  ['S22', '{"trim":'],
  ['S18', '{"kind":"429"}'],
  ['S18', '{"kind":7}'],
  ['S18', '{"kind":"toString"}'],
  ['S18', '{"kind":"503","perSecond":1,"delayMs":1}'],
  ['S18', '{"kind":"503","delayMs":1}'],
  ['S18', 'null'],
  ['skillQueues', '["a",1]'],
  ['skillQueues', '{"0":"a"}'],
  ['skillQueues', '"a"'],
  ['S1', 'toString'],
])('%s=%s does not fit', (name, word) => {
  expect(readSwitch(name, word, DEFAULT_SWITCHES)).toHaveProperty('takes');
});

test.each(['S99', 'S22.nothing', ''])('%j is no switch', (name) => {
  expect(SWITCH_NAMES).not.toContain(name);
  expect(() => readSwitch(name, 'x', DEFAULT_SWITCHES)).toThrow(/is no switch/u);
});
