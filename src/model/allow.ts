// The words that pass a guard: `deletes=12`. One list and one reading of it for `--allow`, MUSTER_ALLOW and stack configuration.

/** What comes before the equals sign; a plan names the one it needs with the exact number. */
const PASSABLE_GUARDS = ['deletes', 'file-deletes', 'first-run', 'overwrite', 'vanished'] as const;

/** Guard and number, or in words what is wrong. */
export function readPass(text: string): readonly [string, number] | string {
  const [, guard = '', count = ''] = /^([a-z][a-z-]*)=(\d{1,9})$/u.exec(text) ?? [];
  if (guard === '') return `GUARD=NUMBER such as deletes=12; given: ${text}`;
  if (!(PASSABLE_GUARDS as readonly string[]).includes(guard)) {
    return `one of ${PASSABLE_GUARDS.join(', ')} with the number a plan names; given: ${text}`;
  }
  return [guard, Number(count)];
}
