// searchPreviewCampaign: by an id at most one task, by criteria up to maxRecords.

import { readCriterion, searchTasks } from './criteria.ts';
import { byClientId, byRecordId } from './locate.ts';
import { optionalText, RequestRefusal, requiredList } from './request.ts';
import type { Body } from './request.ts';
import type { Switches } from './switches.ts';
import type { Task } from './task.ts';
import { NO_RECORD_FOUND } from './verdict.ts';
import type { PreviewResult } from './verdict.ts';
import type { World } from './world.ts';

const DEFAULT_MAX_RECORDS = 1000;

export function searchRecords(body: Body, world: World): PreviewResult {
  const campaignName = optionalText(body, 'campaignName') ?? '';
  const recordId = readRecordId(body, world.switches().S21);
  const clientId = optionalText(body, 'clientId');
  if (recordId || clientId) return findOne({ campaignName, recordId, clientId }, world);
  const criteria = requiredList(body, 'previewRecordData').map(readCriterion);
  if (criteria.length === 0) throw new RequestRefusal('previewRecordData must hold at least one criterion');
  const limit = readMaxRecords(body, world.switches().S4);
  return { status: 'SUCCESS', error: null, tasks: searchTasks({ campaignName, criteria, limit }, world) };
}

interface Wanted {
  readonly campaignName: string;
  readonly recordId: string | undefined;
  readonly clientId: string | undefined;
}

function findOne(wanted: Wanted, world: World): PreviewResult {
  const { campaignName, recordId, clientId } = wanted;
  const overlay = world.taskLag.overlay();
  const task =
    overlay.size > 0
      ? findLagging(wanted, overlay, world)
      : recordId
        ? byRecordId(campaignName, recordId, world)
        : byClientId(campaignName, clientId ?? '', world);
  return task === null ? NO_RECORD_FOUND : { status: 'SUCCESS', error: null, tasks: [task] };
}

/** As above, with freshly written tasks shown as they were (S19). */
function findLagging(wanted: Wanted, overlay: ReadonlyMap<number, Task | null>, world: World): Task | null {
  const settled = world.tasks.byClientId(wanted.campaignName, wanted.clientId ?? '');
  const byId = wanted.recordId ? byRecordId(wanted.campaignName, wanted.recordId, world) : null;
  const fresh = [...overlay.values()].filter((task) => task !== null);
  const unwritten = [...settled, ...(byId ? [byId] : [])].filter((task) => !overlay.has(task.id));
  const shown = [...unwritten, ...fresh]
    .filter((task) => task.campaignName === wanted.campaignName && task.visibility !== 'hidden')
    .filter((task) => (wanted.recordId ? `R-${task.id}` === wanted.recordId : task.clientId === wanted.clientId))
    .toSorted((a, b) => a.id - b.id);
  return shown.at(world.switches().S11.idSearch === 'oldest' ? 0 : -1) ?? null;
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
