// Runs a workflow file as a runner of GitHub does, here and without a container: act in host mode. Actions of others are not reachable
// without a network, so each has a small stand-in (stand-ins/); muster's own action is the real one, bundled.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

import { run } from '../../tools/run.ts';

const STAND_INS = join(import.meta.dirname, 'stand-ins');

export interface Runner {
  /** Path of act. */
  readonly program: string;
  /** What stands behind `uses:` for muster -> the folder with its action.yml; null where no workflow uses it. */
  readonly action: { readonly name: string; readonly folder: string } | null;
  /** A folder whose programs come before those of this machine; null for none. */
  readonly programs: string | null;
  /** `http://127.0.0.1:3000` of the forge. */
  readonly forge: string;
  readonly repository: string;
  readonly token: string;
  /** A folder for everything that a runner keeps. */
  readonly home: string;
  readonly secrets: Readonly<Record<string, string>>;
  readonly variables: Readonly<Record<string, string>>;
  readonly environment: Readonly<Record<string, string>>;
}

export interface Workflow {
  /** A checkout of what the forge would run the file from. */
  readonly folder: string;
  /** Below the folder. */
  readonly file: string;
  readonly event: string;
  /** What the forge tells about the event. */
  readonly payload: unknown;
}

export interface Ran {
  readonly exit: number;
  /** Where the run failed, what its `run:` steps said stands here once more, whole. */
  readonly log: string;
}

export async function runWorkflow(runner: Runner, workflow: Workflow): Promise<Ran> {
  mkdirSync(runner.home, { recursive: true });
  const event = join(runner.home, 'event.json');
  writeFileSync(event, JSON.stringify(workflow.payload));
  const words = [
    ...[workflow.event, '--workflows', workflow.file, '--eventpath', event, '--no-skip-checkout', '--pull=false'],
    ...['--platform', 'ubuntu-24.04=-self-hosted', '--platform', 'ubuntu-latest=-self-hosted'],
    ...['--action-cache-path', join(runner.home, 'actions'), '--no-cache-server', '--action-offline-mode'],
    ...['--github-instance', new URL(runner.forge).host, '--actor', 'team'],
    ...['--secret', 'GITHUB_TOKEN', ...Object.keys(runner.secrets).flatMap((name) => ['--secret', name])],
    ...Object.entries(runner.variables).flatMap(([name, text]) => ['--var', `${name}=${text}`]),
    ...Object.entries(jobEnvironment(runner)).flatMap(([name, text]) => ['--env', `${name}=${text}`]),
    ...replacements(runner, join(workflow.folder, workflow.file)).flatMap((each) => ['--local-repository', each]),
  ];
  const shell = keptShell(runner.home);
  const programs = [shell.folder, ...(runner.programs === null ? [] : [runner.programs]), dirname(process.execPath)];
  const env = {
    PATH: [...programs, process.env['PATH']].join(delimiter),
    HOME: runner.home,
    XDG_CACHE_HOME: join(runner.home, 'cache'),
    GITHUB_TOKEN: runner.token,
    ...runner.secrets,
  };
  const { code: exit, text: log } = await run(runner.program, words, { cwd: workflow.folder, env });
  return { exit, log: exit === 0 ? log : `${log}\n${readFileSync(shell.said, 'utf8')}` };
}

/**
 * A `bash` that keeps a copy of what its scripts say. act reads a step through a terminal and does not wait for the last of it when the
 * step fails: on a busy machine the line with the reason is missing from its log. `said`: the file with the copy.
 */
function keptShell(home: string): { readonly folder: string; readonly said: string } {
  const [folder, said] = [join(home, 'shell'), join(home, 'said.txt')];
  const real = execFileSync('sh', ['-c', 'command -v bash'], { encoding: 'utf8' }).trim();
  const script = `#!${real}\nset -o pipefail\n'${real}' "$@" 2>&1 | tee -a '${said}'\n`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'bash'), script, { mode: 0o755 });
  writeFileSync(said, '');
  return { folder, said };
}

function jobEnvironment({ forge, repository, home, environment }: Runner): Record<string, string> {
  const where = { GITHUB_API_URL: `${forge}/api/v1`, GITHUB_SERVER_URL: forge, GITHUB_REPOSITORY: repository };
  // act gives a job a terminal, which a runner of GitHub has not: Git would wait there for a name.
  const nobodyAsked = { GIT_TERMINAL_PROMPT: '0' };
  return { ...where, ...nobodyAsked, STAND_IN_STORE: home, ...environment };
}

/** For every action that the file uses: `owner/name@ref=folder`. Throws for one that nothing stands for. */
function replacements({ action }: Runner, file: string): string[] {
  const used = readFileSync(file, 'utf8').matchAll(/uses: ([\w.-]+\/[\w.-]+)(?:\/[\w-]+)?@(\S+)/gu);
  const found = [...used].map(([, name = '', ref = '']) => {
    const folder = name === action?.name ? action.folder : join(STAND_INS, name.split('/')[1] ?? '');
    if (!existsSync(folder)) throw new Error(`nothing stands for the action ${name}`);
    return `${name}@${ref}=${folder}`;
  });
  return [...new Set(found)];
}
