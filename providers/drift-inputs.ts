// Inputs rebuilt from what was observed, field by field, where the plan calls the difference drift: so that the engine
// shows `skillQueue: "gold" => "renewals"` and not a bare "changed". Users show nothing of their profile: theirs stay.

import { clientIdOf, recordAddress } from '../src/core/model/address.ts';
import type { Address } from '../src/core/model/address.ts';
import { TIME } from '../src/core/model/fields.ts';
import { decodeItems, shownValue } from '../src/core/model/record.ts';
import type { ObservedTask } from '../src/core/model/record.ts';
import { COMPARED_FIELDS } from '../src/core/model/record-fields.ts';
import type { Change } from '../src/core/reconcile/change.ts';
import { packRows, readRows, textIn } from './declaration.ts';
import type { Declaration, Family, Properties, RecordRow } from './declaration.ts';
import { dataText } from './inputs.ts';
import type { ObservedObjects } from './kept.ts';

interface Drift {
  readonly changes: readonly Change[];
  readonly seen: ObservedObjects;
}

export function shownInputs(declaration: Declaration, inputs: Properties, { changes, seen }: Drift): Properties {
  if (changes.length === 0) return inputs;
  const changed = new Map(changes.map((change) => [change.address, change]));
  const idField = textIn(inputs, 'clientIdFieldName') ?? 'Id';
  const shown = (row: Properties, address: Address): Properties => {
    const [change, observed] = [changed.get(address), seen.get(address)];
    const task = observed !== undefined && 'tasks' in observed ? observed.tasks[0] : undefined;
    return change === undefined || task === undefined ? row : shownRow(row, change, taskInputs(task, idField));
  };
  const [single] = declaration.records;
  if (declaration.family === 'record' && single !== undefined) return shown(inputs, single.address);
  if (declaration.family !== 'set') return inputs;
  const rows = readRows(String(inputs['records'])).map((row): RecordRow => ({
    ...shown({ ...row }, recordAddress(String(inputs['campaignName']), row.clientId)),
    clientId: row.clientId,
  }));
  return { ...inputs, records: packRows(rows) };
}

/** In clear text, because a refresh shows outputs: fields, and in a set clientIds, no values. */
export function driftText(family: Family, changes: readonly Change[]): { readonly drift?: string } {
  if (changes.length === 0) return {};
  const fieldsOf = ({ fields }: Change): string => fields.map(({ field }) => field).join(', ') || 'not there';
  const texts = changes.map((change) =>
    family === 'set' ? `${clientIdOf(change.address)}: ${fieldsOf(change)}` : fieldsOf(change),
  );
  return { drift: texts.join('; ') };
}

function shownRow(row: Properties, { fields }: Change, shown: Properties): Properties {
  const moved = new Set(fields.map(({ field }) => (field.startsWith('data.') ? 'data' : field)));
  const drifted = [...moved].filter((name) => name in shown);
  const kept = Object.entries(row).filter(([name]) => !drifted.includes(name));
  const seen = drifted.flatMap((name) => (shown[name] === undefined ? [] : [[name, shown[name]] as const]));
  return Object.fromEntries([...kept, ...seen]);
}

function taskInputs(task: ObservedTask, clientIdFieldName: string): Properties {
  const content = decodeItems(task.items, clientIdFieldName);
  const fields = COMPARED_FIELDS.map((name): [string, unknown] => {
    const value = shownValue(task, content, name);
    return [name, typeof value === 'number' ? TIME.toInput(value) : (value ?? undefined)];
  });
  return { ...Object.fromEntries(fields), data: dataText(content.data) };
}
