// Every point that the two interface documents leave open ("not shown"), as a typed choice, and the settings of the
// sandbox's environment. A default is the strictest reading under which the documented sentences still make sense;
// where a milder one was chosen, the line says why. The numbers are those of model/open-points.ts.

export interface Switches extends OpenPoints, EnvironmentSettings {}

export interface OpenPoints {
  /** Place of NORECORDFOUND. Only a search can answer `SUCCESS+empty`: other actions then use `status`. */
  readonly S1: 'status' | 'error' | 'top-level' | '404' | 'FAILED+text' | 'SUCCESS+empty';
  /** How several search criteria combine. */
  readonly S2: 'AND' | 'OR' | 'refused';
  /** Order of a search result. `scrambled` is no order a caller could rely on, but the same at every run. */
  readonly S3: 'scrambled' | 'oldest-first' | 'newest-first';
  /** Silent ceiling of maxRecords; `none` returns as many as were asked for. */
  readonly S4: 'none' | number;
  /** What a delete leaves behind. */
  readonly S5: 'gone' | 'removed-visible' | 'removed-hidden';
  /** Adding again a clientId that was deleted. */
  readonly S6: 'new' | 'revives' | 'refused';
  /**
   * Data items of a transferred task; `part` keeps the first half. `moves` because the document says "moves a task".
   */
  readonly S7: 'moves' | 'lost' | 'part';
  /** previewRecordID of a task transferred to another campaign. */
  readonly S8: 'new' | 'kept';
  /** A transfer to a campaign that already has the clientId. */
  readonly S9: 'refuse' | 'overwrite' | 'twin';
  /** State and attempts after an update. `keeps` because only the status call is documented to set a state. */
  readonly S10: 'keeps' | 'resets';
  /** An intake row whose id is already in the campaign, and which of two twins an id search returns. */
  readonly S11: { readonly intake: 'twin' | 'update' | 'skip'; readonly idSearch: 'oldest' | 'newest' };
  /** add-user for a user the service already has; `409` is the HTTP status. */
  readonly S12: 'ALREADY_EXISTS' | 'FAIL' | 'INVALID_ARGUMENTS' | '409';
  /** add-user with a template that does not exist. */
  readonly S13: 'INVALID_ARGUMENTS' | 'FAIL' | 'NOT_FOUND' | '409';
  /** Milliseconds for which a deleted loginUserId cannot be added again; 0: free at once. */
  readonly S14: number;
  /** backendStatus: reported (`on`), or the integration is off and the field is null or missing. */
  readonly S15: 'on' | 'null' | 'missing';
  /** Answer to bad or missing headers. The provisioning document says 401; the campaign document only "fail". */
  readonly S16: '401' | '403' | '200 UNAUTHORIZED' | '200 FAILED';
  /** Milliseconds for which the former key stays valid after a rotation; 0: refused at once. */
  readonly S17: number;
  /** Rate limit; `slow` answers late instead of refusing. */
  readonly S18:
    | { readonly kind: 'none' }
    | { readonly kind: '429'; readonly perSecond: number; readonly retryAfterSeconds: number }
    | { readonly kind: '503'; readonly perSecond: number }
    | { readonly kind: 'slow'; readonly perSecond: number; readonly delayMs: number };
  /** Milliseconds by which reads lag behind writes. Kept in memory: a restart shows everything. */
  readonly S19: number;
  /** Length limit in characters on ids, names and item values. */
  readonly S20: { readonly kind: 'none' } | { readonly kind: '4xx' | 'FAILED' | 'cut'; readonly max: number };
  /** Spelling of the task id accepted in a search; other actions know `previewRecordId` only. */
  readonly S21: 'both' | 'previewRecordId' | 'previewRecordID';
  /** Search operators: letter case, blanks at the ends, tasks without the key under NOTEQUALS, order of data values. */
  readonly S22: {
    readonly case: 'sensitive' | 'insensitive';
    readonly trim: boolean;
    readonly missing: 'excluded' | 'matches';
    readonly compare: 'text' | 'number';
  };
  /** Whether requests of this interface move lastUpdatedTime ("last update by campaign processing": literally not). */
  readonly S23: 'no' | 'yes';
  /**
   * Start of the 30-minute clock: when the pin was set, or when the task was created; never before the earliest time.
   * `pinned`, because under `created` a pin set on an old task would be cleared before anybody could see it.
   */
  readonly S24: 'pinned' | 'created';
  /** FAIL and the user is already in the backing instance: which result. */
  readonly S25: 'FAIL' | 'ALREADY_EXISTS';
  /** The item under clientIdFieldName after an update: rule 5 says "exactly the given items". */
  readonly S26: 'dropped' | 'kept';
  /** An empty preferredAgent in an update: only the status call and the transfer are documented to clear. */
  readonly S27: 'ignored' | 'clears';
  /** What "none" looks like in an answer; `both`: null when never set, empty text when cleared. */
  readonly S28: 'both' | 'null' | 'empty';
  /**
   * The name of a queue beside its code. A task keeps the code (`SkillQueue` takes it); what a search shows, and what the
   * status call and the transfer take, is the name. `not-shown`: the name equals the code, and no search shows it.
   */
  readonly S29: 'equals' | 'differs' | 'not-shown';
  /**
   * delete-user with deleteInBackend for a user who is only in the second system: left there, or removed, with either result.
   * `left`, because the document says of such a user only "gives result NOT_FOUND".
   */
  readonly S30: 'left' | 'removed' | 'removed+SUCCESS';
}

/** Facts about an environment that both documents presuppose. */
export interface EnvironmentSettings {
  /** How people log in to the backing instance; `internal` is unsupported (NOT_SUPPORTED). */
  readonly identity: 'saml' | 'directory' | 'internal';
  /** User templates; null: every name but those that begin with `Unknown`. */
  readonly templates: readonly string[] | null;
  /** Templates that may not update the backing instance; names that begin with `NoBackend` never may. */
  readonly templatesWithoutBackend: readonly string[];
  /** Campaigns; null: every name but those that begin with `Unknown`. */
  readonly campaigns: readonly string[] | null;
  /** Skill queue codes; null: every code but those that begin with `Unknown`. */
  readonly skillQueues: readonly string[] | null;
  readonly defaultSkillQueue: string;
  readonly defaultTimeZone: string;
  /** Keys of data items that the task keeps and no search shows. */
  readonly itemsNotShown: readonly string[];
}

export const DEFAULT_SWITCHES: Switches = {
  S1: 'status',
  S2: 'AND',
  S3: 'scrambled',
  S4: 1000,
  S5: 'gone',
  S6: 'new',
  S7: 'moves',
  S8: 'new',
  S9: 'refuse',
  S10: 'keeps',
  S11: { intake: 'twin', idSearch: 'oldest' },
  S12: 'ALREADY_EXISTS',
  S13: 'INVALID_ARGUMENTS',
  S14: 0,
  S15: 'on',
  S16: '401',
  S17: 0,
  S18: { kind: 'none' },
  S19: 0,
  S20: { kind: 'none' },
  S21: 'both',
  S22: { case: 'sensitive', trim: false, missing: 'excluded', compare: 'text' },
  S23: 'no',
  S24: 'pinned',
  S25: 'FAIL',
  S26: 'dropped',
  S27: 'ignored',
  S28: 'both',
  // Mild: the document shows a queue only where name and code could be one.
  S29: 'equals',
  S30: 'left',
  identity: 'saml',
  templates: null,
  templatesWithoutBackend: [],
  campaigns: null,
  skillQueues: null,
  defaultSkillQueue: 'default',
  defaultTimeZone: 'UTC',
  itemsNotShown: [],
};

/** The name of the queue with this code (S29). */
export function queueName(code: string, { S29 }: Pick<Switches, 'S29'>): string {
  return S29 === 'differs' ? `Queue ${code}` : code;
}

/** Undefined for what is no name of a queue. */
export function queueCode(name: string, { S29 }: Pick<Switches, 'S29'>): string | undefined {
  if (S29 !== 'differs') return name;
  return /^Queue (.+)$/su.exec(name)?.[1];
}

/** Whether a declared list knows a name; without a list, every name but those that begin with `Unknown` is known. */
export function isKnown(list: readonly string[] | null, name: string): boolean {
  return list === null ? !name.startsWith('Unknown') : list.includes(name);
}
