// A digest function with a cache for short texts and numbers. In a campaign most fields say the same in every record (queue,
// zone, plan), and a keyed digest costs more than everything else that is done with such a field.

import type { Digest } from '../model/state.ts';

/** Values of people (names, numbers) hardly repeat: what is remembered stays small beside them. */
const MOST = 5_000;
const SHORT = 80;

export function remembering(digest: Digest): Digest {
  const known = new Map<unknown, string>();
  return (value) => {
    const isKept = typeof value === 'number' || (typeof value === 'string' && value.length <= SHORT);
    if (!isKept) return digest(value);
    const before = known.get(value);
    if (before !== undefined) return before;
    const made = digest(value);
    if (known.size < MOST) known.set(value, made);
    return made;
  };
}
