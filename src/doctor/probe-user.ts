// The user probe: one test user is refused, made, made again, deleted and made once more, and the words of the service are
// put down (S12-S14; S25 with the backing instance). After an answer that was lost nothing more is asked.

import { ToolError } from '../model/errors.ts';
import { isAnswer } from '../model/open-points.ts';
import type { PointId } from '../model/open-points.ts';
import type { Outcome } from '../model/outcome.ts';
import type { Answer } from '../model/profile.ts';
import { answer, unknown } from './bench.ts';
import { add, appears, settle, takeOut } from './user-bench.ts';
import type { UserBench } from './user-bench.ts';

/** What a step found out, and whether the user is where the next step wants it. */
interface Step {
  readonly found: readonly Answer[];
  readonly goOn: boolean;
}

const POINTS = ['S13', 'S12', 'S14', 'S25'] as const satisfies readonly PointId[];
const STEPS = [probeTemplate, probeTwice, probeBlocked, probeBackend] as const;

/** Throws `probe-user` when somebody has the name on either side; only reads were sent then. */
export async function probeByUser(bench: UserBench): Promise<Answer[]> {
  await refuseExisting(bench);
  await bench.journal.begin({ loginUserId: bench.loginUserId, inBackend: false });
  const found = new Map<PointId, Answer>();
  for (const step of STEPS) {
    const { found: answers, goOn } = await step(bench);
    for (const each of answers) found.set(each.id, each);
    if (!goOn) break;
  }
  return POINTS.map((id) => found.get(id) ?? unknown(id, 'a step before it did not come to a clear end'));
}

async function refuseExisting({ service, loginUserId }: UserBench): Promise<void> {
  const seen = await service.queryUser(loginUserId);
  if (seen.kind !== 'done') throw new ToolError(seen.problem.code, { message: seen.problem.message });
  if (seen.value.service === 'absent' && seen.value.backend !== 'present') return;
  const where = seen.value.service === 'present' ? 'the service' : 'the backing instance';
  throw new ToolError('probe-user', { message: `${loginUserId} exists in ${where} and was not made by this probe.` });
}

/** S13. The name is one that no template can have. */
async function probeTemplate(bench: UserBench): Promise<Step> {
  const outcome = await add(bench, { template: 'Unknown muster-probe template' });
  if (outcome.kind !== 'done') return { found: [wordOf('S13', outcome)], goOn: isRefused(outcome) };
  const found = [unknown('S13', 'a template that cannot exist was accepted')];
  return { found, goOn: await takeOut(bench) };
}

/** S12, and the user that the next steps go on with. */
async function probeTwice(bench: UserBench): Promise<Step> {
  const { template } = bench;
  if (template === null) return none('needs a declared user, whose template is used');
  const made = await add(bench, { template });
  if (made.kind !== 'done') return none(`the test user could not be made: ${made.problem.code}`);
  const lag = await appears(bench);
  if (lag === null) return none('the test user was made and did not appear');
  bench.lagMs = lag;
  const again = await add(bench, { template });
  if (again.kind === 'unknown') bench.lost = 'again';
  return { found: [wordOf('S12', again)], goOn: again.kind === 'done' || isRefused(again) };
}

/** S14: deleted, and added again at once. */
async function probeBlocked(bench: UserBench): Promise<Step> {
  if (!(await takeOut(bench))) return { found: [unknown('S14', 'the test user could not be deleted')], goOn: false };
  const outcome = await add(bench, { template: bench.template ?? '' });
  await settle(bench);
  const how = 'a test user deleted, and added again at once';
  if (outcome.kind === 'done') return { found: [answer('S14', '0', how)], goOn: true };
  if (!isRefused(outcome)) return { found: [unknown('S14', 'the second add-user had no clear answer')], goOn: false };
  const held = unknown('S25', 'a deleted loginUserId stays blocked');
  return { found: [answer('S14', 'blocked', how), held], goOn: false };
}

/** S25: made on both sides, deleted in the service only, and added again with FAIL. */
async function probeBackend(bench: UserBench): Promise<Step> {
  const { service, loginUserId, template } = bench;
  if (!bench.withBackend || template === null) return notAsked('not asked: --probe-backend was not given');
  const seen = await service.queryUser(loginUserId);
  if (seen.kind !== 'done' || seen.value.backend !== 'absent') {
    return notAsked('backendStatus is not reported: what is made there could not be seen');
  }
  if (!(await takeOut(bench))) return notAsked('the test user could not be deleted');
  await bench.journal.begin({ loginUserId, inBackend: true });
  const made = await add(bench, { template, backend: 'FAIL' });
  await settle(bench);
  if (made.kind !== 'done') return notAsked(`could not be made in the backing instance: ${made.problem.code}`);
  const both = await service.queryUser(loginUserId);
  if (both.kind !== 'done' || both.value.backend !== 'present') {
    return notAsked('the backing instance does not show the test user');
  }
  if (!(await takeOut(bench))) return notAsked('the test user could not be deleted');
  const again = await add(bench, { template, backend: 'FAIL' });
  await settle(bench);
  return { found: [wordOf('S25', again)], goOn: false };
}

function notAsked(why: string): Step {
  return { found: [unknown('S25', why)], goOn: false };
}

function none(why: string): Step {
  return { found: [unknown('S12', why), unknown('S14', why), unknown('S25', why)], goOn: false };
}

const HOW = {
  S12: 'add-user for a test user who exists',
  S13: 'add-user with a template that cannot exist',
  S25: 'add-user with FAIL for a test user in the backing instance',
} as const;

/** The result word or the HTTP status of a refusal, as the message of the one classifier names it. */
function wordOf(id: keyof typeof HOW, outcome: Outcome<unknown>): Answer {
  if (outcome.kind === 'done') return unknown(id, `${HOW[id]} was answered SUCCESS`);
  const { message } = outcome.problem;
  const word = isRefused(outcome)
    ? (/^add-user: ([A-Z_]+)(?:[.:]|$)/u.exec(message)?.[1] ?? /HTTP (4\d\d)\.$/u.exec(message)?.[1])
    : undefined;
  return word === undefined || !isAnswer(id, word)
    ? unknown(id, `${HOW[id]} had no clear answer`)
    : answer(id, word, HOW[id]);
}

/** Not done, and told so about this one request. */
function isRefused(outcome: Outcome<unknown>): boolean {
  if (outcome.kind !== 'not-done') return false;
  return outcome.problem.code === 'refused' || outcome.problem.code === 'already-exists';
}
