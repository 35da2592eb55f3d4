// Which ids get the customer of another one, by the digests of what was sent of it. Pure.
//
//   the id                        | the other one                                   | is its customer by
//   is new                        | in no file any more, and finished or still open | the number; or all data, where nobody else has them
//   gets a number                 | finished, or stays open as it is                | the number
//   either                        | finished, goes, or gets another number too      | number and name; the number alone for three of a file
//   three of a file               | (whoever it is)                                 | number and name of each change at once
//   three are new, and their data | as many that are finished and in no file        | as many go as come
//     tell nobody apart           |                                                 |
//
//   A number that two tasks had says nothing without a name: a family shares one. Where there is no name, the number counts as both.
//   Example   Of a list the phone column is sorted alone: C-20 gets the number of C-1, who was called. The name is that of C-20.

import { isRecord } from '../../model/address.ts';
import type { Address } from '../../model/address.ts';
import type { DesiredRecord, RecordedRecord } from '../../model/record.ts';
import { isNameKey, isPhoneKey } from '../../model/value-rules.ts';
import type { Change, RecordChange } from '../change.ts';
import type { ChangedId } from '../guard.ts';
import { recordDigests } from '../fields.ts';
import type { PlanInput } from './input.ts';
import { declaredIn, fileOf, isNew, leftOver, listOf, staysAs } from './known-ids.ts';

/** So many at once are no correction. */
export const SEVERAL = 3;

export interface Asked {
  readonly change: Change;
  readonly how: ChangedId;
  /** Null: nobody had its data before. */
  readonly other: Address | null;
}

export function sameCustomers(input: PlanInput): Asked[] {
  const changes = input.diff.changes.filter(isRecord);
  const fresh = changes.filter(isNew);
  const asked = [...fresh, ...changes.filter(({ action, fields }) => action === 'update' && fields.some(getsNumber))];
  if (asked.length === 0) return [];
  const shifted = shiftedIn(input);
  const numbered = changes.filter(({ fields }) => fields.some(hadNumber));
  const moving = new Set([...shifted, ...numbered].map(({ address }) => address));
  return [...severalRenamed(changes, shifted), ...sameData(fresh, input), ...sameNumber(asked, { input, moving })];
}

/** By the data alone. */
function sameData(fresh: readonly RecordChange[], input: PlanInput): Asked[] {
  const [isDeclared, stays] = [declaredIn(input), staysAs(input)];
  const records = [...input.managed.objects.values()].filter(isRecord);
  const left = records.filter(({ address }) => !isDeclared(address));
  const lists = new Set(left.map(listOf));
  const inLists = fresh.filter((each) => lists.has(listOf(each)));
  const before = Map.groupBy(lists.size === 0 ? [] : records, (each) => dataKey(listOf(each), each.digests));
  return [...Map.groupBy(inLists, (each) => dataKey(listOf(each), sentOf(each, input)))].flatMap(([key, changes]) => {
    const holders = before.get(key) ?? [];
    const gone = holders.filter(({ address }) => !isDeclared(address));
    const finished = gone.filter(({ address }) => stays(address) === 'finished');
    const pairs = (how: ChangedId, others: readonly RecordedRecord[]): Asked[] =>
      changes.map((change, at) => ({ change, how, other: others[at]?.address ?? null }));
    const hasData = holders.some(({ digests }) => Object.keys(digests).some(isData));
    if (hasData && holders.length === 1 && changes.length === 1)
      return gone.length === 1 ? pairs('same-data', gone) : [];
    return changes.length >= SEVERAL && finished.length === changes.length ? pairs('as-many', finished) : [];
  });
}

function sameNumber(
  asked: readonly RecordChange[],
  { input, moving }: { readonly input: PlanInput; readonly moving: ReadonlySet<Address> },
): Asked[] {
  const [isDeclared, stays] = [declaredIn(input), staysAs(input)];
  const going = new Set([...moving, ...leftOver(input).map(({ address }) => address)]);
  const holders = numbersOf([...input.managed.objects.values()].filter(isRecord));
  const named = new Map(
    [...holders].map(([key, own]) => [key, byNames(own.filter((each) => going.has(each.address)))]),
  );
  const proofByNumber = (change: RecordChange, sent: Digests, other: RecordedRecord): Proof | null => {
    if (!going.has(other.address)) return null;
    if (namesOf(other.digests).every((field) => sent[field] === undefined)) return 'customer';
    const isLeft = !isDeclared(other.address);
    if (stays(other.address) !== null && (isLeft || !isNew(change))) return 'number';
    return isLeft || moving.has(other.address) ? 'several' : null;
  };
  const found = asked.flatMap((change) => {
    const sent = shownOf(change, input);
    const keys = numberKeys(listOf(change), newNumbers(change, sent));
    const isOther = ({ address }: RecordedRecord): boolean => address !== change.address;
    const same = keys.map((key) => named.get(key)?.(sent, isOther)).find((each) => each !== undefined);
    const [alone, ...more] = same === undefined ? distinct(keys, holders, isOther) : [];
    const other = same ?? (more.length === 0 ? alone : undefined);
    const proof = other && (same === undefined ? proofByNumber(change, sent, other) : 'customer');
    return other && proof ? { change, how: howBy(change, proof), other: other.address, proof } : [];
  });
  const files = Map.groupBy(found, ({ change }) => fileOf(change));
  return found.filter(
    ({ change, proof }) => proof !== 'several' || (files.get(fileOf(change))?.length ?? 0) >= SEVERAL,
  );
}

/** Two of them are several. */
function distinct(
  keys: readonly string[],
  holders: ReturnType<typeof numbersOf>,
  isOther: (record: RecordedRecord) => boolean,
): RecordedRecord[] {
  const found = new Set<RecordedRecord>();
  for (const key of keys)
    for (const each of holders.get(key) ?? []) {
      if (isOther(each)) found.add(each);
      if (found.size > 1) return [...found];
    }
  return [...found];
}

type ByNames = (sent: Digests, isOther: (record: RecordedRecord) => boolean) => RecordedRecord | undefined;

/** Of these, one with the names of what is sent, as far as it says them. A number may be that of all rows: none is compared with each. */
function byNames(records: readonly RecordedRecord[]): ByNames {
  const signed = (fields: readonly string[], digests: Digests): string =>
    JSON.stringify(fields.map((field) => digests[field]));
  const groups = [...Map.groupBy(records, ({ digests }) => JSON.stringify(namesOf(digests))).values()].map((own) => {
    const fields = namesOf(own[0]?.digests ?? {});
    return { own, fields, bySigns: Map.groupBy(own, ({ digests }) => signed(fields, digests)) };
  });
  return (sent, isOther) => {
    for (const { own, fields, bySigns } of groups) {
      const shared = fields.filter((field) => sent[field] !== undefined);
      const isSame = ({ digests }: RecordedRecord): boolean => signed(shared, digests) === signed(shared, sent);
      const all = shared.length === fields.length ? (bySigns.get(signed(fields, sent)) ?? []) : own.filter(isSame);
      const other = shared.length === 0 ? undefined : all.find(isOther);
      if (other !== undefined) return other;
    }
    return undefined;
  };
}

/** What shows whose customer it is: all that says who somebody is; the number; the number, where several rows of the file say so. */
type Proof = 'customer' | 'number' | 'several';

function howBy(change: RecordChange, proof: Proof): ChangedId {
  if (proof === 'customer') return isNew(change) ? 'same-data' : 'other-customer';
  return isNew(change) ? 'same-number' : 'other-number';
}

function severalRenamed(changes: readonly RecordChange[], shifted: readonly Shifted[]): Asked[] {
  const moved = changes.filter(changesCustomer);
  const renamed = new Map(
    [...shifted.filter(({ isRenamed }) => isRenamed), ...moved].map((each) => [each.address, fileOf(each)]),
  );
  const counts = Map.groupBy(renamed.values(), (file) => file);
  const several = moved.filter((change) => (counts.get(fileOf(change))?.length ?? 0) >= SEVERAL);
  return several.map((change): Asked => ({ change, how: 'other-customer', other: null }));
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
    if (!differs.some((field) => isData(field) && isPhoneKey(keyOf(field)))) return [];
    const isRenamed = differs.some((field) => isName(field) && after[field] !== undefined);
    return [{ address: desired.address, source: desired.source, isRenamed }];
  });
}

type Digests = RecordedRecord['digests'];
type Field = Change['fields'][number];

const isData = (field: string): boolean => field.startsWith('data.');
const keyOf = (field: string): string => field.replace(/^data\./u, '');
const isNumber = (field: string): boolean => isData(field) && isPhoneKey(keyOf(field));
const isName = (field: string): boolean => isData(field) && isNameKey(keyOf(field));
const namesOf = (digests: Digests): string[] => Object.keys(digests).filter(isName).toSorted();
const hadNumber = ({ field, before }: Field): boolean => before !== null && isNumber(field);
const getsNumber = ({ field, after }: Field): boolean => after !== null && isNumber(field);

function changesCustomer({ action, fields }: RecordChange): boolean {
  const isRenamed = fields.some(({ field, before, after }) => before !== null && after !== null && isName(field));
  return action === 'update' && isRenamed && fields.some(hadNumber);
}

/** A number that it had already says nothing of a change. */
function newNumbers(change: RecordChange, digests: Digests): Digests {
  const fields = new Set(change.fields.filter(getsNumber).map(({ field }) => field));
  return isNew(change) ? digests : Object.fromEntries(Object.entries(digests).filter(([field]) => fields.has(field)));
}

function sentOf({ desired }: RecordChange, { digest }: PlanInput): Digests {
  return desired === null ? {} : recordDigests(desired, digest);
}

function shownOf({ desired }: RecordChange, { digest }: PlanInput): Digests {
  return desired === null ? {} : digestsOf(desired, digest);
}

/** Of what says who a customer is. */
export function digestsOf(desired: DesiredRecord, digest: PlanInput['digest']): Digests {
  const data = desired.data.filter(({ key }) => isPhoneKey(key) || isNameKey(key));
  return recordDigests({ ...desired, data }, digest);
}

function dataKey(list: string, digests: Digests): string {
  return JSON.stringify([
    list,
    Object.entries(digests)
      .filter(([field]) => isData(field))
      .toSorted(),
  ]);
}

export function numberKeys(list: string, digests: Digests): string[] {
  const numbers = Object.entries(digests).filter(([field]) => isNumber(field));
  return numbers.map(([field, value]) => JSON.stringify([list, field, value]));
}

function numbersOf(records: readonly RecordedRecord[]): ReadonlyMap<string, readonly RecordedRecord[]> {
  const keyed = records.flatMap((record) => numberKeys(listOf(record), record.digests).map((key) => ({ key, record })));
  const groups = Map.groupBy(keyed, ({ key }) => key);
  return new Map([...groups].map(([key, group]) => [key, group.map(({ record }) => record)]));
}
