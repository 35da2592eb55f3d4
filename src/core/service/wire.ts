// Answers as they come over the wire: schemas of what the interface documents promise, and their decoding into the
// model. Promises: a body that does not fit becomes null, never a guess. Properties that the documents do not list are
// ignored.

import { Ajv } from 'ajv';
import type { ValidateFunction } from 'ajv';
import type { DataItem } from '../model/record.ts';
import { TASK_FIELDS } from '../model/task-fields.ts';
import type { ObservedTask, TaskField, TaskValues, WorkedState } from '../model/task-fields.ts';
import { parseServiceTime } from '../model/time.ts';

const STRICTLY = { strict: true, allowUnionTypes: true, strictRequired: false, meta: false, validateSchema: false };
const text = { type: 'string' } as const;
const textOrNull = { type: ['string', 'null'] } as const;

/** User provisioning interface: "Every HTTP 200 response body has at least result and message". */
export interface UserAnswer {
  readonly result: string;
  readonly message: string;
  readonly backendStatus?: string | null;
  readonly connectUserId?: string | null;
}

const userAnswer = {
  type: 'object',
  required: ['result', 'message'],
  properties: { result: text, message: text, backendStatus: textOrNull, connectUserId: textOrNull },
};

/** Preview campaign interface, "Common response envelope". */
export interface PreviewAnswer {
  readonly platform: string;
  readonly companyCode: string;
  readonly environment: string;
  readonly region: string;
  readonly campaignName: string;
  readonly previewResult: { readonly previewResultStatus: string; readonly error?: string | null };
  readonly previewRecordClientData?: unknown;
}

const previewAnswer = {
  type: 'object',
  required: ['platform', 'companyCode', 'environment', 'region', 'campaignName', 'previewResult'],
  properties: {
    platform: text,
    companyCode: text,
    environment: text,
    region: text,
    campaignName: text,
    previewResult: {
      type: 'object',
      required: ['previewResultStatus'],
      properties: { previewResultStatus: text, error: textOrNull },
    },
  },
};

interface WireItem {
  readonly key: string;
  readonly value: string | null;
  readonly displayOrder?: number | null;
}

const pair = { type: 'object', required: ['key', 'value'], properties: { key: text, value: text } };
const item = {
  type: 'object',
  required: ['key', 'value'],
  properties: { key: text, value: textOrNull, displayOrder: { type: ['integer', 'null'] } },
};

/** One text for all its copies in an answer: a thousand tasks name the same few keys, and JSON.parse makes each anew. */
type Shared = (text: string) => string;

function openShared(): Shared {
  const texts = new Map<string, string>();
  return (text) => {
    const known = texts.get(text);
    if (known === undefined) texts.set(text, text);
    return known ?? text;
  };
}

interface TaskForm<Value> {
  readonly schema: object;
  /** Of a value that fits the schema; undefined for text that is no such value. */
  readonly decode: (wire: never, shared: Shared) => Value | undefined;
  /** Missing on the wire: none. */
  readonly optional?: true;
}

const TASK_FORMS: { readonly [K in keyof TaskValues]: TaskForm<TaskValues[K]> } = {
  id: { schema: { type: 'string', minLength: 1 }, decode: (id: string) => id },
  text: { schema: text, decode: (value: string) => value },
  textOrNone: { schema: textOrNull, decode: (value: string | null | undefined) => value || null, optional: true },
  time: { schema: textOrNull, decode: decodeTime, optional: true },
  count: { schema: { type: 'integer', minimum: 0 }, decode: (count: number) => count },
  state: { schema: { enum: ['NOTWORKED', 'WORKED', 'COMPLETED', 'REMOVED'] }, decode: (state: WorkedState) => state },
  pairs: { schema: { type: ['array', 'null'], items: pair }, decode: decodePairs, optional: true },
  items: {
    schema: { type: 'array', items: item },
    decode: (items: readonly WireItem[], shared: Shared) => items.map((each) => decodeItem(each, shared)),
  },
};

/** By their keys on the wire; of the spellings of a key one is enough. */
type WireTask = Readonly<Record<string, unknown>>;

const FIELDS = Object.entries(TASK_FIELDS);
const ROWS = Object.values(TASK_FIELDS);
const task = {
  type: 'object',
  properties: Object.fromEntries(ROWS.flatMap(({ wire, kind }) => wire.map((key) => [key, TASK_FORMS[kind].schema]))),
  allOf: ROWS.filter(({ kind }) => TASK_FORMS[kind].optional !== true).map(({ wire }) => ({
    anyOf: wire.map((key) => ({ required: [key] })),
  })),
};

const isUserAnswer = accepting<UserAnswer>(userAnswer);
const isPreviewAnswer = accepting<PreviewAnswer>(previewAnswer);
const isTaskList = accepting<readonly WireTask[]>({ type: 'array', items: task });

/** Compiled for the first answer of its kind: most runs of a Pulumi handler see one kind. */
function accepting<T>(schema: object): (json: unknown) => json is T {
  let accepts: ValidateFunction<T> | null = null;
  return (json): json is T => {
    accepts ??= new Ajv(STRICTLY).compile<T>(schema);
    return accepts(json);
  };
}

export function decodeUserAnswer(json: unknown): UserAnswer | null {
  return isUserAnswer(json) ? json : null;
}

export function decodePreviewAnswer(json: unknown): PreviewAnswer | null {
  return isPreviewAnswer(json) ? json : null;
}

/** Null when any task does not fit: half a list would look like absence. */
export function decodeTasks(json: unknown): ObservedTask[] | null {
  if (!isTaskList(json)) return null;
  const shared = openShared();
  const tasks = json.map((wire) => decodeTask(wire, shared));
  return tasks.every((decoded) => decoded !== null) ? tasks : null;
}

function decodeTask(wire: WireTask, shared: Shared): ObservedTask | null {
  const values: Record<string, unknown> = {};
  for (const [name, row] of FIELDS) {
    const value = decodeField(wire, row, shared);
    if (value === undefined) return null;
    values[name] = value;
  }
  return values as ObservedTask;
}

/** Undefined for what is no such value, and where two spellings of its key disagree. */
function decodeField(task: WireTask, { wire, kind }: TaskField, shared: Shared): unknown {
  let value: unknown;
  for (const key of wire) {
    const spelled = task[key];
    if (spelled !== undefined && value !== undefined && spelled !== value) return undefined;
    value ??= spelled;
  }
  return TASK_FORMS[kind].decode(value as never, shared);
}

/** Null for none (null, missing or empty text); undefined for text that is no time. */
function decodeTime(value: string | null | undefined): number | null | undefined {
  return value ? (parseServiceTime(value) ?? undefined) : null;
}

function decodePairs(pairs: TaskValues['pairs'] | null | undefined): TaskValues['pairs'] {
  return pairs?.map(({ key, value }) => ({ key, value })) ?? [];
}

function decodeItem({ key, value, displayOrder }: WireItem, shared: Shared): DataItem {
  const order = typeof displayOrder === 'number' ? { displayOrder } : {};
  return { key: shared(key), value: value ?? '', ...order };
}

const NO_RECORD = 'NORECORDFOUND';
const ECHOED = new Set(['platform', 'companyCode', 'environment', 'region', 'campaignName', 'previewRecordClientData']);

/**
 * The literal word in previewResultStatus, in previewResult.error, or in a field of its own beside previewResult ("The
 * field that carries NORECORDFOUND: not shown", S1). Equal to it, not containing it: an error text may quote an id.
 */
export function saysNoRecord(json: unknown): boolean {
  if (typeof json !== 'object' || json === null) return false;
  const isWord = (value: unknown): boolean => typeof value === 'string' && value.trim() === NO_RECORD;
  const beside = Object.entries(json).some(([key, value]) => !ECHOED.has(key) && isWord(value));
  return beside || isWord(resultField(json, 'previewResultStatus')) || isWord(resultField(json, 'error'));
}

/**
 * "Requests without valid headers fail": how is not shown (S16). The user service's word for it is taken here as well,
 * also without the envelope, since who was not let in has no campaign to be told of.
 */
export function saysUnauthorized(json: unknown): boolean {
  return resultField(json, 'previewResultStatus') === 'UNAUTHORIZED';
}

function resultField(json: unknown, field: string): unknown {
  if (typeof json !== 'object' || json === null || !('previewResult' in json)) return undefined;
  const result: unknown = json.previewResult;
  return typeof result === 'object' && result !== null && Object.hasOwn(result, field)
    ? Reflect.get(result, field)
    : undefined;
}
