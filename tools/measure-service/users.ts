// `--test-user` makes and removes one test user. It is refused wherever a person could be meant.

import { setTimeout as sleep } from 'node:timers/promises';

import { probeByUser } from './probe-user.ts';
import { removeUsers } from './user-bench.ts';
import type { UserBench } from './user-bench.ts';
import { openTarget } from '../../src/engine/run.ts';
import { userAddress } from '../../src/model/address.ts';
import type { Answer } from '../../src/model/profile.ts';
import type { Clock } from '../../src/model/state.ts';
import type { Target } from '../../src/model/target.ts';
import type { DesiredPresentUser } from '../../src/model/user.ts';
import { openMeasuring } from '../../src/service/client.ts';
import { PROBE_PREFIX } from '../../src/service/control-read.ts';
import type { MeasuringRun } from './run.ts';
import { withJournal } from './journal.ts';
import { Refusal } from './refusal.ts';

export interface UserWish {
  readonly loginUserId: string;
  /** Also make it in the backing instance. */
  readonly withBackend: boolean;
}

/** Throws `probe-user` for a name that is not the probe's own, or that this project knows. Nothing has been sent then. */
export function refusePerson({ desired, recorded, target }: MeasuringRun, loginUserId: string): void {
  const refuse = (why: string): Refusal => new Refusal('probe-user', `${loginUserId}: ${why}`);
  if (!loginUserId.startsWith(PROBE_PREFIX)) throw refuse(`expected a name that begins with ${PROBE_PREFIX}`);
  const address = userAddress(loginUserId);
  const isDeclared =
    desired.users.some((user) => user.address === address) ||
    desired.records.some((record) => record.preferredAgent === loginUserId);
  const isRecorded = recorded.objects.has(address) || recorded.openIntents.some((open) => open.address === address);
  if (isDeclared) throw refuse('this project declares that user, or pins records to it');
  if (isRecorded) throw refuse('this project has that user recorded');
  if (target.identity === 'directory' && !loginUserId.includes('@')) {
    throw refuse('expected an e-mail address, as the environment is linked to a directory');
  }
}

/** The template that the test user gets; null when no user is declared. */
export function templateFor({ desired }: MeasuringRun, inBackend: boolean): string | null {
  const present = desired.users.filter((user): user is DesiredPresentUser => user.ensure === 'present');
  const fit = present.find((user) => user.createInBackend === inBackend) ?? present[0];
  return fit?.profile.userTemplateName ?? null;
}

/**
 * Leftovers of earlier probes first, then the probe, then its own user: also after a failure. Throws `locked`, and
 * `probe-user` and `probe-leftover` before anything is made.
 */
export async function probeByUserWrites(
  run: MeasuringRun,
  wish: UserWish,
): Promise<{ readonly answers: Answer[]; readonly stuck: readonly string[] }> {
  refusePerson(run, wish.loginUserId);
  const target = await openTarget(run);
  const { clock, signal } = run;
  return withJournal(run, async ({ users: journal }) => {
    const client = openMeasuring({ target, clock, ...(signal === undefined ? {} : { signal }) });
    const bench: UserBench = {
      service: client,
      journal,
      ...wish,
      template: templateFor(run, wish.withBackend),
      primaryEmailAddr: target.identity === 'directory' ? wish.loginUserId : null,
      sleep: (ms) => sleep(ms),
      lagMs: 0,
      lost: null,
    };
    try {
      await stopOnLeftovers(bench);
      const answers = await probeByUser(bench);
      return { answers, stuck: await cleanUp(bench, { target, clock }) };
    } catch (error) {
      await cleanUp(bench, { target, clock });
      throw error;
    } finally {
      await client.close();
    }
  });
}

async function stopOnLeftovers(bench: UserBench): Promise<void> {
  const stuck = await removeUsers(bench);
  if (stuck.length === 0) return;
  const message = `An earlier probe left ${stuck.join(', ')}, and it could not be removed; nothing new was made.`;
  throw new Refusal('probe-leftover', message);
}

/** A run that was stopped sends nothing more, so the cleaning has a client that was not. */
async function cleanUp(bench: UserBench, parts: { readonly target: Target; readonly clock: Clock }): Promise<string[]> {
  const service = openMeasuring(parts);
  try {
    return await removeUsers({ ...bench, service });
  } finally {
    await service.close();
  }
}
