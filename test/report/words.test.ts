import { expect, test } from 'vitest';
import { commandHere, commandLine, quoted } from '../../src/core/report/words/next.ts';
import {
  changeText,
  count,
  duration,
  fieldText,
  sharedClock,
  subject,
  tally,
} from '../../src/core/report/words/words.ts';

test.each([
  [0, '0 records'],
  [1, '1 record'],
  [12_345, '12,345 records'],
])('%i is counted as %s', (amount, text) => {
  expect(count(amount, 'record')).toBe(text);
});

test.each([
  [40, '0.0 s'],
  [1234, '1.2 s'],
  [11_600, '12 s'],
  [200_000, '3 min 20 s'],
])('%i ms last %s', (ms, text) => {
  expect(duration(ms)).toBe(text);
});

test('a record is named with its campaign, a user with the login id', () => {
  expect(subject('record:Summer%2FEU/C-1')).toBe('customer C-1 in Summer/EU');
  expect(subject('user:ana@example.com')).toBe('user ana@example.com');
});

test('a time field is shown as a moment, on the clocks of its zone where one is declared; an empty value as none', () => {
  const time = { field: 'nextEarliestWorkTime', before: null, after: Date.UTC(2026, 11, 1, 8) };
  expect(fieldText(time)).toBe('nextEarliestWorkTime none -> 2026-12-01 08:00 UTC');
  expect(changeText(time, 'Europe/Madrid')).toBe('earliest time none -> 2026-12-01 09:00 in Europe/Madrid');
  expect(fieldText({ field: 'preferredAgent', before: 'a@b', after: '' })).toBe('preferredAgent a@b -> none');
});

test('what is zero is left out of a tally', () => {
  const parts = [
    [2, 'a'],
    [0, 'b'],
    [1, 'c'],
  ] as const;
  expect(tally(parts)).toBe('2 a, 1 c');
});

test.each([
  ['prod-eu', 'prod-eu'],
  ['user:*', `'user:*'`],
  ['$(rm x)', `'$(rm x)'`],
  ['', `''`],
])('%s is typed as %s', (word, typed) => {
  expect(quoted(word)).toBe(typed);
});

test.each([
  [['why', 'record:Late Calls/C-1'], `why 'record:Late Calls/C-1'`, `why "record:Late Calls/C-1"`],
  [['why', `record:O'Brien/1`], `why 'record:O''Brien/1'`, `why "record:O'Brien/1"`],
  [['why', 'record:a"b/1'], `why 'record:a"b/1'`, `why "record:a""b/1"`],
  [['apply', '--fingerprint', '@plan.json'], `apply --fingerprint '@plan.json'`, 'apply --fingerprint @plan.json'],
  [['search', '', '50%'], `search '' 50%`, `search "" "50%"`],
])('%j is quoted as PowerShell and cmd take it', (words, powershell, cmd) => {
  const typed = (shell: 'powershell' | 'cmd'): string =>
    commandHere(commandLine(words), { startedAs: 'npx musterctl', shell });
  expect([typed('powershell'), typed('cmd')]).toEqual([`npx musterctl ${powershell}`, `npx musterctl ${cmd}`]);
});

test('people and runs are told on the clock of the customers, where they share one', () => {
  expect(sharedClock([{ zone: null }, { zone: 'Europe/Madrid' }, {}, { zone: 'Europe/Madrid' }])).toBe('Europe/Madrid');
  expect(sharedClock([{ zone: 'Europe/Madrid' }, { zone: 'Europe/London' }])).toBeNull();
  expect(sharedClock([])).toBeNull();
});
