// W1, of a target with partitions: each has its state here, and what one is told to wait for, the other one does, or names.

import type { PlayedRun } from '../life.ts';
import { endOf } from './evidence.ts';
import type { Evidence, Violation } from './evidence.ts';
import { hasGround } from './grounds.ts';

export function judgePartitions(evidence: Evidence): Violation[] {
  const { runs, plan, log } = evidence.life;
  if (plan.isParted !== true) return [];
  const isWhole = ({ from, to }: PlayedRun): boolean =>
    ['north', 'south'].every((name) =>
      log.slice(from, to).some((each) => each.kind === 'note' && each.name === `partition ${name}`),
    );
  const isRefused = ({ end }: PlayedRun): boolean => end.kind === 'ended' && end.error?.code === 'wrong-home';
  // Killed, it may have begun with one of them.
  const isUsual = (run: PlayedRun): boolean => isWhole(run) || isRefused(run) || run.end.kind === 'killed';
  const asked = runs.filter(isWhole);
  const last = asked.findLast(({ isQuiet, verb }) => isQuiet && verb === 'apply');
  const lost = runs.every(isUsual) ? asked.flatMap((run) => calledLost(run, evidence)) : [];
  return [...lost, ...(last === undefined ? [] : waitsInVain(last, evidence))];
}

/** No home of this target was ever away. */
function calledLost(run: PlayedRun, evidence: Evidence): Violation[] {
  const error = run.end.kind === 'ended' ? run.end.error : null;
  if (error?.code !== 'guard-unrecorded' || hasGround(error, run, evidence)) return [];
  return [
    { rule: 'W1', at: endOf(run, evidence), text: `no state is lost: ${error.message.slice(0, 80)}`, isRace: false },
  ];
}

/** Both were applied several times, and the one that should go first has nothing to do with it, and asks nothing. */
function waitsInVain(run: PlayedRun, evidence: Evidence): Violation[] {
  if (run.end.kind === 'killed' || run.end.error !== null) return [];
  const said = run.end.plan?.verdicts ?? [];
  const customerOf = (address: string): string => address.slice(address.indexOf('/') + 1).toLowerCase();
  return said.flatMap(({ address, reason }): Violation[] => {
    if (reason.kind !== 'other-partition' && reason.kind !== 'waits-for-taker') return [];
    const others = said.filter(
      (each) => customerOf(each.address) === customerOf(address) && !('partition' in each.reason),
    );
    if (others.length > 0) return [];
    const text = `${address} waits for partition ${reason.partition}, which says nothing of it`;
    return [{ rule: 'W1', at: endOf(run, evidence), text, isRace: false }];
  });
}
