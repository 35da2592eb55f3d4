// G4: who is on the list of whom nobody may call gets no open task, and one that is open is asked about. G1, G2: no more goes, and nobody gets an access back, than the number
// that was allowed. G3: nothing goes where not everything was read.

import { allowedIn, applyingFrom, endOf, isOpenTask, isWrite, lineOf, numberIn } from './evidence.ts';
import type { Asked, Evidence, Violation } from './evidence.ts';
import type { PlayedRun } from '../life.ts';
import type { EffectEntry, Entry } from '../log.ts';
import type { Task } from '../../../src/sandbox/world/task.ts';

/** Of the policy of every life (doors/command.ts): how many of a kind may go without a word. */
const MOST = 3;

export function judgeGuards(evidence: Evidence): Violation[] {
  const { runs } = evidence.life;
  const applies = runs.filter(({ verb }) => verb === 'apply');
  return [
    ...applies.flatMap((run) => [
      ...deleted(run, evidence),
      ...restored(run, evidence),
      ...unread(run, evidence),
      ...called(run, evidence),
    ]),
    ...runs.filter(({ isPart }) => !isPart).flatMap((run) => unasked(run, evidence)),
  ];
}

type Effects = (EffectEntry & { readonly at: number; readonly index: number })[];

/** What the requests of that run changed, also after it. */
function effectsOf({ run }: PlayedRun, { life, requests }: Evidence): Effects {
  return life.log.flatMap((entry, index) =>
    entry.kind === 'effect' && requests.get(entry.request ?? 0)?.run === run ? [{ ...entry, index }] : [],
  );
}

function deleted(run: PlayedRun, evidence: Evidence): Violation[] {
  const { log } = evidence.life;
  const { users, campaigns } = run.files;
  // A destroy is of one partition, and the files go on declaring what the others have.
  const isDestroy = users.length === 0 && campaigns.every(({ records }) => records.length === 0);
  const partAt = (index: number): number =>
    log.findLastIndex((entry, at) => at <= index && entry.kind === 'note' && entry.name.startsWith('partition '));
  const byPart = Map.groupBy(effectsOf(run, evidence), ({ index }) => (isDestroy ? partAt(index) : 0));
  return [...byPart.values()].flatMap((effects) => deletedIn(effects, run, evidence));
}

function deletedIn(effects: Effects, run: PlayedRun, evidence: Evidence): Violation[] {
  const of = (operation: string): Effects =>
    effects.filter(({ request }) => evidence.requests.get(request ?? 0)?.operation === operation);
  const records = new Set(
    of('deleteRecordFromCampaign').flatMap(({ effect }) => (effect.of === 'task' ? [effect.id] : [])),
  );
  const people = new Set(
    of('delete-user').flatMap(({ effect }) =>
      effect.of === 'user' && effect.before.inService && !effect.after.inService ? [effect.login] : [],
    ),
  );
  const count = records.size + people.size;
  const allowed = numberIn(allowedIn(run, evidence)['deletes']);
  // Of lines that ask for absence in another partition a plan knows those of people: each kind is counted by itself there.
  const { isParted = false } = evidence.life.plan;
  const over = [records.size, people.size].filter((each) => each > MOST).reduce((sum, each) => sum + each, 0);
  if (over === 0 || (isParted ? over : count) <= allowed) return [];
  const text = `run ${run.run} deletes ${records.size} records and ${people.size} people, ${allowed} are allowed`;
  return [{ rule: 'G1', at: evidence.life.log[run.from]?.at ?? 0, text, isRace: false }];
}

/** Added, or opened again, by a run that has them on its list. */
function called(run: PlayedRun, evidence: Evidence): Violation[] {
  const ids = new Set(run.listed.map((id) => id.toLowerCase()));
  const isOpen = (task: Task | null): boolean => task?.state === 'NOTWORKED' || task?.state === 'WORKED';
  const wrong = effectsOf(run, evidence).filter(
    ({ effect }) =>
      effect.of === 'task' &&
      ids.has((effect.after?.clientId ?? '').toLowerCase()) &&
      isOpen(effect.after) &&
      !isOpen(effect.before),
  );
  return wrong.map(({ at }) => {
    const text = `run ${run.run} gives a task to somebody on its list of whom nobody may call`;
    return { rule: 'G4', at, text, isRace: false };
  });
}

/** A task of ours that waits for somebody on the list is said by name (docs/spreadsheets.md: an open one is a decision). */
function unasked(run: PlayedRun, evidence: Evidence): Violation[] {
  const { end, before, files } = run;
  const { isParted, steps } = evidence.life.plan;
  // Beside faults, stops and what others do a plan has other questions.
  const isPlain = steps.every(
    ({ faults, during, stop, wide }) => faults.length + during.length === 0 && !stop && !wide,
  );
  if (end.kind === 'killed' || end.plan === null || isParted === true || !isPlain) return [];
  const ids = new Set(run.listed.map((id) => id.toLowerCase()));
  const tasks = [...before.tasks.values()].filter(({ clientId }) => ids.has(clientId.toLowerCase()));
  const named = new Set([...end.plan.verdicts, ...end.plan.changes].map(({ address }) => String(address)));
  return tasks.flatMap((task): Violation[] => {
    const { campaignName, clientId } = task;
    const line = lineOf(files, campaignName, clientId);
    const isOne = tasks.filter((each) => each.clientId === clientId).length === 1;
    if (!isOne || line === null || ENDS.has(line.ensure ?? 'present') || !isOpenTask(task)) return [];
    if (!wasApplied(task, run, evidence) || named.has(`record:${campaignName}/${clientId}`)) return [];
    const text = `${campaignName}/${clientId} is on the list of whom nobody may call, is open, and nobody is asked`;
    return [{ rule: 'G4', at: endOf(run, evidence), text, isRace: false }];
  });
}

const ENDS: ReadonlySet<string> = new Set(['absent', 'completed', 'removed']);

/** Written by a run that ended well and is told of, and by nobody else. */
function wasApplied({ id }: Task, { run, knows }: PlayedRun, { changes, requests, life }: Evidence): boolean {
  const own = changes.filter((each) => each.id === id);
  const writers = own.map(({ request }) => requests.get(request ?? 0)?.run ?? 0);
  return writers.every((writer) => {
    const { end } = life.runs.find((each) => each.run === writer) ?? {};
    return writer < run && knows.has(writer) && end?.kind === 'ended' && end.exit === 0;
  });
}

/** Ours, removed by others from the service, and made again by us. */
function restored(run: PlayedRun, evidence: Evidence): Violation[] {
  const people = effectsOf(run, evidence).filter(
    ({ effect, index }) =>
      effect.of === 'user' &&
      effect.after.inService &&
      !effect.before.inService &&
      isTakenByOthers(effect.login, index, run, evidence),
  );
  const at = people[0]?.at ?? 0;
  if (people.length > 0 && !isAnybodyKnown(run, evidence)) {
    const text = `run ${run.run} gives access back, and no answer showed anybody: this may be the wrong tenant`;
    return [{ rule: 'G2', at, text, isRace: false }];
  }
  const words = allowedIn(run, evidence);
  const allowed = Math.max(numberIn(words['restores']), numberIn(words['vanished']));
  if (people.length <= allowed) return [];
  const names = people.map(({ effect }) => (effect.of === 'user' ? effect.login : '')).join(', ');
  const text = `run ${run.run} gives access back to ${people.length} (${names}), ${allowed} are allowed`;
  return [{ rule: 'G2', at, text, isRace: false }];
}

/** An answer of that run showed somebody in the service. */
const isAnybodyKnown = ({ run }: PlayedRun, { requests }: Evidence): boolean =>
  [...requests.values()].some(
    ({ run: sender, operation, answer }) =>
      sender === run &&
      operation === 'query-existence' &&
      JSON.stringify(answer ?? null).includes('"result":"SUCCESS"'),
  );

/** Since it was taken away, by a run whose request was answered as done and did nothing: it is sent again. */
function wasAllowed(
  login: string,
  { gone, run }: { readonly gone: number; readonly run: number },
  evidence: Evidence,
): boolean {
  return evidence.life.runs.some(
    (each) =>
      each.run < run &&
      numberIn(allowedIn(each, evidence)['restores']) > 0 &&
      [...evidence.requests.values()].some(
        ({ operation, body, run: sender, fault, index }) =>
          sender === each.run &&
          index > gone &&
          operation === 'add-user' &&
          body['loginUserId'] === login &&
          fault === 'claims-done',
      ),
  );
}

/** Whether our last write before was a delete without an answer: if it took effect late, or others removed them, nobody who reads can tell. */
function isUnanswered(login: string, gone: number, { requests }: Evidence): boolean {
  const ours = [...requests.values()].filter(
    (each) => each.index < gone && isWrite(each) && each.body['loginUserId'] === login,
  );
  const { operation, fault = null } = ours.at(-1) ?? {};
  return operation === 'delete-user' && fault !== null;
}

function isTakenByOthers(login: string, index: number, run: PlayedRun, evidence: Evidence): boolean {
  const { life } = evidence;
  const isOf = (entry: Entry): entry is EffectEntry & { at: number } =>
    entry.kind === 'effect' && entry.effect.of === 'user' && entry.effect.login === login;
  const gone = life.log
    .slice(0, index)
    .findLastIndex(
      (entry) =>
        isOf(entry) && entry.effect.of === 'user' && entry.effect.before.inService && !entry.effect.after.inService,
    );
  const removal = life.log[gone];
  if (removal?.kind !== 'effect' || removal.request !== null || gone >= run.from) return false;
  if (wasAllowed(login, { gone, run: run.run }, evidence)) return false;
  if (isUnanswered(login, gone, evidence)) return false;
  const before = life.runs.filter(
    (each) =>
      each.verb === 'apply' && !each.isPart && each.to <= gone && each.end.kind === 'ended' && each.end.exit === 0,
  );
  // Seen by a run that ended well while it was there, and declared by every file since: nobody let it go.
  const last = before.at(-1);
  if (last?.after.people.get(login)?.inService !== true || !run.knows.has(last.run)) return false;
  const isDeclared = ({ files }: PlayedRun): boolean =>
    files.users.some(({ loginUserId, ensure }) => loginUserId === login && ensure !== 'absent');
  // An update of Pulumi ends well beside somebody whom others made: only who was made by us, or taken over, is made again.
  const isMade = life.log.slice(0, gone).some((each) => isOf(each) && each.request !== null);
  const isTaken = before.some(({ files }) =>
    files.users.some(({ loginUserId, adopt }) => loginUserId === login && adopt === true),
  );
  if (!isMade && !isTaken) return false;
  return life.runs.filter((each) => each.run >= last.run && each.run <= run.run).every(isDeclared);
}

/** Before the first write of a plan, whatever was asked about has an answer: else nothing goes. Each partition has a plan of its own. */
function unread(run: PlayedRun, evidence: Evidence): Violation[] {
  const starts = evidence.life.log.flatMap((entry, index) =>
    index > run.from && index < run.to && entry.kind === 'note' && entry.name.startsWith('partition ') ? [index] : [],
  );
  return [run.from, ...starts].flatMap((from, at) => unreadIn(run, evidence, { from, to: starts[at] ?? Infinity }));
}

function unreadIn(run: PlayedRun, evidence: Evidence, part: Pick<PlayedRun, 'from' | 'to'>): Violation[] {
  const asked = [...evidence.requests.values()].filter(
    (each) => each.run === run.run && each.index >= part.from && each.index < part.to,
  );
  const first = asked.find(isWrite);
  const gone = asked.find(({ operation }) => operation === 'delete-user' || operation === 'deleteRecordFromCampaign');
  if (first === undefined || gone === undefined) return [];
  const from = applyingFrom(run.run, evidence.life, part.from);
  const readings = asked.filter((each) => {
    const isOfOne = each.body['previewRecordData'] === undefined && each.answeredAt !== null;
    return isOfOne && !isWrite(each) && each.index > from && (each.answeredAt ?? 0) < first.at;
  });
  // What was read once, and not when it was looked at again for its own write, is not written: that alone.
  const isShown = ({ body }: Asked): boolean =>
    asked.some(
      ({ index, operation, answer, ...of }) =>
        operation === 'searchPreviewCampaign' &&
        index > from &&
        index < first.index &&
        of.body['campaignName'] === body['campaignName'] &&
        JSON.stringify(answer ?? null).includes(`"${textIn(body['clientId'])}"`),
    );
  const missing = [...Map.groupBy(readings, subjectOf)].filter(
    ([, each]) => !each.some((one) => isTold(one) || isShown(one)),
  );
  if (missing.length === 0) return [];
  const names = missing.map(([name]) => name).join(', ');
  return [{ rule: 'G3', at: gone.at, text: `run ${run.run} deletes, and nobody could read ${names}`, isRace: false }];
}

const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');

const subjectOf = ({ body }: Asked): string =>
  textIn(body['loginUserId']) || `${textIn(body['campaignName'])}/${textIn(body['clientId'])}`;

/** The refusal that the double plays says so itself (double.ts); 404 says that there is none (S1). */
function isTold({ isAnswered, answer, status }: Asked): boolean {
  if (status === 404) return true;
  return isAnswered && !JSON.stringify(answer).includes('"not now"');
}
