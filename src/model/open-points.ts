// What the interface documents leave open, one row a point (numbers as in the sandbox's switches): the question, what
// muster goes by while nobody knows, how it is measured, what plans make of it, and every answer it can have. Pure.

/** The flag of `doctor` that measures a point. */
export type MeasuredBy = ProbeKind | 'probe-backend' | 'probe-intake' | 'probe-pins';

/** A flag that probes by itself; the others make one of these ask for more. */
export type ProbeKind = 'probe' | 'probe-writes' | 'probe-user' | 'probe-wrong-key' | 'probe-former-key' | 'probe-rate';

export interface OpenPoint {
  readonly question: string;
  /** What muster goes by while nobody has measured it. */
  readonly assumed: string;
  readonly by: MeasuredBy;
  /** What plans do with the answer. */
  readonly use: string;
  /** Words of the sandbox's switch, and true statements about it that a probe can make (`lags`, `>1000`). */
  readonly answers: readonly string[];
  /** Answers beside the words; absent where there are none. */
  readonly numbers?: Numbers;
}

export interface Numbers {
  readonly pattern: RegExp;
  /** As in "expected …, or a whole number of milliseconds". */
  readonly words: string;
}

const MILLISECONDS: Numbers = { pattern: /^(?:0|[1-9]\d{0,11})$/u, words: 'a whole number of milliseconds' };
const COUNT: Numbers = { pattern: /^[1-9]\d{0,6}$/u, words: 'a whole number from 1' };
const REFUSED: Numbers = { pattern: /^4\d\d$/u, words: 'an HTTP status from 400 to 499' };
const RESULTS = ['ALREADY_EXISTS', 'FAIL', 'INVALID_ARGUMENTS', 'NOT_FOUND'] as const;

const NOT_USED = 'Nothing: no plan depends on it.';
const REFUSAL = 'The word changes nothing: a refused add-user is a failed change, and the next plan looks again.';

export const OPEN_POINTS = {
  S1: {
    question: 'where NORECORDFOUND stands',
    assumed: 'the literal word in any field, or a success without tasks',
    by: 'probe',
    use: 'A record is added only after its absence was told. With FAILED+text nothing is concluded and nothing added.',
    answers: ['status', 'error', 'top-level', '404', 'FAILED+text', 'SUCCESS+empty'],
  },
  S2: {
    question: 'how several search criteria combine',
    assumed: 'never used: one criterion a search',
    by: 'probe',
    use: NOT_USED,
    answers: ['AND', 'OR', 'refused'],
  },
  S3: {
    question: 'the order of a search result',
    assumed: 'none',
    by: 'probe',
    use: NOT_USED,
    answers: ['scrambled', 'oldest-first', 'newest-first'],
  },
  S4: {
    question: 'the ceiling of maxRecords',
    assumed: '1000 or more',
    by: 'probe',
    use: 'A list as long as the ceiling counts as incomplete: it may prove presence, never absence.',
    answers: ['none', '>1000'],
    numbers: COUNT,
  },
  S5: {
    question: 'what a deleted record leaves behind',
    assumed: 'nothing, or a record shown as REMOVED',
    by: 'probe-writes',
    use: 'Both are read as deleted.',
    answers: ['gone', 'removed-visible', 'removed-hidden', 'not-shown'],
  },
  S6: {
    question: 'adding again a clientId that was deleted',
    assumed: 'a new record',
    by: 'probe-writes',
    use: 'With refused, a plan that adds such a record says that it will fail.',
    answers: ['new', 'revives', 'refused'],
  },
  S7: {
    question: 'whether data items move with a transfer',
    assumed: 'checked after the transfer, and restored',
    by: 'probe-writes',
    use: 'A full copy is kept until the transfer is read back; what was lost is put back.',
    answers: ['moves', 'lost', 'part'],
  },
  S8: {
    question: 'whether a transfer keeps previewRecordId',
    assumed: 'read again after the transfer',
    by: 'probe-writes',
    use: NOT_USED,
    answers: ['new', 'kept'],
  },
  S9: {
    question: 'a transfer to a campaign that has the clientId',
    assumed: 'the target is looked at first',
    by: 'probe-writes',
    use: 'Where the clientId is taken, nothing is transferred.',
    answers: ['refuse', 'overwrite', 'twin'],
  },
  S10: {
    question: 'state and attempts after an update',
    assumed: 'kept',
    by: 'probe-writes',
    use: 'With resets, a plan that updates a worked record says that it would be delivered again.',
    answers: ['keeps', 'resets'],
  },
  'S11.intake': {
    question: 'an intake row whose id is there already',
    assumed: 'twins are looked for',
    by: 'probe-intake',
    use: 'Whatever the answer, a campaign with `intake: true` is searched for twins before each write.',
    answers: ['twin', 'update', 'skip'],
  },
  'S11.idSearch': {
    question: 'which of two twins an id search shows',
    assumed: 'either',
    by: 'probe',
    use: 'A clientId found twice is a decision for a person, and nothing is written to it.',
    answers: ['oldest', 'newest'],
  },
  S12: {
    question: 'the result word for a user who exists',
    assumed: 'any refusal; the user is looked up again',
    by: 'probe-user',
    use: REFUSAL,
    answers: RESULTS,
    numbers: REFUSED,
  },
  S13: {
    question: 'the result word for an unknown template',
    assumed: 'any refusal',
    by: 'probe-user',
    use: REFUSAL,
    answers: RESULTS,
    numbers: REFUSED,
  },
  S14: {
    question: 'how long a deleted loginUserId stays blocked',
    assumed: 'not at all',
    by: 'probe-user',
    use: 'With blocked, a user who is deleted and added again at once is refused; a later plan tries again.',
    answers: ['blocked'],
    numbers: MILLISECONDS,
  },
  S15: {
    question: 'whether backendStatus is reported',
    assumed: 'null or missing: not observable',
    by: 'probe',
    use: 'Where it is not, the backing side counts as not observable, never as absent.',
    answers: ['on', 'null', 'missing'],
  },
  S16: {
    question: 'how a refused key is said',
    assumed: '401, 403 or UNAUTHORIZED',
    by: 'probe-wrong-key',
    use: 'With 200 FAILED a refused key looks like any failure, and the run does not end at the first one.',
    answers: ['401', '403', '200 UNAUTHORIZED', '200 FAILED'],
  },
  S17: {
    question: 'how long the former key stays valid',
    assumed: 'not at all',
    by: 'probe-former-key',
    use: 'Nothing: a refused key is fetched anew at once, and none is used for more than an hour.',
    answers: ['>0', '<=60000'],
    numbers: MILLISECONDS,
  },
  S18: {
    question: 'the rate limit',
    assumed: 'adapted to as answers come',
    by: 'probe-rate',
    use: 'Nothing: the pace follows the answers of each run.',
    answers: ['none', 'not-met', '429', '503', 'slow'],
  },
  S19: {
    question: 'whether reads lag behind writes',
    assumed: 'no',
    by: 'probe-writes',
    use: 'After a lost answer muster looks several times before it says what became of the write.',
    answers: ['lags'],
    numbers: MILLISECONDS,
  },
  S20: {
    question: 'length limits of ids and values',
    assumed: 'none',
    by: 'probe-writes',
    use: NOT_USED,
    answers: ['none', '4xx', 'FAILED', 'cut', '>=4096'],
  },
  S21: {
    question: 'the spelling of previewRecordId in a search',
    assumed: 'never sent',
    by: 'probe',
    use: NOT_USED,
    answers: ['both', 'previewRecordId', 'previewRecordID'],
  },
  'S22.case': {
    question: 'letter case in searches',
    assumed: 'looked at again here',
    by: 'probe',
    use: 'Whatever the answer, results are compared again here, letter by letter.',
    answers: ['sensitive', 'insensitive'],
  },
  'S22.trim': {
    question: 'outer blanks in searches',
    assumed: 'looked at again here',
    by: 'probe',
    use: 'Whatever the answer, results are compared again here, blanks included.',
    answers: ['true', 'false'],
  },
  'S22.missing': {
    question: 'records without the key under NOTEQUALS',
    assumed: 'never used',
    by: 'probe',
    use: NOT_USED,
    answers: ['excluded', 'matches'],
  },
  'S22.compare': {
    question: 'how GREATERTHAN compares data values',
    assumed: 'never used',
    by: 'probe',
    use: NOT_USED,
    answers: ['text', 'number'],
  },
  S23: {
    question: 'whether our writes move lastUpdatedTime',
    assumed: 'either',
    by: 'probe-writes',
    use: 'Whatever the answer, a record whose lastUpdatedTime moved between plan and write is skipped.',
    answers: ['no', 'yes'],
  },
  S24: {
    question: 'when the 30 minutes of a pin begin',
    assumed: 'when the record can be delivered',
    by: 'probe-pins',
    use: 'Whatever the answer, a pin that may lapse early is a warning, and one that lapsed is no drift.',
    answers: ['pinned', 'created'],
  },
  S25: {
    question: 'the result word when the backing instance has the user',
    assumed: 'any refusal',
    by: 'probe-backend',
    use: REFUSAL,
    answers: RESULTS,
    numbers: REFUSED,
  },
  S26: {
    question: 'the item under clientIdFieldName after an update',
    assumed: 'either',
    by: 'probe-writes',
    use: 'The item is never sent and never counts as a difference.',
    answers: ['dropped', 'kept'],
  },
  S27: {
    question: 'an empty preferredAgent in an update',
    assumed: 'ignored; cleared by changeCampaignRecordStatus',
    by: 'probe-writes',
    use: 'A pin is cleared by changeCampaignRecordStatus, never by an update.',
    answers: ['ignored', 'clears'],
  },
  S28: {
    question: 'what "none" looks like',
    assumed: 'null or empty text',
    by: 'probe',
    use: 'Both are read alike.',
    answers: ['both', 'null', 'empty'],
  },
} as const satisfies Record<string, OpenPoint>;

/** Reads within one second that S18 may be measured with. */
export const MOST_READS = 100;

export type PointId = keyof typeof OPEN_POINTS;

export const POINT_IDS = Object.keys(OPEN_POINTS) as readonly PointId[];

export const UNKNOWN = 'unknown';

export function isPoint(text: string): text is PointId {
  return Object.hasOwn(OPEN_POINTS, text);
}

/** Whether a point can have this answer; `unknown` is always one. */
export function isAnswer(id: PointId, text: string): boolean {
  const { answers, numbers }: OpenPoint = OPEN_POINTS[id];
  return text === UNKNOWN || answers.includes(text) || (numbers?.pattern.test(text) ?? false);
}

/** `none, >1000, a whole number from 1 or unknown`. */
export function answerWords(id: PointId): string {
  const { answers, numbers }: OpenPoint = OPEN_POINTS[id];
  return `${[...answers, ...(numbers === undefined ? [] : [numbers.words])].join(', ')} or ${UNKNOWN}`;
}

/** How `doctor` is asked for it, as it is typed. */
export function probeCommand(id: PointId): string {
  const { by }: OpenPoint = OPEN_POINTS[id];
  switch (by) {
    case 'probe':
    case 'probe-wrong-key':
    case 'probe-former-key':
      return `muster doctor --${by}`;
    case 'probe-rate':
      return 'muster doctor --probe-rate READS_PER_SECOND';
    case 'probe-writes':
      return 'muster doctor --probe-writes CAMPAIGN';
    case 'probe-intake':
    case 'probe-pins':
      return `muster doctor --probe-writes CAMPAIGN --${by}`;
    case 'probe-user':
      return 'muster doctor --probe-user LOGIN';
    case 'probe-backend':
      return 'muster doctor --probe-user LOGIN --probe-backend';
    default:
      return by satisfies never;
  }
}
