// Whether what was created is there. SUCCESS is one word, and a service may say it and make nothing; so at the end of a run what was
// added is read once more, in bulk. Nothing is sent again.
//
//   created                                         | read                                   | shown absent, also after a while
//   a record with our marker                        | by marker; one by one where that is less | unresolved, `unconfirmed`: recorded
//   a person on both sides, no connectUserId came   | query-existence, of a joined one, too  | the same: open again; of one side: recorded
//   a person in the service, a record without marker | -                                      | -: as the service answered
//
// A run that was told to stop reads nothing more, and says so.
//
// What is shown tells the previewRecordId, which is recorded: another id is another task (owner.ts).
//
// Recorded: whether it was called and cleared away before the reading nobody can tell, so the next plan asks about it (`gone-unclear`).
// Open again: its intent is, so that the next run settles it as it settles a lost answer (diff/open-intents.ts).

import { isRecord, isUser } from '../../model/address.ts';
import { ToolError } from '../../model/errors.ts';
import type { Outcome } from '../../model/outcome.ts';
import { isSameTask, markerIn } from '../../model/record.ts';
import type { ObservedTask } from '../../model/record.ts';
import { addsTask } from '../request-parts.ts';
import type { Change, RecordChange, UserChange } from '../change.ts';
import { forEachParallel } from '../observe/parallel.ts';
import { readByMarker } from '../observe/read-by-marker.ts';
import { standing } from '../observe/standing.ts';
import { looksFor } from '../plan/requests.ts';
import type { UserPresence } from '../../service/service.ts';
import type { Settlement } from '../settlement.ts';
import { applied } from '../settlement.ts';
import { comesTrue } from './comes-true.ts';
import type { ApplyContext } from './context.ts';
import { proposedUser } from './user.ts';

interface Confirming {
  readonly isStopped: boolean;
  /** Records of ours in a campaign before the run. */
  readonly held: (campaignName: string) => number;
}

/** The settlements, those of what is not there replaced. */
export async function confirmCreated(
  settlements: readonly Settlement[],
  context: ApplyContext,
  { isStopped, held }: Confirming,
): Promise<Settlement[]> {
  const { confirm, signal } = context;
  if (confirm === undefined) return [...settlements];
  const people = settlements.flatMap((each) => (isUnproven(each) && isUser(each.change) ? [each.change] : []));
  const records = settlements.flatMap(({ kind, change }) =>
    kind === 'applied' && isRecord(change) && addsTask(change) && change.marker !== null ? [change] : [],
  );
  if (isStopped || signal?.aborted === true) return withoutReading(settlements, new Set([...people, ...records]));
  const byCampaign = Map.groupBy(records, ({ campaign }) => campaign.campaignName);
  const found = await missingPeople(people, context);
  for (const [name, own] of byCampaign) found.push(...(await missingRecords(own, context, held(name) + own.length)));
  const missing = new Map(found.map((settlement) => [settlement.change.address, settlement]));
  return settlements.map((each) => judgedAgain(each, missing.get(each.change.address)));
}

/** That the backing instance has an account which was joined, a refusal has said. */
function judgedAgain(before: Settlement, after: Settlement = before): Settlement {
  const isJoined = before.kind === 'applied' && before.notes.some(({ kind }) => kind === 'joined');
  return isJoined && after.kind === 'applied' ? before : after;
}

/** A run that was told to stop reads nothing more: it says so. */
function withoutReading(settlements: readonly Settlement[], created: ReadonlySet<Change>): Settlement[] {
  const note = { kind: 'unconfirmed', because: 'stopped' } as const;
  return settlements.map((each) =>
    each.kind === 'applied' && created.has(each.change) ? { ...each, notes: [...each.notes, note] } : each,
  );
}

function isUnproven(settlement: Settlement): boolean {
  return settlement.kind === 'applied' && settlement.unproven === true;
}

interface Asking<C, T> {
  readonly ask: (change: C) => Promise<Outcome<T>>;
  readonly isThere: (seen: T) => boolean;
  /** What the last answer means; empty where it is there. */
  readonly judge: (change: C, seen: Outcome<T>) => Promise<Settlement[]>;
}

/** Asks for all; what is not there is asked for again, until the grace time is over or the environment fails. */
async function missingOf<C extends UserChange | RecordChange, T>(
  changes: readonly C[],
  { sleep }: ApplyContext,
  { ask, isThere, judge }: Asking<C, T>,
): Promise<Settlement[]> {
  const answers = new Map<C, Outcome<T>>();
  let missing = changes;
  const isMissing = (change: C): boolean => {
    const answer = answers.get(change);
    return answer?.kind === 'done' ? !isThere(answer.value) : answer?.problem.stopsRun !== true;
  };
  const askAll = async (): Promise<boolean> => {
    await forEachParallel(missing, async (change) => void answers.set(change, await ask(change)));
    missing = missing.filter(isMissing);
    return missing.length === 0;
  };
  if (missing.length > 0) await comesTrue(sleep, askAll);
  const found: Settlement[] = [];
  await forEachParallel([...answers], async ([change, seen]) => {
    found.push(...(await judge(change, seen)));
  });
  return found;
}

async function missingPeople(people: readonly UserChange[], context: ApplyContext): Promise<Settlement[]> {
  const { service } = context;
  return missingOf(people, context, {
    ask: ({ loginUserId }) => service.queryUser(loginUserId),
    // Whether it is in the backing instance, where that is not shown, no later answer tells.
    isThere: (seen) => seen.service === 'present' && seen.backend !== 'absent',
    judge: (change, seen) => personMissing(change, seen, context),
  });
}

async function personMissing(
  change: UserChange,
  seen: Outcome<UserPresence>,
  context: ApplyContext,
): Promise<Settlement[]> {
  if (seen.kind !== 'done') {
    return [applied(change, { kind: 'unconfirmed', because: 'unreadable', message: seen.problem.message })];
  }
  const { service: there, backend } = seen.value;
  if (there === 'present' && backend === 'present') return [];
  if (there === 'present' && backend === 'unknown') {
    return [applied(change, { kind: 'unconfirmed', because: 'backend-not-shown' })];
  }
  if (there === 'present') return [unconfirmed(change, 'it is in the service, and not in the second system')];
  const { recorder, clock, written } = context;
  const { address, action, recorded } = change;
  // As it was made: with ALLOW an account was joined, which the change did not know.
  const proposed = written?.get(address) ?? proposedUser(change, context);
  // Of a restore the receipt stays, so that the next plan is a restore again, which needs its number.
  await recorder.record(address, action === 'restore' ? recorded : null);
  await recorder.intend({ address, action: 'create', fromCampaign: null, at: clock(), proposed });
  return [unconfirmed(change, 'it is not in the service')];
}

async function missingRecords(
  own: readonly RecordChange[],
  context: ApplyContext,
  held: number,
): Promise<Settlement[]> {
  const { confirm, service } = context;
  const [first] = own;
  if (confirm === undefined || first === undefined) return [];
  const { campaign } = first;
  const lineage = { stack: confirm.stack, former: [] };
  const inBulk = { reader: service, lineage, campaign, expected: held, ...confirm.shard };
  const seen = looksFor(own.length, held) < own.length ? await shownInBulk(inBulk) : new Map<string, ObservedTask[]>();
  const unseen = own.filter(({ clientId }) => !seen.has(clientId));
  await Promise.all(own.map((change) => noteId(change, seen.get(change.clientId) ?? [], context)));
  return missingOf(unseen, context, {
    ask: ({ clientId }) => service.findRecord({ ...campaign, intake: false }, clientId),
    isThere: (tasks) => tasks.length > 0,
    judge: (change, seen) => recordMissing(change, seen, context),
  });
}

async function recordMissing(
  change: RecordChange,
  seen: Outcome<readonly ObservedTask[]>,
  context: ApplyContext,
): Promise<Settlement[]> {
  if (seen.kind !== 'done') return [applied(change, { kind: 'unconfirmed', because: 'unreadable' })];
  if (seen.value.length > 0) {
    await noteId(change, seen.value, context);
    return [];
  }
  return [unconfirmed(change, 'it is not in the campaign')];
}

/** Of what this run added, whatever was there before. Two tasks, or one without our marker, tell nothing; a service may cut it. */
async function noteId(
  { address, marker }: RecordChange,
  tasks: readonly ObservedTask[],
  { recorder, written }: ApplyContext,
): Promise<void> {
  const [task, twin] = standing(tasks, undefined);
  const recorded = written?.get(address);
  if (task === undefined || twin !== undefined) return;
  const shown = markerIn(task);
  if (shown !== marker && !(shown && marker?.startsWith(shown))) return;
  if (recorded === undefined || !isRecord(recorded) || isSameTask(recorded, task)) return;
  await recorder.record(address, { ...recorded, previewRecordId: task.previewRecordId });
}

/** A failure of the environment says nothing of what was written: the records are then asked for one by one, and each says so. */
async function shownInBulk(reading: Parameters<typeof readByMarker>[0]): Promise<ReadonlyMap<string, ObservedTask[]>> {
  try {
    const { tasks } = await readByMarker(reading);
    return Map.groupBy(tasks, ({ clientId }) => clientId);
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    return new Map();
  }
}

function unconfirmed(change: UserChange | RecordChange, what: string): Settlement {
  const message = `the service answered SUCCESS, and reading it again shows: ${what}`;
  return { change, kind: 'unresolved', problem: { code: 'unconfirmed', message, stopsRun: false } };
}
