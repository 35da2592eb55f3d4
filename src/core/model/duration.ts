// Lengths of time as flags and variables give them.

import { ToolError } from './errors.ts';

const UNITS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/**
 * `60`, `60s`, `5m`, `26h`, `2d` -> milliseconds; a bare number is seconds. Throws `bad-usage`, naming the flag.
 * `unit: 'needed'` refuses a bare number, which could also mean hours, and a length of 0.
 */
export function readDuration(
  name: string,
  text: string,
  { unit = 'optional' }: { unit?: 'optional' | 'needed' } = {},
): number {
  const [, amount = '', given = ''] = /^(\d{1,6})([smhd]?)$/u.exec(text) ?? [];
  const lacks = unit === 'needed' && (given === '' || Number(amount) === 0);
  if (amount !== '' && !lacks) return Number(amount) * (UNITS[given || 's'] ?? 1000);
  const words = 'a number and s, m, h or d for seconds, minutes, hours or days, such as 90s, 30m, 26h or 2d';
  throw new ToolError('bad-usage', { message: `${name} takes ${words}; given: ${text.slice(0, 80)}` });
}
