// Whether ids of the files still mean the customers they meant: a list that was saved by a spreadsheet, or numbered anew, would call
// people a second time under what looks like a new id. One question a file. Pure; the whole plan is looked at, whatever part is applied.
//
//   an id              | is asked about where                                                                   | how
//   a new one          | a spreadsheet makes it of one that is finished, or that no file declares any more       | zeros, exponent …
//   a new one          | its number and name are those of such a task                                            | same-data
//   one that changes   | it gets the number and name of another id, which is finished, goes, or changes as well  | other-customer
//   three of one file  | number and name of each change at once                                                  | other-customer
//
//   Without names the number speaks alone, where no other task has it: a family shares one.
//   Example   C-0 was called. A row is put in front of the list, and each customer waits under the next id: C-1 gets who C-0 was.

import { isRecord, isUser, parseAddress } from '../../model/address.ts';
import type { Address } from '../../model/address.ts';
import { isFinished as isDone } from '../../model/record.ts';
import type { DesiredRecord, RecordedRecord } from '../../model/record.ts';
import { openSavedIds } from '../../model/saved-id.ts';
import type { RecordedObject } from '../../model/state.ts';
import { isNameKey, isPhoneKey } from '../../model/value-rules.ts';
import { addsUser, isLetGoFinished } from '../change.ts';
import type { Change, RecordChange } from '../change.ts';
import type { ChangedId, GuardedId, GuardedIds } from '../guard.ts';
import { recordDigests } from '../fields.ts';
import { heldElsewhere } from '../held-elsewhere.ts';
import type { Verdict } from '../verdict.ts';
import { passedBy } from './guard-removals.ts';
import type { PlanInput } from './input.ts';

const SEVERAL = 3;

export function changedIds(input: PlanInput): GuardedIds | null {
  // Of one that is both, the spelling is said: it shows what happened.
  const asked = new Map<Address, readonly Asked[]>([
    ...sameData(input).map((each) => [each.change.address, [each]] as const),
    ...Map.groupBy(respelled(input), ({ change }) => change.address),
  ]);
  if (asked.size === 0) return null;
  const stays = staysAs(input);
  const groups = Map.groupBy([...asked.values()].flat(), ({ change, how }) =>
    JSON.stringify([fileOf(change), change.kind, how]),
  );
  const files = [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const ids = group.map(({ change: { address }, other }) => ({ address, other, stays: stays(other) }));
    const lost = first.how === 'other-customer' ? lostOf(ids, input) : [];
    return [
      { file: fileOf(first.change), kind: first.change.kind, how: first.how, ids, ...(lost.length > 0 && { lost }) },
    ];
  });
  return { code: 'guard-ids', ...passedBy('ids', asked.size, input.allow), files };
}

interface Asked {
  readonly change: Change;
  readonly how: ChangedId;
  /** Null: nobody had its data before. */
  readonly other: Address | null;
}

const fileOf = ({ source }: Pick<Change, 'source'>): string | null => source?.file ?? null;

const isNew = (change: Change): boolean =>
  isUser(change)
    ? addsUser(change) && change.recorded === null
    : change.action === 'create' && change.recorded === null;

const idOf = (object: Change | Known): string => (isUser(object) ? object.loginUserId : object.clientId);

/** Ids of two campaigns are two lists. */
const listOf = (object: Change | Known): string => {
  if (isUser(object)) return 'users';
  return `record ${'campaign' in object ? object.campaign.campaignName : object.campaignName}`;
};

/** Recorded, left open by a run that was cut off, be it beside the scope of this one, or recorded by another partition. */
function knownObjects({ managed, recorded, desired }: PlanInput): RecordedObject[] {
  const declared = new Set(desired.records.map(({ address }) => address));
  const beside = managed.openIntents.filter(({ address }) => !declared.has(address));
  const open = [...beside, ...recorded.openIntents].flatMap(({ proposed }) => proposed ?? []);
  const elsewhere = [...heldElsewhere(desired).values()].map(({ object }) => object);
  const all = [...elsewhere, ...open, ...managed.objects.values(), ...recorded.objects.values()];
  return [...new Map(all.map((object) => [object.address, object])).values()];
}

function finishedIn(input: PlanInput): (address: Address) => boolean {
  const said = input.diff.verdicts.flatMap((each) => (each.class === 'consumed' ? each.address : []));
  const known = knownObjects(input).filter((object) => isRecord(object) && object.consumed !== null);
  const finished = new Set([
    ...said,
    ...[...known, ...input.diff.changes.filter(isLetGoFinished)].map(({ address }) => address),
  ]);
  return (address) => finished.has(address);
}

/** What becomes of the task that one may be. */
function staysAs(input: PlanInput): (other: Address | null) => GuardedId['stays'] {
  const isFinished = finishedIn(input);
  const letGo = input.diff.changes.flatMap((each) => (each.action === 'forget' ? [each.address] : []));
  const worked = input.diff.verdicts.flatMap((each) => (each.reason.kind === 'worked' ? [each.address] : []));
  const open = new Set([...letGo, ...worked]);
  // Its line is gone: nothing was recorded of how it ended since, and the service shows it.
  const isShownFinished = (address: Address): boolean =>
    input.observed.records.get(address)?.tasks.some(isDone) === true;
  return (other) => {
    if (other === null) return null;
    if (isFinished(other) || isShownFinished(other)) return 'finished';
    return open.has(other) ? 'open' : null;
  };
}

/** Finished, or declared by no file any more. */
function leftOver(input: PlanInput): Known[] {
  const { declared, desired, observed } = input;
  const staying = new Set([
    ...declared.users.flatMap(({ ensure, address }) => (ensure === 'present' ? address : [])),
    ...declared.records.map(({ address }) => address),
    ...(desired.others?.holders.keys() ?? []),
  ]);
  const isFinished = finishedIn(input);
  // A first run has nothing recorded of what our markers, or those of a former name, show.
  const shown = [...observed.extras.keys(), ...(observed.foreign?.keys() ?? [])].flatMap((address): Known[] => {
    const parsed = parseAddress(address);
    return isRecord(parsed) ? [{ ...parsed, address }] : [];
  });
  return [...shown, ...knownObjects(input)].filter(({ address }) => !staying.has(address) || isFinished(address));
}

type Known = RecordedObject | Pick<RecordedRecord, 'kind' | 'address' | 'campaignName' | 'clientId'>;

function respelled(input: PlanInput): Asked[] {
  const fresh = Map.groupBy(input.diff.changes.filter(isNew), listOf);
  const known = Map.groupBy(fresh.size === 0 ? [] : leftOver(input), listOf);
  return [...fresh].flatMap(([list, changes]) => {
    const objects = known.get(list) ?? [];
    if (objects.length === 0) return [];
    const byId = new Map(objects.map((object) => [idOf(object), object.address]));
    const savedOf = openSavedIds([...byId.keys()]);
    return changes.flatMap((change) => {
      return savedOf(idOf(change)).map(({ id, as }) => ({ change, how: as, other: byId.get(id) ?? null }));
    });
  });
}

type Digests = RecordedRecord['digests'];

const ANY_LIST = '';

/** Whose customer is afterwards in no row, or only in rows of tasks that are finished or left as they are. */
function lostOf(ids: readonly GuardedId[], { declared, desired, diff, managed, digest }: PlanInput): Address[] {
  const changed = new Set(diff.changes.map(({ address }) => address));
  const goesOn = (each: Verdict): boolean => each.class === 'platform' || each.class === 'assumed';
  const left = new Set(
    diff.verdicts.flatMap((each) => (goesOn(each) || changed.has(each.address) ? [] : each.address)),
  );
  // In whatever campaign, or partition.
  const elsewhere = [...heldElsewhere(desired).values()].map(({ object }) => object).filter(isRecord);
  const held = new Set([
    ...declared.records.flatMap((record) =>
      left.has(record.address) ? [] : numberKeys(ANY_LIST, digestsOf(record, digest)),
    ),
    ...elsewhere.flatMap(({ consumed, digests }) => (consumed === null ? numberKeys(ANY_LIST, digests) : [])),
  ]);
  return ids.flatMap(({ address }) => {
    const before = managed.objects.get(address);
    const keys = isRecord(before) ? numberKeys(ANY_LIST, before.digests) : [];
    return keys.length === 0 || keys.some((key) => held.has(key)) ? [] : [address];
  });
}

function sameData(input: PlanInput): Asked[] {
  const { diff, managed, digest } = input;
  const changes = diff.changes.filter(isRecord);
  const asked = [
    ...changes.filter(isNew),
    ...changes.filter(({ action, fields }) => action === 'update' && fields.some(isNumber)),
  ];
  if (asked.length === 0) return [];
  const shifted = shiftedIn(input);
  const numbered = changes.filter(({ fields }) => fields.some(isNumber));
  const going = new Set([...leftOver(input), ...shifted, ...numbered].map(({ address }) => address));
  const byNumber = numbersOf([...managed.objects.values()].filter(isRecord));
  const found = asked.flatMap((change): Asked[] => {
    const digests = change.desired === null ? {} : digestsOf(change.desired, digest);
    const others = numberKeys(listOf(change), digests).flatMap((key) => byNumber.get(key) ?? []);
    const other = others.find(
      (each) =>
        each.address !== change.address && going.has(each.address) && isSameName(each.digests, digests, others.length),
    );
    const how = isNew(change) ? 'same-data' : 'other-customer';
    return other === undefined ? [] : [{ change, how, other: other.address }];
  });
  const moved = changes.filter(changesCustomer);
  const renamed = new Map(
    [...shifted.filter(({ isRenamed }) => isRenamed), ...moved].map((each) => [each.address, fileOf(each)]),
  );
  const counts = Map.groupBy(renamed.values(), (file) => file);
  const several = moved.filter((change) => (counts.get(fileOf(change))?.length ?? 0) >= SEVERAL);
  return [...several.map((change): Asked => ({ change, how: 'other-customer', other: null })), ...found];
}

interface Shifted extends Pick<RecordedRecord, 'address'> {
  readonly source: DesiredRecord['source'];
  readonly isRenamed: boolean;
}

/** Declared with another number than was sent, be it beside the scope of this run, or worked and left as it is. */
function shiftedIn({ declared, managed, digest }: PlanInput): Shifted[] {
  return declared.records.flatMap((desired): Shifted[] => {
    const before = managed.objects.get(desired.address);
    if (!isRecord(before)) return [];
    const after = digestsOf(desired, digest);
    const differs = Object.keys(before.digests).filter((field) => before.digests[field] !== after[field]);
    if (!differs.some((field) => field.startsWith('data.') && isPhoneKey(keyOf(field)))) return [];
    const isRenamed = differs.some((field) => isName(field) && after[field] !== undefined);
    return [{ address: desired.address, source: desired.source, isRenamed }];
  });
}

const keyOf = (field: string): string => field.replace(/^data\./u, '');
const isNumber = ({ field, before }: Change['fields'][number]): boolean =>
  before !== null && field.startsWith('data.') && isPhoneKey(keyOf(field));
const isName = (field: string): boolean => field.startsWith('data.') && isNameKey(keyOf(field));

function changesCustomer({ action, fields }: RecordChange): boolean {
  const isRenamed = fields.some(({ field, before, after }) => before !== null && after !== null && isName(field));
  return action === 'update' && isRenamed && fields.some(isNumber);
}

/** Of what says who a customer is. */
function digestsOf(desired: DesiredRecord, digest: PlanInput['digest']): Digests {
  const data = desired.data.filter(({ key }) => isPhoneKey(key) || isNameKey(key));
  return recordDigests({ ...desired, data }, digest);
}

function numberKeys(list: string, digests: Digests): string[] {
  const numbers = Object.entries(digests).filter(([field]) => field.startsWith('data.') && isPhoneKey(keyOf(field)));
  return numbers.map(([field, value]) => JSON.stringify([list, field, value]));
}

function numbersOf(records: readonly RecordedRecord[]): ReadonlyMap<string, readonly RecordedRecord[]> {
  const found = new Map<string, RecordedRecord[]>();
  for (const record of records)
    for (const key of numberKeys(listOf(record), record.digests)) found.set(key, [...(found.get(key) ?? []), record]);
  return found;
}

function isSameName(one: Digests, other: Digests, holders: number): boolean {
  const names = Object.keys(one).filter((field) => isName(field) && other[field] !== undefined);
  return names.length === 0 ? holders === 1 : names.every((field) => one[field] === other[field]);
}
