// H2 for items: what others stored on a task beside ours outlives an update and a move.

import type { Task } from '../../../src/sandbox/world/task.ts';
import { isOpenTask } from './evidence.ts';
import type { Evidence, TaskChange, Violation } from './evidence.ts';

/** Keys that no file of a life ever holds: what stands under them was put there by others. */
const THEIRS = new Set(['Extra', 'Vip']);

export function judgeItems(evidence: Evidence): Violation[] {
  return evidence.changes.flatMap((change) => {
    const operation = evidence.requests.get(change.request ?? 0)?.operation;
    if (operation === 'addOrUpdateCampaignRecord') return lostByUpdate(change, evidence);
    return operation === 'transferCampaignRecord' ? lostByMove(change, evidence) : [];
  });
}

const keysOf = (task: TaskChange['before']): string[] =>
  task?.items.flatMap(({ key }) => (THEIRS.has(key) ? [key] : [])) ?? [];

/**
 * Others changed it after what the last look could show. Also on the task that stood there before, where it was carried over: a write may
 * arrive long after it was sent.
 */
function isUnseen({ index, request }: TaskChange, { clientId, campaignName }: Task, evidence: Evidence): boolean {
  const asked = evidence.requests.get(request ?? 0);
  const looked =
    (asked && (evidence.lastLookIn(asked, clientId, campaignName) ?? evidence.lastLook(asked, clientId))) ?? 0;
  return evidence.changes.some(
    (each) =>
      (each.after ?? each.before)?.clientId === clientId &&
      each.request === null &&
      each.index < index &&
      each.at >= looked,
  );
}

function lostByUpdate(change: TaskChange, evidence: Evidence): Violation[] {
  const { before, after, at } = change;
  if (before === null || after === null) return [];
  const { itemsNotShown = [] } = evidence.life.plan.world.switches;
  const lost = keysOf(before).filter((key) => !keysOf(after).includes(key) && !itemsNotShown.includes(key));
  if (lost.length === 0) return [];
  const isRace = isUnseen(change, before, evidence);
  const name = `${before.campaignName}/${before.clientId}`;
  return [{ rule: 'H2', at, text: `${name}: an update lost ${lost.join(', ')} of others`, isRace }];
}

/** A service may lose items on the way: once runs have come to rest they stand there again, or the plan names the record. */
function lostByMove(change: TaskChange, evidence: Evidence): Violation[] {
  const { index, before, at, request } = change;
  const last = evidence.life.runs.at(-1);
  const to = evidence.requests.get(request ?? 0)?.body['transferToCampaign'];
  if (before === null || last?.end.kind !== 'ended' || last.end.plan === null) return [];
  const since = evidence.changes.filter(
    (each) => each.index > index && (each.after ?? each.before)?.clientId === before.clientId,
  );
  if (since.some((each) => each.request === null)) return [];
  const name = `${String(to)}/${before.clientId}`;
  const isNamed = last.end.plan.verdicts.some(({ address }) => String(address) === `record:${name}`);
  const tasks = [...last.after.tasks.values()].filter(
    ({ campaignName, clientId }) => campaignName === to && clientId === before.clientId,
  );
  const [task] = tasks;
  if (isNamed || tasks.length !== 1 || task === undefined || !isOpenTask(task)) return [];
  const lost = keysOf(before).filter((key) => !keysOf(task).includes(key));
  return lost.length === 0
    ? []
    : [
        {
          rule: 'H8',
          at,
          text: `${name}: a move lost ${lost.join(', ')} of others, and it is not put back`,
          isRace: isUnseen(change, before, evidence),
        },
      ];
}
