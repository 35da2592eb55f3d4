// C1: a customer is known by their number, whatever a list calls them: who was called under one id is not called again under another one without
// a word. L2: lists that were damaged on their way change nothing until a person has said that they are meant (docs/spreadsheets.md). T2: nor
// do files of an earlier commit, or older ones over the same commit (docs/approval.md).

import type { Task } from '../../../src/sandbox/world/task.ts';
import type { PlayedRun } from '../life.ts';
import { allowedIn, isOpenTask, isWrite, isWritten, lineOf, numberIn } from './evidence.ts';
import type { Asked, Evidence, TaskChange, Violation } from './evidence.ts';

export function judgeLists(evidence: Evidence): Violation[] {
  const { runs } = evidence.life;
  return [
    ...calledAgain(evidence),
    ...runs.flatMap((run) => [...damaged(run, evidence), ...overOneCommit(run, evidence)]),
  ];
}

const phoneOf = (task: Task | null): string | undefined => task?.items.find(({ key }) => key === 'Phone')?.value;

function calledAgain(evidence: Evidence): Violation[] {
  const called = new Map<string, TaskChange>();
  const found: Violation[] = [];
  for (const change of evidence.changes) {
    const { before, after: task, request, index, at } = change;
    const phone = phoneOf(task);
    if (task === null || phone === undefined) continue;
    if (request === null) {
      const isCalled = task.attempts > (before?.attempts ?? 0) && isWritten(task.id, evidence);
      if (isCalled && !called.has(phone)) called.set(phone, change);
      continue;
    }
    const other = called.get(phone);
    const isNews = before === null || !isOpenTask(before) || phoneOf(before) !== phone;
    if (other?.after?.clientId === undefined || other.after.clientId === task.clientId || !isNews || !isOpenTask(task))
      continue;
    const run = evidence.runOf(evidence.requests.get(request)?.index ?? index);
    if (run === null || isSaid(task, run, evidence)) continue;
    const text = `${task.campaignName}/${task.clientId} is who was called as ${other.after.clientId}`;
    found.push({ rule: 'C1', at, text, isRace: other.index > run.from });
  }
  return found;
}

/** That it is another person, or that they are to be called once more. */
function isSaid({ campaignName, clientId }: Task, run: PlayedRun, evidence: Evidence): boolean {
  const isReissued = lineOf(run.files, campaignName, clientId)?.reissue !== undefined;
  return isReissued || numberIn(allowedIn(run, evidence)['ids']) > 0;
}

const writesOf = ({ run }: PlayedRun, { requests }: Evidence): Asked[] =>
  [...requests.values()].filter((each) => each.run === run && isWrite(each));

/** Of lists that had been applied whole until then; a class is declared by a program, of which every file is read. */
function damaged(run: PlayedRun, evidence: Evidence): Violation[] {
  const { life } = evidence;
  const earlier = life.runs.filter((each) => each.run < run.run && each.verb === 'apply');
  const isWhole = earlier.length > 0 && earlier.every(({ end }) => end.kind === 'ended' && end.exit === 0);
  const isOfProgram = life.log.some((each) => each.kind === 'note' && (each.detail['style'] ?? 'files') !== 'files');
  if (run.damage === null || !isWhole || (run.damage === 'unread' && isOfProgram)) return [];
  const [sent] = writesOf(run, evidence);
  if (sent === undefined) return [];
  return [{ rule: 'L2', at: sent.at, text: `${sent.operation} leaves for lists with ${run.damage}`, isRace: false }];
}

function overOneCommit(run: PlayedRun, evidence: Evidence): Violation[] {
  const { runs } = evidence.life;
  if (run.checkout === null || run.checkout === undefined || run.checkout === 'edited') return [];
  const changed = new Set(evidence.life.log.flatMap((entry) => (entry.kind === 'effect' ? (entry.request ?? 0) : [])));
  const last = runs.findLast(
    (each) => each.run < run.run && writesOf(each, evidence).some(({ request }) => changed.has(request)),
  );
  const isNewer = run.checkout === 'unedited' ? last?.checkout === 'edited' : last?.version === run.version - 1;
  const [sent] = writesOf(run, evidence);
  if (!isNewer || sent === undefined) return [];
  const text = `files that are ${run.checkout} of what run ${last?.run} applied sent ${sent.operation}`;
  return [{ rule: 'T2', at: sent.at, text, isRace: false }];
}
