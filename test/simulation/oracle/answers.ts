// What an answer is worth: a refusal that has a ground, and a SUCCESS that nobody has to doubt.

import { ERRORS } from '../../../src/core/model/errors.ts';
import type { Task } from '../../../src/sandbox/world/task.ts';
import type { PersonLine } from '../files.ts';
import type { Effect } from '../log.ts';
import type { Life, PlayedRun } from '../life.ts';
import { lineOf } from './evidence.ts';
import type { Evidence } from './evidence.ts';

export type Settlement = NonNullable<Extract<PlayedRun['end'], { kind: 'ended' }>['result']>['settlements'][number];

/** For something of this run that failed: who takes over the tasks of a leaver, say, and does not come back. */
export function isWaiting(each: Settlement, refused: readonly Settlement[]): boolean {
  if (each.kind === 'applied') return false;
  const { code, message } = each.problem;
  const isSuccessor = ({ change }: Settlement): boolean =>
    change.kind === 'user' && message.includes(change.loginUserId);
  return code === 'dependency-failed' || (code === 'offboard-blocked' && refused.some(isSuccessor));
}

/** By the switches and the truth of the double: it would be refused again, whoever asked. */
export function isRefused(each: Settlement, run: PlayedRun, { life, changes }: Evidence): boolean {
  if (each.kind === 'applied') return false;
  const { after, to } = run;
  const { change } = each;
  const { code } = each.problem;
  if (code === 'moved' && isSaidAgain(each, run, life)) return false;
  // A class has no plan that would have asked: its write does, or a line beside the table of the engine. Of a delete the next plan asks,
  // where there is one.
  const isAsked = life.plan.isNative === true || change.kind === 'user' || change.action !== 'delete';
  if (life.plan.door === 'pulumi' && ERRORS[code].exit === 4 && isAsked) return true;
  if (!['refused', 'already-exists'].includes(code)) return false;
  if (isOutOfReach(each, run, life)) return true;
  const { S6, S9, S14: blockedMs = 0 } = life.plan.world.switches;
  if (change.kind === 'user') {
    const seen = after.people.get(change.loginUserId);
    return (
      isBlocked(change.loginUserId, blockedMs, { life, to }) ||
      (seen !== undefined && (seen.inService || seen.connectUserId !== null))
    );
  }
  const { clientId, campaign } = change;
  const isIn = (task: Task | null): boolean =>
    task?.clientId === clientId && task.campaignName === campaign.campaignName;
  const wasDeleted = changes.some((one) => isIn(one.before) && !isIn(one.after));
  const isTaken = (S9 ?? 'refuse') === 'refuse' && [...after.tasks.values()].some(isIn);
  if (change.action === 'move') return isTaken || (S6 === 'refused' && wasDeleted);
  // Rule 6 of the document: an intake file of another first column is a ground, too.
  const isIntake = changes.some((one) => one.request === null && isIn(one.after));
  return (S6 === 'refused' && wasDeleted) || isIntake;
}

/** What the environment has not, or does not take: a template, a queue, a campaign, a text of that length. */
function isOutOfReach({ change }: Settlement, { files }: PlayedRun, { plan }: Life): boolean {
  const {
    templates = null,
    templatesWithoutBackend = [],
    campaigns = null,
    skillQueues = null,
    S20,
  } = plan.world.switches;
  const isUnknown = (list: readonly string[] | null, name: string): boolean =>
    list === null ? name.startsWith('Unknown') : !list.includes(name);
  if (change.kind === 'user') {
    const line = files.users.find(isSameLogin(change.loginUserId));
    if (line === undefined) return false;
    const { userTemplateName: template, createInBackend = false } = line;
    return isUnknown(templates, template) || (createInBackend && templatesWithoutBackend.includes(template));
  }
  const { campaignName } = change.campaign;
  const line = lineOf(files, campaignName, change.clientId);
  const limit = S20?.kind === '4xx' || S20?.kind === 'FAILED' ? S20.max : Infinity;
  return (
    isUnknown(campaigns, campaignName) ||
    (line?.skillQueue !== undefined && isUnknown(skillQueues, line.skillQueue)) ||
    Object.values(line?.data ?? {}).some((value) => value.length > limit)
  );
}

/** The run before was refused for the same, and nobody did anything since: who plans anew sees it, or asks. */
function isSaidAgain({ change: { address } }: Settlement, { run, to }: PlayedRun, { runs, log }: Life): boolean {
  const before = runs.findLast((each) => each.run < run && each.isQuiet && each.verb === 'apply');
  if (before?.end.kind !== 'ended') return false;
  const isTheSame = (each: Settlement): boolean =>
    each.kind !== 'applied' && each.problem.code === 'moved' && each.change.address === address;
  const isQuiet = !log.slice(before.from, to).some((entry) => entry.kind === 'effect' && entry.request === null);
  return isQuiet && before.end.result?.settlements.some(isTheSame) === true;
}

/** For so long after a delete the login is not free again. */
function isBlocked(login: string, ms: number, { life, to }: Pick<Evidence, 'life'> & Pick<PlayedRun, 'to'>): boolean {
  const end = life.log[to - 1]?.at ?? 0;
  return life.log.some(
    (entry) =>
      entry.kind === 'effect' &&
      entry.effect.of === 'user' &&
      entry.effect.login === login &&
      isLess(entry.effect) &&
      entry.at + ms > end,
  );
}

const isLess = ({ before, after }: Extract<Effect, { of: 'user' }>): boolean =>
  (before.inService && !after.inService) || (before.connectUserId !== null && after.connectUserId === null);

const isSameLogin =
  (login: string) =>
  ({ loginUserId }: PersonLine): boolean =>
    loginUserId === login;

/** The answer may be that to another request. */
const LIES: ReadonlySet<string | null> = new Set(['claims-done', 'swapped']);

/**
 * The document: SUCCESS is success. It is doubted where something goes, and where a create leaves a sign that one reading shows: our marker,
 * or an account for which no id came. There a lie is no excuse.
 */
export function wasLiedTo(settlement: Settlement, run: PlayedRun, { life, requests }: Evidence): boolean {
  const { change } = settlement;
  const isSame = (body: Readonly<Record<string, unknown>>): boolean =>
    change.kind === 'user' ? body['loginUserId'] === change.loginUserId : body['clientId'] === change.clientId;
  const lie = [...requests.values()].find(
    (asked) => asked.run === run.run && LIES.has(asked.fault) && isSame(asked.body),
  );
  if (lie === undefined || change.action === 'delete') return false;
  // It has all that an answer has, the id of an account included.
  if (lie.fault === 'swapped' && change.kind === 'user') return true;
  if (change.kind === 'user') return run.files.users.find(isSameLogin(change.loginUserId))?.createInBackend !== true;
  // Of one resource the next refresh reads it (providers/write.ts).
  if (life.plan.door === 'pulumi') return true;
  const { campaignName } = change.campaign;
  const hasMarker = run.files.campaigns.find((each) => each.campaignName === campaignName)?.marker === true;
  return change.action !== 'create' || !hasMarker || lineOf(run.files, campaignName, change.clientId) === null;
}
