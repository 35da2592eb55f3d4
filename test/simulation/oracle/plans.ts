// W2: a plan reads what its write will read. Where its own readings showed a task that we never wrote in the place of ours, ours may stand
// beside it: then it asks, and does not promise a write that finds two.

import type { PlayedRun } from '../life.ts';
import { applyingFrom, endOf, isTouched, isWritten, isYoung, tasksOf } from './evidence.ts';
import type { Asked, Evidence, Violation } from './evidence.ts';

export function judgePlans(evidence: Evidence): Violation[] {
  return evidence.life.runs.flatMap((run) => {
    const { end } = run;
    if (end.kind === 'killed' || end.result === null) return [];
    return end.result.settlements.flatMap((settlement): Violation[] => {
      const { change } = settlement;
      if (settlement.kind !== 'skipped' || settlement.problem.code !== 'moved' || change.kind !== 'record') return [];
      const { clientId, campaign } = change;
      if (isTouched(run, evidence, clientId) || isYoung(run, evidence, clientId)) return [];
      if (!sawTheOtherAlone(run, { campaignName: campaign.campaignName, clientId }, evidence)) return [];
      const text = `${change.action} of ${campaign.campaignName}/${clientId} was planned for one task, and ours stood beside it: ${settlement.problem.message}`;
      return [{ rule: 'W2', at: endOf(run, evidence), text, isRace: false }];
    });
  });
}

interface Place {
  readonly campaignName: string;
  readonly clientId: string;
}

/** Of two that stand there the plan was shown that of others, and an earlier apply ours. */
function sawTheOtherAlone(run: PlayedRun, { campaignName, clientId }: Place, { life, ...more }: Evidence): boolean {
  const evidence = { life, ...more };
  const planned = applyingFrom(run.run, life);
  const before = life.runs.filter(
    ({ verb, end, to }) => verb === 'apply' && end.kind === 'ended' && end.result !== null && to <= run.from,
  );
  const applies = new Set(before.map((each) => each.run));
  const asked = [...evidence.requests.values()];
  const isKept = (each: Asked): boolean => applies.has(each.run);
  const isShown = (id: number, counts: (each: Asked) => boolean): boolean =>
    asked.some((each) => counts(each) && JSON.stringify(each.answer ?? null).includes(`"R-${id}"`));
  const standing = tasksOf({ ...run, after: run.before }, campaignName, clientId);
  const [shown, hidden] = [true, false].map((isSeen) =>
    standing.filter(({ id }) => isShown(id, (each) => each.run === run.run && each.index < planned) === isSeen),
  );
  const isOther = shown?.length === 1 && shown.every(({ id }) => !isWritten(id, evidence));
  return isOther && hidden?.some(({ id }) => isWritten(id, evidence) && isShown(id, isKept)) === true;
}
