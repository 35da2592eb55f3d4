// What an apply of ours took away or gave, and this plan takes back: whoever approves it is told. Pure.

import type { Address } from '../../model/address.ts';
import type { AppliedRun, BegunChange } from '../../model/applied.ts';
import type { Change, Reversal } from '../change.ts';

const ADDS: ReadonlySet<string> = new Set(['create', 'restore', 'move']);
const REMOVES: ReadonlySet<string> = new Set(['delete', 'forget']);

/** The change with the newest apply that began the opposite of it; recorded state says what came of that one. */
export function reversalsIn(applied: readonly AppliedRun[]): (change: Change) => Change {
  const latest = new Map<Address, { readonly run: AppliedRun; readonly begun: BegunChange }>();
  for (const run of applied.toReversed()) {
    for (const begun of run.changes ?? []) if (begun.isBegun) latest.set(begun.address, { run, begun });
  }
  return (change) => {
    const { address, action, recorded } = change;
    const did: Reversal['did'] | null =
      action === 'create' && recorded === null ? 'removed' : REMOVES.has(action) && recorded !== null ? 'added' : null;
    const last = latest.get(address);
    if (did === null || last === undefined || !(did === 'removed' ? REMOVES : ADDS).has(last.begun.action))
      return change;
    const { at, files } = last.run;
    return { ...change, reverses: { did, at, commit: files === null || files.edited ? null : files.commit } };
  };
}
