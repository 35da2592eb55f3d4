// H4: nobody is removed while open tasks in a campaign of the files, or one that policy.offboard names, wait for that person. P1: nobody gets
// a pin whom policy.agents refuses. P2: a pin that is over ("30 minutes … the preference is cleared") is decay that was to be expected: it is not
// set again until the file asks for it anew. P3: a reason opens no task with a pin that its line names no more.

import type { Task } from '../../../src/sandbox/world/task.ts';
import type { RecordLine } from '../files.ts';
import type { PlayedRun } from '../life.ts';
import { isCut, isOpenTask, isTouched, isYoung, lineOf, pinnedLike, searchedIn, tasksOf } from './evidence.ts';
import type { Evidence, TaskChange, Violation } from './evidence.ts';

export const judgePins = (evidence: Evidence): Violation[] => [
  ...waitedFor(evidence),
  ...refusedPins(evidence),
  ...pinnedAgain(evidence),
  ...keptPins(evidence),
  ...takenOff(evidence),
];

/** A pin that a line asks for, and that the task had not. */
function refusedPins({ changes, requests, life }: Evidence): Violation[] {
  // Without an interface for users "its pins are passed on as they are" (docs/offboarding.md).
  if (life.plan.world.switches.identity === 'internal') return [];
  return changes.flatMap(({ before, after, request, at }): Violation[] => {
    const run = life.runs.find((each) => each.run === requests.get(request ?? 0)?.run);
    const agent = after?.preferredAgent ?? '';
    if (run === undefined || after === null || agent === '' || agent === before?.preferredAgent) return [];
    // Of what ends a pin asks nothing.
    if (!isOpenTask(after)) return [];
    const { files } = run;
    const { agents = 'known' } = files.policy ?? {};
    const isAsked = lineOf(files, after.campaignName, after.clientId)?.preferredAgent === agent;
    const isDeclared = files.users.some(({ loginUserId }) => loginUserId === agent);
    if (!isAsked || isDeclared || agents === 'any') return [];
    const said = [...requests.values()].flatMap((each) =>
      each.run === run.run && each.operation === 'query-existence' && each.body['loginUserId'] === agent
        ? JSON.stringify(each.answer ?? null)
        : [],
    );
    const isNobody = said.length > 0 && said.every((each) => each.includes('"result":"NOT_FOUND"'));
    if (agents !== 'declared' && !isNobody) return [];
    const text = `${after.campaignName}/${after.clientId} is pinned to ${agent}, whom policy.agents: ${agents} refuses`;
    return [{ rule: 'P1', at, text, isRace: false }];
  });
}

const isPinned = (task: Task | null): boolean => (task?.preferredAgent ?? '') !== '';

/** What of a line asks for a pin. */
const asksFor = (line: RecordLine | null): string =>
  JSON.stringify([line?.preferredAgent, line?.nextEarliestWorkTime, line?.reissue, line?.ensure]);

function pinnedAgain(evidence: Evidence): Violation[] {
  const { changes, requests, life } = evidence;
  const runOf = ({ request }: TaskChange): PlayedRun | undefined =>
    life.runs.find(({ run }) => run === requests.get(request ?? 0)?.run);
  return changes.flatMap((change): Violation[] => {
    const { before, after, request, at, index, id } = change;
    if (request === null || before === null || after === null || isPinned(before) || !isPinned(after)) return [];
    const own = changes.filter((each) => each.id === id && each.index < index);
    const set = own.findLastIndex((each) => isPinned(each.after) && !isPinned(each.before));
    const [given, ...since] = own.slice(Math.max(0, set));
    const lapse = since.find(({ event }) => event === 'pin-lapsed');
    const isOthers = since.some((each) => each.request === null && each !== lapse);
    const isMoved = after.campaignName !== given?.after?.campaignName || after.earliestAt !== lapse?.before?.earliestAt;
    const [first, last] = [given && runOf(given), runOf(change)];
    if (
      lapse?.before?.preferredAgent !== after.preferredAgent ||
      isOthers ||
      isMoved ||
      !first ||
      !last ||
      !isApplied(after, first) ||
      !last.knows.has(first.run)
    )
      return [];
    const { campaignName, clientId } = after;
    const asked = life.runs
      .filter(({ run }) => run >= first.run && run <= last.run)
      .map(({ files }) => asksFor(lineOf(files, campaignName, clientId)));
    if (new Set(asked).size > 1) return [];
    const write = requests.get(request);
    const { S19: lag = 0 } = life.plan.world.switches;
    const looked = write === undefined ? null : evidence.lastLook(write, clientId);
    const shows = Math.min(looked ?? 0, (write?.at ?? 0) - lag);
    const text = `${campaignName}/${clientId} is pinned again to ${after.preferredAgent ?? ''}, whose time is over`;
    return [{ rule: 'P2', at, text, isRace: shows <= lapse.at }];
  });
}

/** What a run could not see through may be sent once more; that another partition lets go of it says nothing of the write. */
function isApplied({ campaignName, clientId }: Task, { end }: PlayedRun): boolean {
  const settlements = end.kind === 'ended' ? (end.result?.settlements ?? []) : [];
  return settlements.some(
    ({ kind, change: { action, address } }) =>
      kind === 'applied' && action !== 'forget' && String(address) === `record:${campaignName}/${clientId}`,
  );
}

/** An earlier version named whoever it is still pinned to, and the one of this run names nobody. */
function keptPins(evidence: Evidence): Violation[] {
  const { runs, log } = evidence.life;
  return runs.flatMap((run): Violation[] => {
    if (run.end.kind === 'killed' || run.end.result === null) return [];
    return run.end.result.settlements.flatMap(({ kind, change }): Violation[] => {
      if (kind !== 'applied' || change.kind !== 'record' || change.cause.kind !== 'reissue') return [];
      const { campaignName } = change.campaign;
      const line = lineOf(run.files, campaignName, change.clientId);
      const [task, second] = tasksOf(run, campaignName, change.clientId);
      if (line === null || line.preferredAgent !== undefined || task === undefined || second !== undefined) return [];
      if (!isPinned(task) || !isOpenTask(task) || isRevivedUnseen(change, evidence)) return [];
      if (isTouched(run, evidence, change.clientId) || isYoung(run, evidence, change.clientId)) return [];
      const isOfFile = runs.some(
        (each) =>
          each.run < run.run &&
          lineOf(each.files, campaignName, change.clientId)?.preferredAgent === task.preferredAgent,
      );
      const text = `${campaignName}/${change.clientId} is opened with the pin to ${task.preferredAgent ?? ''}, whom its line names no more`;
      return isOfFile ? [{ rule: 'P3', at: log[run.to - 1]?.at ?? 0, text, isRace: false }] : [];
    });
  });
}

/** A search shows no deleted task, and an add takes it up again with all that it had: nobody can know, and an add takes no pin away. */
const isRevivedUnseen = ({ writes }: { readonly writes: readonly string[] }, { life: { plan } }: Evidence): boolean =>
  writes[0] === 'addOrUpdateCampaignRecord' &&
  plan.world.switches.S5 === 'removed-hidden' &&
  plan.world.switches.S6 === 'revives';

/** `offboard: block`, which is what a line says that says nothing: nobody takes the pins of others off to remove the person. */
function takenOff({ changes, requests, life }: Evidence): Violation[] {
  return changes.flatMap(({ before, after, request, at, index }): Violation[] => {
    const run = life.runs.find((each) => each.run === requests.get(request ?? 0)?.run);
    const login = before?.preferredAgent ?? '';
    if (!run || !before || login === '' || !after || !isOpenTask(after) || after.preferredAgent === login) return [];
    const lines = life.runs.flatMap((each) =>
      each.run <= run.run ? (each.files.users.find(({ loginUserId }) => loginUserId === login) ?? []) : [],
    );
    const isLeaver = run.files.users.every(({ loginUserId, ensure }) => loginUserId !== login || ensure === 'absent');
    const { campaignName, clientId } = after;
    const pins = life.runs.map(({ files }) => lineOf(files, campaignName, clientId)?.preferredAgent);
    const isOfFiles = pins.some((pin) => pin !== undefined);
    const by = changes.findLast((each) => each.index < index && each.after?.preferredAgent === login);
    if (!isLeaver || isOfFiles || by?.request !== null || lines.some(({ offboard = 'block' }) => offboard !== 'block'))
      return [];
    const text = `${campaignName}/${clientId} waits for ${login}, whose line blocks, and the pin is taken off`;
    return [{ rule: 'P4', at, text, isRace: false }];
  });
}

function waitedFor(evidence: Evidence): Violation[] {
  return evidence.life.log.flatMap((entry, index): Violation[] => {
    if (entry.kind !== 'effect' || entry.effect.of !== 'user' || entry.request === null) return [];
    const { login, before, after } = entry.effect;
    const asked = evidence.requests.get(entry.request);
    const run = evidence.life.runs.find((each) => each.run === asked?.run);
    if (!before.inService || after.inService || run === undefined) return [];
    // Whoever is made again at once keeps the tasks.
    const isReplaced = run.files.users.some(({ loginUserId, ensure }) => loginUserId === login && ensure !== 'absent');
    const searched = searchedIn(run, evidence);
    const tasks = tasksUpTo(index, evidence);
    // What the service does after its run has ended (a late write) comes upon what others did since.
    const isLater = ({ id }: Task): boolean =>
      evidence.changes.some(
        (each) => each.id === id && each.request === null && each.index >= run.to && each.index < index,
      );
    const left = tasks.filter(
      (task) =>
        task.preferredAgent === login &&
        isOpenTask(task) &&
        searched.has(task.campaignName) &&
        !isCut(pinnedLike(tasks, task), evidence) &&
        !isTouched(run, evidence, task.clientId) &&
        !isLater(task) &&
        !isYoung(run, evidence, task.clientId),
    );
    if (isReplaced || left.length === 0) return [];
    const names = left.map(({ campaignName, clientId }) => `${campaignName}/${clientId}`).slice(0, 3);
    return [
      { rule: 'H4', at: entry.at, text: `${login} is removed while ${names.join(', ')} wait there`, isRace: false },
    ];
  });
}

function tasksUpTo(index: number, { changes }: Evidence): Task[] {
  const tasks = new Map<number, Task | null>();
  for (const each of changes) if (each.index < index) tasks.set(each.id, each.after);
  return [...tasks.values()].flatMap((task) => task ?? []);
}
