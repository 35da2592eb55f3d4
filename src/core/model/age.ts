// How long ago something was, by two readings of a wall clock. Such a clock may be set, back or ahead, between the two, and
// may belong to two machines.
//
//   now - then     | age
//   0 or more      | the difference
//   less than 0    | unknown: the clock was ahead then, or is behind now
//
// Rule: an unknown age is not a short one. What may be concluded only while something is young asks `isSurelyYounger`. What
// came first is never concluded from a clock: `laterThan` gives what replaces something a time after it.

/** Two clocks, of two machines or of the service, may differ by this much before a later time means something. */
export const CLOCK_SKEW_MS = 2 * 60_000;

/** Both in epoch milliseconds. True up to the limit itself. */
export function isSurelyYounger(
  { then, now }: { readonly then: number; readonly now: number },
  limitMs: number,
): boolean {
  const age = now - then;
  return age >= 0 && age <= limitMs;
}

/** The time of what replaces something of the time `before`: now, or just after that where the clock was set back. */
export function laterThan(before: number | undefined, now: number): number {
  return before === undefined ? now : Math.max(now, before + 1);
}
