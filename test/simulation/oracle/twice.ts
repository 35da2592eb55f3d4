// H1 over all campaigns: who was called in one campaign is not added in another one to which the line went, nor where an add of ours to the
// first one was not answered and may still come: then the customer is called from both.

import type { Task } from '../../../src/sandbox/world/task.ts';
import type { PlayedRun } from '../life.ts';
import { allowedIn, isOpenTask, lineOf, numberIn } from './evidence.ts';
import type { Asked, Evidence, TaskChange, Violation } from './evidence.ts';
import { isForgotten } from './state.ts';

/** For so long an add that was not answered may still be carried out (docs/recovery.md). */
const MAY_COME_MS = 2 * 60_000;

interface Added {
  readonly change: TaskChange;
  readonly task: Task;
  readonly asked: Asked;
  readonly run: PlayedRun;
}

export function judgeTwice(evidence: Evidence): Violation[] {
  return evidence.changes.flatMap((change): Violation[] => {
    const added = addedBy(change, evidence);
    if (added === null) return [];
    const { campaignName, clientId } = added.task;
    const [other] = evidence.changes.filter(
      (each) => isElsewhere(each, added) && (wasCalled(each, added, evidence) || mayCome(each, added, evidence)),
    );
    if (other === undefined) return [];
    const text = `${campaignName}/${clientId} is added, and task ${other.id} of ${other.after?.campaignName} is ours, too`;
    return [{ rule: 'H1', at: change.at, text, isRace: isSince(other, added, evidence) }];
  });
}

/** Added, or opened, for a line that gives no reason; null for anything else, and where a person has said that it may be. */
function addedBy(change: TaskChange, { requests, life, ...more }: Evidence): Added | null {
  const { before, after: task, request } = change;
  const asked = requests.get(request ?? 0);
  if (task === null || !isOpenTask(task) || (before !== null && isOpenTask(before))) return null;
  if (asked?.operation !== 'addOrUpdateCampaignRecord') return null;
  const run = life.runs.find((each) => each.run === asked.run);
  const line = run && lineOf(run.files, task.campaignName, task.clientId);
  if (!run || !line || line.reissue !== undefined) return null;
  const allowed = allowedIn(run, { requests, life, ...more });
  const isSaid = numberIn(allowed['ids']) > 0 || numberIn(allowed['interrupted']) > 0;
  return isSaid || isInTwo(task, life.runs) ? null : { change, task, asked, run };
}

/** Declared in two campaigns at once, a clientId is two records. */
function isInTwo({ clientId }: Task, runs: readonly PlayedRun[]): boolean {
  return runs.some(
    ({ files }) =>
      files.campaigns.filter(({ campaignName }) => lineOf(files, campaignName, clientId) !== null).length > 1,
  );
}

/** Of the same customer, where no file declares it any more. */
function isElsewhere({ after }: TaskChange, { task, run }: Added): boolean {
  if (after === null || after.clientId !== task.clientId || after.campaignName === task.campaignName) return false;
  return lineOf(run.files, after.campaignName, after.clientId) === null;
}

/** An agent had it, and it was ours then. */
function wasCalled(
  { id, index, before, after, request }: TaskChange,
  { change, run }: Added,
  evidence: Evidence,
): boolean {
  if (index > change.index || request !== null || after === null) return false;
  if (after.attempts <= (before?.attempts ?? 0)) return false;
  const own = evidence.changes.filter((each) => each.id === id);
  const taken = own.findLast((each) => each.index < index && each.request !== null);
  if (taken === undefined || (own[0]?.request === null && isGivenUp(after, { from: taken.index, to: index }, evidence)))
    return false;
  return own.every(({ event }) => event !== 'move-by-hand') && !isForgotten(id, run, evidence);
}

/** Of others, taken over where no marker is written, and its line went from what was applied: nothing shows from there that it was ours. */
function isGivenUp(
  { campaignName, clientId, items }: Task,
  { from, to }: { readonly from: number; readonly to: number },
  { life }: Evidence,
): boolean {
  const isDone = (run: PlayedRun): boolean =>
    run.verb === 'apply' && run.end.kind === 'ended' && run.end.result !== null && run.from > from && run.to <= to;
  const isGone = life.runs.some((run) => isDone(run) && lineOf(run.files, campaignName, clientId) === null);
  return isGone && !items.some(({ key }) => key === 'musterStack');
}

/** Made by an earlier run that heard no answer, after the add or so shortly before it that nobody could tell whether it would come. */
function mayCome(
  { index, before, request }: TaskChange,
  { change, asked, run }: Added,
  { requests, life }: Evidence,
): boolean {
  const sent = requests.get(request ?? 0);
  if (before !== null || sent?.operation !== 'addOrUpdateCampaignRecord' || sent.run >= run.run) return false;
  const isLate = index > change.index && sent.index < asked.index && asked.at - sent.at < MAY_COME_MS;
  const isSkewed = life.plan.steps.some(({ skewMs }) => skewMs !== 0);
  return isLate && !sent.isAnswered && !isSkewed && run.knows.has(sent.run);
}

/** It came to pass after the last look, or no reading could show it yet. */
function isSince({ at, index }: TaskChange, { change, task, asked }: Added, { lastLook, life }: Evidence): boolean {
  const { S19: lag = 0 } = life.plan.world.switches;
  return index < change.index && (lag > 0 || at >= (lastLook(asked, task.clientId) ?? 0));
}
