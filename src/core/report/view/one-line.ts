// What becomes of the objects of one Pulumi resource in one line, in the words of a plan: of one object what its row says, of several how
// many.

import { ACTIONS } from '../../model/state.ts';
import type { Action } from '../../model/state.ts';
import type { Target } from '../../model/target.ts';
import type { Change } from '../../reconcile/change.ts';
import { reportChange } from '../documents/plan-rows.ts';
import { secondSystem } from '../words/words.ts';
import { toDoText } from './effects.ts';
import { draftChange } from './member.ts';

/** Empty where nothing changes. */
export function oneLine(changes: readonly Change[], target: Target): string {
  const [first, second] = changes;
  if (first === undefined) return '';
  if (second !== undefined) return toDoText(countsOf(changes));
  const system = secondSystem(target);
  const { verb, member } = draftChange(reportChange(first, { part: 'additions', tiedTo: null }, { system }), {
    target,
  });
  const said = [...member.details, ...member.notes.map(({ text }) => text)];
  return `${verb} ${member.subject}: ${said.join('; ')}`;
}

function countsOf(changes: readonly Change[]): Readonly<Record<Action, number>> {
  const amounts = ACTIONS.map((action) => [action, changes.filter((each) => each.action === action).length] as const);
  return Object.fromEntries(amounts) as Record<Action, number>;
}
