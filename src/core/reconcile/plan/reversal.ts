// What an apply of ours took away or gave, and this plan takes back: whoever approves it is told. Pure.

import { lastEnded, lastGiven } from '../../model/applied.ts';
import type { AppliedRun } from '../../model/applied.ts';
import type { Change } from '../change.ts';

const ADDS: ReadonlySet<string> = new Set(['create', 'restore', 'move']);
const REMOVES: ReadonlySet<string> = new Set(['delete', 'forget']);

/** The change with the newest apply that began the opposite of it; recorded state says what came of that one, and that nothing came of all since. */
export function reversalsIn(applied: readonly AppliedRun[]): (change: Change) => Change {
  const [given, ended] = [lastGiven(applied), lastEnded(applied)];
  return (change) => {
    const { address, action, recorded } = change;
    const isBack = action === 'create' && recorded === null;
    const last = isBack ? ended.get(address) : REMOVES.has(action) && recorded !== null && given.get(address);
    if (!last || (!isBack && !ADDS.has(last.action))) return change;
    const { at, files } = last;
    const commit = files === null || files.edited ? null : files.commit;
    return { ...change, reverses: { did: isBack ? 'removed' : 'added', at, commit } };
  };
}
