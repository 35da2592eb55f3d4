// The API key and its lifetime of one hour ("Authentication" in both documents). Promises: it is never used more than
// 60 minutes after its fetch began; one shared fetch at a time; one new fetch for all requests refused with 401
// together. The text of the key leaves only through `reveal`, so that no log, error or inspection can show it.

export class ApiKey {
  readonly #text: string;
  /** Moments before the fetch began: wall clock and monotonic, in ms. */
  readonly wall: number;
  readonly monotonic: number;

  constructor(text: string, wall: number, monotonic: number) {
    this.#text = text;
    this.wall = wall;
    this.monotonic = monotonic;
  }

  reveal(): string {
    return this.#text;
  }
}

/** Where the key comes from. Its errors must not contain the key. */
export interface CredentialSource {
  fetch(): Promise<string>;
  close?(): void;
}

export interface KeyKeeper {
  /** A key young enough to be sent now. */
  current(): Promise<ApiKey>;
  /** After a refusal of this key: the key fetched since, or a new fetch shared by all refused requests. */
  renew(refused: ApiKey): Promise<ApiKey>;
  /** Whether this key was fetched because another one was refused. */
  isRenewed(key: ApiKey): boolean;
  fetches(): number;
}

const MINUTE_MS = 60_000;
export const HARD_STOP_MS = 60 * MINUTE_MS;
const REFRESH_MS = 50 * MINUTE_MS;
/** After a refresh in the background failed: not again before this long. */
const PAUSE_MS = 30_000;

/**
 * A suspended machine stops the monotonic clock, a corrected one sets the wall clock back: the larger difference
 * counts.
 */
export function ageMs(key: Pick<ApiKey, 'wall' | 'monotonic'>, now: { wall: number; monotonic: number }): number {
  return Math.max(now.wall - key.wall, now.monotonic - key.monotonic);
}

/** 50 minutes give or take 10 %, so that many runs do not ask at the same moment. `chance` is in [0, 1). */
export function refreshAfterMs(chance: number): number {
  return REFRESH_MS * (0.9 + 0.2 * chance);
}

export interface KeeperParts {
  readonly source: CredentialSource;
  readonly wall: () => number;
  readonly monotonic: () => number;
  readonly chance: () => number;
}

export function createKeyKeeper({ source, wall, monotonic, chance }: KeeperParts): KeyKeeper {
  let held: { readonly key: ApiKey; readonly refreshAfter: number } | null = null;
  let fetching: Promise<ApiKey> | null = null;
  let renewing = false;
  const renewed = new WeakSet<ApiKey>();
  let retryAt = Number.NEGATIVE_INFINITY;
  let fetches = 0;

  const fetchNow = async (): Promise<ApiKey> => {
    const before = { wall: wall(), monotonic: monotonic() };
    fetches += 1;
    const key = new ApiKey(await source.fetch(), before.wall, before.monotonic);
    if (renewing) renewed.add(key);
    held = { key, refreshAfter: refreshAfterMs(chance()) };
    return key;
  };

  const shared = (): Promise<ApiKey> => {
    fetching ??= fetchNow().finally(() => {
      fetching = null;
      renewing = false;
    });
    return fetching;
  };

  const refreshBehind = (): void => {
    if (monotonic() < retryAt) return;
    retryAt = monotonic() + PAUSE_MS;
    // The present key is still valid: a failed refresh becomes an error only when its hour is over.
    shared().catch(() => undefined);
  };

  const isNewer = (key: ApiKey, refused: ApiKey): boolean =>
    key !== refused && (renewed.has(key) || key.reveal() !== refused.reveal());

  return {
    fetches: () => fetches,
    async current() {
      const age = held === null ? Infinity : ageMs(held.key, { wall: wall(), monotonic: monotonic() });
      if (held === null || age >= HARD_STOP_MS) return shared();
      if (age >= held.refreshAfter) refreshBehind();
      return held.key;
    },
    async renew(refused) {
      // A refresh that was under way may have read the secret before it was changed.
      if (fetching !== null && !renewing) await fetching.catch(() => undefined);
      if (held !== null && isNewer(held.key, refused)) return held.key;
      renewing = true;
      return shared();
    },
    isRenewed: (key) => renewed.has(key),
  };
}
