// Why an adoption leaves something out, sentence by sentence.

import { expect, test } from 'vitest';

import { userVerdict } from '../../src/core/reconcile/verdict.ts';
import type { LeftOutReason } from '../../src/core/reconcile/adoption.ts';
import { whyLeftOut } from '../../src/core/report/words/why-finding.ts';

const problem = { code: 'unreadable', message: 'no readable answer', stopsRun: false } as const;
const source = { file: 'campaigns/summer.yaml', line: 4, column: 3 };
const message = 'campaigns[0].records[12].data.phone: expected E.164';
const diagnostic = { code: 'phone-not-e164', message, source, line: null, address: null } as const;
const ana = { address: 'user:ana@example.com', loginUserId: 'ana@example.com', source: null };
const verdict = userVerdict(ana, { kind: 'not-ours', side: 'backend', wanted: 'present' });
const changed = { kind: 'changed-in-service', recordedAt: null } as const;
const fields = ['skillQueue', 'data.Name'];

const USERS: readonly (readonly [LeftOutReason, string])[] = [
  [{ why: 'declared' }, 'is declared already'],
  [{ why: 'recorded' }, 'is recorded already: muster answers for it'],
  [{ why: 'absent', inBackend: false }, 'is not in the service'],
  [{ why: 'absent', inBackend: true }, 'is in the second system only, not in the service'],
  [{ why: 'unreadable', problem }, 'could not be read: no readable answer'],
  [{ why: 'unreadable', problem: null }, 'could not be read: no answer'],
  [
    { why: 'differs', from: { kind: 'decision', verdict } },
    'exists already in the second system, and nothing shows that muster made it',
  ],
  [{ why: 'differs', from: { kind: 'change', action: 'replace' } }, 'would be a replace'],
  [{ why: 'differs', from: { kind: 'change', action: null } }, 'would be a change'],
];

test.each(USERS)('of a user: %o', (reason, words) => {
  expect(whyLeftOut({ ...reason, kind: 'user' })).toBe(words);
});

const RECORDS: readonly (readonly [LeftOutReason, string])[] = [
  [{ why: 'absent', inBackend: false }, 'is not in the campaign'],
  [{ why: 'twin', count: 2 }, 'stands 2 times in the campaign: declare it with the previewRecordId that is meant'],
  [{ why: 'foreign', stack: 'other.prod' }, 'carries the marker of other.prod, which manages it'],
  [{ why: 'refused', diagnostic: null }, 'has a data key twice, which a file cannot say'],
  [{ why: 'refused', diagnostic }, 'cannot be declared as it is (phone-not-e164): data.phone: expected E.164'],
  [
    { why: 'differs', from: { kind: 'declaration', fields } },
    'the declaration would change skillQueue, data.Name (defaults of the campaign, or a value nobody can declare)',
  ],
  [{ why: 'differs', from: { kind: 'edit', fields } }, 'skillQueue, data.Name: would still differ after the edit'],
  [
    { why: 'elsewhere', because: { kind: 'other-file', file: 't.csv', fields } },
    'skillQueue, data.Name: comes from t.csv, which is not edited',
  ],
  [
    { why: 'elsewhere', because: { kind: 'name-shown', field: 'skillQueue' } },
    'skillQueue: the service shows a name, and a file takes the code',
  ],
  [
    { why: 'elsewhere', because: { kind: 'not-editable', field: 'data.Name', refusal: 'comments inside' } },
    'data.Name: comments inside',
  ],
  [{ why: 'elsewhere', because: { kind: 'not-editable', field: null, refusal: 'too close' } }, 'too close'],
  [{ why: 'unreadable', finding: { cause: changed } }, 'somebody changed it in the service'],
  [{ why: 'no-file', finding: { class: 'drift', cause: changed } }, 'somebody changed it in the service'],
  [
    { why: 'no-file', finding: { class: 'missing', cause: { kind: 'removed', recordedAt: null } } },
    'missing: there is no value to take over; was removed from the service by somebody else',
  ],
];

test.each(RECORDS)('of a record: %o', (reason, words) => {
  expect(whyLeftOut({ ...reason, kind: 'record' })).toBe(words);
});
