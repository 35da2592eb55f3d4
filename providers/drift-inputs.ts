// Inputs that a handler answers in place of the program's, so that Pulumi shows what stands in the service.
//
// After a refresh they are rebuilt from what was observed, field by field, where the plan calls the difference drift: the engine shows
// `skillQueue: "gold" => "renewals"` and not a bare "changed". Users show nothing of their profile: theirs stay.
//
// A person whose name, template, e-mail or createInBackend changed in a program of classes: no call updates a person (user provisioning
// interface), so nothing is sent. `diff` takes the person for equal in these and says so in each preview and each `up`, and the outputs,
// which the engine keeps of what is equal, go on saying what was sent at creation.

import { clientIdOf, recordAddress } from '../src/core/model/address.ts';
import type { Address } from '../src/core/model/address.ts';
import { TIME } from '../src/core/model/fields.ts';
import { decodeItems, shownValue } from '../src/core/model/record.ts';
import type { ObservedTask } from '../src/core/model/record.ts';
import { COMPARED_FIELDS } from '../src/core/model/record-fields.ts';
import type { Change } from '../src/core/reconcile/change.ts';
import { dataText, packRows, readRows, textIn } from './declaration.ts';
import type { Declaration, Family, Properties, RecordRow } from './declaration.ts';
import type { ObservedObjects, Receipts } from './receipts.ts';
import type { Verdict } from '../src/core/reconcile/verdict.ts';
import { whyVerdict } from '../src/core/report/words/why-verdict.ts';
import type { TargetContext } from './context.ts';
import { comparePart, observedFrom, partOf } from './part.ts';
import { nameOfOwner } from './refusals.ts';

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

/** What a comparison with a recorded user as last seen says beside changes; of anything else nothing. Sends nothing. */
export function lastVerdicts(
  declaration: Declaration,
  kept: Receipts,
  { context, olds }: LastState,
): readonly Verdict[] {
  const [user] = declaration.users;
  const receipt = kept.recorded.find((object) => object.kind === 'user');
  if (user === undefined || receipt === undefined) return [];
  const { backendPresence: shown } = olds;
  const backend = shown === 'present' || shown === 'absent' ? shown : 'unknown';
  const asRecorded = { ...receipt, service: 'present', backend, observedAt: 0, problem: null } as const;
  const seen = kept.observed?.get(user.address) ?? asRecorded;
  const part = partOf(declaration, context, { ...kept, openIntents: [] });
  return comparePart(part, observedFrom(new Map([[user.address, seen]])), context).verdicts;
}

interface LastState {
  readonly context: TargetContext;
  readonly olds: Properties;
}

/** What no update applies, a line each. A refresh declares nothing. */
export function unapplied(all: readonly Verdict[], { owner }: Declaration, { registry }: TargetContext): string[] {
  const said = all.filter((each) => isKept(each) && registry.isDeclared(each.address));
  return said.map(
    (verdict) => `warning: User ${nameOfOwner(owner)} (${verdict.address}): ${whyVerdict(verdict)}${WAY_ON}`,
  );
}

const WAY_ON = '; the stack keeps what was sent: declare that, or onProfileChange: replace (deletes, then creates)';

const isKept = ({ reason }: Verdict): boolean => reason.kind === 'profile-kept';

/** Inputs with what the stack said before in the place of what is not applied. */
export function asSent(news: Properties, olds: Properties | null, verdicts: readonly Verdict[]): Properties {
  const names = new Set(verdicts.filter(isKept).flatMap(({ fields }) => fields.map(({ field }) => field)));
  const others = Object.entries(news).filter(([name]) => !names.has(name));
  const sent = Object.entries(olds ?? {}).filter(([name]) => names.has(name));
  return Object.fromEntries([...others, ...sent]);
}
