// What one home of recorded state hands to the other: everything that is recorded, with the digests of the new home.

import { isRecord } from '../model/address.ts';
import type { RecordedObject, RecordedState } from '../model/state.ts';
import { withoutForgotten } from '../reconcile/diff/removed.ts';
import { rekeying } from '../reconcile/rekeyed.ts';
import type { Rekeying } from '../reconcile/rekeyed.ts';
import { digestWith } from '../state/digest.ts';
import type { Ledger } from '../state/ledger.ts';
import { withBegunRemovals } from './begun-removals.ts';
import type { Memory } from './ledger-home.ts';
import type { Run } from './run.ts';
import { planWith } from './survey.ts';
import type { Survey } from './survey.ts';

/** What is taken along. */
export interface HandOverSummary {
  readonly from: string;
  readonly to: string;
  readonly people: number;
  readonly customers: number;
  /** Of the customers, those that are finished: they must not be called again. */
  readonly finished: number;
  /** Writes whose answer was lost. */
  readonly open: number;
}

/** Reads the service: what it shows, and what the files say, is digested anew. `key`: of the new home. */
export async function rekeyingFor(
  run: Run,
  memory: Memory,
  key: Uint8Array,
): Promise<Survey & { readonly rekey: Rekeying }> {
  const { approval: _none, ...free } = run;
  const survey = await planWith(free, memory);
  const keys = { from: digestWith(memory.digestKey), to: digestWith(key) };
  return { ...survey, rekey: rekeying({ desired: run.desired, observed: survey.seen.observed, ...keys }) };
}

interface Arriving {
  readonly memory: Required<Memory>;
  readonly rekey: Rekeying;
  readonly seen: Pick<Survey['seen'], 'observed'>;
}

/** What an earlier try left is written over. */
export async function receiveAll(ledger: Ledger, here: Required<Memory>, arriving: Arriving): Promise<void> {
  const { memory, rekey, seen } = arriving;
  const { objects, openIntents } = withBegunRemovals(memory.recorded, memory.applied, seen.observed);
  const old = [...here.recorded.objects.keys(), ...(here.recorded.removed?.keys() ?? [])];
  const gone = old.filter((address) => !objects.has(address));
  for (const { id } of here.recorded.openIntents) await ledger.settle(id, undefined);
  await Promise.all([
    ...gone.map((address) => ledger.record(address, null)),
    ...here.copies.map(({ address }) => ledger.dropCopy(address)),
  ]);
  await Promise.all([...objects].map(([address, object]) => ledger.record(address, rekey.object(object))));
  await Promise.all(memory.copies.map((copy) => ledger.keepCopy(copy)));
  await ledger.noteApplied(memory.applied);
  for (const open of openIntents) {
    const { id: _id, elapsedMs: _elapsed, interrupted: _cut, ...intent } = rekey.intent(open);
    await ledger.intend(intent);
  }
}

/** What a stack has a place for: it keeps no removals. */
export function handedOver(recorded: RecordedState): RecordedObject[] {
  return [...withoutForgotten(recorded, { now: 0, keptMs: 0 }).recorded.objects.values()];
}

export function isEmpty({ recorded: { objects, openIntents, removed } }: Memory): boolean {
  return objects.size + openIntents.length + (removed?.size ?? 0) === 0;
}

export function summaryOf({ recorded }: Memory, homes: Pick<HandOverSummary, 'from' | 'to'>): HandOverSummary {
  const objects = [...recorded.objects.values()];
  const records = objects.filter(isRecord);
  const finished = records.filter(({ consumed }) => consumed !== null);
  return {
    ...homes,
    people: objects.length - records.length,
    customers: records.length,
    finished: finished.length,
    open: recorded.openIntents.length,
  };
}
