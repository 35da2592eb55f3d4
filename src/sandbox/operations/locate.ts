// Finds the one task that a request means: previewRecordId first, then clientId (and clientId is ignored when both are
// given).

import { optionalText, RequestRefusal, requiredText } from '../messages/request.ts';
import type { Body } from '../messages/request.ts';
import { parseRecordId } from '../world/task.ts';
import type { Task } from '../world/task.ts';
import type { World } from '../world/world.ts';

/** The task a write means, as it is now; null when there is none. Refuses a request without any id. */
export function locate(body: Body, world: World): Task | null {
  const campaignName = requiredText(body, 'campaignName');
  const recordId = optionalText(body, 'previewRecordId');
  if (recordId) return byRecordId(campaignName, recordId, world);
  const clientId = optionalText(body, 'clientId');
  if (!clientId) throw new RequestRefusal('previewRecordId or clientId is required');
  return byClientId(campaignName, clientId, world);
}

export function byRecordId(campaignName: string, recordId: string, world: World): Task | null {
  const task = world.tasks.get(parseRecordId(recordId));
  return task?.campaignName === campaignName && task.visibility !== 'hidden' ? task : null;
}

/** Of two twins, the one that switch S11 names. */
export function byClientId(campaignName: string, clientId: string, world: World): Task | null {
  const shown = world.tasks.byClientId(campaignName, clientId).filter((task) => task.visibility !== 'hidden');
  return shown.at(world.switches().S11.idSearch === 'oldest' ? 0 : -1) ?? null;
}
