// Where the story of a pull request plays: a forge, a service, a repository that `muster init --ci github` filled, and a runner for its
// workflow files. Everything lies in one temporary folder and ends with it.

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SANDBOX_IDENTITY } from '../../src/sandbox/world/identity.ts';
import { startSandbox } from '../../src/sandbox/daemon/server.ts';
import type { SandboxHandle } from '../../src/sandbox/daemon/server.ts';
import { startGitea } from '../../test/support/gitea.ts';
import type { Gitea } from '../../test/support/gitea.ts';
import { ROOT } from '../files.ts';
import { openCheckout } from './repository.ts';
import type { Checkout } from './repository.ts';
import { runWorkflow } from './runner.ts';
import type { Ran, Runner } from './runner.ts';

const REPOSITORY = 'team/contact-centre';
const ACTION = `muster/muster@${'0'.repeat(40)}`;

export interface World {
  readonly url: string;
  readonly sandbox: SandboxHandle;
  readonly checkout: Checkout;
  /** Of the repository: `GET /pulls`. */
  readonly ask: (method: string, path: string, body?: unknown) => Promise<unknown>;
  /** Runs a workflow file of the checkout; throws with its log when it ends otherwise than expected. */
  readonly run: (file: string, event: string, payload: object) => Promise<Ran>;
  readonly close: () => Promise<void>;
}

export interface Programs {
  readonly gitea: string;
  readonly act: string;
}

export async function openWorld({ gitea: program, act }: Programs): Promise<World> {
  const home = mkdtempSync(join(tmpdir(), 'muster-forge-story-'));
  const service = join(home, 'service');
  mkdirSync(service);
  const action = join(home, 'action');
  makeAction(action);
  const [gitea, sandbox] = await Promise.all([startGitea(program), startSandbox({ directory: service })]);
  const { token } = await gitea.account('team');
  await gitea.ask(token, 'POST', '/user/repos', { name: 'contact-centre', default_branch: 'main' });
  const checkout = fill(home, { url: gitea.url, token, sandbox });
  const runner = runnerOf({ act, action, home, gitea, token, sandbox });
  return {
    url: `${gitea.url}/${REPOSITORY}`,
    sandbox,
    checkout,
    ask: (method, path, body) => gitea.ask(token, method, `/repos/${REPOSITORY}${path}`, body),
    run: async (file, event, payload) => {
      const repository = await gitea.ask(token, 'GET', `/repos/${REPOSITORY}`);
      const folder = checkout.folder;
      const whole = { repository, ...payload };
      const ran = await runWorkflow(runner, { folder, file: `.github/workflows/${file}`, event, payload: whole });
      if (ran.exit !== 0) throw new Error(`${file} ended with ${ran.exit}:\n${ran.log}`);
      return ran;
    },
    close: async () => {
      await Promise.all([gitea.stop(), sandbox.stop()]);
      rmSync(home, { recursive: true, force: true });
    },
  };
}

function makeAction(folder: string): void {
  const script = join(ROOT, 'scripts', 'build-action.ts');
  execFileSync(process.execPath, [script, join(folder, 'action')], { stdio: ['ignore', 2, 2] });
  writeFileSync(join(folder, 'action.yml'), readFileSync(join(ROOT, 'action.yml')));
}

interface Making {
  readonly act: string;
  readonly action: string;
  readonly home: string;
  readonly gitea: Gitea;
  readonly token: string;
  readonly sandbox: SandboxHandle;
}

function runnerOf({ act, action, home, gitea, token, sandbox }: Making): Runner {
  return {
    program: act,
    action: { name: ACTION.slice(0, ACTION.indexOf('@')), folder: action },
    programs: null,
    forge: gitea.url,
    repository: REPOSITORY,
    token,
    home: join(home, 'runner'),
    secrets: { MUSTER_STATE_KEY: 'a-secret-of-more-than-32-characters' },
    variables: { MUSTER_TRUSTED_HOSTS: `127.0.0.1:${sandbox.port}` },
    // The sandbox takes any credentials; its certificate is nobody's but its own.
    environment: { AWS_ACCESS_KEY_ID: 'sandbox', AWS_SECRET_ACCESS_KEY: 'sandbox' },
  };
}

interface Filling {
  readonly url: string;
  readonly token: string;
  readonly sandbox: SandboxHandle;
}

/** What a team does on the first day; the target is the sandbox of this story instead of one that starts beside each run. */
function fill(home: string, { url, token, sandbox }: Filling): Checkout {
  const folder = join(home, 'contact-centre');
  const withToken = url.replace('://', `://team:${token}@`);
  const checkout = openCheckout({ folder, url: `${withToken}/${REPOSITORY}.git` });
  muster(folder, 'init', '.');
  const file = join(folder, 'muster.yaml');
  const own = readFileSync(file, 'utf8').replace(
    /targets:[\s\S]*?\npolicy:/u,
    `targets:\n${targetText(sandbox)}\npolicy:`,
  );
  writeFileSync(file, own);
  writeFileSync(join(folder, 'ca.pem'), sandbox.ca);
  muster(folder, 'init', '.', '--ci', 'github', '--action', ACTION, '--target', 'prod');
  const drift = join(folder, '.github/workflows/muster-drift.yml');
  writeFileSync(drift, readFileSync(drift, 'utf8').replace('confirm-after: 60s', 'confirm-after: 1s'));
  checkout.push('main', 'Declare the contact centre');
  return checkout;
}

function targetText({ port }: SandboxHandle): string {
  const { host, region, platform, companyCode, environment, secretName, secretsRegion, secretsPath } = SANDBOX_IDENTITY;
  const endpoint = `https://${host}:${port}${secretsPath}`;
  const apiKey = { secretName, secretsRegion, endpoint };
  const target = { host, port, region, platform, companyCode, environment, identity: 'saml', apiKey, caFile: 'ca.pem' };
  return `  prod: ${JSON.stringify(target)}\n`;
}

function muster(folder: string, ...words: readonly string[]): void {
  const launcher = join(ROOT, 'bin', 'muster.js');
  execFileSync(process.execPath, [launcher, ...words], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
}
