// The measurements in their order, and what they found out. Other keys come first: where one locks, nothing has been made
// yet. Load comes last: what it provokes is in nobody's way.

import type { Answer } from '../../src/model/profile.ts';
import { probeKey, probeLoad, probeRotation } from './keys.ts';
import { probeReads } from './reads.ts';
import { probeByWrites } from './records.ts';
import type { MeasuringRun } from './run.ts';
import { probeByUserWrites } from './users.ts';
import type { Wishes } from './wishes.ts';
import type { ProbeRecord } from './write-bench.ts';

export interface Measured {
  readonly answers: readonly Answer[];
  /** Records and test users that could not be removed, or may still come. */
  readonly stuck: readonly ProbeRecord[];
  readonly stuckUsers: readonly string[];
}

/** What needs no approval. */
export async function measureByReading(run: MeasuringRun): Promise<Measured> {
  return { answers: await probeReads(run), stuck: [], stuckUsers: [] };
}

/** What was asked for instead, and was approved. */
export async function measureAfterApproval(run: MeasuringRun, wishes: Wishes): Promise<Measured> {
  const { campaigns, intake, pins, user, backend, rate } = wishes;
  const answers: Answer[] = [];
  if (wishes.wrongKey) answers.push(await probeKey(run));
  if (wishes.formerKey) answers.push(await probeRotation(run));
  const records = campaigns.length === 0 ? null : await probeByWrites(run, campaigns, { intake, pins });
  answers.push(...(records?.answers ?? []));
  const isStopped = (): boolean => run.signal?.aborted ?? false;
  const wish = user === null || isStopped() ? null : { loginUserId: user, withBackend: backend };
  const users = wish === null ? null : await probeByUserWrites(run, wish);
  answers.push(...(users?.answers ?? []));
  if (rate !== null && !isStopped()) answers.push(await probeLoad(run, rate));
  return { answers, stuck: records?.stuck ?? [], stuckUsers: users?.stuck ?? [] };
}
