// What passes a guard: `deletes=12`. One list and one parser for `--allow`, MUSTER_ALLOW and stack configuration.

import { ToolError } from './errors.ts';
import { didYouMean } from './suggest.ts';

/** The names before the equals sign; a plan names the one it needs with the exact number. */
export const PASSABLE_GUARDS = [
  'deletes',
  'file-deletes',
  'first-run',
  'ids',
  'interrupted',
  'older-files',
  'overwrite',
  'restores',
  'unread-files',
  'unsaved',
  'vanished',
] as const;

export type PassableGuard = (typeof PASSABLE_GUARDS)[number];

/** Guards and numbers, or in words what is wrong. */
export function readPasses(texts: readonly string[]): Readonly<Record<string, number>> | string {
  const passes = new Map<string, number>();
  for (const text of texts) {
    const pass = readPass(text);
    if (typeof pass === 'string') return pass;
    const [guard, count] = pass;
    const before = passes.get(guard);
    if (before !== undefined && before !== count) return `each guard once; given: ${guard}=${before} and ${text}`;
    passes.set(guard, count);
  }
  return Object.fromEntries(passes);
}

/** Of `muster:allow` and MUSTER_ALLOW: several with commas or blanks. Throws `bad-usage`. */
export function readAllow(text: string): Readonly<Record<string, number>> {
  const passes = readPasses(text.split(/[\s,]+/u).filter((word) => word !== ''));
  if (typeof passes !== 'string') return passes;
  throw new ToolError('bad-usage', { message: `muster:allow and MUSTER_ALLOW take ${passes}` });
}

function readPass(text: string): readonly [string, number] | string {
  const [, guard = '', count = ''] = /^([a-z][a-z-]*)=(\d{1,9})$/u.exec(text) ?? [];
  if (guard === '') return `GUARD=NUMBER such as deletes=12; given: ${text}`;
  if ((PASSABLE_GUARDS as readonly string[]).includes(guard)) return [guard, Number(count)];
  const near = didYouMean(guard.replace(/^guard-/u, ''), PASSABLE_GUARDS);
  return `one of ${PASSABLE_GUARDS.join(', ')} with the number a plan names; given: ${text}${near}`;
}
