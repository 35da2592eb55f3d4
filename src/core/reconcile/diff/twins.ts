// Twins: several tasks with one clientId in a campaign. The file names the one that is meant (`previewRecordId`) and may say of
// each other what becomes of it (`twins`).
//
//   a twin that                          | `keep` | `remove`                  | `merge`                                 | not listed
//   nobody has worked                    | stays  | deleted                   | its items go to the named one, deleted  | stays, said
//   was worked, or is COMPLETED          | stays  | `whenWorked: remove`      | `whenWorked: remove`                    | stays, said
//   is REMOVED                           | nobody's (observe/standing.ts)
//   carries the marker of another stack  | stays  | stays, said               | stays, said                             | stays, said
//   has another value of the same item,  | stays  | deleted                   | stays, said: the value may be what an   | stays, said
//   which no file declares               |        |                           | earlier write did not take over whole   |
//
// Listing a task by its own id is the consent to delete it, as `adopt: true` is for a single one. Twins are settled only together
// with a named task that is there and open or used up as declared: where that one waits for a decision, they wait, too.
//
// Example: an intake file loaded C-1 a second time, as R-7. `previewRecordId: R-2` and `twins: { R-7: remove }` keep ours alone.

import { isRecord } from '../../model/address.ts';
import { isTaken, MARKER_KEY } from '../../model/record.ts';
import type { DesiredRecord, ObservedTask } from '../../model/record.ts';
import type { MoveCopy, RecordChange, TwinRemoval, TwinStay } from '../change.ts';
import { fieldChange, fieldOfItem, recordFields } from '../fields.ts';
import { lostItems } from './copies.ts';
import { markerFor, ownerIn } from './record-facts.ts';
import { recordChange, sayOfRecord } from './record-result.ts';
import type { RecordDiff } from './record-result.ts';
import type { RecordFacts } from './record-facts.ts';

interface SortedTwins {
  readonly removals: readonly TwinRemoval[];
  readonly stays: readonly TwinStay[];
}

/** What the file says of a record whose task it names, and of the tasks beside it. */
export function withTwins(facts: RecordFacts, result: RecordDiff): RecordDiff {
  const { desired, observed } = facts;
  const others = observed?.others ?? [];
  if (desired === null || others.length === 0) return result;
  const { removals, stays } = sorted(facts, desired, others);
  const settled = maySettle(result) ? settle(facts, desired, { result, removals }) : result;
  return stays.length === 0 ? settled : saying(facts, settled, stays);
}

function sorted(facts: RecordFacts, desired: DesiredRecord, others: readonly ObservedTask[]): SortedTwins {
  const [removals, stays] = [Array<TwinRemoval>(), Array<TwinStay>()];
  for (const task of others) {
    const { previewRecordId, workedState: state, workAttempts: attempts } = task;
    const fate = desired.twins?.[previewRecordId];
    const stay = (because: TwinStay['because']): void => void stays.push({ previewRecordId, state, attempts, because });
    if (fate === undefined) stay('not-listed');
    else if (fate === 'keep') continue;
    else if (ownerIn(facts, task).kind === 'other-stack') stay('other-stack');
    else if (isTaken(task, facts.now) && desired.whenWorked !== 'remove') stay('worked');
    else if (fate === 'merge' && differs(task, facts, desired)) stay('differs');
    else removals.push({ task, merges: fate === 'merge' });
  }
  return { removals, stays };
}

/** Items that are no list, that no file declares, and that the named task shows with another value. */
function differs({ items }: ObservedTask, { observed }: RecordFacts, desired: DesiredRecord): boolean {
  const named = new Map(observed?.tasks[0]?.items.map(({ key, value }) => [key, value]));
  const own = new Set([desired.campaign.clientIdFieldName, MARKER_KEY, 'Hidden', 'Highlight']);
  const declared = new Set(recordFields(desired).keys());
  return items.some(
    ({ key, value }) => !own.has(key) && !declared.has(fieldOfItem(key)) && named.has(key) && named.get(key) !== value,
  );
}

/** A person who decides about the named task decides about its twins with it. */
function maySettle({ change, verdict }: RecordDiff): boolean {
  if (change !== null) return change.action === 'update' || change.action === 'adopt' || hasArrived(change);
  return verdict === null || ['consumed', 'kept', 'platform'].includes(verdict.class);
}

/** Where it moved to: only what is recorded of it, or what was lost on the way, is left. */
function hasArrived({ action, writes, observed }: RecordChange): boolean {
  return action === 'move' && observed?.presence === 'present' && !writes.includes('transferCampaignRecord');
}

interface TwinInput {
  readonly result: RecordDiff;
  readonly removals: readonly TwinRemoval[];
}

function settle(facts: RecordFacts, desired: DesiredRecord, { result, removals }: TwinInput): RecordDiff {
  const task = facts.observed?.tasks[0];
  if (removals.length === 0 || task === undefined) return result;
  const copy = copyOf(task, desired, removals);
  const merged =
    copy === null ? [] : lostItems(copy, task).map(({ key, value }) => fieldChange(fieldOfItem(key), null, value));
  const change = result.change ?? pureChange(facts, desired, task);
  const known = new Set(change.fields.map(({ field }) => field));
  const fields = [...change.fields, ...merged.filter(({ field }) => !known.has(field))];
  const puts = merged.length > 0 && !change.writes.includes('addOrUpdateCampaignRecord');
  const writes: RecordChange['writes'] = [
    ...(puts ? (['addOrUpdateCampaignRecord'] as const) : []),
    ...change.writes,
    ...removals.map(() => 'deleteRecordFromCampaign' as const),
  ];
  // What moved here and is still to be put back is put back by the same write.
  const whole = copy === null ? change.copy : bothCopies(copy, change.copy);
  const settled = { ...change, writes, fields, removals, ...(whole !== undefined && { copy: whole }) };
  return { ...result, change: settled };
}

/** Where nothing of the named task changes, what is recorded of it stays as it is. */
function pureChange(facts: RecordFacts, desired: DesiredRecord, task: ObservedTask): RecordChange {
  const { change } = recordChange(facts, {
    action: 'update',
    cause: { kind: 'twins' },
    writes: [],
    fields: [],
    marker: markerFor(facts, desired, task),
  });
  if (change === null) throw new Error('a change was asked for');
  return { ...change, keeps: facts.recorded };
}

/** Items of the twins that the named task lacks, and that no file declares. Of two twins the first one counts. */
function copyOf(task: ObservedTask, desired: DesiredRecord, removals: readonly TwinRemoval[]): MoveCopy | null {
  const own = new Set([desired.campaign.clientIdFieldName, MARKER_KEY, ...task.items.map(({ key }) => key)]);
  const declared = new Set(recordFields(desired).keys());
  const merging = removals.filter(({ merges }) => merges).flatMap(({ task: { items } }) => items);
  const items = merging.filter(({ key }) => !own.has(key) && !declared.has(fieldOfItem(key)));
  const once = [...new Map(items.toReversed().map((item) => [item.key, item])).values()];
  const plain = once.filter(({ key, value }) => !(key === 'Hidden' && value === MARKER_KEY));
  return plain.length === 0 ? null : { task: { ...task, items: plain }, foreign: plain.map(({ key }) => key) };
}

function bothCopies(one: MoveCopy, other: MoveCopy | undefined): MoveCopy {
  if (other === undefined) return one;
  const items = [...new Map([...one.task.items, ...other.task.items].map((item) => [item.key, item])).values()];
  return { task: { ...other.task, items }, foreign: [...new Set([...one.foreign, ...other.foreign])] };
}

function saying(facts: RecordFacts, result: RecordDiff, stays: readonly TwinStay[]): RecordDiff {
  if (result.change !== null) return { ...result, change: { ...result.change, stays } };
  if (isRecord(result.verdict)) return { ...result, verdict: { ...result.verdict, stays } };
  const said = sayOfRecord(facts, { kind: 'twins-stay' });
  const verdict = isRecord(said.verdict) ? { ...said.verdict, stays } : said.verdict;
  return { ...result, verdict };
}

/**
 * The facts about the task that is named. What is recorded may be about a twin: then it says nothing of this one, and where this
 * one is only to go, it stays recorded.
 */
export function aboutNamed(facts: RecordFacts): RecordFacts {
  const { desired, recorded } = facts;
  if (desired?.previewRecordId === undefined || recorded === null) return facts;
  const task = facts.observed?.tasks[0];
  // Of what was just created the id is not known yet: its marker says whether it is this one.
  const isSame =
    recorded.previewRecordId === ''
      ? task !== undefined && ownerIn(facts, task).kind === 'ours'
      : recorded.previewRecordId === (task?.previewRecordId ?? desired.previewRecordId);
  // A reason is about the customer: one that was used stays used, whichever task is named.
  return isSame ? facts : { ...facts, recorded: null, besideRecorded: recorded, former: recorded };
}
