// Who holds a lock, and whether that process still lives. Pure.
//
//   Terms     boot           one start of one machine's kernel; its number is never given twice
//             pid namespace  a container has its own: the same pid means another process in each
//             start time     of a process, which tells it from a later one with the same pid
//   Rule      Only what is seen on the same boot and in the same pid namespace is known; everything else is unknown.
//
//   same boot and pid namespace | a process has that pid | start time | verdict
//   yes                         | no                     |            | gone
//   yes                         | yes                    | the same   | alive
//   yes                         | yes                    | another    | gone: the pid was given to another process
//   yes                         | yes                    | not known  | unknown
//   no                          | not asked              |            | unknown
//
//   verdict   what another run does
//   gone      takes the lock
//   alive     waits, however long nothing is heard of the holder
//   unknown   takes the lock once it has watched it for LEASE_MS, by its own monotonic clock, without one heartbeat
//
//   Example   Two containers of one pod have one boot, one host name and often one pid, but two pid namespaces: unknown to
//             each other, so the heartbeat decides.

export const HEARTBEAT_MS = 10_000;
export const LEASE_MS = 60_000;

/** One process among all of all machines. */
export interface ProcessIdentity {
  readonly boot: string;
  /** Empty where the system has none. */
  readonly pidNamespace: string;
  readonly pid: number;
  /** In the system's own form; null where it does not say. */
  readonly startedAt: string | null;
}

/** As the row of the lock says it. */
export interface LockHolder extends ProcessIdentity {
  /** Grows with every holder of this ledger: names this holding and no other. */
  readonly lockId: number;
  /** `user@host`, for people. */
  readonly name: string;
  /** Epoch milliseconds, by the clock of the holder. */
  readonly since: number;
  readonly heartbeat: number;
  /** Grows with every sign of life. */
  readonly beats: number;
}

/** How a process is seen by its pid; null where there is none. */
export type SeeProcess = (pid: number) => Pick<ProcessIdentity, 'startedAt'> | null;

/** What a run knows of itself and can see of others. */
export interface Viewpoint {
  readonly self: ProcessIdentity;
  readonly lookAt: SeeProcess;
}

export type Liveness = 'gone' | 'alive' | 'unknown';

export function livenessOf(holder: ProcessIdentity, { self, lookAt }: Viewpoint): Liveness {
  if (holder.boot !== self.boot || holder.pidNamespace !== self.pidNamespace) return 'unknown';
  const seen = lookAt(holder.pid);
  if (seen === null) return 'gone';
  if (seen.startedAt === null || holder.startedAt === null) return 'unknown';
  return seen.startedAt === holder.startedAt ? 'alive' : 'gone';
}

/** `quietMs`: for how long we have watched without a heartbeat. */
export function mayTake(liveness: Liveness, quietMs: number, leaseMs: number): boolean {
  switch (liveness) {
    case 'gone':
      return true;
    case 'alive':
      return false;
    case 'unknown':
      return quietMs >= leaseMs;
    default:
      return liveness satisfies never;
  }
}

export function describeHolder({ name, pid, since, lockId }: LockHolder): string {
  return `${name} (pid ${pid}) since ${new Date(since).toISOString()}, lock ${lockId}`;
}
