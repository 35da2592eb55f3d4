// Everything about the open points that reading answers, over the campaigns and users this project knows: what
// `doctor --probe` asks, and the rest. Sends searchPreviewCampaign and query-existence only.

import { answer, stopOnEnvironment, unknown } from '../../src/doctor/bench.ts';
import { askCampaigns, probe } from '../../src/doctor/probe.ts';
import type { Question } from '../../src/doctor/probe.ts';
import { openTarget } from '../../src/engine/run.ts';
import { probeOptions } from '../../src/engine/doctor.ts';
import type { Answer } from '../../src/model/profile.ts';
import { openProbing } from '../../src/service/client.ts';
import type { ProbingReader } from '../../src/service/probing.ts';
import { probeCase, probeCombination, probeMissing, probeNumbers, probeTrim } from './probe-criteria.ts';
import { probeSpelling, probeTwins } from './probe-ids.ts';
import { noneOf, orderOf } from './probe-lists.ts';
import type { MeasuringRun } from './run.ts';

const QUESTIONS: readonly Question[] = [
  { id: 'combined-criteria', ask: probeCombination },
  { id: 'search-order', ask: ({ sample }) => orderOf(sample) },
  { id: 'twin-shown', ask: probeTwins },
  { id: 'record-id-spelling', ask: probeSpelling },
  { id: 'search-case', ask: probeCase },
  { id: 'search-blanks', ask: probeTrim },
  { id: 'search-missing-key', ask: probeMissing },
  { id: 'search-numbers', ask: probeNumbers },
  { id: 'empty-field', ask: ({ raw }) => noneOf(raw) },
];

const LOGINS = 20;

/** Throws a ToolError when the environment ends the run. */
export async function probeReads(run: MeasuringRun): Promise<Answer[]> {
  const reader = openProbing({ target: await openTarget(run), clock: run.clock });
  const options = probeOptions(run, reader);
  try {
    const backend = await probeBackend(reader, loginsOf(run));
    return [backend, ...(await probe(options)), ...(await askCampaigns(options, QUESTIONS))];
  } finally {
    await reader.close();
  }
}

function loginsOf({ desired, recorded }: MeasuringRun): string[] {
  const known = [...recorded.objects.values(), ...desired.users];
  return [...new Set(known.flatMap((each) => (each.kind === 'user' ? [each.loginUserId] : [])))];
}

/** Somebody who exists in the service must have a backendStatus where the integration is on. */
async function probeBackend(reader: ProbingReader, logins: readonly string[]): Promise<Answer> {
  const id = 'backend-status';
  for (const login of logins.slice(0, LOGINS)) {
    const outcome = await reader.queryRaw(login);
    stopOnEnvironment(outcome);
    if (outcome.kind !== 'done') continue;
    const { result, backendStatus } = outcome.value;
    if (backendStatus === 'EXISTS' || backendStatus === 'NOT_FOUND') {
      return answer(id, 'on', 'backendStatus was told for a user');
    }
    if (result !== 'SUCCESS') continue;
    if (!Object.hasOwn(outcome.value, 'backendStatus')) {
      return answer(id, 'missing', 'no backendStatus for a user who exists');
    }
    if (backendStatus === null) return answer(id, 'null', 'backendStatus null for a user who exists');
  }
  return unknown(id, 'needs a declared or recorded user who exists');
}
