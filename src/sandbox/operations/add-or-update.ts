// addOrUpdateCampaignRecord (preview campaign interface, rules 1-8 and "Specially named data keys").

import type { DataItem } from '../../core/model/record.ts';
import { isE164, isPhoneKey, isUrl, isUrlKey } from '../../core/model/value-rules.ts';
import { isZoneName } from '../../core/model/zone.ts';
import { byClientId, byRecordId } from './locate.ts';
import {
  limitText,
  optionalInstant,
  optionalText,
  readItem,
  RequestRefusal,
  requiredList,
  requiredText,
} from '../messages/request.ts';
import type { Body } from '../messages/request.ts';
import { isKnown } from '../world/switches.ts';
import type { Switches } from '../world/switches.ts';
import { numberItems, UNTOUCHED, withPin } from '../world/task.ts';
import type { Task } from '../world/task.ts';
import { SUCCESS } from '../messages/verdict.ts';
import type { PreviewResult } from '../messages/verdict.ts';
import type { World } from '../world/world.ts';

interface PutRequest {
  readonly campaignName: string;
  readonly previewRecordId: string | undefined;
  readonly clientId: string;
  readonly clientIdFieldName: string;
  readonly preferredAgent: string | undefined;
  readonly earliestAt: number | undefined;
  readonly items: readonly DataItem[];
}

export function addOrUpdate(body: Body, world: World): PreviewResult {
  if (!optionalText(body, 'clientId')) return { status: 'INVALIDCLIENTID', error: 'clientId is required' };
  const put = readPut(body, world.switches());
  if (put.items.some((item) => item.key === put.clientIdFieldName)) {
    return { status: 'INVALIDRECORDDATAKEY', error: 'a data item key equals clientIdFieldName' };
  }
  checkIntakeColumn(put, world);
  checkItems([...put.items, idItem(put)], world.switches());
  const found = put.previewRecordId
    ? byRecordId(put.campaignName, put.previewRecordId, world)
    : byClientId(put.campaignName, put.clientId, world);
  if (found?.visibility === 'shown') update(found, put, world);
  else addAgainOrNew(put, world);
  return SUCCESS;
}

function readPut(body: Body, { S20 }: Switches): PutRequest {
  const items = requiredList(body, 'previewRecordData').map(readItem);
  return {
    campaignName: requiredText(body, 'campaignName'),
    previewRecordId: optionalText(body, 'previewRecordId'),
    clientId: limitText(requiredText(body, 'clientId'), S20),
    clientIdFieldName: optionalText(body, 'clientIdFieldName') || 'Id',
    preferredAgent: optionalText(body, 'preferredAgent'),
    earliestAt: optionalInstant(body, 'nextEarliestWorkTimeUTC'),
    items: items.map((item) => ({ ...item, value: limitText(item.value, S20) })),
  };
}

/** Rule 6: one name for the id in intake files and in this interface. */
function checkIntakeColumn(put: PutRequest, world: World): void {
  const column = world.tasks.intakeColumn(put.campaignName);
  if (column !== null && column !== put.clientIdFieldName) {
    throw new RequestRefusal(`clientIdFieldName must equal the first column of the intake files, ${column}`);
  }
}

/** "Specially named data keys": the rules a value must keep. */
function checkItems(items: readonly DataItem[], switches: Switches): void {
  for (const { key, value } of items) {
    if (isPhoneKey(key) && !isE164(value)) throw new RequestRefusal(`${key} must be clean E.164`);
    if (isUrlKey(key) && !isUrl(value)) throw new RequestRefusal(`${key} must be a URL`);
    if (key === 'SkillQueue' && !isKnown(switches.skillQueues, value)) throw new RequestRefusal('no such skill queue');
    if (key === 'ItemTimeZone' && !isZoneName(value))
      throw new RequestRefusal('ItemTimeZone must be an IANA time zone name');
  }
}

function update(found: Task, put: PutRequest, world: World): void {
  const { S10, S23, S26, S27 } = world.switches();
  const idItem = S26 === 'kept' ? [{ key: put.clientIdFieldName, value: found.clientId }] : [];
  const task: Task = {
    ...found,
    ...routing(put.items, world.switches()),
    earliestAt: put.earliestAt ?? found.earliestAt,
    updatedAt: S23 === 'yes' ? world.now() : found.updatedAt,
    items: numberItems([...put.items, ...idItem]),
    ...(S10 === 'resets' && {
      ...{ state: 'NOTWORKED', attempts: 0, deliveries: 0 },
      ...{ lastAgent: null, lastAt: null, workCodes: [] },
    }),
  };
  const pinned = put.preferredAgent || (put.preferredAgent === '' && S27 === 'clears');
  const keepsClock = !pinned && put.earliestAt === undefined;
  const agent = pinned ? (put.preferredAgent ?? '') : found.preferredAgent;
  world.tasks.save(found, keepsClock ? task : withPin(task, agent, pinStart(task, world)));
}

function addAgainOrNew(put: PutRequest, world: World): void {
  const kept = world.tasks.byClientId(put.campaignName, put.clientId).filter((task) => task.visibility !== 'shown');
  const wasDeleted = kept.length > 0 || world.tasks.wasDeleted(put.campaignName, put.clientId);
  const { S6 } = world.switches();
  if (wasDeleted && S6 === 'refused') throw new RequestRefusal('this clientId was deleted');
  const [first] = kept;
  if (S6 === 'revives' && first !== undefined) {
    const revived: Task = { ...first, visibility: 'shown', state: 'NOTWORKED' };
    world.tasks.save(first, revived);
    update(revived, put, world);
    return;
  }
  for (const task of kept) world.tasks.remove(task);
  add(put, world);
}

/** Rule 4: clientId is stored in the data under clientIdFieldName. */
function idItem({ clientIdFieldName, clientId }: PutRequest): DataItem {
  return { key: clientIdFieldName, value: clientId };
}

function add(put: PutRequest, world: World): void {
  const now = world.now();
  const task: Task = {
    ...UNTOUCHED,
    id: 0,
    campaignName: put.campaignName,
    clientId: put.clientId,
    ...routing(put.items, world.switches()),
    createdAt: now,
    updatedAt: now,
    earliestAt: put.earliestAt ?? null,
    items: numberItems([...put.items, idItem(put)]),
  };
  world.tasks.insert(withPin(task, put.preferredAgent || null, now));
}

/** Queue and zone of a task: from its items, else the campaign's defaults. */
function routing(
  items: readonly DataItem[],
  switches: Switches,
): { readonly skillQueue: string; readonly timeZone: string } {
  const valueOf = (key: string): string | undefined => items.find((item) => item.key === key)?.value;
  return {
    skillQueue: valueOf('SkillQueue') ?? switches.defaultSkillQueue,
    timeZone: valueOf('ItemTimeZone') ?? switches.defaultTimeZone,
  };
}

/** Where the 30-minute clock of a pin starts (S24). */
export function pinStart(task: Task, world: World): number {
  return world.switches().S24 === 'pinned' ? world.now() : task.createdAt;
}
