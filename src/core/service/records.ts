// The five operations of the preview campaign interface: what is sent, and what each status means.
// Promises: addresses by clientId, and by previewRecordId alone where one is given; absence only from an explicit NORECORDFOUND or
// an empty success for the one key that was asked; an answer about something else ends the run.

import { namedBy } from '../model/fields.ts';
import type { Campaign, ObservedTask } from '../model/record.ts';
import { RESERVED_DATA_KEYS } from '../model/record.ts';
import { RECORD_FIELDS } from '../model/record-fields.ts';
import type { Outcome } from '../model/outcome.ts';
import type { Target } from '../model/target.ts';
import type { ServiceRequest } from './request.ts';
import { safeMessage } from './message.ts';
import type { PrivateWords } from './message.ts';
import { isReading, REFUSALS } from './operation.ts';
import type { LocatingWrite, RecordOperation } from './operation.ts';
import { done, notDone, problem, unknown } from './outcome.ts';
import type { Interpreter } from './outcome.ts';
import type {
  CampaignPlace,
  Criterion,
  TaskLocator,
  PutRecord,
  RecordAnswer,
  RecordQuestion,
  RemovalAnswer,
  SearchResult,
  SetRecordStatus,
  TransferRecord,
} from './service.ts';
import { decodePreviewAnswer, decodeTasks, saysNoRecord, saysUnauthorized } from './wire.ts';
import type { PreviewAnswer } from './wire.ts';

/** Sent with every search by criterion; an answer this long may have been cut. */
export const SEARCH_LIMIT = 1000;

export interface Envelope {
  readonly platform: string;
  readonly companyCode: string;
  readonly environment: string;
  readonly campaignName: string;
  readonly region: string;
}

export function putRecordCall(target: Target, request: PutRecord): ServiceRequest<null> {
  const { campaign, clientId, items, previewRecordId } = request;
  const body = {
    ...envelopeOf(target, campaign),
    clientId,
    ...(previewRecordId !== undefined && { previewRecordId }),
    clientIdFieldName: campaign.clientIdFieldName,
    ...namedBy(RECORD_FIELDS, 'property', request),
    previewRecordData: items.map(({ key, value, displayOrder }) => ({
      ...{ key, value },
      ...(displayOrder !== undefined && { displayOrder }),
    })),
  };
  const data = items.filter(({ key }) => !RESERVED_DATA_KEYS.includes(key)).map(({ value }) => value);
  const hidden = hiddenOf(request, [...(request.personal ?? []), ...data]);
  const interpret = interpretRecord({ operation: 'addOrUpdateCampaignRecord', body, hidden }, () => done(null));
  return { operation: 'addOrUpdateCampaignRecord', body, interpret };
}

export function findRecordCall(
  target: Target,
  campaign: Campaign,
  clientId: string,
): ServiceRequest<readonly ObservedTask[]> {
  const body = { ...envelopeOf(target, campaign), clientId };
  return searchCall(body, (tasks) => (tasks.every((task) => task.clientId === clientId) ? done(tasks) : null));
}

/**
 * The task of one previewRecordId. The document spells the property of the request in two ways, so both are sent; without a
 * clientId, which would find a twin where the service does not know the spelling.
 */
export function findTaskCall(
  target: Target,
  campaign: Campaign,
  previewRecordId: string,
): ServiceRequest<readonly ObservedTask[]> {
  const body = { ...envelopeOf(target, campaign), previewRecordId, previewRecordID: previewRecordId };
  return searchCall(body, (tasks) =>
    tasks.every((task) => task.previewRecordId === previewRecordId) ? done(tasks) : null,
  );
}

/** `limit`: the length from which an answer may have been cut. */
export function searchRecordsCall(
  target: Target,
  campaign: Campaign,
  criterion: Criterion & { readonly limit?: number },
): ServiceRequest<SearchResult> {
  const { key, value, condition, limit = SEARCH_LIMIT } = criterion;
  const body = {
    ...envelopeOf(target, campaign),
    maxRecords: SEARCH_LIMIT,
    previewRecordData: [{ key, value, condition }],
  };
  return searchCall(body, (tasks) => {
    const matching = tasks.filter((task) => fits(task, criterion, campaign.clientIdFieldName));
    return done({ tasks: matching, complete: tasks.length < limit, shown: tasks.length });
  });
}

/** The only search that may send previewRecordId: a reader of one task by the id that the service gave it. */
export function lookUpRecordsCall(target: Target, question: RecordQuestion): ServiceRequest<RecordAnswer> {
  const body = { ...envelopeOf(target, question), ...question };
  const values = (question.previewRecordData ?? []).map(({ value }) => value);
  return searchCall(body, (tasks, said) => done({ said, tasks }), values);
}

export function setRecordStatusCall(target: Target, request: SetRecordStatus): ServiceRequest<'changed' | 'not-found'> {
  const { campaign, state } = request;
  const body = {
    ...envelopeOf(target, campaign),
    ...locating(request),
    previewRecordStateEnum: state,
    ...namedBy(RECORD_FIELDS, 'route', request),
  };
  return locatingCall({ operation: 'changeCampaignRecordStatus', body, hidden: hiddenOf(request) }, 'changed');
}

export function transferRecordCall(
  target: Target,
  request: TransferRecord,
): ServiceRequest<'transferred' | 'not-found'> {
  const { campaign, transferToCampaign } = request;
  const body = {
    ...envelopeOf(target, campaign),
    ...locating(request),
    transferToCampaign,
    ...namedBy(RECORD_FIELDS, 'route', request),
  };
  return locatingCall({ operation: 'transferCampaignRecord', body, hidden: hiddenOf(request) }, 'transferred');
}

export function deleteRecordCall(target: Target, request: LocatedTask): ServiceRequest<RemovalAnswer> {
  const body = { ...envelopeOf(target, request.campaign), ...locating(request) };
  return locatingCall({ operation: 'deleteRecordFromCampaign', body, hidden: hiddenOf(request) }, 'removed');
}

interface LocatedTask extends TaskLocator {
  readonly campaign: Campaign;
  readonly clientId: string;
}

/** One of the two: a previewRecordId that no task has must not fall back to a twin. */
function locating({ clientId, previewRecordId }: LocatedTask): object {
  return previewRecordId === undefined ? { clientId } : { previewRecordId };
}

function hiddenOf(
  request: LocatedTask & { readonly preferredAgent?: unknown },
  values = request.personal ?? [],
): PrivateWords {
  const { clientId, preferredAgent } = request;
  return { values, ids: [clientId, ...(typeof preferredAgent === 'string' ? [preferredAgent] : [])] };
}

/** Merges two lists of one clientId: a task in both is the same task. */
export function mergeTasks(first: readonly ObservedTask[], second: readonly ObservedTask[]): ObservedTask[] {
  return [...new Map([...first, ...second].map((task) => [task.previewRecordId, task])).values()];
}

/** "Cloud region where the campaign resides": that of the target, where the campaign has none of its own. */
export function envelopeOf(
  { platform, companyCode, environment, region: ofTarget }: Target,
  { campaignName, region = ofTarget }: CampaignPlace,
): Envelope {
  return { platform, companyCode, environment, campaignName, region };
}

/** For answers shown as they came: null unless the answer refuses the headers or is about another envelope. */
export function alienToEnvelope(sent: Envelope, json: unknown): Outcome<never> | null {
  const operation = 'searchPreviewCampaign';
  if (saysUnauthorized(json)) return notDone(problem('unauthorized', `${operation}: UNAUTHORIZED.`, true));
  const answer = decodePreviewAnswer(json);
  const alien = answer === null ? [] : alienFields(sent, answer);
  return alien.length > 0 ? unknown(alienProblem(operation, alien)) : null;
}

/** Looked at again on our side, so that case rules and trimming of the service do not matter. */
function fits(task: ObservedTask, { key, value, condition }: Criterion, clientIdFieldName: string): boolean {
  if (condition !== 'EQUALS') return true;
  if (key === 'sys_preferred_agent') return (task.preferredAgent ?? '') === value;
  if (key.startsWith('sys_')) return true;
  if (key === clientIdFieldName && task.clientId === value) return true;
  return task.items.some((item) => item.key === key && item.value === value);
}

type ReadTasks<T> = (tasks: readonly ObservedTask[], said: RecordAnswer['said']) => Outcome<T> | null;

function searchCall<T>(body: Envelope, read: ReadTasks<T>, privateValues: readonly string[] = []): ServiceRequest<T> {
  const operation = 'searchPreviewCampaign';
  const interpret = interpretRecord<T>(
    { operation, body, hidden: { values: privateValues } },
    (answer) => {
      const tasks = decodeTasks(answer.previewRecordClientData);
      return tasks === null ? null : read(tasks, 'SUCCESS');
    },
    () => read([], 'NORECORDFOUND'),
  );
  return { operation, body, interpret };
}

function locatingCall<T extends string>(
  sent: RecordCall & { readonly operation: LocatingWrite },
  success: T,
): ServiceRequest<T | 'not-found'> {
  const interpret = interpretRecord<T | 'not-found'>(
    sent,
    () => done(success),
    () => done('not-found'),
  );
  return { operation: sent.operation, body: sent.body, interpret };
}

interface RecordCall {
  readonly operation: RecordOperation;
  readonly body: Envelope;
  readonly hidden: PrivateWords;
}

/**
 * `onNone` is given for operations that can answer NORECORDFOUND; for the others that answer does not fit the document.
 */
function interpretRecord<T>(
  sent: RecordCall,
  onSuccess: (answer: PreviewAnswer) => Outcome<T> | null,
  onNone?: () => Outcome<T> | null,
): Interpreter<T> {
  return (json, status, key = '') => {
    const none = onNone !== undefined && saysNoRecord(json);
    // A wrong path may be answered by whoever: only our own envelope makes a 404 an answer.
    if (status === 404 && !none) return null;
    if (saysUnauthorized(json)) return notDone(problem('unauthorized', `${sent.operation}: UNAUTHORIZED.`, true));
    const answer = decodePreviewAnswer(json);
    if (answer === null) return null;
    const alien = alienFields(sent.body, answer);
    if (alien.length > 0) return unknown(alienProblem(sent.operation, alien));
    if (none) return hasTasks(answer) ? null : onNone();
    if (answer.previewResult.previewResultStatus === 'SUCCESS') return onSuccess(answer);
    return refusal({ ...sent, hidden: { ...sent.hidden, key } }, answer);
  };
}

/** A body that says "none" and contains tasks contradicts itself. */
function hasTasks({ previewRecordClientData: data }: PreviewAnswer): boolean {
  return Array.isArray(data) && data.length > 0;
}

function alienFields(sent: Envelope, answer: PreviewAnswer): string[] {
  const fields = ['platform', 'companyCode', 'environment', 'region', 'campaignName'] as const;
  return fields.filter((field) => answer[field] !== sent[field]);
}

function alienProblem(operation: RecordOperation, fields: readonly string[]): ReturnType<typeof problem> {
  return problem('wrong-envelope', `${operation}: the answer names another ${fields.join(', ')} than was asked.`, true);
}

/**
 * FAILED with whatever text is never absence. A status the document does not list proves nothing; a reason that comes with it is
 * said all the same.
 */
function refusal({ operation, hidden }: RecordCall, answer: PreviewAnswer): Outcome<never> | null {
  const { previewResultStatus: status, error } = answer.previewResult;
  const reason = safeMessage(error ?? '', hidden);
  const because = reason === null ? '' : `: ${reason}`;
  if (!REFUSALS.has(status)) {
    if (reason === null) return null;
    return unknown(
      problem('garbled-answer', `${operation}: a status that the interface document does not list${because}`),
    );
  }
  const text = `${operation}: ${status}${because}`;
  return isReading(operation) ? unknown(problem('unreadable', text)) : notDone(problem('refused', text));
}
