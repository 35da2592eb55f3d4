// W3: what muster itself took away, or gave, and a plan takes back is said in that plan: whoever approves it is told.

import { recordAddress, userAddress } from '../../../src/core/model/address.ts';
import type { Entry } from '../log.ts';
import type { PlayedRun } from '../life.ts';
import { endOf } from './evidence.ts';
import type { Evidence, Violation } from './evidence.ts';

type Way = 'removed' | 'added' | 'moved';

export function judgeReversals(evidence: Evidence): Violation[] {
  const { isParted, isNative, steps } = evidence.life.plan;
  // Each partition has a record of its own, and natively no plan is noted.
  if (isParted === true || isNative === true || steps.some(({ division }) => division !== undefined)) return [];
  return evidence.life.runs.flatMap((run) => unsaid(run, evidence));
}

/** What a plan does, and which way of before it takes back. */
const TAKES_BACK: Readonly<Record<string, Way>> = { create: 'removed', delete: 'added' };

function unsaid(run: PlayedRun, evidence: Evidence): Violation[] {
  const { end } = run;
  const changes = end.kind === 'ended' ? (end.plan?.changes ?? []) : [];
  return changes.flatMap(({ address, action, reverses }): Violation[] => {
    const did = TAKES_BACK[action];
    if (did === undefined || reverses?.did === did || !wasOurs(String(address), did, { run, evidence })) return [];
    const text = `${action} ${address}: was ${did} by muster, and the plan does not say so`;
    return [{ rule: 'W3', at: endOf(run, evidence), text, isRace: false }];
  });
}

interface Place {
  readonly run: PlayedRun;
  readonly evidence: Evidence;
}

/**
 * The last thing that became of it, by a plan that recorded state tells of. What was given, a plan since may have been about; what was taken away
 * stays so, whatever was tried since.
 */
function wasOurs(address: string, did: Way, { run, evidence: { life, requests } }: Place): boolean {
  const last = life.log.slice(0, run.from).findLast((entry) => wayOf(entry, address) !== null);
  if (last?.kind !== 'effect' || last.request === null || wayOf(last, address) !== did) return false;
  const asked = requests.get(last.request);
  const by = life.runs.find((each) => each.run === asked?.run);
  if (asked?.isAnswered !== true || by === undefined || !run.knows.has(by.run)) return false;
  const isPlanned = did === 'removed' ? ['delete'] : ['create', 'restore'];
  // Runs that go on beside each other write one after the other: the one that ends first, whichever began.
  const since = life.runs.filter((each) => did === 'added' && each.to > by.to && each.to < run.to);
  return (
    actionsIn(by, address).some((each) => isPlanned.includes(each)) && !since.some((each) => isAbout(each, address))
  );
}

function actionsIn({ end }: PlayedRun, address: string): string[] {
  const changes = end.kind === 'ended' ? (end.plan?.changes ?? []) : [];
  return changes.flatMap((each) => (String(each.address) === address ? [each.action] : []));
}

const isAbout = (run: PlayedRun, address: string): boolean =>
  run.verb === 'apply' && (run.end.kind === 'killed' || actionsIn(run, address).length > 0);

/** Null where it is as it was. What is moved to it is another object. */
function wayOf(entry: Entry, address: string): Way | null {
  if (entry.kind !== 'effect') return null;
  const { effect } = entry;
  if (effect.of === 'user') {
    const { login, before, after } = effect;
    if (userAddress(login) !== address || before.inService === after.inService) return null;
    return after.inService ? 'added' : 'removed';
  }
  const { before, after } = effect;
  const task = after ?? before;
  if (task === null || recordAddress(task.campaignName, task.clientId) !== address) return null;
  const isHere = before?.campaignName === task.campaignName;
  return before === null ? 'added' : after === null ? 'removed' : isHere ? null : 'moved';
}
