// searchPreviewCampaign: by an id at most one task, by criteria up to maxRecords.

import { readCriterion, searchTasks } from './criteria.ts';
import { optionalText, RequestRefusal, requiredList, requiredText } from '../messages/request.ts';
import type { Body } from '../messages/request.ts';
import type { Switches } from '../world/switches.ts';
import { parseRecordId, recordIdOf } from '../world/task.ts';
import type { Task } from '../world/task.ts';
import { NO_RECORD_FOUND } from '../messages/verdict.ts';
import type { PreviewResult } from '../messages/verdict.ts';
import type { World } from '../world/world.ts';

const DEFAULT_MAX_RECORDS = 1000;

export function searchRecords(body: Body, world: World): PreviewResult {
  const campaignName = requiredText(body, 'campaignName');
  const recordId = readRecordId(body, world.switches().S21);
  const clientId = optionalText(body, 'clientId');
  if (recordId || clientId) return findOne({ campaignName, recordId, clientId }, world);
  const criteria = requiredList(body, 'previewRecordData').map(readCriterion);
  if (criteria.length === 0) throw new RequestRefusal('previewRecordData must hold at least one criterion');
  const limit = readMaxRecords(body, world.switches().S4);
  return { status: 'SUCCESS', error: null, tasks: searchTasks({ campaignName, criteria, limit }, world) };
}

interface TaskQuery {
  readonly campaignName: string;
  readonly recordId: string | undefined;
  readonly clientId: string | undefined;
}

/** Freshly written tasks are shown as they were (S19). */
function findOne({ campaignName, recordId, clientId }: TaskQuery, world: World): PreviewResult {
  const overlay = world.taskLag.overlay();
  const settled = recordId
    ? [world.tasks.get(parseRecordId(recordId))]
    : world.tasks.byClientId(campaignName, clientId ?? '');
  const isMeant = (task: Task): boolean =>
    task.campaignName === campaignName &&
    task.visibility !== 'hidden' &&
    (recordId ? recordIdOf(task.id) === recordId : task.clientId === clientId);
  const shown = [...settled.filter((task) => task !== null && !overlay.has(task.id)), ...overlay.values()]
    .filter((task) => task !== null)
    .filter(isMeant)
    .toSorted((a, b) => a.id - b.id);
  const task = shown.at(world.switches().S11.idSearch === 'oldest' ? 0 : -1);
  return task === undefined ? NO_RECORD_FOUND : { status: 'SUCCESS', error: null, tasks: [task] };
}

function readRecordId(body: Body, spelling: Switches['S21']): string | undefined {
  const one = spelling === 'previewRecordID' ? undefined : optionalText(body, 'previewRecordId');
  const other = spelling === 'previewRecordId' ? undefined : optionalText(body, 'previewRecordID');
  return one || other;
}

function readMaxRecords(body: Body, ceiling: Switches['S4']): number {
  const asked = body['maxRecords'] ?? DEFAULT_MAX_RECORDS;
  if (typeof asked !== 'number' || !Number.isInteger(asked) || asked < 1) {
    throw new RequestRefusal('maxRecords must be an integer greater than zero');
  }
  return ceiling === 'none' ? asked : Math.min(asked, ceiling);
}
