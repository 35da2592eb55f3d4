// Recorded objects, intents and open ledgers for the tests of this room.

import { MACHINE } from '../../src/core/machine.ts';
import type { Machine } from '../../src/core/machine.ts';
import { recordAddress, userAddress } from '../../src/core/model/address.ts';
import type { RecordedRecord } from '../../src/core/model/record.ts';
import type { OpenIntent } from '../../src/core/model/state.ts';
import type { RecordedUser } from '../../src/core/model/user.ts';
import type { ProcessIdentity } from '../../src/core/state/holder.ts';
import { openLedger } from '../../src/core/state/ledger.ts';
import type { Ledger } from '../../src/core/state/ledger.ts';
import type { LockHandle, LockOptions } from '../../src/core/state/lock.ts';

export const NOW = Date.UTC(2026, 2, 2, 9, 30);
export const clock = (): number => NOW;

/** Pid 77 of one machine, which has run since its tick 5. */
export function identity(changes: Partial<ProcessIdentity> = {}): ProcessIdentity {
  return { boot: 'boot-1', pidNamespace: 'pid:[1]', pid: 77, startedAt: '5', ...changes };
}

interface LockWishes extends Partial<LockOptions> {
  readonly monotonic?: () => number;
  /** What waiting is; default: a timer of the machine. */
  readonly sleep?: (ms: number) => Promise<void>;
}

/** Signs of life go by the machine's own time. Nothing is called off. */
function sleepingAfter(sleep: (ms: number) => Promise<void>): Machine['after'] {
  return (ms, run, isIdle) => {
    if (isIdle === true) return MACHINE.after(ms, run, isIdle);
    void sleep(ms).then(run);
    return () => undefined;
  };
}

export function lockOptions({ monotonic, sleep, ...changes }: LockWishes = {}): LockOptions {
  const machine = {
    ...MACHINE,
    ...(monotonic && { monotonic }),
    ...(sleep && { after: sleepingAfter(sleep) }),
  };
  return {
    timeoutMs: 0,
    holder: 'ana@desk',
    self: identity(),
    lookAt: () => ({ startedAt: '5' }),
    machine,
    ...changes,
  };
}

export async function lockedLedger(path: string): Promise<{ readonly ledger: Ledger; readonly lock: LockHandle }> {
  const ledger = await openLedger({ path, clock, uptime: () => ({ boot: 'boot-1', ms: 1_000 }) });
  return { ledger, lock: await ledger.lock(lockOptions()) };
}

export async function closeAll({
  ledger,
  lock,
}: {
  readonly ledger: Ledger;
  readonly lock: LockHandle;
}): Promise<void> {
  await lock.release();
  await ledger.close();
}

export function user(loginUserId: string, changes: Partial<RecordedUser> = {}): RecordedUser {
  return {
    kind: 'user',
    address: userAddress(loginUserId),
    loginUserId,
    provenance: { service: 'created', backend: 'none' },
    connectUserId: null,
    digests: { firstName: 'd1', 'odd "key" __proto__': 'd2' },
    onRemove: null,
    offboard: 'block',
    recordedAt: NOW,
    ...changes,
  };
}

export function record(campaignName: string, clientId: string, changes: Partial<RecordedRecord> = {}): RecordedRecord {
  return {
    kind: 'record',
    address: recordAddress(campaignName, clientId),
    campaignName,
    clientId,
    clientIdFieldName: 'Id',
    provenance: 'created',
    previewRecordId: 'p-1',
    marker: 'prod/3',
    digests: { skillQueue: 'd3', 'data.phone': 'd4' },
    consumed: null,
    reissue: '',
    worked: { state: 'NOTWORKED', attempts: 0 },
    preferredAgent: null,
    recordedAt: NOW,
    ...changes,
  };
}

export function intent(address: string, changes: Partial<Omit<OpenIntent, 'id'>> = {}): Omit<OpenIntent, 'id'> {
  return { address, action: 'create', fromCampaign: null, at: NOW, proposed: null, ...changes };
}
