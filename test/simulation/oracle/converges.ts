// H11: a plan converges in one apply. Where an apply ended with 0, asked nothing, and nobody and nothing but time came between, the next plan of
// the same files has nothing to do.

import { normal } from '../files.ts';
import type { Entry } from '../log.ts';
import type { PlayedRun } from '../life.ts';
import { endOf } from './evidence.ts';
import type { Evidence, Violation } from './evidence.ts';

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;

export function judgeConverges(evidence: Evidence): Violation[] {
  const { life } = evidence;
  const { S19: lag = 0, itemsNotShown = [] } = life.plan.world.switches;
  // What a reading does not show yet, the next run does; what none shows counts as the service's own once it was sent twice (apply/send-record.ts).
  if (lag > 0 || itemsNotShown.length > 0) return [];
  return life.runs.flatMap((run, index): Violation[] => {
    const [before, next] = [life.runs[index - 1], life.runs[index + 1]];
    const isAlone = (before?.to ?? 0) <= run.from && next !== undefined && next.from >= run.to;
    if (!isAlone || !isWhole(run, evidence) || !isTheNext(run, next, evidence)) return [];
    const unread = unreadIn(run);
    const left = leftIn(next, run).filter(
      ({ address }) => !unread.has(address) && !cameFree(String(address), { run, next }, evidence),
    );
    if (left.length === 0) return [];
    const text = `an apply ended 0, and the next plan has ${left.map(nameOf).slice(0, 3).join(', ')}`;
    return [{ rule: 'H11', at: endOf(next, evidence), text, isRace: false }];
  });
}

const HANDED_OVER: ReadonlySet<string> = new Set(['taken-over', 'waits-for-taker', 'other-partition']);

/** It planned everything, asked nothing, was told nothing wrong, and nobody did anything meanwhile. */
function isWhole(run: PlayedRun, { life, requests }: Evidence): boolean {
  const { verb, end, isPart, isElsewhere } = run;
  if (verb !== 'apply' || isPart || isElsewhere || end.kind === 'killed' || end.exit !== 0 || end.result === null)
    return false;
  const isAsked = end.plan?.verdicts.some(({ class: kind }) => kind === 'decision') === true;
  // What one partition lets go of, the other one writes in its next run, whichever of them is first (docs/scale.md).
  const isHandedOver = end.plan?.verdicts.some(({ reason }) => HANDED_OVER.has(reason.kind)) === true;
  const isFaulty = [...requests.values()].some((each) => each.run === run.run && each.fault !== null);
  return !isAsked && !isHandedOver && !isFaulty && !life.log.slice(run.from, run.to).some(isOfOthers);
}

/** The same files, at once or within a day, and nothing in between. */
function isTheNext(run: PlayedRun, next: PlayedRun, { life: { log } }: Evidence): boolean {
  const isSame = JSON.stringify(readBy(next)) === JSON.stringify(readBy(run));
  if (!isSame || (next.verb !== 'apply' && next.verb !== 'plan') || next.isPart || next.isElsewhere) return false;
  const between = log.slice(run.to, next.to);
  const passed = (log[next.from]?.at ?? 0) - (log[run.to - 1]?.at ?? 0);
  return passed < DAY && !between.some(isOfOthers);
}

/** What a run is given to read: files as they came, and whom nobody may call. */
const readBy = ({ files, listed, damage, mistake, unreadable, breaks, checkout }: PlayedRun): readonly unknown[] => [
  files,
  listed,
  damage,
  mistake,
  unreadable,
  breaks,
  checkout,
];

const isOfOthers = (entry: Entry): boolean => entry.kind === 'effect' && entry.request === null;

/** An agent had it on the screen in the one run, and no more in the next: brought to an agent, it is left alone for an hour. */
function cameFree(
  address: string,
  { run, next }: { readonly run: PlayedRun; readonly next: PlayedRun },
  { changes, life: { log } }: Evidence,
): boolean {
  const [from, to] = [log[run.from]?.at ?? 0, log[next.to - 1]?.at ?? 0];
  const tasks = new Map(changes.filter(({ index }) => index < run.to).map(({ id, after }) => [id, after]));
  return [...tasks.values()].some((task) => {
    if (task === null || address !== `record:${task.campaignName}/${task.clientId}`) return false;
    const freeAt = (task.lastAt ?? -HOUR) + HOUR;
    return freeAt > from && freeAt <= to;
  });
}

/** What it said it could not conclude: the command ends with 12 then, and an update of Pulumi, which has no such end, with 0. */
function unreadIn({ end }: PlayedRun): ReadonlySet<unknown> {
  const verdicts = end.kind === 'killed' ? [] : (end.plan?.verdicts ?? []);
  return new Set(verdicts.flatMap(({ class: kind, address }) => (kind === 'unreadable' ? [address] : [])));
}

function leftIn({ end }: PlayedRun, { files }: PlayedRun): Said[] {
  if (end.kind === 'killed' || end.plan === null) return [];
  const ids = files.campaigns.flatMap(({ records }) => records.map(({ clientId }) => clientId));
  const [declared, alike] = [new Set(ids), new Set(ids.map(normal))];
  // Of two spellings of an id neither goes while the other one is declared for the first time (diff/spelled.ts).
  const isSpelled = ({ action, address }: Said): boolean => {
    const id = String(address).replace(/^.*\//u, '');
    return action === 'forget' && !declared.has(id) && alike.has(normal(id));
  };
  return end.plan.changes.filter((each) => !isSpelled(each));
}

const nameOf = ({ action, address }: Said): string => `${action} ${String(address)}`;

interface Said {
  readonly action: string;
  readonly address: unknown;
}
