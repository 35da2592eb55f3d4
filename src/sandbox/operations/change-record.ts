// changeCampaignRecordStatus, transferCampaignRecord and deleteRecordFromCampaign (preview campaign interface).

import { isZoneName } from '../../core/model/zone.ts';
import { pinStart } from './add-or-update.ts';
import { checkCampaign } from '../messages/envelope.ts';
import { locate } from './locate.ts';
import { limitText, optionalInstant, optionalText, RequestRefusal, requiredText } from '../messages/request.ts';
import type { Body } from '../messages/request.ts';
import { isKnown, queueCode } from '../world/switches.ts';
import { isWorkedState, withRouting } from '../world/task.ts';
import type { StoredItem, Task } from '../world/task.ts';
import { NO_RECORD_FOUND, SUCCESS } from '../messages/verdict.ts';
import type { PreviewResult } from '../messages/verdict.ts';
import type { World } from '../world/world.ts';

/** The optional fields that the status call and the transfer share. They take the name of a queue; here is its code. */
interface Routing {
  readonly skillQueue: string | undefined;
  readonly timeZone: string | undefined;
  /** Empty text clears the preference. */
  readonly preferredAgent: string | undefined;
  readonly earliestAt: number | undefined;
}

export function changeStatus(body: Body, world: World): PreviewResult {
  const state = body['previewRecordStateEnum'];
  if (!isWorkedState(state))
    throw new RequestRefusal('previewRecordStateEnum must be NOTWORKED, WORKED, COMPLETED or REMOVED');
  const routing = readRouting(body, world);
  if (state === 'WORKED' && routing.earliestAt === undefined) {
    throw new RequestRefusal('nextEarliestWorkTimeUTC is required for WORKED');
  }
  const task = locate(body, world);
  if (task === null) return NO_RECORD_FOUND;
  world.tasks.save(task, route({ ...task, state }, routing, world));
  return SUCCESS;
}

export function transferRecord(body: Body, world: World): PreviewResult {
  const campaignName = requiredText(body, 'transferToCampaign');
  checkCampaign(campaignName, world);
  const routing = readRouting(body, world);
  const task = locate(body, world);
  if (task === null) return NO_RECORD_FOUND;
  if (campaignName === task.campaignName) {
    world.tasks.save(task, route(task, routing, world));
    return SUCCESS;
  }
  makeRoom(campaignName, task.clientId, world);
  const moved = route({ ...task, campaignName, items: movedItems(task, world) }, routing, world);
  if (world.switches().S8 === 'kept') {
    world.tasks.save(task, moved);
  } else {
    world.tasks.remove(task);
    world.tasks.insert(moved);
  }
  return SUCCESS;
}

export function deleteRecord(body: Body, world: World): PreviewResult {
  const task = locate(body, world);
  if (task === null) return NO_RECORD_FOUND;
  eraseTask(task, world);
  return SUCCESS;
}

/** Deletes as switch S5 says. */
export function eraseTask(task: Task, world: World): void {
  const { S5, S23 } = world.switches();
  const updatedAt = S23 === 'yes' ? world.now() : task.updatedAt;
  world.tasks.markDeleted(task.campaignName, task.clientId);
  const removed = { ...task, state: 'REMOVED', pinLapsesAt: null, updatedAt } as const;
  switch (S5) {
    case 'gone':
      return world.tasks.remove(task);
    case 'removed-visible':
      return world.tasks.save(task, { ...removed, visibility: 'removed' });
    case 'removed-hidden':
      return world.tasks.save(task, { ...removed, visibility: 'hidden' });
    default:
      return S5 satisfies never;
  }
}

function readRouting(body: Body, world: World): Routing {
  const queue = optionalText(body, 'skillQueue');
  const timeZone = optionalText(body, 'timeZone');
  const switches = world.switches();
  const skillQueue = queue ? queueCode(queue, switches) : queue;
  const isQueue = skillQueue !== undefined && isKnown(switches.skillQueues, skillQueue);
  if (queue && !isQueue) throw new RequestRefusal('no skill queue has this name');
  if (timeZone && !isZoneName(timeZone)) throw new RequestRefusal('timeZone must be an IANA time zone name');
  return {
    skillQueue,
    timeZone,
    preferredAgent: optionalText(body, 'preferredAgent'),
    earliestAt: optionalInstant(body, 'nextEarliestWorkTimeUTC'),
  };
}

function route(task: Task, routing: Routing, world: World): Task {
  const changed: Task = {
    ...task,
    skillQueue: routing.skillQueue || task.skillQueue,
    timeZone: routing.timeZone || task.timeZone,
    earliestAt: routing.earliestAt ?? task.earliestAt,
    updatedAt: world.switches().S23 === 'yes' ? world.now() : task.updatedAt,
  };
  const isTimed = routing.earliestAt !== undefined;
  return withRouting(changed, { agent: routing.preferredAgent, isTimed, since: pinStart(changed, world) });
}

/** S9: what happens to a task of the same clientId in the target campaign. */
function makeRoom(campaignName: string, clientId: string, world: World): void {
  const occupants = world.tasks.byClientId(campaignName, clientId).filter((task) => task.visibility === 'shown');
  const { S9 } = world.switches();
  if (occupants.length === 0 || S9 === 'twin') return;
  if (S9 === 'refuse') throw new RequestRefusal('the target campaign already has this clientId');
  for (const occupant of occupants) world.tasks.remove(occupant);
}

/** S7 and S20: a service that cuts long values stores them cut, also those that a transfer takes along. */
function movedItems({ items }: Task, world: World): readonly StoredItem[] {
  const { S7, S20 } = world.switches();
  if (S7 === 'lost') return [];
  const moved = S7 === 'part' ? items.slice(0, Math.floor(items.length / 2)) : items;
  return S20.kind === 'cut' ? moved.map((item) => ({ ...item, value: limitText(item.value, S20) })) : moved;
}
