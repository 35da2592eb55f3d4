// The hostile double of the service: ways in which its answers are untrue, late or somebody else's. Each is a value of a factor,
// like those of the open points, and lasts for the first run of a step, its plan included; what that run left, or wrongly
// believed, the runs after it must put right. The lies are told by the sandbox's own faults, so that its log knows the truth.

import type { SandboxControl } from '../../src/sandbox/operations/control.ts';
import type { Fault } from '../../src/sandbox/messages/faults.ts';
import type { LogEntry } from '../../src/sandbox/messages/traffic.ts';

export const HOSTILE_VALUES = {
  /** `claimed`: each first delete of a user and of a record is answered SUCCESS, and nothing is done. */
  deletes: ['done', 'claimed'],
  /** One reading that shows nothing, or every second reading of each object. */
  absence: ['true', 'wrong NOT_FOUND', 'empty search', 'flapping'],
  /** Readings show what was 20 s ago. */
  lag: ['none', '20 s'],
  /** The first add-user and the first record are cut off, and carried out 70 s later. */
  creates: ['at once', 'after 70 s'],
  /** Two answers change places: two readings, two writes. */
  answers: ['own', 'swapped'],
  /** The key is rotated after every fifth request, and the former one refused at once. */
  key: ['steady', 'storm'],
} as const;

export type Hostility = { readonly [K in keyof typeof HOSTILE_VALUES]: (typeof HOSTILE_VALUES)[K][number] };

export const FRIENDLY: Hostility = {
  deletes: 'done',
  absence: 'true',
  lag: 'none',
  creates: 'at once',
  answers: 'own',
  key: 'steady',
};

export const LAG_MS = 20_000;
export const LATE_CREATE_MS = 70_000;
const ROTATE_EVERY = 5;

/** Whether one run may be fooled by a delete and, about the same object, by the reading after it: then the next one sees it. */
export function isFooledTwice({ deletes, absence }: Hostility, faults: readonly Fault[] | undefined): boolean {
  return absence !== 'true' && (deletes === 'claimed' || faults !== undefined);
}

/** `turn` counts the steps of a story: another reading is untrue in each. */
export function faultsOf(hostility: Hostility, turn: number): Fault[] {
  return [
    ...(hostility.deletes === 'claimed' ? CLAIMED : []),
    ...absenceFaults(hostility.absence, turn),
    ...(hostility.creates === 'after 70 s' ? LATE : []),
    ...(hostility.answers === 'swapped' ? swaps(turn) : []),
  ];
}

const CLAIMED: readonly Fault[] = (['delete-user', 'deleteRecordFromCampaign'] as const).map((operation) => ({
  operation,
  kind: 'claims-done',
}));

const LATE: readonly Fault[] = (['add-user', 'addOrUpdateCampaignRecord'] as const).map((operation) => ({
  operation,
  kind: 'commit-late',
  delayMs: LATE_CREATE_MS,
  byClock: true,
}));

function absenceFaults(absence: Hostility['absence'], turn: number): readonly Fault[] {
  const absent = { kind: 'claims-absent', ordinal: 1 + (turn % 5) } as const;
  switch (absence) {
    case 'true':
      return [];
    case 'wrong NOT_FOUND':
      return [{ operation: 'query-existence', ...absent }];
    case 'empty search':
      return [{ operation: 'searchPreviewCampaign', ...absent }];
    case 'flapping':
      return [{ operation: 'read', ...absent, ordinal: 1 + (turn % 2), every: 2, count: 'always' }];
    default:
      return absence satisfies never;
  }
}

function swaps(turn: number): readonly Fault[] {
  const two = { kind: 'swapped', ordinal: 1 + (turn % 4), count: 2 } as const;
  return [
    { operation: 'query-existence', ...two },
    { operation: 'searchPreviewCampaign', ...two },
    { operation: 'write', ...two, ordinal: 1 + (turn % 2) },
  ];
}

/** Rotates the key while it is on. */
export function openStorm(control: () => SandboxControl): { on: boolean; readonly told: (entry: LogEntry) => void } {
  let served = 0;
  const storm = {
    on: false,
    told: ({ operation, outcome }: LogEntry): void => {
      if (!storm.on || operation === 'GetSecretValue' || outcome === 'UNAUTHORIZED') return;
      served += 1;
      if (served % ROTATE_EVERY === 0) void control().rotateKey();
    },
  };
  return storm;
}
