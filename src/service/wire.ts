// Answers as they come over the wire: schemas of what the interface documents promise, and their decoding into the
// model. Promises: a body that does not fit becomes null, never a guess. Properties that the documents do not list are
// ignored.

import { Ajv } from 'ajv';
import type { ValidateFunction } from 'ajv';
import type { DataItem, ObservedTask, WorkedState } from '../model/record.ts';
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

/** Preview campaign interface, "Task / record". The id is spelled in two ways (S21). */
interface WireTask {
  readonly previewRecordID?: string;
  readonly previewRecordId?: string;
  readonly clientId: string;
  readonly preferredAgent?: string | null;
  readonly skillQueue?: string | null;
  readonly createdTime?: string | null;
  readonly lastUpdatedTime?: string | null;
  readonly nextEarliestWorkTime?: string | null;
  readonly workedState: WorkedState;
  readonly workAttempts: number;
  readonly lastAttemptAgent?: string | null;
  readonly lastAttemptTime?: string | null;
  readonly workCodes?: readonly { readonly key: string; readonly value: string }[] | null;
  readonly previewRecordData: readonly WireItem[];
}

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
const task = {
  type: 'object',
  required: ['clientId', 'workedState', 'workAttempts', 'previewRecordData'],
  anyOf: [{ required: ['previewRecordID'] }, { required: ['previewRecordId'] }],
  properties: {
    previewRecordID: { type: 'string', minLength: 1 },
    previewRecordId: { type: 'string', minLength: 1 },
    clientId: text,
    preferredAgent: textOrNull,
    skillQueue: textOrNull,
    createdTime: textOrNull,
    lastUpdatedTime: textOrNull,
    nextEarliestWorkTime: textOrNull,
    workedState: { enum: ['NOTWORKED', 'WORKED', 'COMPLETED', 'REMOVED'] },
    workAttempts: { type: 'integer', minimum: 0 },
    lastAttemptAgent: textOrNull,
    lastAttemptTime: textOrNull,
    workCodes: { type: ['array', 'null'], items: pair },
    previewRecordData: { type: 'array', items: item },
  },
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
  const tasks = json.map(decodeTask);
  return tasks.every((decoded) => decoded !== null) ? tasks : null;
}

function decodeTask(wire: WireTask): ObservedTask | null {
  const { previewRecordID, previewRecordId } = wire;
  if (previewRecordID !== undefined && previewRecordId !== undefined && previewRecordID !== previewRecordId)
    return null;
  const createdTime = decodeTime(wire.createdTime);
  const lastUpdatedTime = decodeTime(wire.lastUpdatedTime);
  const nextEarliestWorkTime = decodeTime(wire.nextEarliestWorkTime);
  const lastAttemptTime = decodeTime(wire.lastAttemptTime);
  if (
    createdTime === undefined ||
    lastUpdatedTime === undefined ||
    nextEarliestWorkTime === undefined ||
    lastAttemptTime === undefined
  ) {
    return null;
  }
  return {
    previewRecordId: previewRecordID ?? previewRecordId ?? '',
    clientId: wire.clientId,
    preferredAgent: wire.preferredAgent || null,
    skillQueue: wire.skillQueue || null,
    createdTime,
    lastUpdatedTime,
    nextEarliestWorkTime,
    workedState: wire.workedState,
    workAttempts: wire.workAttempts,
    lastAttemptAgent: wire.lastAttemptAgent || null,
    lastAttemptTime,
    workCodes: wire.workCodes?.map(({ key, value }) => ({ key, value })) ?? [],
    items: wire.previewRecordData.map(decodeItem),
  };
}

/** Null for none (null, missing or empty text); undefined for text that is no time. */
function decodeTime(value: string | null | undefined): number | null | undefined {
  return value ? (parseServiceTime(value) ?? undefined) : null;
}

function decodeItem({ key, value, displayOrder }: WireItem): DataItem {
  const order = typeof displayOrder === 'number' ? { displayOrder } : {};
  return { key, value: value ?? '', ...order };
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
