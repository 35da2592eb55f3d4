// Events without a request of the two interfaces: agents work tasks, pins lapse, other users of the service change
// data.

import { eraseTask } from './change-record.ts';
import type { AddedUser, RecordEdit, RecordKey, Work } from './control.ts';
import { PIN_LAPSE_MS } from '../../core/model/time.ts';
import { byClientId } from './locate.ts';
import { numberItems, withRouting } from '../world/task.ts';
import type { StoredItem, Task } from '../world/task.ts';
import type { World } from '../world/world.ts';

/** Throws when there is no such task. */
export function findTask({ campaignName, clientId }: RecordKey, world: World): Task {
  const task = byClientId(campaignName, clientId, world);
  if (task === null) throw new Error(`there is no record ${campaignName}/${clientId}`);
  return task;
}

/** Throws for a task that is not delivered to this agent now. */
export function work(done: Work, world: World): void {
  const task = findTask(done, world);
  const now = world.now();
  refuseDelivery(task, done.agent, now);
  world.tasks.save(task, {
    ...task,
    state: done.state,
    attempts: task.attempts + (done.state === 'NOTWORKED' ? 0 : 1),
    deliveries: task.deliveries + 1,
    lastAgent: done.agent,
    lastAt: now,
    updatedAt: now,
    workCodes: done.workCodes ?? task.workCodes,
    earliestAt: done.nextEarliestWorkTime ?? task.earliestAt,
    pinLapsesAt: null,
  });
}

/**
 * "Not queued for work until that time has passed"; then delivery is attempted to the preferred agent alone, until the preference
 * is cleared ("Preferred-agent rule"). Who is finished is not delivered.
 */
function refuseDelivery(task: Task, agent: string, now: number): void {
  const name = `${task.campaignName}/${task.clientId}`;
  if (task.state === 'COMPLETED' || task.state === 'REMOVED') throw new Error(`${name} is ${task.state}`);
  if ((task.earliestAt ?? 0) > now) throw new Error(`${name} is not queued for work yet`);
  const isPinned = task.preferredAgent !== null && task.preferredAgent !== '' && task.pinLapsesAt !== null;
  if (isPinned && task.preferredAgent !== agent) throw new Error(`${name} waits for its preferred agent`);
}

/** Lets 30 minutes pass on the clock of the sandbox, which clears every pin of a task that is deliverable now. */
export function lapsePins(world: World): number {
  world.settlePins();
  world.advanceClock(PIN_LAPSE_MS);
  const { length } = world.tasks.lapsedAt(world.now());
  world.settlePins();
  return length;
}

export function changeRecord(change: RecordEdit, world: World): void {
  const task = findTask(change, world);
  const next: Task = {
    ...task,
    skillQueue: change.skillQueue ?? task.skillQueue,
    timeZone: change.timeZone ?? task.timeZone,
    earliestAt: change.nextEarliestWorkTime === undefined ? task.earliestAt : change.nextEarliestWorkTime,
    state: change.state ?? task.state,
    updatedAt: world.now(),
    items: change.data === undefined ? task.items : mergeItems(task.items, change.data),
  };
  const isTimed = change.nextEarliestWorkTime !== undefined;
  world.tasks.save(task, withRouting(next, { agent: change.preferredAgent, isTimed, since: world.now() }));
}

function mergeItems(
  items: readonly StoredItem[],
  data: Readonly<Record<string, string | null>>,
): readonly StoredItem[] {
  const kept = items
    .filter((item) => data[item.key] !== null)
    .map((item) => ({ ...item, value: data[item.key] ?? item.value }));
  const fresh = Object.entries(data).flatMap(([key, value]) =>
    value !== null && !items.some((item) => item.key === key) ? [{ key, value }] : [],
  );
  return numberItems([...kept, ...fresh]);
}

export function removeRecord(key: RecordKey, world: World): void {
  eraseTask(findTask(key, world), world);
}

export function moveRecord(move: RecordKey & { readonly toCampaign: string }, world: World): void {
  const task = findTask(move, world);
  world.tasks.save(task, { ...task, campaignName: move.toCampaign, updatedAt: world.now() });
}

export function addUser(user: AddedUser, world: World): void {
  const { inService, connectUserId } = world.people.find(user.loginUserId);
  if ((user.inService ?? true) && !inService) world.people.addToService(user.loginUserId, '{}');
  if ((user.inBackend ?? true) && connectUserId === null) {
    world.people.addToBackend(user.loginUserId, world.newId());
  }
}
