// What `doctor --probe` measures: of the assumptions, those that reading answers, over the campaigns this project knows.
// What cannot be answered stays unknown, with the reason. Sends searchPreviewCampaign only.

import type { Campaign } from '../model/record.ts';
import { ASSUMPTIONS, measuringCommand, point, UNKNOWN } from '../model/open-points.ts';
import type { PointId } from '../model/open-points.ts';
import type { Answer } from '../model/profile.ts';
import { probeId } from '../service/control-read.ts';
import type { ProbingReader, RawAnswer } from '../service/probing.ts';
import { answer, EVERY_TASK, isList, openBench, PROBE_LIMIT, search, unknown } from './bench.ts';
import type { Bench } from './bench.ts';

export interface ProbeOptions {
  readonly reader: ProbingReader;
  /** Most records first: the first that can be searched answers what one campaign can. */
  readonly campaigns: readonly Campaign[];
  /** Prefixes of our markers, for reading a large campaign in parts. */
  readonly halves: readonly string[];
}

/** What one campaign answers about one point. */
export interface Question {
  readonly id: PointId;
  readonly ask: (bench: Bench, options: ProbeOptions) => Promise<Answer> | Answer;
}

const CAMPAIGNS = 5;

const QUESTIONS: readonly Question[] = [
  { id: 'no-record-answer', ask: probeAbsence },
  { id: 'search-ceiling', ask: probeCeiling },
];

/** One answer an assumption. Throws a ToolError when the environment ends the run. */
export async function probe(options: ProbeOptions): Promise<Answer[]> {
  const answers = await askCampaigns(options, QUESTIONS);
  const others = ASSUMPTIONS.filter((id) => QUESTIONS.every((question) => question.id !== id));
  return [...answers, ...others.map((id) => unknown(id, whyNotRead(id)))];
}

function whyNotRead(id: PointId): string {
  const command = measuringCommand(id);
  if (command === null) return 'no request tells: ask who knows';
  return `not shown by reading: ask who knows, or measure it with \`${command}\` (docs/open-questions.md)`;
}

/** One answer a question: the first campaign that knows it counts. */
export async function askCampaigns(options: ProbeOptions, questions: readonly Question[]): Promise<Answer[]> {
  const found = new Map<PointId, Answer>();
  const isOpen = ({ id }: Question): boolean => (found.get(id)?.answer ?? UNKNOWN) === UNKNOWN;
  for (const campaign of options.campaigns.slice(0, CAMPAIGNS)) {
    const open = questions.filter(isOpen);
    const bench = open.length === 0 ? null : await openBench(options.reader, campaign);
    if (bench === null) continue;
    for (const { id, ask } of open) found.set(id, await ask(bench, options));
  }
  const missing =
    options.campaigns.length === 0 ? 'no campaign is declared or recorded' : 'no known campaign could be searched';
  return questions.map(({ id }) => found.get(id) ?? unknown(id, `${missing}: ${point(id).question} was not asked`));
}

/** Asked twice, about two ids that nobody has: the answer must be the same. */
async function probeAbsence({ reader, place }: Bench): Promise<Answer> {
  const id = 'no-record-answer';
  const places: (string | null)[] = [];
  for (const clientId of [probeId(), probeId()]) {
    const outcome = await reader.searchRaw({ ...place, clientId });
    places.push(outcome.kind === 'done' ? placeOfNone(outcome.value) : null);
  }
  const [first, second] = places;
  if (!first || first !== second) return unknown(id, 'two searches for ids that nobody has were not answered alike');
  return answer(id, first, 'two searches by clientId for ids that nobody has, in a campaign that can be searched');
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
async function probeCeiling(bench: Bench, { halves }: ProbeOptions): Promise<Answer> {
  const { sample } = bench;
  const id = 'search-ceiling';
  if (sample.length >= PROBE_LIMIT) return answer(id, '>1000', 'more than 1,000 records came back at once');
  if (sample.length === 0) return unknown(id, 'needs a campaign with many records');
  const ids = new Set(sample.map((task) => task.previewRecordId));
  const parts = [
    ...STATES.map((value) => ({ key: 'sys_worked_state', value, condition: 'EQUALS' })),
    ...halves.map((value) => ({ key: 'musterStack', value, condition: 'BEGINSWITH' })),
  ];
  for (const part of parts) {
    const found = await search(bench, [part]);
    if (isList(found)) for (const task of found) ids.add(task.previewRecordId);
  }
  const again = await search(bench, [EVERY_TASK]);
  if (!isList(again) || again.length !== sample.length) return unknown(id, 'the campaign changed meanwhile');
  if (ids.size <= sample.length) return unknown(id, 'no campaign with more records than one answer held');
  return answer(id, String(sample.length), 'one answer held fewer records than several together, twice');
}
