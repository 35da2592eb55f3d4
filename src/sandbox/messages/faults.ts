// Faults on command: which requests they affect, and how. The most important is `commit-then-reset`: the request is
// carried out and the answer is lost.

/**
 * - refuse-before: 503, nothing done. - reset-before: connection cut, nothing done.
 * - commit-then-reset / -5xx / -hang: done, and the answer is a cut, a 500 or silence.
 * - commit-late: connection cut now, done `delayMs` later. - status: any HTTP status, nothing done.
 * - unauthorized: 401, nothing done. - delay: done after `delayMs`, answered as usual.
 * - garbage (HTML with 200), truncated (half the JSON), alien-envelope (another environment's): done unless `commit: false`.
 * - claims-done: answered SUCCESS, nothing done. - claims-absent: answered as if the object were not there, nothing done.
 * - overlaid: done, and answered with the fields of `overlay` in place of those of the answer.
 * - swapped: done, and answered with what was meant for the next request of this fault, which gets this answer.
 */
export const FAULT_KINDS = [
  'refuse-before',
  'reset-before',
  'commit-then-reset',
  'commit-then-5xx',
  'commit-then-hang',
  'commit-late',
  'status',
  'garbage',
  'truncated',
  'unauthorized',
  'alien-envelope',
  'delay',
  'claims-done',
  'claims-absent',
  'overlaid',
  'swapped',
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

export interface Fault {
  /**
   * Operation name (`add-user`, `searchPreviewCampaign`, …), `write`, `read`, or `*` for any of the eight.
   * `GetSecretValue` only by its name, so that fetching the key does not change the count.
   */
  readonly operation: string;
  readonly kind: FaultKind;
  /** Only requests about this: a loginUserId, or `<campaignName>/<clientId or record id>`. Default: all. */
  readonly key?: string;
  /** First matching request that is affected, counted from 1 since the fault was set. Default 1. */
  readonly ordinal?: number;
  /** From the ordinal on only each n-th, counted for each question (equal body) by itself: answered true and false in turn. */
  readonly every?: number;
  /** How many requests are affected; `always`: until cleared. Default 1, with a probability `always`. */
  readonly count?: number | 'always';
  /** Probability for each matching request, 0 to 1. Default 1. */
  readonly probability?: number;
  /** Seed, so that the same requests are affected in every run. */
  readonly seed?: number;
  /** HTTP status for `status` (default 500) and `commit-then-5xx` (default 500). */
  readonly status?: number;
  readonly retryAfterSeconds?: number;
  /** For `delay` and `commit-late`; default 200. */
  readonly delayMs?: number;
  /** For `commit-late`: `delayMs` passes on the sandbox's clock, and the work is done before the next request after it. */
  readonly byClock?: boolean;
  /** For `overlaid`: fields of the body, such as a word that no document lists. */
  readonly overlay?: Readonly<Record<string, string | null>>;
  /** For unreadable answers with status 200: whether the request is carried out. Default true. */
  readonly commit?: boolean;
}

export interface FaultBoard {
  arm(fault: Fault): void;
  clear(): void;
  /** The fault for this request, if any; of several the one set first. */
  strike(request: StruckRequest): Fault | null;
}

export interface StruckRequest {
  readonly operation: string;
  readonly kind: 'read' | 'write' | 'secret';
  readonly key: string;
  /** Digest of the body. */
  readonly content: string;
}

interface ArmedFault {
  readonly fault: Fault;
  readonly chance: () => number;
  /** Matching requests: all, or with `every` those of each content. */
  readonly seen: Map<string, number>;
  hits: number;
}

export function createFaultBoard(): FaultBoard {
  let board: ArmedFault[] = [];
  const hits = (armed: ArmedFault, content: string): boolean => {
    const { ordinal = 1, probability = 1, every } = armed.fault;
    const { count = probability < 1 ? 'always' : 1 } = armed.fault;
    const counted = every === undefined ? '' : content;
    const seen = (armed.seen.get(counted) ?? 0) + 1;
    armed.seen.set(counted, seen);
    if (seen < ordinal || (count !== 'always' && armed.hits >= count)) return false;
    if (every !== undefined && (seen - ordinal) % every !== 0) return false;
    if (probability < 1 && armed.chance() >= probability) return false;
    armed.hits += 1;
    return true;
  };
  return {
    arm(fault) {
      const chance = fault.seed === undefined ? Math.random : seededChance(fault.seed);
      board.push({ fault, chance, seen: new Map(), hits: 0 });
    },
    clear() {
      board = [];
    },
    strike({ operation, kind, key, content }) {
      const names = kind === 'secret' ? [operation] : [operation, kind, '*'];
      const concerned = board.filter(
        ({ fault }) => names.includes(fault.operation) && (fault.key === undefined || fault.key === key),
      );
      return concerned.find((armed) => hits(armed, content))?.fault ?? null;
    },
  };
}

/** Mulberry32: small, and the same on every machine. */
function seededChance(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
