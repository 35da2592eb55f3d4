// The test user of `--test-user`, and its end. Its name begins like nobody else's, each side is put into a journal before
// a request for it is sent, and both are removed again, also after a failure. No write is ever sent twice for an answer.

import type { Outcome } from '../../src/model/outcome.ts';
import type { ProbingReader } from '../../src/service/probing.ts';
import type { Service } from '../../src/service/service.ts';

export interface ProbeUser {
  readonly loginUserId: string;
  /** Also made in the backing instance. */
  readonly inBackend: boolean;
}

/** Durable: `begin` resolves once the user could be found again after a kill. */
export interface UserJournal {
  /** What earlier probes began and did not end. */
  left(): readonly (ProbeUser & { readonly id: string })[];
  begin(user: ProbeUser): Promise<void>;
  end(id: string): Promise<void>;
}

export interface UserBench {
  /** Nothing here can touch a record. */
  readonly service: ProbingReader & Pick<Service, 'addUser' | 'deleteUser'>;
  readonly journal: UserJournal;
  readonly loginUserId: string;
  /** A template that exists: that of a declared user; null where there is none. */
  readonly template: string | null;
  /** Whether the backing instance may be touched, too. */
  readonly withBackend: boolean;
  /** Sent where the environment is linked to a directory. */
  readonly primaryEmailAddr: string | null;
  readonly sleep: (ms: number) => Promise<void>;
  /** Waited after each write; found out by the first one. */
  lagMs: number;
  /** An add-user whose answer was lost may still be done: for a user who was not there (`new`), or was (`again`). */
  lost: 'new' | 'again' | null;
}

export interface Add {
  readonly template: string;
  readonly backend?: 'FAIL' | 'ALLOW';
}

/** One add-user. The journal must hold the user before. */
export async function add(bench: UserBench, { template, backend }: Add): Promise<Outcome<unknown>> {
  const { loginUserId, primaryEmailAddr, service } = bench;
  const email = primaryEmailAddr === null ? {} : { primaryEmailAddr };
  const outcome = await service.addUser({
    loginUserId,
    profile: { firstName: 'muster', lastName: 'probe', userTemplateName: template, ...email },
    createInBackend: backend !== undefined,
    behaviorIfInBackend: backend ?? 'FAIL',
  });
  if (outcome.kind === 'unknown') bench.lost ??= 'new';
  return outcome;
}

/** From the service only. */
export async function takeOut({ service, loginUserId }: UserBench): Promise<boolean> {
  const outcome = await service.deleteUser(loginUserId, false);
  return outcome.kind === 'done' && outcome.value === 'removed';
}

export async function settle({ lagMs, sleep }: UserBench): Promise<void> {
  if (lagMs > 0) await sleep(2 * lagMs + 200);
}

const POLL_MS = 100;
const POLLS = 100;

/** Milliseconds until the user was seen in the service; null when that did not happen. */
export async function appears({ service, loginUserId, sleep }: UserBench, polls = POLLS): Promise<number | null> {
  for (let poll = 0; poll <= polls; poll += 1) {
    const seen = await service.queryUser(loginUserId);
    if (seen.kind !== 'done') return null;
    if (seen.value.service === 'present') return poll * POLL_MS;
    await sleep(POLL_MS);
  }
  return null;
}

/** Removes every user the journal holds, from each side it was made on; answers who may still be there. */
export async function removeUsers(bench: UserBench): Promise<string[]> {
  const stuck: string[] = [];
  for (const [loginUserId, entries] of Map.groupBy(bench.journal.left(), (left) => left.loginUserId)) {
    const inBackend = entries.some((entry) => entry.inBackend);
    if (await remove({ ...bench, loginUserId }, inBackend)) {
      for (const { id } of entries) await bench.journal.end(id);
    } else stuck.push(loginUserId);
  }
  return stuck;
}

const TRIES = 4;
const LOST_POLLS = 30;

/** True when it is certainly gone: both sides were asked, and nothing that was lost can still come. */
async function remove(bench: UserBench, inBackend: boolean): Promise<boolean> {
  // Once a new user is seen, what was lost has been done. An add for one who was there may be done after the removal.
  const isSettled = bench.lost === null || (bench.lost === 'new' && (await appears(bench, LOST_POLLS)) !== null);
  for (let tries = 0; tries < TRIES; tries += 1) {
    const seen = await bench.service.queryUser(bench.loginUserId);
    if (seen.kind !== 'done') return false;
    const { service, backend } = seen.value;
    const isLeft = inBackend && backend === 'present';
    if (service === 'absent' && !isLeft) return isSettled;
    const outcome = service === 'absent' ? await joinAgain(bench) : await deleteBoth(bench, inBackend);
    if (outcome.kind !== 'done') return false;
    await settle(bench);
  }
  return false;
}

/** There is no call that deletes a user of the backing instance alone: the service has to have it, too. */
async function joinAgain(bench: UserBench): Promise<Pick<Outcome<unknown>, 'kind'>> {
  return bench.template === null ? { kind: 'not-done' } : add(bench, { template: bench.template, backend: 'ALLOW' });
}

function deleteBoth({ service, loginUserId }: UserBench, inBackend: boolean): Promise<Outcome<unknown>> {
  return service.deleteUser(loginUserId, inBackend);
}
