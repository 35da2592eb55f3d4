import { expect, test } from 'vitest';

import { lineListing, readDoNotCall } from '../../src/core/model/do-not-call.ts';
import type { DoNotCall } from '../../src/core/model/do-not-call.ts';
import type { DesiredRecord } from '../../src/core/model/record.ts';
import { facts, planOf, touched } from '../support/plans.ts';
import { aRecord, LINEAGE, NOW, digest } from '../support/values.ts';
import { diff } from '../../src/core/reconcile/diff/diff.ts';
import { whyVerdict } from '../../src/core/report/words/why-verdict.ts';

const callee = (clientId: string, phone = '+447700900123', more = {}) =>
  aRecord({ clientId, data: [{ key: 'Mobile phone', value: phone, displayOrder: 1 }], ...more });

const listOf = (text: string): DoNotCall => readDoNotCall(text, { file: 'calls/none.txt', digest: '' });
const isListedBy = (record: DesiredRecord, list: DoNotCall): boolean => lineListing(record, list) !== null;

test.each([
  ['+447700900123', true],
  ['+44 (0)7700 900-123', true],
  ['0044 7700 900123', true],
  ['tel:+44-7700-900123', true],
  ['"07700 900123"', true],
  ['(07700) 900123;', true],
  ['447700900123', true],
  ['c-1', true],
  ['0044 7700 900123,2026-11-28', true],
  ['Maria Lopez;"07700 900123"', true],
  ['C-1\tasked by letter', true],
  ['+447700900124', false],
  ['900124', false],
  ['0123', false],
  ['# +447700900123', false],
  ['C-11', false],
])('%s on the list meets the record: %s', (line, isMet) => {
  expect(isListedBy(callee('C-1'), listOf(`\ufeff# list\r\n\r\n${line}\r\n`))).toBe(isMet);
});

const GB = '+447700900123';

test.each([
  ['+447700900123', '+4407700900123'],
  ['+4407700900123', '+447700900123'],
  ['00390612345678', '+390612345678'],
  ['+0447700900123', GB],
  ['+5215512345678', '+525512345678'],
  ['+525512345678', '+5215512345678'],
  ['+541112345678', '+5491112345678'],
])('%s on the list meets the number %s, with the digit behind the country code or without it', (line, phone) => {
  expect(isListedBy(callee('C-1', phone), listOf(line))).toBe(true);
});

test.each([
  ['+44 7700 900123 ext 5', GB],
  ['+447700900123 x12', GB],
  ['+447700900123;ext=12', GB],
  ['(+44) 7700 900123', GB],
  ['+ (44) 7700 900123', GB],
  ['( 07700 ) 900123', GB],
  ['+44 [0] 7700 900123', GB],
  ['+44 ( 0 ) 7700 900123', GB],
  ['+44 7700 900123 (home)', GB],
  ['Tel. 07700 900123', GB],
  ['Mobile: 07700 900123', GB],
  ['Phone07700900123', GB],
  ['Maria-07700900123', GB],
  ['callto:+447700900123', GB],
  ['https://wa.me/447700900123', GB],
  ['Maria Lopez ‹+447700900123›', GB],
  ['{"phone":"+447700900123"}', GB],
  ['="+447700900123"', GB],
  ['"=""07700900123"""', GB],
  ['447700900123.0', GB],
  ['7700900123.0', GB],
  ['7700900123,00', GB],
  ['"447,700,900,123"', GB],
  ['\u202a+44\u00a07700\u00a0900123\u202c', GB],
  ['\u200b07700\u00ad900123', GB],
  ['+44\u20117700\u2013900\u2212123', GB],
  ['\uff0b\uff14\uff14 7700 900123', GB],
  ['\u0660\u0667\u0667\u0660\u0660 \u06f9\u06f0\u06f0\u06f1\u06f2\u06f3', GB],
  ['+44_7700_900123', GB],
  ["+44 7700'900'123", GB],
  ['07700 900123 # asked by letter', GB],
  ['07700 900123 - Maria', GB],
  ['07700 900123|Maria', GB],
  ['07700 900124 / 07700 900123', GB],
  ['+44 7700 900124 07700 900123', GB],
  ['1 07700 900123', GB],
  ['1. 07700 900123', GB],
  ['07700 900123 2026-11-28 09:00', GB],
  ['+44 7700 900123 2026', GB],
  ['07700 900123 2026', GB],
  ['+34911234567 2026', '+34911234567'],
  ['5550123 / 5550124', '+12125550123'],
  ['5550123 / 5550124', '+12125550124'],
  ['011 44 7700 900123', GB],
  ['0011447700900123', GB],
  ['0044 07700 900123', GB],
  ['8 (495) 123-45-67', '+74951234567'],
  ['84951234567', '+74951234567'],
  ['06 20 123 4567', '+36201234567'],
  ['0555123', '+2990555123'],
])('%j on the list is a number of %s', (line, phone) => {
  const list = listOf(`x\n${line}`);
  expect([isListedBy(callee('C-1', phone), list), list.faults]).toEqual([true, []]);
});

test.each([
  ['00123', '123'],
  ['123', '00123'],
  ['C-1', 'C\u20111\u200b'],
  ['C-1', '="C-1"'],
  ['C-1', 'C-1 (asked by letter)'],
  ['C-1', 'ID: C-1 # asked'],
  ['C-1', '- C-1'],
  ['C-1', '3. C-1'],
  ['C-1', 'C-1.'],
  ['C-1', 'C-1 asked by letter'],
  ['C-1', 'C-2 C-1'],
  ['C-1', 'C-2/C-1'],
  ['C-1', 'id=C-1'],
  ['1001', '1001 asked by letter'],
  ['00123', '- 123'],
  ['00123', '123;since 2026'],
  ['3415250000123', '3415250000123.0'],
  ['3-4', '2026-04-03'],
])('the clientId %s is on the list as %j', (clientId, line) => {
  expect(isListedBy(callee(clientId), listOf(line))).toBe(true);
});

test.each([
  ['+447700900123', GB, true],
  ['447700900123', GB, true],
  ['07700900123', GB, true],
  ['12345678', '+4512345678', false],
])('the clientId %s is the number %s of the list: %s', (clientId, line, isMet) => {
  expect(isListedBy(callee(clientId, '+34911234567'), listOf(line))).toBe(isMet);
});

test.each([
  ['45293', '+447700900124;2024-01-02'],
  ['45293', 'C-2;12.30'],
  ['20240102', '+447700900124,02/01/2024'],
  ['2-1', 'C-2;2024-01-02;asked by letter'],
  ['2-1', '+447700900124;02.01.24'],
  ['44', '+44 7700 900124 asked by letter'],
  ['7700', '07700 7700 900124'],
  ['2026', 'Maria 2026'],
])('the clientId %s is not on the list as %j', (clientId, line) => {
  expect(isListedBy(callee(clientId), listOf(line))).toBe(false);
});

test.each([
  ['K-7900123', GB],
  ['+1 212 7700 900123', GB],
  ['0712345678', '+33612345678'],
  ['+44 7700 900 124', GB],
  ['+34 911 234 567', '+12911234567'],
])('%s on the list is no number of %s', (line, phone) => {
  expect(isListedBy(callee('C-1', phone), listOf(line))).toBe(false);
});

test.each([
  ['Mobile', GB, true],
  ['Mobile', '07700 900123', true],
  ['Mobile', '7700900123', true],
  ['Mobile', '\u202a+44 7700 900123\u202c (home)', true],
  ['Order', '900123', false],
  ['Day', '2026-11-28', false],
  ['Note', 'order 7700900123', false],
])('under the key %s the value %j is a listed number: %s', (key, value, isMet) => {
  const data = [{ key, value, displayOrder: 1 }];
  expect(isListedBy(callee('C-1', '', { data }), listOf(`${GB};2026-11-28`))).toBe(isMet);
});

test.each([
  ['4.477E+11', 'exponent'],
  ['Maria;4,47701e+11', 'exponent'],
  ['4.47700900123E11', 'exponent'],
  ['<<<<<<< HEAD', 'merge'],
  ['=======', 'merge'],
  ['---', 'nothing'],
  ['+44', 'nothing'],
  ['#REF!', 'nothing'],
  ['Maria;#N/A', 'nothing'],
  ['==========', 'nothing'],
])('%s on the list is a fault of its line', (line, kind) => {
  expect(listOf(`C-1\n\n;;\n# 4.4E+11\n${line}\nC-2`).faults).toEqual([{ line: 5, kind }]);
});

test.each([
  ['C-9', '+34911234567', 3],
  ['c-1', '+34911234567', 2],
  ['00123', '+34911234567', 6],
  ['X-1', '+447700900123', 4],
  ['X-1', '+447700900124', 7],
  ['X-1', '+447700900125', null],
])('%s with %s is on the list in line %s, the first of them', (clientId, phone, line) => {
  const list = listOf(
    '# who asked\nC-1\nC-9;asked by letter\r\n07700 900123\n+447700900123\n123\n0044 7700 900124\nC-1',
  );
  expect(lineListing(callee(clientId, phone), list)).toBe(line);
});

test('a listed customer is never added, an open task of theirs is a question, and what ends it goes on', () => {
  const [open, done, going] = [callee('OPEN'), callee('DONE'), callee('GOING')];
  const wanted = [open, done, callee('NEW'), callee('FREE', '+447700900999'), { ...going, ensure: 'absent' as const }];
  const given = touched(facts([open, done, going], wanted), done, { workedState: 'COMPLETED', workAttempts: 1 });
  const doNotCall = listOf('Maria\n07700 900123');
  const plan = planOf(given, { diff: diff({ ...given, lineage: LINEAGE, digest, now: NOW, doNotCall }) });
  expect(plan.changes.map(({ action, address }) => `${action} ${address.split('/')[1]}`)).toEqual([
    'create FREE',
    'delete GOING',
  ]);
  expect(plan.verdicts.map(({ address, reason }) => [address.split('/')[1], reason.kind])).toEqual([
    ['DONE', 'consumed'],
    ['NEW', 'do-not-call'],
    ['OPEN', 'do-not-call'],
  ]);
  const [, isNew, isOpen] = plan.verdicts.map((verdict) => whyVerdict(verdict, 'backing instance'));
  expect(isNew).toBe('is on the list of whom nobody may call (policy.doNotCall, calls/none.txt:2): not added');
  expect(isOpen).toContain('(policy.doNotCall, calls/none.txt:2), and is still open');
});
