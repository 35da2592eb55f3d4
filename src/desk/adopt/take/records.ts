// Tasks as the service shows them -> declarations that would leave them exactly as they are. Pure.

import { contentOf, ownerOf } from '../../../core/face.ts';
import type { LeftOut, LeftOutReason } from '../../../core/face.ts';
import { recordAddress } from '../../../core/model/address.ts';
import type { Address, SourcePosition } from '../../../core/model/address.ts';
import type { Lineage } from '../../../core/model/identity.ts';
import type { DeclaredLine, DeclaredValue, FileEntry, EditValue } from '../../../core/model/declaration.ts';
import { namesWith } from '../../../core/model/fields.ts';
import type { Campaign, DataItem, ObservedTask, RecordContent } from '../../../core/model/record.ts';
import { isFinished, isWorked, shownValue } from '../../../core/model/record.ts';
import { isShownByName, RECORD_FIELDS } from '../../../core/model/record-fields.ts';
import type { ComparedField } from '../../../core/model/record-fields.ts';
import type { Presence } from '../../../core/model/user.ts';

export interface TaskSelection {
  readonly campaign: Campaign;
  readonly tasks: readonly ObservedTask[];
  readonly sightings: ReadonlyMap<string, number>;
  readonly lineage: Lineage;
  readonly declared: ReadonlyMap<Address, SourcePosition>;
  readonly recorded: ReadonlySet<Address>;
}

export interface SelectedTask {
  readonly address: Address;
  readonly task: ObservedTask;
}

export interface SelectedTasks {
  /** In order of clientId. */
  readonly selected: readonly SelectedTask[];
  readonly leftOut: readonly LeftOut[];
  readonly finished: number;
}

/** What may be taken over: open, alone under its clientId, nobody's. */
export function selectTasks(input: TaskSelection): SelectedTasks {
  const selected: SelectedTask[] = [];
  const leftOut: LeftOut[] = [];
  let finished = 0;
  const byId = Map.groupBy(input.tasks, (task) => task.clientId);
  for (const [clientId, tasks] of [...byId].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const address = recordAddress(input.campaign.campaignName, clientId);
    const open = tasks.filter((task) => !isFinished(task));
    finished += tasks.length - open.length;
    const [task] = open;
    if (task === undefined) continue;
    const refused = refusalOf(
      address,
      { task, count: Math.max(tasks.length, input.sightings.get(clientId) ?? 0) },
      input,
    );
    if (refused === null) selected.push({ address, task });
    else leftOut.push({ address, kind: 'record', ...refused });
  }
  return { selected, leftOut, finished };
}

function refusalOf(
  address: Address,
  { task, count }: { readonly task: ObservedTask; readonly count: number },
  { campaign, lineage, declared, recorded }: TaskSelection,
): (LeftOutReason & Pick<LeftOut, 'source'>) | null {
  const source = declared.get(address) ?? null;
  if (source !== null) return { why: 'declared', source };
  if (recorded.has(address)) return { why: 'recorded', source };
  if (count > 1) return { why: 'twin', count, source };
  const ownership = ownerOf(task, { lineage, ...campaign, now: 0, recorded: null });
  if (ownership.kind !== 'other-stack') return null;
  return { why: 'foreign', stack: ownership.stack, source };
}

/** Who the tasks are pinned to, each once. */
export function agentsOf(selected: readonly SelectedTask[]): string[] {
  return [...new Set(selected.flatMap(({ task }) => task.preferredAgent ?? []))].toSorted();
}

export interface TaskFacts {
  readonly campaign: Campaign;
  /** Presence of everybody pinned to; declared people count as present. */
  readonly agents: ReadonlyMap<string, Presence>;
  /** Whether the name of a queue is known to be its code (profile, queue-name). */
  readonly nameIsCode: boolean;
}

export function declarationOf({ address, task }: SelectedTask, { campaign, agents, nameIsCode }: TaskFacts): FileEntry {
  const content = contentOf(task, campaign.clientIdFieldName);
  const agent = task.preferredAgent;
  const isGone = agent !== null && agents.get(agent) === 'absent';
  const keys = new Set([...content.data.map((item) => item.key), campaign.clientIdFieldName]);
  const lines: (DeclaredLine | null)[] = [
    { key: 'clientId', value: task.clientId },
    { key: 'adopt', value: true },
    ...namesWith(RECORD_FIELDS, 'owner').map((name) => {
      if (name === 'data') return content.data.length === 0 ? null : { key: name, value: dataLines(content.data) };
      if (name === 'preferredAgent' && (agent === null || isGone)) return null;
      return optional(name, shownInput({ task, content, nameIsCode }, name), keys);
    }),
  ];
  const remarks = [
    ...(isWorked(task) ? [workedRemark(task)] : []),
    ...(isCodeUnknown({ task, content, nameIsCode }) ? [CODE_UNKNOWN] : []),
    ...(isGone ? [`pinned to ${agent}, who is not in the service: the pin is not taken over`] : []),
    ...(strangers(content.highlight, keys).length > 0
      ? ['highlight names keys that data does not have: not managed']
      : []),
    ...(strangers(content.hidden, keys).length > 0 ? ['hidden names keys that data does not have: not managed'] : []),
  ];
  return { address, remarks, lines: lines.filter((line) => line !== null) };
}

/** `2026-12-01T08:00:00Z`; milliseconds only where there are some. */
function fileTime(instant: number): string {
  return new Date(instant).toISOString().replace('.000Z', 'Z');
}

export interface ShownTask {
  readonly task: ObservedTask;
  readonly content: RecordContent;
  readonly nameIsCode: boolean;
}

const CODE_UNKNOWN =
  'the service shows the name of its skill queue, and a file takes the code: skillQueue is not managed';

/** A queue is shown by a name of which nothing says that it is the code, too. */
export function isCodeUnknown({ task, content, nameIsCode }: ShownTask): boolean {
  return task.skillQueue !== null && !nameIsCode && content.skillQueue !== task.skillQueue;
}

/** The value of a field as a file says it; null where the service shows none, or a name in place of it. */
export function shownInput(shown: ShownTask, name: ComparedField): EditValue {
  if (isShownByName(name) && isCodeUnknown(shown)) return null;
  const value = shownValue(shown.task, shown.content, name);
  if (value === null || (Array.isArray(value) && value.length === 0)) return null;
  return typeof value === 'number' ? fileTime(value) : value;
}

/** A list that names keys data does not have would be refused in a file. */
function optional(key: string, value: DeclaredValue, keys: ReadonlySet<string>): DeclaredLine | null {
  if (value === null || (Array.isArray(value) && strangers(value, keys).length > 0)) return null;
  return { key, value };
}

/** A place is said where it does not follow from the order of the file: free numbers from 1 (desired/declarations/data-items.ts). */
function dataLines(items: readonly DataItem[]): DeclaredLine[] {
  const inPlace = items.every((item, index) => item.displayOrder === index + 1);
  return items.map(({ key, value, displayOrder }) => ({
    key,
    value: inPlace || displayOrder === undefined ? value : { value, displayOrder },
  }));
}

function strangers(list: readonly string[] | 'ALL', keys: ReadonlySet<string>): readonly string[] {
  return list === 'ALL' ? [] : list.filter((key) => !keys.has(key));
}

function workedRemark({ workAttempts, workedState, lastAttemptTime }: ObservedTask): string {
  const last = lastAttemptTime === null ? '' : `, last ${fileTime(lastAttemptTime)}`;
  return `being worked: ${workedState}, attempts ${workAttempts}${last}; left alone unless whenWorked says otherwise`;
}

/** Records whose data cannot be written as a mapping: a key that stands twice. */
export function repeatedKeys({ task }: SelectedTask, { clientIdFieldName }: Campaign): boolean {
  const { data } = contentOf(task, clientIdFieldName);
  return new Set(data.map((item) => item.key)).size < data.length;
}
