// What other rooms may ask of the service. Reading and writing are separate types, so that a plan gets a client without
// writing methods.

import type { Criterion } from '../model/criterion.ts';
import type { DesiredFields, NamesWhere, NamesWith } from '../model/fields.ts';
import type { Campaign, DataItem, ObservedRecord, ObservedTask, WorkedState } from '../model/record.ts';
import type { Outcome, Problem } from '../model/outcome.ts';
import type { RecordFields } from '../model/record-fields.ts';
import type { BackingSide, DesiredPresentUser } from '../model/user.ts';
import type { UserFields } from '../model/user-fields.ts';

export interface UserPresence extends BackingSide {
  readonly service: 'present' | 'absent';
}

export type { Criterion };

export interface SearchResult {
  /** Filtered again on our side for EQUALS on a data key or on sys_preferred_agent. */
  readonly tasks: readonly ObservedTask[];
  /** False when the answer is as long as the limit: then presence is proved, absence is not. */
  readonly complete: boolean;
  /** How many tasks the answer held before that filter. */
  readonly shown: number;
}

/** `shown`: by the first of several searches, where a later one failed. */
export type FoundTasks = Outcome<readonly ObservedTask[]> & Pick<ObservedRecord, 'shown'>;

export interface ServiceReader {
  /** query-existence. */
  queryUser(loginUserId: string): Promise<Outcome<UserPresence>>;
  /** searchPreviewCampaign by clientId. An empty list is the service's explicit word that there is none. */
  findRecord(campaign: Campaign, clientId: string): Promise<FoundTasks>;
  /** searchPreviewCampaign by previewRecordId: that task, whatever its clientId. Empty as above. */
  findTask(campaign: Campaign, previewRecordId: string): Promise<Outcome<readonly ObservedTask[]>>;
  /** searchPreviewCampaign by one criterion, at most 1,000 tasks. */
  searchRecords(campaign: Campaign, criterion: Criterion): Promise<Outcome<SearchResult>>;
}

/** What a request says of a campaign. */
export type CampaignPlace = Pick<Campaign, 'campaignName' | 'region'>;

/** What may stand beside the envelope of a search ("searchPreviewCampaign"): an id in one of its spellings, or criteria. */
export interface RecordQuestion extends CampaignPlace {
  readonly clientId?: string;
  readonly previewRecordId?: string;
  readonly previewRecordID?: string;
  readonly maxRecords?: number;
  readonly previewRecordData?: readonly Criterion[];
}

/** Tasks as the service answers them, not looked at again; `said`: its word, `SUCCESS` or `NORECORDFOUND`. */
export interface RecordAnswer {
  readonly said: 'SUCCESS' | 'NORECORDFOUND';
  readonly tasks: readonly ObservedTask[];
}

/** All four fields of a query-existence answer; null where one is null or missing. */
export interface UserExistence {
  readonly result: 'SUCCESS' | 'NOT_FOUND';
  readonly message: string;
  readonly backendStatus: string | null;
  readonly connectUserId: string | null;
}

/** For look-ups: what the service shows, as it shows it. It has no other methods, so that a look-up cannot write. */
export interface LookupReader {
  /** query-existence. */
  lookUpUser(loginUserId: string): Promise<Outcome<UserExistence>>;
  /** searchPreviewCampaign. FAILED is an unknown outcome, never absence. */
  lookUpRecords(question: RecordQuestion): Promise<Outcome<RecordAnswer>>;
}

/** What add-user carries (the column `sent` of model/user-fields.ts), and what was decided about the backing instance. */
export interface AddUser extends Pick<DesiredPresentUser, 'loginUserId' | 'profile' | SentAtCreation> {
  /** Left out on the wire unless createInBackend is true. */
  readonly behaviorIfInBackend: 'FAIL' | 'ALLOW';
}

type SentAtCreation = NamesWhere<UserFields, { readonly of: 'present'; readonly sent: string }>;

/** Properties of addOrUpdateCampaignRecord; those of changeCampaignRecordStatus and transferCampaignRecord. */
export type RecordProperties = DesiredFields<RecordFields, NamesWith<RecordFields, 'property'>>;
export type RouteProperties = DesiredFields<RecordFields, NamesWith<RecordFields, 'route'>>;

/** How a write finds its task. */
export interface TaskLocator {
  /** Where given, it alone locates the task: of two tasks with one clientId only a previewRecordId says which. */
  readonly previewRecordId?: string;
  /** Personal values of the task, as read: never sent, and masked in the reason of a refusal. */
  readonly personal?: readonly string[];
}

/**
 * addOrUpdateCampaignRecord. The full set of items: an update replaces all. With a previewRecordId that no task has, the service
 * adds a task (rule 3): give one that was just read.
 */
export interface PutRecord extends RecordProperties, TaskLocator {
  readonly campaign: Campaign;
  readonly clientId: string;
  readonly items: readonly DataItem[];
}

/**
 * changeCampaignRecordStatus. Always sets a state: pass the one just read unless the file asks for another. An empty
 * preferredAgent clears the preference; a state WORKED needs a time.
 */
export interface SetRecordStatus extends RouteProperties, TaskLocator {
  readonly campaign: Campaign;
  readonly clientId: string;
  readonly state: WorkedState;
}

export interface TransferRecord extends RouteProperties, TaskLocator {
  readonly campaign: Campaign;
  readonly clientId: string;
  readonly transferToCampaign: string;
}

/** `not-found` is the service's own word for it; what it means is for the caller to decide. */
export type RemovalAnswer = 'removed' | 'not-found';

export interface ServiceWriter {
  /** add-user. done: connectUserId when created in the backing instance. */
  addUser(request: AddUser): Promise<Outcome<{ readonly connectUserId: string | null }>>;
  /** delete-user. */
  deleteUser(loginUserId: string, deleteInBackend: boolean): Promise<Outcome<RemovalAnswer>>;
  putRecord(request: PutRecord): Promise<Outcome<null>>;
  setRecordStatus(request: SetRecordStatus): Promise<Outcome<'changed' | 'not-found'>>;
  transferRecord(request: TransferRecord): Promise<Outcome<'transferred' | 'not-found'>>;
  deleteRecord(campaign: Campaign, clientId: string, located?: TaskLocator): Promise<Outcome<RemovalAnswer>>;
}

/** One place in the queue: readings, and last the one write that rests on them (turn.ts). Asked one after the other. */
export interface Turn extends ServiceReader, ServiceWriter {
  /** Why nothing is sent any more, as of its beginning; null while something is. */
  readonly stopped: Problem | null;
}

/** Reads at any time, and writes only in a turn, after a reading: what applying acts through. */
export interface TurnService extends ServiceReader {
  /** `work` begins anew, readings included, where a request in it is to be repeated: what it does besides it does once. */
  turn<R>(work: (turn: Turn) => Promise<R>): Promise<R>;
}

/** A write by itself rests on no reading, and is sent again after a refusal: for measuring alone. */
export interface Service extends TurnService, ServiceWriter {}

/** Requests that left, by operation name (`add-user`, `searchPreviewCampaign`, …), retries included. */
export interface Traffic {
  readonly requests: Readonly<Record<string, number>>;
  readonly retries: number;
  readonly keyFetches: number;
}

export type LookupClient = LookupReader & Pick<ServiceClient, 'traffic' | 'skewMs' | 'now' | 'close'>;

/** The client of one target. Close it to end its connections. */
export interface ServiceClient extends Service {
  traffic(): Traffic;
  /** Clock of the service minus ours by the last answer, in ms; null when no answer said. */
  skewMs(): number | null;
  /** Epoch ms by the clock of the service, as far as its answers say: what is recorded is compared with its times, from any machine. */
  readonly now: () => number;
  close(): Promise<void>;
}
