// Lengths of time as flags give them.

import { usage } from './settings.ts';

const UNITS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** `60`, `60s`, `5m`, `26h`, `2d` -> milliseconds; a bare number is seconds. Throws `bad-usage`, naming the flag. */
export function readDuration(flag: string, text: string): number {
  const match = /^(\d{1,6})([smhd]?)$/u.exec(text);
  if (match === null) throw usage(`${flag} takes a length of time such as 60s, 5m, 26h or 2d; given: ${text}`);
  return Number(match[1]) * (UNITS[match[2] || 's'] ?? 1000);
}
