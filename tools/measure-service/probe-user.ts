// The user probe: one test user is refused, made, made again, deleted and made once more, and the words of the service are
// put down; with leave, also those about the backing instance. After an answer that was lost nothing more is asked.

import { ToolError } from '../../src/model/errors.ts';
import { isAnswer } from '../../src/model/open-points.ts';
import type { PointId } from '../../src/model/open-points.ts';
import type { Outcome } from '../../src/model/outcome.ts';
import type { Answer } from '../../src/model/profile.ts';
import { answer, unknown } from '../../src/doctor/bench.ts';
import { add, appears, settle, takeOut } from './user-bench.ts';
import type { UserBench } from './user-bench.ts';
import { Refusal } from './refusal.ts';

/** What a step found out, and whether the user is where the next step wants it. */
interface Step {
  readonly found: readonly Answer[];
  readonly goOn: boolean;
}

const POINTS = [
  'unknown-template-result',
  'existing-user-result',
  'blocked-login',
  'existing-backend-result',
] as const satisfies readonly PointId[];
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
  throw new Refusal('probe-user', `${loginUserId} exists in ${where} and was not made by this probe.`);
}

/** The name is one that no template can have. */
async function probeTemplate(bench: UserBench): Promise<Step> {
  const outcome = await add(bench, { template: 'Unknown muster-probe template' });
  if (outcome.kind !== 'done') return { found: [wordOf('unknown-template-result', outcome)], goOn: isRefused(outcome) };
  const found = [unknown('unknown-template-result', 'a template that cannot exist was accepted')];
  return { found, goOn: await takeOut(bench) };
}

/** Added twice; the next steps go on with that user. */
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
  return { found: [wordOf('existing-user-result', again)], goOn: again.kind === 'done' || isRefused(again) };
}

/** Deleted, and added again at once. */
async function probeBlocked(bench: UserBench): Promise<Step> {
  if (!(await takeOut(bench)))
    return { found: [unknown('blocked-login', 'the test user could not be deleted')], goOn: false };
  const outcome = await add(bench, { template: bench.template ?? '' });
  await settle(bench);
  const how = 'a test user deleted, and added again at once';
  if (outcome.kind === 'done') return { found: [answer('blocked-login', '0', how)], goOn: true };
  if (!isRefused(outcome))
    return { found: [unknown('blocked-login', 'the second add-user had no clear answer')], goOn: false };
  const held = unknown('existing-backend-result', 'a deleted loginUserId stays blocked');
  return { found: [answer('blocked-login', 'blocked', how), held], goOn: false };
}

/** Made on both sides, deleted in the service only, and added again with FAIL. */
async function probeBackend(bench: UserBench): Promise<Step> {
  const { service, loginUserId, template } = bench;
  if (!bench.withBackend || template === null) return notAsked('not asked: --backend was not given');
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
  return { found: [wordOf('existing-backend-result', again)], goOn: false };
}

function notAsked(why: string): Step {
  return { found: [unknown('existing-backend-result', why)], goOn: false };
}

function none(why: string): Step {
  return {
    found: [
      unknown('existing-user-result', why),
      unknown('blocked-login', why),
      unknown('existing-backend-result', why),
    ],
    goOn: false,
  };
}

const HOW = {
  'existing-user-result': 'add-user for a test user who exists',
  'unknown-template-result': 'add-user with a template that cannot exist',
  'existing-backend-result': 'add-user with FAIL for a test user in the backing instance',
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
