// What `doctor --probe` measures: of the assumptions, those that reading answers, over the campaigns this project knows. What cannot be
// answered stays unknown, with the reason. Sends searchPreviewCampaign only. Values of tasks never leave this file: evidence holds counts
// and words only.

import { probeId } from '../../core/face.ts';
import type { CampaignPlace, ProbingReader, RawAnswer, RawSearch } from '../../core/face.ts';
import { ToolError } from '../../core/model/errors.ts';
import { pick } from '../../core/model/fields.ts';
import { ASSUMPTIONS, point, UNKNOWN } from '../../core/model/open-points.ts';
import type { PointId } from '../../core/model/open-points.ts';
import type { Outcome } from '../../core/model/outcome.ts';
import type { Answer } from '../../core/model/profile.ts';
import type { Campaign, ObservedTask } from '../../core/model/record.ts';

interface ProbeOptions {
  readonly reader: ProbingReader;
  /** Most records first: the first that can be searched answers what one campaign can. */
  readonly campaigns: readonly Campaign[];
  /** Prefixes of our markers, for reading a large campaign in parts. */
  readonly halves: readonly string[];
}

/** One campaign, and the tasks that one search for "state is not …" showed. */
interface Bench {
  readonly place: CampaignPlace;
  readonly sample: readonly ObservedTask[];
}

/** What one campaign answers about one point. */
type Ask = (bench: Bench, options: ProbeOptions) => Promise<Answer>;

const CAMPAIGNS = 5;

/** One more than the default of maxRecords, so that a ceiling there shows. */
const PROBE_LIMIT = 1001;

/** Matches every task under any reading of the operators: each has a state, and none has this one, whatever the case and blanks. */
const EVERY_TASK = { key: 'sys_worked_state', value: 'muster-probe-none', condition: 'NOTEQUALS' } as const;

const QUESTIONS: ReadonlyMap<PointId, Ask> = new Map([
  ['no-record-answer', probeAbsence],
  ['search-ceiling', probeCeiling],
]);

/** One answer an assumption: the first campaign that knows it counts. Throws a ToolError when the environment ends the run. */
export async function probe(options: ProbeOptions): Promise<Answer[]> {
  const found = new Map<PointId, Answer>();
  for (const campaign of options.campaigns.slice(0, CAMPAIGNS)) {
    const open = [...QUESTIONS].filter(([id]) => (found.get(id)?.answer ?? UNKNOWN) === UNKNOWN);
    const bench = open.length === 0 ? null : await openBench(options.reader, campaign);
    if (bench === null) continue;
    for (const [id, ask] of open) found.set(id, await ask(bench, options));
  }
  return ASSUMPTIONS.map((id) => found.get(id) ?? unknown(id, whyNotRead(id, options)));
}

function whyNotRead(id: PointId, { campaigns }: ProbeOptions): string {
  if (point(id).by === 'asking') return 'no request tells: ask who knows';
  if (!QUESTIONS.has(id)) return 'not shown by reading: ask who knows, or try it and state it (docs/open-questions.md)';
  const missing =
    campaigns.length === 0 ? 'no campaign is declared or recorded' : 'no known campaign could be searched';
  return `${missing}: ${point(id).question} was not asked`;
}

function unknown(id: PointId, evidence: string): Answer {
  return { id, answer: UNKNOWN, evidence };
}

/** Null when the campaign cannot be searched. Throws a ToolError when the environment ends the run. */
async function openBench(reader: ProbingReader, campaign: Campaign): Promise<Bench | null> {
  const place = pick(campaign, ['campaignName', 'region']);
  const whole = await reader.searchRaw({ ...place, maxRecords: PROBE_LIMIT, previewRecordData: [EVERY_TASK] });
  if (whole.kind !== 'done' && whole.problem.stopsRun) {
    throw new ToolError(whole.problem.code, { message: whole.problem.message });
  }
  const sample = tasksOf(whole);
  return sample === null ? null : { place, sample };
}

/** Null where it was refused, or nothing can be concluded from the answer. */
function tasksOf(outcome: Outcome<RawAnswer>): readonly ObservedTask[] | null {
  if (outcome.kind !== 'done') return null;
  const { saysNone, status, tasks } = outcome.value;
  if (saysNone) return (tasks?.length ?? 0) > 0 ? null : [];
  return status === 'SUCCESS' ? tasks : null;
}

/** Asked twice, about two ids that nobody has: the answer must be the same. */
async function probeAbsence({ place }: Bench, { reader }: ProbeOptions): Promise<Answer> {
  const id = 'no-record-answer';
  const places: (string | null)[] = [];
  for (const clientId of [probeId(), probeId()]) {
    const outcome = await reader.searchRaw({ ...place, clientId });
    places.push(outcome.kind === 'done' ? placeOfNone(outcome.value) : null);
  }
  const [first, second] = places;
  if (!first || first !== second) return unknown(id, 'two searches for ids that nobody has were not answered alike');
  const evidence = 'two searches by clientId for ids that nobody has, in a campaign that can be searched';
  return { id, answer: first, evidence };
}

function placeOfNone(raw: RawAnswer): string | null {
  if ((raw.tasks?.length ?? 0) > 0) return null;
  if (raw.http === 404) return raw.saysNone ? '404' : null;
  if (raw.status === 'NORECORDFOUND') return 'status';
  if (raw.error?.trim() === 'NORECORDFOUND') return 'error';
  if (raw.saysNone) return 'top-level';
  if (raw.status === 'SUCCESS') return raw.tasks === null ? null : 'SUCCESS+empty';
  return raw.status === 'FAILED' ? 'FAILED+text' : null;
}

const STATES = ['NOTWORKED', 'WORKED', 'COMPLETED', 'REMOVED'] as const;

/**
 * More records than one answer held, while the same search twice held equally many: a ceiling. Other searches show the
 * rest: by state, and by the halves of the marker.
 */
async function probeCeiling({ place, sample }: Bench, { reader, halves }: ProbeOptions): Promise<Answer> {
  const id = 'search-ceiling';
  if (sample.length >= PROBE_LIMIT)
    return { id, answer: '>1000', evidence: 'more than 1,000 records came back at once' };
  if (sample.length === 0) return unknown(id, 'needs a campaign with many records');
  const search = async (...previewRecordData: NonNullable<RawSearch['previewRecordData']>) =>
    tasksOf(await reader.searchRaw({ ...place, maxRecords: PROBE_LIMIT, previewRecordData }));
  const ids = new Set(sample.map((task) => task.previewRecordId));
  const parts = [
    ...STATES.map((value) => ({ key: 'sys_worked_state', value, condition: 'EQUALS' })),
    ...halves.map((value) => ({ key: 'musterStack', value, condition: 'BEGINSWITH' })),
  ];
  for (const part of parts) for (const task of (await search(part)) ?? []) ids.add(task.previewRecordId);
  const again = await search(EVERY_TASK);
  if (again?.length !== sample.length) return unknown(id, 'the campaign changed meanwhile');
  if (ids.size <= sample.length) return unknown(id, 'no campaign with more records than one answer held');
  const evidence = 'one answer held fewer records than several together, twice';
  return { id, answer: String(sample.length), evidence };
}
