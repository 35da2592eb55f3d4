// H3: what a run says it did stands in the service. H4: no open task stays pinned to somebody whom we removed. H8: a move ends with one
// copy.

import type { Task } from '../../../src/sandbox/world/task.ts';
import type { PlayedRun } from '../life.ts';
import {
  endOf,
  isCut,
  isOpenTask,
  isTouched,
  isWritten,
  isYoung,
  lineOf,
  pinnedLike,
  searchedIn,
  tasksOf,
  toldIn,
} from './evidence.ts';
import type { Evidence, TaskChange, Violation } from './evidence.ts';
import { wasLiedTo } from './answers.ts';

export function judgeEnds(evidence: Evidence): Violation[] {
  const { runs } = evidence.life;
  const found = runs.flatMap((run) => [...saidAndDone(run, evidence), ...stillPinned(run, evidence)]);
  return [...found, ...pinnedBeside(evidence)];
}

/** The items by which a task can be looked for: the clientId as data, and the marker. */
const SEARCHED: ReadonlySet<string> = new Set(['Id', 'musterStack']);

function isShown(id: number, { run }: PlayedRun, { requests }: Evidence): boolean {
  return [...requests.values()].some(
    (each) => each.run === run && JSON.stringify(each.answer ?? null).includes(`"R-${id}"`),
  );
}

/** A task of ours, which the service shows as REMOVED wherever others carry it: recorded there, it is used up, as where it stood. */
function isClearedByOthers(clientId: string, evidence: Evidence): boolean {
  const isCleared = ({ id, before, after, request }: TaskChange): boolean =>
    request === null && after === null && before?.clientId === clientId && isWritten(id, evidence);
  return evidence.life.plan.world.switches.S5 === 'removed-visible' && evidence.changes.some(isCleared);
}

/** By us, and shown as REMOVED ("Effect of deleteRecordFromCampaign on workedState: not shown"): it is not what a move brought. */
function wasDeleted({ id, state }: Task, { changes, requests }: Evidence): boolean {
  const last = changes.findLast((each) => each.id === id && each.before?.state !== each.after?.state);
  return state === 'REMOVED' && requests.get(last?.request ?? 0)?.operation === 'deleteRecordFromCampaign';
}

function saidAndDone(run: PlayedRun, evidence: Evidence): Violation[] {
  const { end, files, after } = run;
  if (end.kind === 'killed' || end.result === null) return [];
  return end.result.settlements.flatMap((settlement) => {
    const { change, kind } = settlement;
    if (kind === 'failed' && settlement.problem.code === 'still-there') return wronglyThere(change, run, evidence);
    if (
      kind !== 'applied' ||
      settlement.notes.some((note) => note.kind === 'unconfirmed' || note.kind === 'made-unproven')
    )
      return [];
    const say = (rule: string, text: string): Violation[] => [{ rule, at: endOf(run, evidence), text, isRace: false }];
    if (wasLiedTo(settlement, run, evidence)) return [];
    if (change.kind === 'user') {
      const name = change.loginUserId;
      if (isTouched(run, evidence, name)) return [];
      const seen = after.people.get(name) ?? { inService: false, connectUserId: null };
      const isMade = change.action === 'create' || change.action === 'restore' || change.action === 'replace';
      // A lie whose confirmation could not be read is said to be unproven.
      const isUnproven = 'unproven' in settlement && settlement.unproven === true;
      if (isMade && !seen.inService && !isUnproven)
        return say('H3', `${change.action} of ${name} is called applied, and nobody is in the service`);
      if (change.action === 'delete' && change.cause.kind !== 'backend-only' && seen.inService)
        return say('H3', `delete of ${name} is called applied, and the user is in the service`);
      if (change.action === 'delete' && change.deleteInBackend && seen.connectUserId !== null)
        return say('H9', `delete of ${name} in the backing instance is called applied, and the account is there`);
      const line = files.users.find(({ loginUserId }) => loginUserId === name);
      const isProven = end.result?.settlements.every(
        (each) => each.change !== change || !('unproven' in each) || each.unproven !== true,
      );
      if (isMade && isProven === true && line?.createInBackend === true && seen.connectUserId === null)
        return say(
          'H9',
          `${change.action} of ${name} in the backing instance is called applied, and no account is there`,
        );
      return [];
    }
    const { clientId, campaign, action } = change;
    if (isTouched(run, evidence, clientId) || isYoung(run, evidence, clientId)) return [];
    const tasks = tasksOf(run, campaign.campaignName, clientId);
    const name = `${campaign.campaignName}/${clientId}`;
    if (action === 'create' && tasks.length === 0)
      return say('H3', `create of ${name} is called applied, and no task is there`);
    if (action === 'delete' && change.cause.kind !== 'undeclared' && tasks.length === 0) return [];
    const line = lineOf(files, campaign.campaignName, clientId);
    if (action === 'move') {
      // What others have there beside it is theirs.
      const ownIn = (name: string): Task[] => tasksOf(run, name, clientId).filter(({ id }) => isWritten(id, evidence));
      const left = ownIn(change.from?.campaign.campaignName ?? '');
      // Nothing was transferred: it had left, and adopt: true takes over what stands there; what is finished stays as it is.
      const isTaken = line?.adopt === true && change.writes.length === 0;
      // Of duplicates the file names the one that is meant, and says what becomes of the others. "Unique id assigned by the service within
      // the campaign": where none has that id any more, what was transferred has another one.
      const isNamed = ({ id }: Task): boolean => line?.previewRecordId === `R-${id}`;
      const isMeant = (task: Task): boolean => isNamed(task) || !tasks.some(isNamed);
      // "With an id, at most one task is returned", and what lost its id and its marker no search of data shows, nor is there one of what others
      // have where neither intake files nor markers call for it: a person said who it is.
      const isSearched = files.campaigns.some(
        (each) => each.campaignName === campaign.campaignName && (each.intake || each.marker),
      );
      const isHidden = ({ id, items }: Task): boolean =>
        line?.adopt === true &&
        !((isSearched || !isTaken) && items.some(({ key }) => SEARCHED.has(key))) &&
        !isShown(id, run, evidence);
      const own = (isTaken ? tasks : ownIn(campaign.campaignName)).filter(
        (task) => isMeant(task) && !isHidden(task) && !wasDeleted(task, evidence),
      );
      if (own.length === 0 && change.writes.length === 0 && isClearedByOthers(clientId, evidence)) return [];
      // What others have there twice, with no sign of ours, a look by the id alone shows once.
      const isOfOthers = isTaken && own.length > 1 && !own.some(({ id }) => isWritten(id, evidence));
      // A search that shows a part of them says so of nobody.
      if (own.length !== 1 && !isOfOthers && !(isTaken && isCut(own, evidence)))
        return say('H8', `move of ${name} is called applied, and ${own.length} tasks are there`);
      if (left.length > 0 && change.writes.includes('transferCampaignRecord'))
        return say(
          'H8',
          `move of ${name} is called applied, and a task stays in ${change.from?.campaign.campaignName}`,
        );
    }
    // Of two, others have put one there.
    const [task, second] = tasks;
    if (change.cause.kind === 'reissue' && tasks.length > 0 && !tasks.some(isOpenTask))
      return say('H3', `a reason to call ${name} again is called applied, and its task is finished`);
    const isSent =
      (action === 'create' || action === 'update' || (action === 'move' && change.writes.length > 0)) &&
      // Of duplicates only one that goes is written.
      change.cause.kind !== 'twins' &&
      change.cause.kind !== 'offboarding';
    const isFinished = line?.ensure === 'completed' || line?.ensure === 'removed';
    if (!isSent || isFinished || line === null || task === undefined || change.desired === null) return [];
    if (second !== undefined) return [];
    // Of an item that the service keeps and does not show nobody knows that others changed it: sent is what an update of data says.
    const { itemsNotShown = [] } = evidence.life.plan.world.switches;
    const isUnseen = (key: string): boolean =>
      itemsNotShown.includes(key) && !change.writes.includes('addOrUpdateCampaignRecord');
    const wrong = Object.entries(line.data).filter(
      ([key, value]) => !isUnseen(key) && task.items.find((item) => item.key === key)?.value !== value,
    );
    if (wrong.length > 0)
      return say(
        'H3',
        `${action} of ${name} is called applied, and ${wrong.map(([key]) => key).join(', ')} is another`,
      );
    return [];
  });
}

/** What a run says of a change, as far as it is judged here; the oracle has its own words for it, not those of the reconciler. */
type SaidChange =
  | { readonly kind: 'user' }
  | {
      readonly kind: 'record';
      readonly action: string;
      readonly clientId: string;
      readonly campaign: { readonly campaignName: string };
    };

/** A removal ends with a reading: what is gone, or shown as REMOVED, is not called there. */
function wronglyThere(change: SaidChange, run: PlayedRun, evidence: Evidence): Violation[] {
  if (change.kind !== 'record' || change.action !== 'delete') return [];
  const { clientId, campaign } = change;
  const { S19: lag = 0 } = evidence.life.plan.world.switches;
  const isThere = tasksOf(run, campaign.campaignName, clientId).length > 0;
  if (isThere || lag > 0 || isTouched(run, evidence, clientId)) return [];
  const text = `delete of ${campaign.campaignName}/${clientId} is called still there, and no task is`;
  return [{ rule: 'H3', at: endOf(run, evidence), text, isRace: false }];
}

/** By the files of one partition, while an open task that another one records waits for that person: in the wrong order. */
function pinnedBeside(evidence: Evidence): Violation[] {
  const { life, changes, requests } = evidence;
  return life.log.flatMap((entry, index): Violation[] => {
    if (life.plan.isParted !== true || entry.kind !== 'effect' || entry.effect.of !== 'user') return [];
    const { login, before, after } = entry.effect;
    const run = life.runs.find((each) => each.run === requests.get(entry.request ?? -1)?.run);
    if (run === undefined || !before.inService || after.inService) return [];
    const said = toldIn(run, evidence).some((line) => line.startsWith(`user:${login}: `) && line.includes('pinned'));
    const own = [
      ...Map.groupBy(
        changes.filter((each) => each.index < index),
        ({ id }) => id,
      ).values(),
    ];
    const left = own.flatMap((each) => {
      const task = each.at(-1)?.after ?? null;
      const isPinned = task !== null && task.preferredAgent === login && isOpenTask(task);
      return isPinned && each.every((change) => isRecorded(change, run, evidence)) ? [task] : [];
    });
    if (said || left.length === 0) return [];
    const text = `${login} is removed, and ${left.length} open tasks of ours were pinned there, in whichever partition`;
    return [{ rule: 'H4', at: entry.at, text, isRace: false }];
  });
}

/** By an earlier run of ours that ended well: a partition records it, whether or not a file still has its campaign. */
function isRecorded({ request }: TaskChange, { run, knows }: PlayedRun, { life, requests }: Evidence): boolean {
  const asked = requests.get(request ?? -1);
  const by = life.runs.find((each) => each.run === asked?.run);
  const isDone = asked?.isAnswered === true && by?.end.kind === 'ended' && by.end.exit === 0;
  return isDone && by.run < run && knows.has(by.run);
}

function stillPinned(run: PlayedRun, evidence: Evidence): Violation[] {
  const { end } = run;
  if (end.kind === 'killed' || end.result === null) return [];
  return end.result.settlements.flatMap((settlement) => {
    const { change, kind } = settlement;
    if (change.kind !== 'user' || change.action !== 'delete' || kind !== 'applied') return [];
    // Through Pulumi a resource says it in a line of its own.
    const isSaid =
      (settlement.kind === 'applied' &&
        settlement.notes.some(({ kind: note }) => note === 'pins-left' || note === 'pins-unread')) ||
      toldIn(run, evidence).some((line) => line.startsWith(`${change.address}: `) && line.includes('pinned'));
    const left = [...run.after.tasks.values()].filter(
      (task) =>
        task.preferredAgent === change.loginUserId && isOpenTask(task) && !isTouched(run, evidence, task.clientId),
    );
    if (isSaid || left.length === 0 || isTouched(run, evidence, change.loginUserId)) return [];
    const searched = searchedIn(run, evidence);
    const all = [...run.after.tasks.values()];
    const reached = left.filter((task) => searched.has(task.campaignName) && !isCut(pinnedLike(all, task), evidence));
    if (reached.length === 0) return [];
    return [
      {
        rule: 'H4',
        at: endOf(run, evidence),
        text: `${change.loginUserId} is removed, and ${reached.length} open tasks are pinned there`,
        isRace: false,
      },
    ];
  });
}
