// The read-only probe: asks what reading can answer about the open points, over the campaigns and users this project
// knows. Everything else stays unknown, with the reason. Sends searchPreviewCampaign and query-existence only.

import type { Campaign } from '../model/record.ts';
import { OPEN_POINTS, POINT_IDS, probeCommand, UNKNOWN } from '../model/open-points.ts';
import type { PointId } from '../model/open-points.ts';
import type { Answer } from '../model/profile.ts';
import type { Outcome } from '../model/outcome.ts';
import { ToolError } from '../model/errors.ts';
import type { ProbingReader } from '../service/probing.ts';
import { answer, EVERY_TASK, PROBE_LIMIT, tasksOf, isList, unknown } from './bench.ts';
import type { Bench } from './bench.ts';
import { probeCombination, probeOperators } from './probe-criteria.ts';
import { probeAbsence, probeSpelling, probeTwins } from './probe-ids.ts';
import { noneOf, orderOf, probeCeiling } from './probe-lists.ts';

export interface ProbeOptions {
  readonly reader: ProbingReader;
  /** Most records first: the first that can be searched answers what one campaign can. */
  readonly campaigns: readonly Campaign[];
  /** People to ask about; the first that exists answers. */
  readonly logins: readonly string[];
  /** Prefixes of our markers, for reading a large campaign in parts. */
  readonly halves: readonly string[];
}

const CAMPAIGNS = 5;
const LOGINS = 20;

/** One answer for every open point. Throws a ToolError when the environment ends the run. */
export async function probe(options: ProbeOptions): Promise<Answer[]> {
  const found = new Map<PointId, Answer>();
  const keep = (answers: readonly Answer[]): void => {
    for (const each of answers) if ((found.get(each.id)?.answer ?? UNKNOWN) === UNKNOWN) found.set(each.id, each);
  };
  keep([await probeBackend(options)]);
  for (const campaign of options.campaigns.slice(0, CAMPAIGNS)) {
    keep(await probeCampaign(options, campaign, found));
  }
  return POINT_IDS.map((id) => found.get(id) ?? unknown(id, whyUnknown(id, options)));
}

async function probeCampaign(
  { reader, halves }: ProbeOptions,
  { campaignName, clientIdFieldName }: Campaign,
  found: ReadonlyMap<PointId, Answer>,
): Promise<Answer[]> {
  const whole = await reader.searchRaw({ campaignName, maxRecords: PROBE_LIMIT, previewRecordData: [EVERY_TASK] });
  stopOnEnvironment(whole);
  const sample = tasksOf(whole);
  if (!isList(sample)) return [];
  const bench: Bench = { reader, campaignName, clientIdFieldName, limit: PROBE_LIMIT, sample };
  const open = (id: PointId): boolean => (found.get(id)?.answer ?? UNKNOWN) === UNKNOWN;
  return [
    ...(open('S1') ? [await probeAbsence(bench)] : []),
    ...(open('S2') ? [await probeCombination(bench)] : []),
    ...(open('S3') ? [orderOf(sample)] : []),
    ...(open('S4') ? [await probeCeiling(bench, halves)] : []),
    ...(open('S11.idSearch') ? [await probeTwins(bench)] : []),
    ...(open('S21') ? [await probeSpelling(bench)] : []),
    ...(open('S22.case') || open('S22.compare') ? await probeOperators(bench) : []),
    ...(open('S28') ? [noneOf(whole.kind === 'done' ? whole.value : null)] : []),
  ];
}

/** S15: somebody who exists in the service must have a backendStatus where the integration is on. */
async function probeBackend({ reader, logins }: ProbeOptions): Promise<Answer> {
  for (const login of logins.slice(0, LOGINS)) {
    const outcome = await reader.queryRaw(login);
    stopOnEnvironment(outcome);
    if (outcome.kind !== 'done') continue;
    const { result, backendStatus } = outcome.value;
    if (backendStatus === 'EXISTS' || backendStatus === 'NOT_FOUND') {
      return answer('S15', 'on', 'backendStatus was told for a user');
    }
    if (result !== 'SUCCESS') continue;
    if (!Object.hasOwn(outcome.value, 'backendStatus')) {
      return answer('S15', 'missing', 'no backendStatus for a user who exists');
    }
    if (backendStatus === null) return answer('S15', 'null', 'backendStatus null for a user who exists');
  }
  return unknown('S15', 'needs a declared or recorded user who exists');
}

function stopOnEnvironment(outcome: Outcome<unknown>): void {
  if (outcome.kind === 'done' || !outcome.problem.stopsRun) return;
  throw new ToolError(outcome.problem.code, { message: outcome.problem.message });
}

function whyUnknown(id: PointId, { campaigns }: ProbeOptions): string {
  const { by, question } = OPEN_POINTS[id];
  if (by !== 'probe') return `not shown by reading: \`${probeCommand(id)}\``;
  const missing =
    campaigns.length === 0 ? 'no campaign is declared or recorded' : 'no known campaign could be searched';
  return `${missing}: ${question} was not asked`;
}
