// The step's recorded state: brought before the command, and handed back after an apply, as the inputs say. The step holds it, and not the
// command: a command that is killed in the middle (no memory left) has its ledger handed back all the same.

import { chooseTarget, loadProject, sharedIn } from '../core/face.ts';
import type { SharingJob } from '../core/face.ts';
import { isOn } from './command-line.ts';
import { usage, withoutInputs } from './inputs.ts';
import type { Inputs } from './inputs.ts';

type Environment = Readonly<Record<string, string | undefined>>;

export interface CarriedState {
  readonly remark: string | null;
  /** Called once, after the command. Throws `state-branch`. */
  readonly end: () => Promise<void>;
}

const NOTHING: CarriedState = { remark: null, end: async () => undefined };

/** `folder`: of the project, absolute. Throws before anything is sent. */
export async function carriedState(inputs: Inputs, folder: string, environment: Environment): Promise<CarriedState> {
  const { command } = inputs;
  if (command === 'validate' || command === 'publish') return NOTHING;
  const shared = sharedIn(branchOf(inputs, environment), jobOf(inputs, environment));
  if (shared === null) return NOTHING;
  const project = await loadProject(folder);
  const target = chooseTarget(project, inputs.target ?? null);
  if (target.state === 'pulumi') return NOTHING;
  const place = { project, target, isFirstApply: isOn('first-apply', inputs['first-apply']) };
  const remark = command === 'apply' ? await shared.claim(place).then(() => null) : await shared.bring(place);
  return { remark, end: () => shared.end() };
}

/** As the command itself would be told. A runner of your own keeps `.muster`, and says no branch. */
function branchOf(inputs: Inputs, environment: Environment): Environment {
  const { 'state-branch': branch, 'state-key': key, 'lost-run': lostRun } = inputs;
  if (branch === undefined) {
    for (const name of ['state-key', 'lost-run'] as const) {
      if (inputs[name] !== undefined) throw usage(`${name} goes with state-branch`);
    }
    return {};
  }
  const { GITHUB_SERVER_URL, GITHUB_REPOSITORY, CI_SERVER_URL, CI_PROJECT_PATH } = environment;
  const [server, repository] = [GITHUB_SERVER_URL || CI_SERVER_URL, GITHUB_REPOSITORY || CI_PROJECT_PATH];
  if (!/^[\w][\w./-]{0,100}$/u.test(branch)) throw usage(`state-branch takes the name of a branch; given: ${branch}`);
  if (!server || !repository)
    throw usage('state-branch needs GITHUB_SERVER_URL and GITHUB_REPOSITORY, or CI_SERVER_URL and CI_PROJECT_PATH');
  return {
    ...withoutInputs(environment),
    MUSTER_STATE_BRANCH: branch,
    MUSTER_STATE_KEY: key,
    MUSTER_STATE_URL: `${server}/${repository}.git`,
    MUSTER_LOST_RUN: lostRun,
  };
}

function jobOf({ directory = '.', token }: Inputs, environment: Environment): SharingJob {
  const { CI_JOB_ID = '0', GITHUB_RUN_ID = CI_JOB_ID, GITHUB_RUN_ATTEMPT = '1', GITHUB_SERVER_URL } = environment;
  const inside = directory.replace(/^\.\/|\/+$/gu, '');
  return {
    // The number that the page of the run has: a run that is started again is another one.
    me: `${GITHUB_RUN_ID}-${GITHUB_RUN_ATTEMPT}`,
    // GitLab takes the token of a job under this name only.
    user: GITHUB_SERVER_URL ? 'x-access-token' : 'gitlab-ci-token',
    token: token ?? null,
    inside: inside === '.' ? '' : inside,
  };
}
