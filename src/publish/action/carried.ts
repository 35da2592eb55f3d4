// The step's recorded state: brought before the command, and handed back after an apply, as the inputs say.

import {
  LEAST_SECRET,
  bringAll,
  checkRecorded,
  chooseTarget,
  claimState,
  dropLedger,
  handBack,
  ledgerFile,
  loadProject,
  openBranch,
} from '../../core/face.ts';
import { randomName } from '../../core/machine.ts';
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
  const project = await loadProject(folder);
  const target = chooseTarget(project, inputs.target ?? null);
  if (target.state === 'pulumi') return NOTHING;
  const isFirst = isOn('first-apply', inputs['first-apply']);
  const place = { folder, target: target.name };
  if (inputs['state-branch'] === undefined) return keptHere(inputs, { ...place, isFirst });
  const branch = await openBranch(branchOf(inputs, environment));
  const wish = { ...place, name: nameOf(inputs, target.name), secret: secretOf(inputs), run: runOf(environment) };
  // What lies sealed on the branch is left readable on no runner.
  const drop = (targets: readonly string[]): void => targets.forEach((each) => dropLedger(ledgerFile(folder, each)));
  try {
    const { remark, targets } = await bringAll(branch, wish, { project, target });
    if (command !== 'apply') return { remark, end: () => branch.close().then(() => drop(targets)) };
    await claimState(branch, { ...wish, isFirst, lostRun: inputs['lost-run'] ?? null });
    const giveBack = (): Promise<void> => handBack(branch, wish).finally(() => branch.close());
    return { remark: null, end: () => giveBack().then(() => drop([...targets, target.name])) };
  } catch (error) {
    await branch.close();
    throw error;
  }
}

interface LocalPlace {
  readonly folder: string;
  readonly target: string;
  readonly isFirst: boolean;
}

/** A runner of your own keeps `.muster`; one that lost it must not apply as if nothing had ever been done. */
function keptHere({ command, ...inputs }: Inputs, { folder, target, isFirst }: LocalPlace): CarriedState {
  for (const name of ['state-key', 'lost-run'] as const) {
    if (inputs[name] !== undefined) throw usage(`${name} goes with state-branch`);
  }
  if (command === 'apply') checkRecorded({ path: ledgerFile(folder, target), target, isFirst });
  return NOTHING;
}

function branchOf(inputs: Inputs, environment: Environment): Parameters<typeof openBranch>[0] {
  const branch = inputs['state-branch'] ?? '';
  const { GITHUB_SERVER_URL, GITHUB_REPOSITORY, CI_SERVER_URL, CI_PROJECT_PATH } = environment;
  const [server, repository] = [GITHUB_SERVER_URL || CI_SERVER_URL, GITHUB_REPOSITORY || CI_PROJECT_PATH];
  // GitLab takes the token of a job under this name only.
  const user = GITHUB_SERVER_URL ? 'x-access-token' : 'gitlab-ci-token';
  if (!/^[\w][\w./-]{0,100}$/u.test(branch)) throw usage(`state-branch takes the name of a branch; given: ${branch}`);
  if (!server || !repository)
    throw usage('state-branch needs GITHUB_SERVER_URL and GITHUB_REPOSITORY, or CI_SERVER_URL and CI_PROJECT_PATH');
  const url = `${server}/${repository}.git`;
  return { url, branch, user, token: inputs.token ?? null, environment: withoutInputs(environment) };
}

function secretOf(inputs: Inputs): string {
  const secret = inputs['state-key'] ?? '';
  if (secret.length >= LEAST_SECRET) return secret;
  throw usage(`state-branch needs state-key, a secret of at least ${LEAST_SECRET} characters; given ${secret.length}`);
}

/** A flat name, for a branch without folders. */
function nameOf({ directory = '.' }: Inputs, target: string): string {
  const folder = directory.replace(/^\.\/|\/+$/gu, '');
  return folder === '.' || folder === '' ? target : `${encodeURIComponent(folder)}--${target}`;
}

/** The number that the page of the run has, and chance: a run that is started again is another one. */
function runOf({ CI_JOB_ID = '0', GITHUB_RUN_ID = CI_JOB_ID, GITHUB_RUN_ATTEMPT = '1' }: Environment): string {
  return `${GITHUB_RUN_ID}-${GITHUB_RUN_ATTEMPT}-${randomName(4)}`;
}
