// `muster get record`: one task and its twins. "With an id, at most one task is returned", so a clientId is asked for twice:
//
//   clientId                       the service's own word for it, NORECORDFOUND included; shows one of two twins
//   <clientIdFieldName> EQUALS id  as data item ("clientId is stored automatically in the task data"): shows all
//   previewRecordId                one question, in the spelling that was measured; where none was and the first does not show the task
//                                  ("both spellings appear"), once more in the other

import type { LookupQuestion, RecordAnswer, RecordLookup, RecordQuestion } from '../../core/face.ts';
import { isRecord, recordAddress } from '../../core/model/address.ts';
import type { Outcome } from '../../core/model/outcome.ts';
import { measured } from '../../core/model/profile.ts';
import type { ObservedTask } from '../../core/model/record.ts';
import { didYouMean } from '../../core/model/suggest.ts';
import { parseAddress } from '../../core/model/address.ts';
import { answered, asking } from './context.ts';
import type { LookupContext, ReaderContext } from './context.ts';
import { campaignHint, idKeyOf, knownAddresses, knownOf } from './known.ts';
import { problemLines, refuseCampaign } from './refusal.ts';
import { headOf } from './user.ts';

export interface RecordRequest {
  readonly campaignName: string;
  readonly by:
    | { readonly kind: 'clientId'; readonly clientId: string; readonly clientIdFieldName: string | null }
    | { readonly kind: 'previewRecordId'; readonly previewRecordId: string };
}

type FoundRecord = Pick<RecordLookup, 'questions' | 'tasks' | 'twinsUnread'>;

export async function lookUpRecord(context: LookupContext, request: RecordRequest): Promise<RecordLookup> {
  const { campaignName, by } = request;
  const own = by.kind === 'clientId' ? by.clientIdFieldName : null;
  const clientIdFieldName = own ?? idKeyOf(campaignName, context);
  const asked = await asking(context, (reader) =>
    by.kind === 'clientId'
      ? byClientId({ reader, context }, { campaignName, clientId: by.clientId, clientIdFieldName })
      : byRecordId({ reader, context }, campaignName, by.previewRecordId),
  );
  const { value: found } = asked;
  const previewRecordId = by.kind === 'previewRecordId' ? by.previewRecordId : null;
  const clientId = by.kind === 'clientId' ? by.clientId : clientIdFor(context, { campaignName, found, by });
  const known = knownOf(clientId === null ? '' : recordAddress(campaignName, clientId), context);
  const suggestions = found.tasks.length > 0 ? [] : suggestionsFor(context, campaignName, clientId);
  return {
    ...headOf(context, asked),
    campaignName,
    clientId,
    previewRecordId,
    clientIdFieldName,
    ...found,
    known,
    suggestions,
  };
}

interface ClientIdQuestion {
  readonly campaignName: string;
  readonly clientId: string;
  readonly clientIdFieldName: string;
}

async function byClientId({ reader, context }: ReaderContext, question: ClientIdQuestion): Promise<FoundRecord> {
  const { campaignName, clientId, clientIdFieldName } = question;
  const one = await ask({ reader, context }, { campaignName, clientId });
  const item = { key: clientIdFieldName, value: clientId, condition: 'EQUALS' } as const;
  const all = await reader.lookUpRecords({ campaignName, maxRecords: MOST_TWINS, previewRecordData: [item] });
  const isAsked = (task: ObservedTask): boolean => task.clientId === clientId;
  const first = questionOf(`clientId ${clientId}`, one, isAsked);
  const shown = one.tasks.filter(isAsked);
  if (all.kind !== 'done') return { questions: [first], tasks: shown, twinsUnread: all.problem };
  const second = questionOf(`${clientIdFieldName} EQUALS ${clientId}`, all.value, isAsked);
  const tasks = [...shown, ...all.value.tasks.filter(isAsked)];
  const each = new Map(tasks.map((task) => [task.previewRecordId, task]));
  return { questions: [first, second], tasks: [...each.values()], twinsUnread: null };
}

/** The default of the document; so many tasks of one clientId are no twins any more. */
const MOST_TWINS = 1000;

const SPELLINGS = ['previewRecordId', 'previewRecordID'] as const;

async function byRecordId({ reader, context }: ReaderContext, campaignName: string, id: string): Promise<FoundRecord> {
  const known = SPELLINGS.find((each) => each === measured(context.profile, 'record-id-spelling')?.answer);
  const isAsked = (task: ObservedTask): boolean => task.previewRecordId === id;
  const [first, other] = SPELLINGS;
  const spelling = known ?? first;
  const outcome = await reader.lookUpRecords({ campaignName, [spelling]: id });
  const again = known === undefined && !showsTask(outcome, isAsked);
  const used = again ? other : spelling;
  const answer = again
    ? await ask({ reader, context }, { campaignName, [other]: id })
    : taken(outcome, { context, campaignName });
  const tasks = answer.tasks.filter(isAsked);
  return { questions: [questionOf(`${used} ${id}`, answer, isAsked)], tasks, twinsUnread: null };
}

/** FAILED, none, or other tasks: the spelling may not be the one that this environment reads. Other failures say nothing of it. */
function showsTask(outcome: Outcome<RecordAnswer>, isAsked: (task: ObservedTask) => boolean): boolean {
  if (outcome.kind === 'done') return outcome.value.tasks.some(isAsked) && outcome.value.tasks.every(isAsked);
  return outcome.problem.code !== 'unreadable';
}

async function ask({ reader, context }: ReaderContext, question: RecordQuestion): Promise<RecordAnswer> {
  return taken(await reader.lookUpRecords(question), { context, campaignName: question.campaignName });
}

function taken(
  outcome: Outcome<RecordAnswer>,
  { context, campaignName }: { readonly context: LookupContext; readonly campaignName: string },
): RecordAnswer {
  refuseCampaign(outcome, campaignName, context);
  return answered(outcome, problemLines(campaignName, context));
}

/** Tasks that the answer shows of something else are not counted. */
function questionOf(
  asked: string,
  { said, tasks }: RecordAnswer,
  isAsked: (task: ObservedTask) => boolean,
): LookupQuestion {
  return { asked, said, tasks: tasks.filter(isAsked).length };
}

interface ById {
  readonly campaignName: string;
  readonly found: FoundRecord;
  readonly by: Extract<RecordRequest['by'], { readonly kind: 'previewRecordId' }>;
}

/** Of the task that was found; else of what is recorded under that id. */
function clientIdFor({ memory }: LookupContext, { campaignName, found, by }: ById): string | null {
  const [task] = found.tasks;
  if (task !== undefined) return task.clientId;
  const { objects, removed } = memory?.recorded ?? {};
  for (const object of [...(objects?.values() ?? []), ...(removed?.values() ?? [])]) {
    if (!isRecord(object) || object.campaignName !== campaignName) continue;
    if (object.previewRecordId === by.previewRecordId) return object.clientId;
  }
  return null;
}

function suggestionsFor(context: LookupContext, campaignName: string, clientId: string | null): string[] {
  const unknown = campaignHint(campaignName, context);
  if (unknown !== null) return [unknown];
  const ids = knownAddresses(context).flatMap((address) => {
    const parsed = parseAddress(address);
    return isRecord(parsed) && parsed.campaignName === campaignName ? [parsed.clientId] : [];
  });
  if (clientId === null || ids.includes(clientId)) return [];
  const near = didYouMean(clientId, ids);
  return near === '' ? [] : [`No file declares ${clientId} in ${campaignName}${near}`];
}
