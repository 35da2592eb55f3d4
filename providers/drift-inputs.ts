// Inputs rebuilt from what was observed, field by field, where the plan calls the difference drift: so that the engine
// shows `skillQueue: "gold" => "renewals"` and not a bare "changed". Users show nothing of their profile: theirs stay.

import type { OneObservation } from '../src/door.ts';
import { TIME } from '../src/model/fields.ts';
import { decodeItems, shownValue } from '../src/model/record.ts';
import type { ObservedTask } from '../src/model/record.ts';
import { COMPARED_FIELDS } from '../src/model/record-fields.ts';
import type { Change } from '../src/reconcile/change.ts';
import { dataText } from './inputs.ts';
import { textIn } from './kinds.ts';
import type { Properties } from './outputs.ts';

interface Seen {
  readonly changes: readonly Change[];
  readonly observed: OneObservation;
}

export function showDrift(inputs: Properties, { changes, observed }: Seen): Properties {
  const task = observed.record?.tasks[0];
  if (task === undefined) return inputs;
  const shown = taskInputs(task, textIn(inputs, 'clientIdFieldName') ?? 'Id');
  const moved = new Set(changes.flatMap((change) => change.fields.map(({ field }) => nameOf(field))));
  const drifted = [...moved].filter((name) => name in shown);
  const kept = Object.entries(inputs).filter(([name]) => !drifted.includes(name));
  const seen = drifted.flatMap((name) => (shown[name] === undefined ? [] : [[name, shown[name]] as const]));
  return Object.fromEntries([...kept, ...seen]);
}

function nameOf(field: string): string {
  return field.startsWith('data.') ? 'data' : field;
}

function taskInputs(task: ObservedTask, clientIdFieldName: string): Properties {
  const content = decodeItems(task.items, clientIdFieldName);
  const fields = COMPARED_FIELDS.map((name): [string, unknown] => {
    const value = shownValue(task, content, name);
    return [name, typeof value === 'number' ? TIME.toInput(value) : (value ?? undefined)];
  });
  return { ...Object.fromEntries(fields), data: dataText(content.data) };
}
