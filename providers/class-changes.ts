// What `up` will do with the objects of a class whose declaration changed. The engine shows one line a resource and the property that
// differs; `data` and `records` are secrets, into which it never looks, and a dynamic provider hands no difference of its own on. So
// each preview and each `up` says it in a line beside. Values are personal and never said. Sends nothing.
//
//   the declaration               | said
//   has new rows                  | adds 2: C-4, C-5
//   has other values              | changes 1: C-1 (data.Name, skillQueue)
//   has a row of another campaign | moves 1: C-7 (from Summer)
//   lost rows                     | deletes 3: T-2, T-3, T-4 (untouched ones, unless another resource declares them)
//   lost rows that were worked    | lets go 1: T-9 (worked)
//
// Example: RecordSet "east": adds 1: C-4; changes 1: C-1 (data.Name)

import { recordFields, wasWorked } from '../src/engine/parts.ts';
import { clientIdOf } from '../src/model/address.ts';
import type { Address } from '../src/model/address.ts';
import { isAdded } from '../src/model/record.ts';
import type { DesiredRecord, RecordedRecord } from '../src/model/record.ts';
import type { TargetContext } from './context.ts';
import type { Declaration } from './declaration.ts';
import type { Receipts } from './kept.ts';
import { recordsIn } from './receipts.ts';
import { nameOfOwner } from './refusals.ts';
import { arrivingIn } from './work.ts';

export interface ClassChange {
  readonly before: Declaration;
  readonly after: Declaration;
  readonly kept: Receipts;
  readonly context: TargetContext;
}

/** A refresh declares nothing, and says nothing here; of a user the engine shows the properties that differ. */
export function sayChanges(change: ClassChange): void {
  const { after, context } = change;
  if (after.family === 'user' || !after.records.some(({ address }) => context.registry.isDeclared(address))) return;
  const parts = partsOf(change).filter(({ names }) => names.length > 0);
  if (parts.length === 0) return;
  const type = after.family === 'set' ? 'RecordSet' : 'PinnedRecord';
  context.tell(`${type} ${nameOfOwner(after.owner)}: ${parts.map(partText).join('; ')}`);
}

interface ChangePart {
  readonly verb: string;
  readonly names: readonly string[];
  readonly remark?: string;
}

/** Names of one part; the engine's log holds one line. */
const NAMED = 10;

function partText({ verb, names, remark }: ChangePart): string {
  const more = names.length > NAMED ? `, and ${names.length - NAMED} more` : '';
  return `${verb} ${names.length}: ${names.slice(0, NAMED).join(', ')}${more}${remark === undefined ? '' : ` (${remark})`}`;
}

function partsOf({ before, after, kept, context }: ClassChange): ChangePart[] {
  const arriving = [...arrivingIn(after, kept, context).values()];
  const moved = new Map(arriving.map(({ from, desired }) => [desired.address, from]));
  const held = new Set(kept.recorded.map(({ address }) => address));
  const left = recordsIn(kept.recorded).filter((record) => isLeft(record, after.rows) && !isMoved(record, moved));
  const [worked, untouched] = [left.filter(wasWorked), left.filter((record) => !wasWorked(record))];
  return [
    { verb: 'adds', names: after.records.filter((each) => isNew(each, held, moved)).map(({ clientId }) => clientId) },
    { verb: 'changes', names: changed(before, after, held) },
    { verb: 'moves', names: [...moved.values()].map((from) => `${from.clientId} (from ${from.campaignName})`) },
    {
      verb: 'deletes',
      names: untouched.map(({ address }) => clientIdOf(address)),
      remark: 'untouched ones, unless another resource declares them',
    },
    { verb: 'lets go', names: worked.map(({ clientId }) => `${clientId} (worked)`) },
  ];
}

type MovedRecords = ReadonlyMap<Address, RecordedRecord>;

/** What is used up is remembered, and nothing is sent for it. */
function isLeft({ address, consumed }: RecordedRecord, rows: Declaration['rows']): boolean {
  return consumed === null && !rows.has(address);
}

function isMoved({ address }: RecordedRecord, moved: MovedRecords): boolean {
  return [...moved.values()].some((from) => from.address === address);
}

function isNew({ address, ensure }: DesiredRecord, held: ReadonlySet<Address>, moved: MovedRecords): boolean {
  return isAdded(ensure) && !held.has(address) && !moved.has(address);
}

function changed(before: Declaration, after: Declaration, held: ReadonlySet<Address>): string[] {
  const known = new Map(before.records.map((record) => [record.address, record]));
  return after.records.flatMap((record) => {
    const was = known.get(record.address);
    if (was === undefined || !held.has(record.address)) return [];
    if (before.rows.get(record.address) === after.rows.get(record.address)) return [];
    const fields = differingFields(was, record);
    return fields.length === 0 ? [] : [`${record.clientId} (${fields.join(', ')})`];
  });
}

function differingFields(before: DesiredRecord, after: DesiredRecord): string[] {
  const [was, is] = [recordFields(before), recordFields(after)];
  const names = new Set([...was.keys(), ...is.keys()]);
  return [...names].filter((name) => JSON.stringify(was.get(name)) !== JSON.stringify(is.get(name)));
}
