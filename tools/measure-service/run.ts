// What a measurement works with: one target, what this project declares and has recorded of it, and how to wait.

import type { DoctorRun } from '../../src/engine/doctor.ts';

export interface MeasuringRun extends DoctorRun {
  /** Default: the machine's, ended early by `signal`. */
  readonly sleep?: (ms: number) => Promise<void>;
  /** What has to be said while it waits; default: nobody listens. */
  readonly note?: (text: string) => void;
  /** Aborted: what is under way ends, and what was made is removed. */
  readonly signal?: AbortSignal;
}
