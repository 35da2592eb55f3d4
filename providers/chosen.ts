// An order beside what a handler finds a moment later: what is still due as it was planned, and what is refused.

import { needsPerson } from '../src/core/engine/parts.ts';
import type { PartDiff } from '../src/core/engine/pass.ts';
import type { Address } from '../src/core/model/address.ts';
import type { ErrorCode } from '../src/core/model/errors.ts';
import type { Change } from '../src/core/reconcile/change.ts';
import type { Verdict } from '../src/core/reconcile/verdict.ts';
import { whyVerdict } from '../src/core/report/words/why-verdict.ts';
import { sightOf } from './order.ts';
import type { Order, OrderedChange } from './order.ts';
import type { Refusal } from './refusals.ts';

export interface ChosenChanges {
  readonly changes: readonly Change[];
  readonly refusals: readonly Refusal[];
}

/** What is ordered and still due. Anything else that a handler finds is left to the next plan. */
export function chosen(compared: PartDiff, { changes: ordered }: Order): ChosenChanges {
  const found = new Map(compared.changes.map((change) => [change.address, change]));
  const answers = ordered.map((each) => answerTo(each, found.get(each.address), compared));
  return {
    changes: answers.flatMap((answer) => ('change' in answer ? [answer.change] : [])),
    refusals: answers.flatMap((answer) => ('refusal' in answer ? [answer.refusal] : [])),
  };
}

type Answer = { readonly change: Change } | { readonly refusal: Refusal } | { readonly isDone: true };

function answerTo(ordered: OrderedChange, change: Change | undefined, compared: PartDiff): Answer {
  const { address, action, before } = ordered;
  if (change !== undefined && change.action === action) {
    if (sightOf(change) === before) return { change };
    return movedSince(address, 'is not as the plan saw it');
  }
  const said = compared.verdicts.filter((verdict) => verdict.address === address && verdict.class !== 'assumed');
  const open = said.find(needsPerson);
  if (open !== undefined) return { refusal: refusalOf(open) };
  if (change === undefined && isFulfilled(ordered, compared, said)) return { isDone: true };
  const words = said.map((each) => whyVerdict(each)).join('; ');
  const due = change === undefined ? '' : `the plan says ${action}, by now it would be ${change.action}`;
  return movedSince(address, words || due || `${action} is no longer due`);
}

function movedSince(address: Address, text: string): Answer {
  return { refusal: { address, code: 'moved', message: text } };
}

/** As a refresh of this run, or an interrupted run, may have left it. */
function isFulfilled({ address, action }: OrderedChange, { recorded }: PartDiff, said: readonly Verdict[]): boolean {
  const object = recorded.objects.get(address);
  if (action === 'delete') return object === undefined;
  if (action === 'forget') return object === undefined || (object.kind === 'record' && object.consumed !== null);
  return object !== undefined && !said.some((verdict) => verdict.class === 'kept' || verdict.class === 'consumed');
}

export function refusalOf(verdict: Verdict): Refusal {
  const { address, code } = verdict;
  return { address, code: code ?? ('needs-decision' satisfies ErrorCode), message: whyVerdict(verdict) };
}
