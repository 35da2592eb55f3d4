// The requests of one record change, each seen through to its end (write.ts). A status is only ever set to the state just read, unless
// the file asks for another.

import type { Outcome } from '../../model/outcome.ts';
import type { DesiredRecord, ObservedTask, RecordedRecord, WorkedState } from '../../model/record.ts';
import type { RecordProperties, RouteProperties, Turn } from '../../service/service.ts';
import type { RecordChange, WriteOperation } from '../change.ts';
import type { Note, Settlement } from '../settlement.ts';
import type { ApplyContext } from './context.ts';
import type { CompareFacts } from '../diff/compare-record.ts';
import { compareRecord, declaredProperties, itemsToSend, propertiesToSend } from '../diff/compare-record.ts';
import { changedKeys, lostItems, withLost } from '../diff/copies.ts';
import { BY_NAME, looksBack, routedAt, stateAsked, timeWith } from '../request-parts.ts';
import { contentOf, observedFields, recordFields } from '../fields.ts';
import { hasPinEnded } from '../mover.ts';
import { PATIENT_MS } from './comes-true.ts';
import { lookBetween, lookFirst } from './last-reading.ts';
import { locatingOf, puttingOf } from './locating.ts';
import { mayReset, putBack } from './put-back.ts';
import { withQueueName } from './queue.ts';
import { goneTask, taskNow, taskOrNone } from './read-task.ts';
import { deleteTwin, twinAt } from './twins.ts';
import { openIntent, write } from './write.ts';
import type { Intent, Write } from './write.ts';
import { applied, unresolved } from '../settlement.ts';

interface WriteInput {
  /** As the plan saw it; the first reading must show it so. */
  readonly task: ObservedTask | null;
  /** As Recorder.settle takes it. */
  readonly proposed: RecordedRecord | null | undefined;
}

export async function sendWrites(
  change: RecordChange,
  context: ApplyContext,
  { task, proposed }: WriteInput,
): Promise<Settlement> {
  const { address, action, keeps, writes } = change;
  const fromCampaign = change.from?.campaign.campaignName ?? null;
  const intent = openIntent(context, { address, action, fromCampaign, proposed: keeps ?? proposed ?? null });
  let notes: readonly Note[] = [];
  let between: ObservedTask | null = null;
  const onBetween = (read: ObservedTask | null): void => void (between = read);
  for (const [position, operation] of writes.entries()) {
    const settlement = await writeOne({ operation, position }, change, { context, task, intent, onBetween });
    if (settlement === 'done') break;
    if (settlement.kind !== 'applied') {
      if (position > 0 && settlement.problem.neverSent === true) {
        const rest = `${writes.slice(position).join(', ')} was not sent`;
        return unresolved(change, `the run was stopped after ${writes.slice(0, position).join(', ')}: ${rest}`);
      }
      if (settlement.kind !== 'unresolved') {
        await intent.settle(position > 0 ? ofTheTask(change, proposed) : contested(change, settlement));
      }
      return settlement;
    }
    if (settlement.notes.length > 0) ({ notes } = settlement);
  }
  await settleApplied(change, context, { intent, proposed: proposed && ofWritten(proposed, between) });
  return applied(change, ...notes);
}

/** The second write went to it, by its id, whatever marker it carries. */
function ofWritten(proposed: RecordedRecord, between: ObservedTask | null): RecordedRecord {
  return { ...proposed, previewRecordId: proposed.previewRecordId || (between?.previewRecordId ?? '') };
}

/** Its first write is done, another is not: the task is ours, whichever was recorded before. */
function ofTheTask({ recorded }: RecordChange, proposed: WriteInput['proposed']): RecordedRecord | undefined {
  if (recorded === null || !proposed) return undefined;
  const { previewRecordId, marker } = proposed;
  return { ...recorded, previewRecordId, marker };
}

/** The next plan reads it as this write did, or it would plan the same again, and this write find the same. */
export function contested({ recorded }: RecordChange, { kind }: Settlement): RecordedRecord | undefined {
  return recorded === null || kind !== 'skipped' ? undefined : { ...recorded, contested: true };
}

interface Place {
  readonly operation: WriteOperation;
  /** Among the writes of the change. */
  readonly position: number;
}

interface Writing {
  readonly context: ApplyContext;
  /** As it was read before the first write. */
  readonly task: ObservedTask | null;
}

interface Tracked {
  readonly intent: Intent;
  /** The task as it was read between two writes: it is the one that was written. */
  readonly onBetween: (task: ObservedTask | null) => void;
}

interface Late {
  /** What a reading after the write tells. `isCalled`: an agent worked the task since the one before it. */
  readonly late: { isCalled: boolean };
}

const CALLED_MEANWHILE =
  'an agent worked this customer in the moment of the write, which opened it again: look at it in the service, or it may be called twice';

/** `done`: nothing is left to do. */
async function writeOne(
  { operation, position }: Place,
  change: RecordChange,
  { intent, onBetween, ...writing }: Writing & Tracked,
): Promise<Settlement | 'done'> {
  const { context, task } = writing;
  let current = task;
  let isBeside = false;
  let isEnough = false;
  const look = async (turn: Turn): Promise<Settlement | null> => {
    const looked = await (position === 0
      ? lookFirst(change, turn)
      : lookBetween(change, { turn, task, sleep: context.sleep }));
    if ('kind' in looked) return looked;
    ({ current, isBeside = false, isEnough = false } = looked);
    if (position > 0) onBetween(current);
    return isEnough ? applied(change) : null;
  };
  const twin = twinAt(change, position);
  if (twin !== null) {
    return deleteTwin(change, context, { twin, intent, look: position === 0 ? look : () => Promise.resolve(null) });
  }
  const acting = (): SeenWriting => ({ ...writing, current, isBeside });
  const late = { isCalled: false };
  const isShown = (): Promise<boolean> => shows(operation, change, { ...acting(), late });
  const written = await write<unknown>(change, context, {
    intent,
    look,
    send: (turn) => send(operation, change, { turn, ...acting() }),
    effect: effectOf(operation, change, { ...writing, isShown, late }),
  });
  if ('ended' in written) {
    // A reissue is two writes; under some readings the first one reopens the task already.
    const isSo = written.refused !== null && operation === 'changeCampaignRecordStatus' && (await isShown());
    if (isSo) return applied(change, { kind: 'already-so' });
    return isEnough ? 'done' : written.ended;
  }
  const kept = operation === 'addOrUpdateCampaignRecord' ? await putBack(change, writing) : null;
  if (kept !== null) return kept;
  if (written.outcome.kind !== 'done') return applied(change, { kind: 'answer-lost' });
  return written.outcome.value === 'not-found' ? applied(change, { kind: 'already-gone' }) : applied(change);
}

function effectOf(
  operation: WriteOperation,
  change: RecordChange,
  { context, task, isShown, late }: Writing & Late & { readonly isShown: () => Promise<boolean> },
): Write<unknown>['effect'] {
  const pauses = mayReset(change, task) ? { pauses: PATIENT_MS } : {};
  const unseen = `what became of ${operation} cannot be seen`;
  if (operation === 'deleteRecordFromCampaign')
    return { ...pauses, unseen, isGone: goneTask(change, context), operation };
  return {
    ...pauses,
    isShown,
    always: BY_NAME.has(operation),
    get unseen() {
      return late.isCalled ? CALLED_MEANWHILE : unseen;
    },
  };
}

/** Records what was done, and what did not stay as it was sent; a copy that is back whole is needed no more. */
async function settleApplied(
  change: RecordChange,
  context: ApplyContext,
  { intent, proposed }: Pick<WriteInput, 'proposed'> & { readonly intent: Intent },
): Promise<void> {
  const after = looksBack(change) ? await taskOrNone(change, context.service) : null;
  const shown = proposed && after ? withShown(proposed, change, { task: after, context }) : proposed;
  const recorded = shown && (await withQueueName(shown, change, { context, after }));
  await intent.settle(recorded);
  if (change.copy === undefined || after === null || lostItems(change.copy, after).length > 0) return;
  if (changedKeys(change.copy, after, change).length === 0) await context.recorder.dropCopy(change.address);
}

/** A value that was sent twice and shows as another, the same each time, stays so: remembered, or every plan would send it again. */
function withShown(
  proposed: RecordedRecord,
  change: RecordChange,
  { task, context }: { readonly task: ObservedTask; readonly context: ApplyContext },
): RecordedRecord {
  const fields = observedFields(task, contentOf(task, declared(change).campaign.clientIdFieldName));
  const wanted = recordFields(declared(change));
  const before = new Map(change.fields.map((each) => [each.field, each.before]));
  const other = (change.resent ?? []).filter((field) => {
    const now = fields.get(field) ?? null;
    return now !== wanted.get(field) && now === before.get(field);
  });
  const shown = Object.fromEntries(other.map((field) => [field, context.digest(fields.get(field) ?? null)]));
  return { ...proposed, shown: { ...proposed.shown, ...shown } };
}

interface SeenWriting extends Writing {
  /** As it was read last. */
  readonly current: ObservedTask | null;
  /** By its clientId another one may be meant. */
  readonly isBeside: boolean;
}

async function send(
  operation: WriteOperation,
  change: RecordChange,
  { turn, ...acting }: SeenWriting & { readonly turn: Turn },
): Promise<Outcome<unknown>> {
  const { address, campaign, clientId, copy, queueName: skillQueue } = change;
  const { recorder, clock } = acting.context;
  const located = locatingOf(change, acting.current ?? acting.task);
  const to = { campaign, clientId, ...located };
  switch (operation) {
    case 'addOrUpdateCampaignRecord':
      return turn.putRecord({
        campaign,
        clientId,
        ...puttingOf(change, acting.task, acting.isBeside),
        ...contentToPut(change, acting.task),
      });
    case 'changeCampaignRecordStatus':
      return turn.setRecordStatus({ ...to, ...statusToSet(change, acting) });
    case 'deleteRecordFromCampaign':
      return turn.deleteRecord(campaign, clientId, located);
    case 'transferCampaignRecord':
      // Within its campaign, for its queue alone. Whether data move along is not shown: the full copy goes once the task is seen as declared.
      if (skillQueue === undefined) throw new Error('a transfer takes a queue by its name');
      if (copy !== undefined) await recorder.keepCopy({ address, savedAt: clock(), body: copy });
      return turn.transferRecord({ ...to, transferToCampaign: campaign.campaignName, skillQueue });
    case 'add-user':
    case 'delete-user':
      throw new Error(`${operation} does not belong to this change`);
    default:
      return operation satisfies never;
  }
}

/** Whether reading shows that the operation took effect. */
async function shows(operation: WriteOperation, change: RecordChange, acting: SeenWriting & Late): Promise<boolean> {
  const task = await taskNow(change, acting.context.service);
  if (task === null || task === 'unread') return false;
  const { digest, clock } = acting.context;
  if (operation === 'changeCampaignRecordStatus') {
    const wanted = statusToSet(change, acting);
    const pin = task.preferredAgent ?? '';
    const pinned = [undefined, pin].includes(wanted.preferredAgent) || hasPinEnded(task, clock());
    const queued = wanted.skillQueue === undefined || [null, wanted.skillQueue].includes(task.skillQueue);
    const before = (acting.current ?? acting.task)?.workAttempts ?? 0;
    acting.late.isCalled = task.workedState === 'NOTWORKED' && task.workAttempts > before;
    return task.workedState === wanted.state && pinned && queued && !acting.late.isCalled;
  }
  const facts = { desired: declared(change), task, marker: change.marker, sentOver: acting.task, digest, now: clock() };
  return compareRecord({ ...facts, recorded: null }).fields.length === 0 && isDropped(change, facts);
}

/** What the file no longer names is gone, too. A pin is taken away by the status call. */
function isDropped({ recorded }: RecordChange, facts: Omit<CompareFacts, 'recorded'>): boolean {
  const { fields } = compareRecord({ ...facts, recorded });
  return fields.every(({ field, after }) => after !== null || field === 'preferredAgent');
}

export function contentToPut(
  change: RecordChange,
  task: ObservedTask | null,
): RecordProperties & { readonly items: ReturnType<typeof itemsToSend> } {
  const desired = declared(change);
  const whole = task !== null && change.copy !== undefined ? withLost(task, change.copy) : task;
  const items = itemsToSend({ desired, recorded: change.recorded, task: whole, marker: change.marker });
  const isNew = task === null || change.cause.kind === 'reissue';
  return { items, ...(isNew ? declaredProperties(desired) : propertiesToSend(change.fields, task)) };
}

function statusToSet(
  change: RecordChange,
  { context, task, current }: SeenWriting,
): RouteProperties & { readonly state: WorkedState } {
  const asked = stateAsked(change);
  const isReset = change.cause.kind === 'reset-by-update';
  const now = context.clock();
  if (asked !== undefined && !isReset) return { state: asked, ...routedAt(change, current, now) };
  const state = asked ?? task?.workedState ?? 'NOTWORKED';
  const pin = isReset ? {} : { preferredAgent: change.pin ?? '' };
  return { state, ...pin, ...timeWith(state, change, { task, now }) };
}

export function declared(change: RecordChange): DesiredRecord {
  if (change.desired === null) throw new Error('only a declared record is written');
  return change.desired;
}
