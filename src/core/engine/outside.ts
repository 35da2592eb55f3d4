// Everything that a run reaches and that is not its own: the service, the secrets manager, the disk, time and chance. One object, handed
// in: who plays a run in another world gives it one of its own.

import { SERVICE_OUTSIDE } from '../service/client.ts';
import type { ServiceOutside } from '../service/client.ts';
import { DISK } from '../state/disk.ts';
import type { Disk } from '../state/disk.ts';
import type { GitHistory } from './git-history.ts';
import type { Viewpoint } from '../state/holder.ts';
import { viewpointOfProcess } from '../state/process-identity.ts';
import type { Uptime } from '../state/uptime.ts';

export interface Outside extends ServiceOutside {
  /** Of the ledger. */
  readonly disk: Disk;
  /** This process, and how it sees others: who holds a target. */
  readonly viewpoint: () => Viewpoint;
  /** Default: that of this machine. */
  readonly uptime?: () => Uptime;
  /** Default: that of the repository around the project folder. */
  readonly history?: GitHistory;
}

export const OUTSIDE: Outside = { ...SERVICE_OUTSIDE, disk: DISK, viewpoint: viewpointOfProcess };
