// The first digits of a fingerprint, which say of which target it is. Apart from fingerprint.ts, so that a command that is only read loads
// nothing that digests.

/** Digits in front that only tell the place: a fingerprint that was given in another one is known by them. */
export const PLACE_DIGITS = 2;

/** How every fingerprint of that target begins. */
export function placeDigits(target: string): string {
  return target.slice(0, PLACE_DIGITS);
}
