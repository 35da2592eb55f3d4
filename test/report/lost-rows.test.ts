// A question about what is lost names it, in every format; and what passes several questions stands once, as one command.

import { expect, test } from 'vitest';

import { recordAddress } from '../../src/core/model/address.ts';
import type { RecordChange } from '../../src/core/reconcile/change.ts';
import { fieldChange } from '../../src/core/reconcile/fields.ts';
import type { Guard } from '../../src/core/reconcile/guard.ts';
import { driftDocument } from '../../src/core/report/documents/drift.ts';
import { planDocument } from '../../src/core/report/documents/plan.ts';
import { render } from '../../src/formats/formats.ts';
import { viewOf } from '../../src/core/report/kinds/views.ts';
import { PLAIN } from '../../src/core/report/words/style.ts';
import { context, emptyPlan, fullDrift, recordChange } from './values.ts';

const layout = { style: PLAIN, width: 80, verbose: false };
const ids = Array.from({ length: 23 }, (_, at) => recordAddress('Autumn', `C-${at + 1}`));
const open = { allowed: null, passed: false } as const;
const deletes: Guard = {
  ...{ code: 'guard-deletes', count: 23, pass: 'deletes=23', ...open, users: 0, inBackend: 0, records: 23 },
  lost: ids,
  shrunk: [{ file: 'autumn.csv', had: 300, has: 277, lost: ids }],
  limits: [{ kind: 'record', most: 20 }],
};
const newIds: Guard = {
  ...{ code: 'guard-ids', count: 2, pass: 'ids=2', ...open },
  files: [
    {
      ...{ file: 'autumn.csv', kind: 'record', how: 'zeros' },
      ids: [
        { address: recordAddress('Autumn', '7'), other: recordAddress('Autumn', '007'), stays: 'finished' },
        { address: recordAddress('Autumn', '8'), other: recordAddress('Autumn', '008'), stays: null },
      ],
    },
  ],
};
const planned = (...guards: readonly Guard[]) =>
  planDocument({ ...emptyPlan, guards, changes: [recordChange('C-1', 3, { action: 'create' })] }, context);

test.each(['text', 'markdown', 'html', 'json'] as const)(
  '%s names twenty of the rows that are lost, and each id',
  (format) => {
    const said = render(format, planned(deletes, newIds), layout).replaceAll(/\s+|`/gu, (each) =>
      each === '`' ? '' : ' ',
    );
    expect(said).toContain('autumn.csv had 300 customers, has 277; no longer in it: C-1, C-2, C-3,');
    expect(said).toContain(
      'C-19, C-20 and 3 more; 23 customers would be deleted; muster asks before it deletes more than 20',
    );
    expect(said).toContain('(8 / 008); finished, and called again if it is the same customer: 007 as 7;');
  },
);

test('several questions are passed by one command, which each of them names its word of', () => {
  const document = planned(deletes, newIds);
  const questions = viewOf(document).sections.flatMap((each) => (each.kind === 'questions' ? each.questions : []));
  const allowed = questions.flatMap(({ answers }) => answers.filter(({ words }) => words !== null));
  expect(allowed.map(({ act, words }) => `${act} ${words ?? ''}`)).toEqual([
    'allow it with --allow deletes=23',
    'allow it with --allow ids=2',
  ]);
  expect(
    document.exactly.map(({ why, command }) => [why, command.replace(/.* --allow deletes/u, '--allow deletes')]),
  ).toEqual([['apply, everything allowed', '--allow deletes=23 --allow ids=2']]);
});

test('drift tells people and the run on the clock of the customers, where they share one', () => {
  const [person] = fullDrift.findings.filter(({ kind }) => kind === 'user');
  const [customer] = fullDrift.findings.filter(({ kind }) => kind === 'record');
  if (person === undefined || customer === undefined) throw new TypeError('the run has findings of both kinds');
  const findings = [person, { ...customer, zone: 'Europe/Madrid' }];
  const document = driftDocument({ ...fullDrift, findings }, context);
  expect(document.findings.map(({ zone }) => zone)).toEqual(['Europe/Madrid', 'Europe/Madrid']);
  expect(viewOf(document).aside).toBe('2026-11-20 10:00 in Europe/Madrid');
});

test('a row of several customers tells both times of all of them, or that each gets another one', () => {
  const hour = (day: number, at: number): number => Date.UTC(2026, 11, day, at);
  const changes = Array.from({ length: 14 }, (_, at) =>
    recordChange(`C-${at}`, at, {
      action: 'update',
      cause: { kind: 'differs', platformMoved: [] },
      fields: [fieldChange('nextEarliestWorkTime', hour(1, 8 + at), hour(8, 8 + at))],
    }),
  );
  const text = (given: readonly RecordChange[]): string =>
    render('text', planDocument({ ...emptyPlan, changes: given }, context), layout).replaceAll(/\s+/gu, ' ');
  expect(text(changes)).toContain('earliest time 2026-12-01 08:00 to 21:00 -> 2026-12-08 08:00 to 21:00 UTC');
  const [first, ...others] = changes;
  if (first === undefined) throw new TypeError('there are many');
  const fields = [fieldChange('nextEarliestWorkTime', null, hour(8, 8))];
  expect(text([{ ...first, fields }, ...others])).toContain('new earliest time');
});
