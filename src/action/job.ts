// The job around one step of the action: its folder, its workflow commands, and the child that runs `muster`.

import { spawn } from 'node:child_process';
import { appendFile } from 'node:fs/promises';

import { randomName } from '../core/machine.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Of the environment what a log must not show. The runner masks secrets of the workflow; this covers what other steps set. */
const SECRETS = [
  'INPUT_TOKEN',
  'INPUT_STATE-KEY',
  'GITHUB_TOKEN',
  'GH_TOKEN',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
  'MUSTER_FINGERPRINT_KEY',
] as const;

const LEAST_LENGTH = 8;

/** Workflow commands that mask secrets in everything that the job logs from here on. */
export function masks(environment: Environment): string[] {
  // Elsewhere such a line would show the secret.
  if (environment['GITHUB_ACTIONS'] !== 'true') return [];
  return SECRETS.flatMap((name) => {
    const secret = environment[name] ?? '';
    return secret.length < LEAST_LENGTH || /[\r\n]/u.test(secret) ? [] : [`::add-mask::${secret}`];
  });
}

export interface CommandEnd {
  readonly exit: number;
}

/**
 * Runs `muster` beside this process. A signal is handed on once: the command ends itself, and settles what it sent. While it prints,
 * no line is taken for a workflow command, whatever a campaign or a person is called. `isFolded`: the job is one of GitHub.
 */
export async function runMuster(
  words: readonly string[],
  environment: Record<string, string>,
  isFolded: boolean,
): Promise<CommandEnd> {
  const [, program = ''] = process.argv;
  if (!isFolded) return { exit: await ended(program, words, environment) };
  const pause = randomName(16);
  process.stdout.write(`::group::muster ${words[0] ?? ''}\n::stop-commands::${pause}\n`);
  try {
    return { exit: await ended(program, words, environment) };
  } finally {
    process.stdout.write(`\n::${pause}::\n::endgroup::\n`);
  }
}

async function ended(program: string, words: readonly string[], env: Record<string, string>): Promise<number> {
  const quiet = '--disable-warning=ExperimentalWarning';
  const child = spawn(process.execPath, [quiet, program, ...words], { env, stdio: ['ignore', 'inherit', 'inherit'] });
  const handOn = (signal: NodeJS.Signals): void => void child.kill(signal);
  const once = (signal: NodeJS.Signals): void => {
    process.removeListener('SIGINT', once);
    process.removeListener('SIGTERM', once);
    process.on('SIGINT', () => {});
    process.on('SIGTERM', () => {});
    handOn(signal);
  };
  process.on('SIGINT', once);
  process.on('SIGTERM', once);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve(code ?? (signal === null ? 255 : 8)));
  });
}

/** For later steps. A value with a line break would be another output. */
export async function setOutputs(environment: Environment, outputs: Readonly<Record<string, string>>): Promise<void> {
  const { GITHUB_OUTPUT } = environment;
  if (!GITHUB_OUTPUT) return;
  const lines = Object.entries(outputs).map(([name, text]) => `${name}=${text.replaceAll(/[\r\n]/gu, ' ')}\n`);
  await appendFile(GITHUB_OUTPUT, lines.join(''));
}
