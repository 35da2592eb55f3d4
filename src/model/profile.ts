// What the interface documents leave open, one row a point (numbers as in the sandbox's switches), and the service
// profile: the answers of one live environment, measured by `doctor --probe` and kept in Git. Pure.

export interface OpenPoint {
  readonly question: string;
  /** What muster goes by while nobody has measured it. */
  readonly assumed: string;
}

function point(question: string, assumed: string): OpenPoint {
  return { question, assumed };
}

export const OPEN_POINTS = {
  S1: point('where NORECORDFOUND stands', 'the literal word in any field, or a success without tasks'),
  S2: point('how several search criteria combine', 'never used: one criterion a search'),
  S3: point('the order of a search result', 'none'),
  S4: point('the ceiling of maxRecords', '1000 or more'),
  S5: point('what a deleted record leaves behind', 'nothing, or a record shown as REMOVED'),
  S6: point('adding again a clientId that was deleted', 'a new record'),
  S7: point('whether data items move with a transfer', 'checked after the transfer, and restored'),
  S8: point('whether a transfer keeps previewRecordId', 'read again after the transfer'),
  S9: point('a transfer to a campaign that has the clientId', 'the target is looked at first'),
  S10: point('state and attempts after an update', 'kept'),
  'S11.intake': point('an intake row whose id is there already', 'twins are looked for'),
  'S11.idSearch': point('which of two twins an id search shows', 'either'),
  S12: point('the result word for a user who exists', 'any refusal; the user is looked up again'),
  S13: point('the result word for an unknown template', 'any refusal'),
  S14: point('how long a deleted loginUserId stays blocked', 'not at all'),
  S15: point('whether backendStatus is reported', 'null or missing: not observable'),
  S16: point('how a refused key is said', '401, 403 or UNAUTHORIZED'),
  S17: point('how long the former key stays valid', 'not at all'),
  S18: point('the rate limit', 'adapted to as answers come'),
  S19: point('whether reads lag behind writes', 'no'),
  S20: point('length limits of ids and values', 'none'),
  S21: point('the spelling of previewRecordId in a search', 'never sent'),
  'S22.case': point('letter case in searches', 'looked at again here'),
  'S22.trim': point('outer blanks in searches', 'looked at again here'),
  'S22.missing': point('records without the key under NOTEQUALS', 'never used'),
  'S22.compare': point('how GREATERTHAN compares data values', 'never used'),
  S23: point('whether our writes move lastUpdatedTime', 'either'),
  S24: point('when the 30 minutes of a pin begin', 'when the record can be delivered'),
  S25: point('the result word when the backing instance has the user', 'any refusal'),
  S26: point('the item under clientIdFieldName after an update', 'either'),
  S27: point('an empty preferredAgent in an update', 'ignored; cleared by changeCampaignRecordStatus'),
  S28: point('what "none" looks like', 'null or empty text'),
} as const satisfies Record<string, OpenPoint>;

export type PointId = keyof typeof OPEN_POINTS;

export const POINT_IDS = Object.keys(OPEN_POINTS) as readonly PointId[];

/** How an answer came about; `assumed` only where it is `unknown`. */
export type Measure = 'probe' | 'probe-writes' | 'assumed';

export const UNKNOWN = 'unknown';

/** One point of one environment. Days are `YYYY-MM-DD` in UTC, so that a second probe of a day changes nothing. */
export interface ProfileEntry {
  /** A value of the sandbox's switch, a true statement about it (`>=2000`, `lags`), or `unknown`. */
  readonly answer: string;
  readonly how: Measure;
  /** One line, without values of records or people; for `unknown` why. */
  readonly evidence: string;
  readonly firstSeen: string | null;
  readonly lastSeen: string | null;
}

export const PROFILE_FORMAT = '1.0';

/** `profiles/<target>.json` beside muster.yaml. */
export interface ServiceProfile {
  readonly formatVersion: typeof PROFILE_FORMAT;
  readonly target: string;
  /** Day of the last probe. */
  readonly at: string;
  readonly points: Readonly<Record<PointId, ProfileEntry>>;
}

/** What one probe found out about one point. */
export interface Answer {
  readonly id: PointId;
  readonly answer: string;
  readonly evidence: string;
}

/** A measured answer that is not the one measured before. */
export interface ChangedAnswer {
  readonly id: PointId;
  readonly before: string;
  readonly after: string;
}

export function profilePath(targetName: string): string {
  return `profiles/${targetName}.json`;
}

/** The answers laid over an earlier profile: what could not be measured again keeps its earlier answer and day. */
export function updateProfile(
  before: ServiceProfile | null,
  found: { readonly target: string; readonly at: number; readonly how: Exclude<Measure, 'assumed'> },
  answers: readonly Answer[],
): ServiceProfile {
  const day = new Date(found.at).toISOString().slice(0, 10);
  const byId = new Map(answers.map((answer) => [answer.id, answer]));
  const stamp = { how: found.how, day };
  const entries = POINT_IDS.map((id) => [id, entryOf(before?.points[id] ?? null, byId.get(id), stamp)] as const);
  const points = Object.fromEntries(entries) as ServiceProfile['points'];
  return { formatVersion: PROFILE_FORMAT, target: found.target, at: day, points };
}

/** Measured answers that are not the ones measured before. */
export function changedAnswers(before: ServiceProfile | null, after: ServiceProfile): ChangedAnswer[] {
  return POINT_IDS.flatMap((id) => {
    const [old, now] = [before?.points[id].answer ?? UNKNOWN, after.points[id].answer];
    return old === UNKNOWN || old === now ? [] : [{ id, before: old, after: now }];
  });
}

function entryOf(
  before: ProfileEntry | null,
  found: Answer | undefined,
  { how, day }: { readonly how: Measure; readonly day: string },
): ProfileEntry {
  const isKnown = before !== null && before.answer !== UNKNOWN;
  if (found === undefined || found.answer === UNKNOWN) {
    if (isKnown) return before;
    const evidence = found?.evidence ?? before?.evidence ?? 'never asked';
    return { answer: UNKNOWN, how: 'assumed', evidence, firstSeen: null, lastSeen: null };
  }
  const { answer, evidence } = found;
  const same = isKnown && before.answer === answer;
  // Evidence of an unchanged answer stays as it was first put down: counts in it would make a diff at every probe.
  if (same) return { ...before, lastSeen: day };
  return { answer, how, evidence, firstSeen: day, lastSeen: day };
}

/** The answer measured for a point; null when it was not. */
export function measured(profile: ServiceProfile | null, id: PointId): ProfileEntry | null {
  const entry = profile?.points[id] ?? null;
  return entry === null || entry.answer === UNKNOWN ? null : entry;
}

/** The measured ceiling of maxRecords (S4), where it is a number: a list that long may have been cut. */
export function searchCeiling(profile: ServiceProfile | null | undefined): { readonly searchCeiling?: number } {
  const answer = measured(profile ?? null, 'S4')?.answer ?? '';
  return /^[1-9]\d{0,6}$/u.test(answer) ? { searchCeiling: Number(answer) } : {};
}
