// What the classes of a program remove. Its plan has counted that before anything was registered (src/program/class-plan.ts), and a guard
// has let it pass. What no plan counted, because its declaration was known too late, meets the same limit here, in the process that sees
// each removal. Pure but for the count.
//
//   removed in this update, all in all                             then
//   no more than the plan counted, or the policy allows            carried out
//   no more than `deletes=N` in MUSTER_ALLOW or muster:allow       carried out
//   more                                                           `guard-deletes`: that resource as a whole, before a request
//   no program said a number (a destroy, desired states)           carried out

import type { PassableGuard } from '../src/model/allow.ts';
import type { Address } from '../src/model/address.ts';
import type { Change } from '../src/reconcile/change.ts';
import type { Refusal } from './refusals.ts';

export interface Removals {
  /** `text`: PLANNED of a class, and the name of the target. */
  planned(text: unknown, target: string): void;
  /** Those of the changes of one resource that nothing speaks for. One object counts once, however often the engine asks. */
  refused(changes: readonly Change[]): Refusal[];
}

export function openRemovals(limit: number, allow: Readonly<Record<string, number>>): Removals {
  const allowed = allow['deletes' satisfies PassableGuard] ?? 0;
  const removed = new Set<Address>();
  let counted: number | null = null;
  return {
    planned: (text, target) => {
      const all: unknown = typeof text === 'string' ? JSON.parse(text) : null;
      const own = Object.entries(all ?? {}).find(([name]) => name === target)?.[1] as unknown;
      if (typeof own === 'number') counted = own;
    },
    refused: (changes) => {
      const lost = changes.filter((change) => isRemoval(change) && !removed.has(change.address));
      const sum = removed.size + lost.length;
      if (counted === null || sum <= Math.max(limit, counted, allowed)) {
        for (const { address } of lost) removed.add(address);
        return [];
      }
      const message = `${sum} objects would be removed in this update, and its plan counted ${counted}; look at them, then pass it with MUSTER_ALLOW=deletes=${sum}`;
      return lost.map(({ address }): Refusal => ({ address, code: 'guard-deletes', message }));
    },
  };
}

export function isRemoval({ action }: Pick<Change, 'action'>): boolean {
  return action === 'delete' || action === 'replace';
}
