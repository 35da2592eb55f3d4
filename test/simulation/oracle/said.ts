// What a person is told where nothing is sent. W7: an approval that was used says by which run, when and of which commit. W8: the question about
// files that are older names both commits with their dates, and of whom what was applied last goes back.

import { parseAddress } from '../../../src/core/model/address.ts';
import { moment } from '../../../src/core/model/time.ts';
import { whyGuard } from '../../../src/core/report/words/why-guard.ts';
import { START } from '../life.ts';
import type { PlayedRun } from '../life.ts';
import { commitOf } from '../past.ts';
import { endOf, isWrite } from './evidence.ts';
import type { Evidence, Violation } from './evidence.ts';

export function judgeSaid(evidence: Evidence): Violation[] {
  const { plan, runs, past } = evidence.life;
  // Each partition has runs of its own; a copy of recorded state tells of other ones.
  if (plan.isParted === true || plan.door === 'wide' || plan.steps.some(isElsewhere)) return [];
  const again = past.flatMap(({ job, run }) => (job.kind === 'again' ? usedUp(run, job.of.run, evidence) : []));
  return [...again, ...[...runs, ...past.map(({ run }) => run)].flatMap((run) => older(run, evidence))];
}

/** A stack of another name is another place. */
const isElsewhere = (step: Evidence['life']['plan']['steps'][number]): boolean =>
  (step.division ?? step.handsOver ?? step.renames ?? step.renamesProgram) !== undefined;

const say = (rule: string, run: PlayedRun, text: string, evidence: Evidence): Violation[] => [
  { rule, at: endOf(run, evidence), text, isRace: false },
];

/** Runs that sent a write: it is noted before the first one. */
function wroteIn({ life, requests }: Evidence): readonly PlayedRun[] {
  const wrote = new Set([...requests.values()].filter(isWrite).map(({ run }) => run));
  return [...life.runs, ...life.past.map(({ run }) => run)].filter(({ run }) => wrote.has(run));
}

/** The moments of its clock at which it may have begun to write. */
const CLOCK_MS = 11 * 60_000;
const USED = /which was carried out by \S+ on (\S+?Z), commit ([0-9a-f]{9})/u;

function usedUp(run: PlayedRun, approved: number, evidence: Evidence): Violation[] {
  const of = wroteIn(evidence).find((each) => each.run === approved);
  const error = run.end.kind === 'ended' ? run.end.error : null;
  if (of === undefined || error?.code !== 'plan-stale') return [];
  const [, at = '', commit] = USED.exec(error.message) ?? [];
  const [from, to] = [evidence.life.log[of.from]?.at ?? 0, endOf(of, evidence)];
  const when = Date.parse(at);
  const isThen = when >= from - CLOCK_MS && when <= to + CLOCK_MS;
  if (isThen && commitOf(of.version, of.checkout, START).commit.startsWith(commit ?? '-')) return [];
  return say('W7', run, `run ${approved} carried it out, and the plan says "${error.message}"`, evidence);
}

function older(run: PlayedRun, evidence: Evidence): Violation[] {
  const text = olderIn(run);
  const wrote = wroteIn(evidence).findLast((each) => each.run < run.run && hasGit(each, evidence));
  if (text === null || wrote === undefined) return [];
  // What a run only records is noted, too, and sends nothing.
  const { runs, past } = evidence.life;
  const since = [...runs, ...past.map((each) => each.run)].filter(
    (each) => each.run >= wrote.run && each.run < run.run && each.verb === 'apply' && hasGit(each, evidence),
  );
  const last = since.findLast((each) => text.includes(`commit ${named(each)} was applied last`));
  if (last === undefined) return say('W8', run, `nobody says ${named(wrote)}: ${text}`, evidence);
  const [own, theirs] = [run, last].map(named).map((each) => each.replace(' with edits', ''));
  const now = own === theirs ? 'that commit' : `these files are of commit ${named(run)}`;
  const back = isWhole(run) ? backIn(run, last, evidence) : [];
  const unsaid = [now, ...back].filter((each) => !text.includes(each));
  return unsaid.length === 0 ? [] : say('W8', run, `nobody says ${unsaid.join(', ')}: ${text}`, evidence);
}

/** A job that is started again has none. */
const hasGit = ({ run }: PlayedRun, { life }: Evidence): boolean =>
  !life.past.some(({ job, run: each }) => job.kind === 'again' && each.run === run);

function named({ version, checkout }: PlayedRun): string {
  const { commit, committedAt } = commitOf(version, checkout, START);
  return `${commit.slice(0, 9)} of ${moment(committedAt)}${checkout === 'edited' || checkout === 'restored' ? ' with edits' : ''}`;
}

/** Of a clone that lacks that commit nobody can tell what goes back. */
const isWhole = ({ checkout }: PlayedRun): boolean => checkout !== null;

/** The question of the plan, or of the run that it ended. */
function olderIn({ end }: PlayedRun): string | null {
  if (end.kind !== 'ended') return null;
  const asked = end.plan?.guards.find(({ code }) => code === 'guard-older-files');
  if (asked !== undefined) return whyGuard(asked);
  const said = end.error?.message ?? '';
  return /these files are of /u.test(said) ? said : null;
}

/** More are counted. */
const MOST_NAMED = 5;

/**
 * Ids of whom that run changed something, and this plan does, too, or who is declared by one of both alone. What that run calls failed it
 * has not noted: where readings lag, a delete is shown undone at first.
 */
function backIn(run: PlayedRun, last: PlayedRun, { life, requests }: Evidence): string[] {
  const changed = new Set(
    life.log.slice(last.from, last.to).flatMap((entry) => (entry.kind === 'effect' ? (entry.request ?? 0) : [])),
  );
  const asked = [...requests.values()].filter((each) => isWrite(each) && changed.has(each.request));
  const done = new Set(asked.map(({ body: { clientId, loginUserId } }) => String(clientId ?? loginUserId)));
  const plan = run.end.kind === 'ended' ? run.end.plan : null;
  const planned = plan?.changes.flatMap(({ address }) => idsIn(address)) ?? [];
  const isBack = (id: string): boolean => (plan === null ? isIn(run, id) !== isIn(last, id) : planned.includes(id));
  const ended = last.end.kind === 'ended' ? (last.end.result?.settlements ?? []) : [];
  const failed = ended.filter(({ kind }) => kind === 'failed').flatMap(({ change }) => idsIn(change.address));
  const back = [...done].filter((id) => isBack(id) && !failed.includes(id));
  return back.length > MOST_NAMED ? [] : back;
}

const idsIn = (address: string): unknown[] => Object.values(parseAddress(address) ?? {});

const isIn = ({ files: { users, campaigns } }: PlayedRun, id: string): boolean =>
  users.some(({ loginUserId }) => loginUserId === id) ||
  campaigns.some(({ records }) => records.some(({ clientId }) => clientId === id));
