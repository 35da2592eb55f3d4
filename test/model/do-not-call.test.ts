import { expect, test } from 'vitest';

import { isListed, readDoNotCall } from '../../src/core/model/do-not-call.ts';
import { facts, planOf, touched } from '../support/plans.ts';
import { aRecord, LINEAGE, NOW, digest } from '../support/values.ts';
import { diff } from '../../src/core/reconcile/diff/diff.ts';

const callee = (clientId: string, phone = '+447700900123', more = {}) =>
  aRecord({ clientId, data: [{ key: 'Mobile phone', value: phone, displayOrder: 1 }], ...more });

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
  expect(isListed(callee('C-1'), readDoNotCall(`\ufeff# list\r\n\r\n${line}\r\n`, ''))).toBe(isMet);
});

test.each([
  ['+447700900123', '+4407700900123'],
  ['+4407700900123', '+447700900123'],
  ['00390612345678', '+390612345678'],
])('%s on the list meets the number %s, with the zero of the country or without it', (line, phone) => {
  expect(isListed(callee('C-1', phone), readDoNotCall(line, ''))).toBe(true);
});

test('a listed customer is never added, an open task of theirs is a question, and what ends it goes on', () => {
  const [open, done, going] = [callee('OPEN'), callee('DONE'), callee('GOING')];
  const wanted = [open, done, callee('NEW'), callee('FREE', '+447700900999'), { ...going, ensure: 'absent' as const }];
  const given = touched(facts([open, done, going], wanted), done, { workedState: 'COMPLETED', workAttempts: 1 });
  const doNotCall = readDoNotCall('07700 900123', '');
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
});
