// A delete that was answered, and whose run was stopped before it could be read (apply/write.ts).

import { expect, test } from 'vitest';

import type { ApplyContext } from '../../src/core/reconcile/apply/context.ts';
import { unlessGone } from '../../src/core/reconcile/apply/write.ts';
import type { Change } from '../../src/core/reconcile/change.ts';

async function ended(context: Pick<ApplyContext, 'forgetsRemoved'>): Promise<string | undefined> {
  const problem = { code: 'unreadable', message: 'stopped', stopsRun: true } as const;
  const isGone = (): Promise<{ kind: 'unknown'; problem: typeof problem }> =>
    Promise.resolve({ kind: 'unknown', problem });
  const around = { ...context, signal: AbortSignal.abort(), sleep: () => Promise.resolve() } as unknown as ApplyContext;
  return (await unlessGone({} as Change, around, { isGone, operation: 'delete-user' }))?.kind;
}

test('is done where what was removed is looked at again, and open where recorded state would forget it', async () => {
  expect(await ended({})).toBeUndefined();
  expect(await ended({ forgetsRemoved: true })).toBe('unresolved');
});
