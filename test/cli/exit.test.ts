import { describe, expect, test } from 'vitest';
import { exitOf } from '../../src/cli/process/exit.ts';
import { ToolError, type ErrorCode } from '../../src/core/model/errors.ts';
import type { Problem } from '../../src/core/model/outcome.ts';
import type { ApplyResult, Settlement } from '../../src/core/reconcile/settlement.ts';
import { adoptDocument } from '../../src/core/report/kinds/adopt.ts';
import { applyDocument, planDocument } from '../../src/core/report/documents/plan.ts';
import { driftDocument } from '../../src/core/report/documents/drift.ts';
import { errorDocument } from '../../src/core/report/kinds/error.ts';
import { adoption } from '../report/adoptions.ts';
import { cleanDrift, context, emptyPlan, fullDrift, fullPlan, userChange } from '../report/values.ts';

const quiet = { detailedExitCode: false, expectNoChanges: false };
const detailed = { detailedExitCode: true, expectNoChanges: false };
const none = { detailedExitCode: false, expectNoChanges: true };
const both = { detailedExitCode: true, expectNoChanges: true };

const changed = { ...fullPlan, verdicts: [], coverage: { asked: 412, answered: 412 } };
const decision = fullPlan.verdicts.filter((each) => each.class === 'decision').slice(0, 1);
const unreadable = fullPlan.verdicts.filter((each) => each.class === 'unreadable');

describe('plan and drift', () => {
  test.each([
    ['an empty plan', emptyPlan, both, 0],
    ['a plan with changes', changed, quiet, 0],
    ['a plan with changes, detailed', changed, detailed, 10],
    ['a plan with changes, none expected', changed, none, 7],
    ['a plan with changes, both wishes', changed, both, 7],
    ['a plan with an open decision, detailed', { ...emptyPlan, verdicts: decision }, detailed, 10],
    ['a guarded plan', { ...changed, guards: fullPlan.guards }, quiet, 0],
    ['a plan with something unreadable', { ...emptyPlan, verdicts: unreadable }, quiet, 12],
    ['a plan with fewer answers than questions', { ...emptyPlan, coverage: { asked: 2, answered: 1 } }, quiet, 12],
    ['an incomplete plan with changes, both wishes', fullPlan, both, 12],
  ])('%s', (_name, plan, wishes, exit) => {
    expect(exitOf(planDocument(plan, context), wishes)).toBe(exit);
  });

  const alarms = { ...cleanDrift, findings: fullDrift.findings.filter((each) => each.class === 'missing') };
  const calm = { ...cleanDrift, findings: fullDrift.findings.filter((each) => each.class === 'platform') };

  test.each([
    ['no drift', cleanDrift, both, 0],
    ['drift', alarms, quiet, 0],
    ['drift, detailed', alarms, detailed, 11],
    ['drift, none expected', alarms, none, 7],
    ['expected decay, both wishes', calm, both, 0],
    ['drift and something unreadable', fullDrift, both, 12],
    ['fewer answers than questions', { ...cleanDrift, coverage: { asked: 2, answered: 1 } }, quiet, 12],
  ])('%s', (_name, result, wishes, exit) => {
    expect(exitOf(driftDocument(result, context), wishes)).toBe(exit);
  });
});

describe('apply', () => {
  const change = userChange('ana@example.com', 3);
  const problem = (code: ErrorCode): Problem => ({ code, message: '', stopsRun: false });
  const fate = (kind: 'skipped' | 'failed' | 'unresolved', code: ErrorCode): Settlement => ({
    change,
    kind,
    problem: problem(code),
  });
  const done: Settlement = { change, kind: 'applied', notes: [] };
  const result = (settlements: readonly Settlement[], parts: Partial<ApplyResult> = {}): ApplyResult => ({
    plan: { ...emptyPlan, changes: settlements.map(() => change) },
    settlements,
    stopped: null,
    ...parts,
  });

  test.each([
    ['everything is done', result([done]), 0],
    ['one change failed', result([done, fate('failed', 'refused')]), 4],
    ['one record moved meanwhile', result([fate('skipped', 'moved')]), 4],
    ['one answer was lost', result([fate('unresolved', 'lost-answer')]), 12],
    ['one failed and one answer was lost', result([fate('failed', 'refused'), fate('unresolved', 'lost-answer')]), 4],
    ['an unsettled write failed with another code', result([fate('unresolved', 'server-error')]), 12],
    ['the key was refused on the way', result([done], { stopped: problem('key-refused') }), 3],
    [
      'the key was refused and changes were not tried',
      result([fate('skipped', 'skipped-stopped')], { stopped: problem('key-refused') }),
      3,
    ],
    ['a decision is open', result([done], { plan: { ...emptyPlan, verdicts: decision } }), 4],
    ['something was unreadable', result([done], { plan: { ...emptyPlan, verdicts: unreadable } }), 12],
  ])('%s', (_name, applied, exit) => {
    expect(exitOf(applyDocument(applied, context), both)).toBe(exit);
  });
});

const ana = { address: 'user:ana@example.com', kind: 'user', source: null } as const;
const unread = { ...ana, why: 'unreadable', problem: null } as const;

test.each([
  ['an adoption that knows everything', adoption, 0],
  [
    'an adoption that left out what is declared already',
    { ...adoption, leftOut: [{ ...ana, why: 'declared' as const }] },
    0,
  ],
  ['an adoption that is not complete', { ...adoption, complete: false }, 12],
  ['an adoption with something unreadable', { ...adoption, leftOut: [unread] }, 12],
  ['an adoption with fewer answers than questions', { ...adoption, coverage: { asked: 2, answered: 1 } }, 12],
])('%s', (_name, result, exit) => {
  expect(exitOf(adoptDocument(result, context, []), both)).toBe(exit);
});

test.each([
  ['bad-usage', 2],
  ['key-refused', 3],
  ['declined', 8],
  ['guard-deletes', 14],
  ['locked', 15],
] as const)('a run ended by %s exits with %i', (code, exit) => {
  expect(exitOf(errorDocument(new ToolError(code, { message: '' }), 'apply', context), quiet)).toBe(exit);
});
