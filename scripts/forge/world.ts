// Where the story of a pull request plays: a forge, a service, a repository that `muster init --ci github` filled, and a runner for its
// workflow files. Everything lies in one temporary folder and ends with it.

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SANDBOX_IDENTITY } from '../../src/sandbox/world/identity.ts';
import { startSandbox } from '../../src/sandbox/daemon/server.ts';
import type { SandboxHandle } from '../../src/sandbox/daemon/server.ts';
import { read, ROOT } from '../../tools/files.ts';
import { openForge } from './repository.ts';
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
  const [service, action] = [join(home, 'service'), join(home, 'action')];
  mkdirSync(service);
  makeAction(action);
  const [forge, sandbox] = await Promise.all([
    openForge(program, { repository: REPOSITORY, folder: join(home, 'contact-centre') }),
    startSandbox({ directory: service }),
  ]);
  const { checkout, ask, url } = forge;
  fill(checkout, sandbox);
  const runner: Runner = {
    program: act,
    action: { name: ACTION.slice(0, ACTION.indexOf('@')), folder: action },
    programs: null,
    forge: url,
    repository: REPOSITORY,
    token: forge.token,
    home: join(home, 'runner'),
    secrets: { MUSTER_STATE_KEY: 'a-secret-of-more-than-32-characters' },
    variables: { MUSTER_TRUSTED_HOSTS: `127.0.0.1:${sandbox.port}` },
    // The sandbox takes any credentials; its certificate is nobody's but its own.
    environment: { AWS_ACCESS_KEY_ID: 'sandbox', AWS_SECRET_ACCESS_KEY: 'sandbox' },
  };
  return {
    url: `${url}/${REPOSITORY}`,
    sandbox,
    checkout,
    ask,
    run: async (file, event, payload) => {
      const whole = { repository: await ask('GET', ''), ...payload };
      const { folder } = checkout;
      const ran = await runWorkflow(runner, { folder, file: `.github/workflows/${file}`, event, payload: whole });
      if (ran.exit !== 0) throw new Error(`${file} ended with ${ran.exit}:\n${ran.log}`);
      return ran;
    },
    close: async () => {
      await Promise.all([forge.stop(), sandbox.stop()]);
      rmSync(home, { recursive: true, force: true });
    },
  };
}

function makeAction(folder: string): void {
  const script = join(ROOT, 'scripts', 'build-action.ts');
  execFileSync(process.execPath, [script, join(folder, 'action')], { stdio: ['ignore', 2, 2] });
  writeFileSync(join(folder, 'action.yml'), read('action.yml'));
}

/** What a team does on the first day; the target is the sandbox of this story instead of one that starts beside each run. */
function fill({ folder, push }: Checkout, sandbox: SandboxHandle): void {
  const edit = (file: string, from: string | RegExp, to: string): void =>
    writeFileSync(join(folder, file), readFileSync(join(folder, file), 'utf8').replace(from, to));
  muster(folder, 'init', '.');
  edit('muster.yaml', /targets:[\s\S]*?\npolicy:/u, `targets:\n${targetText(sandbox)}\npolicy:`);
  writeFileSync(join(folder, 'ca.pem'), sandbox.ca);
  muster(folder, 'init', '.', '--ci', 'github', '--action', ACTION, '--target', 'prod');
  edit('.github/workflows/muster-drift.yml', 'confirm-after: 60s', 'confirm-after: 1s');
  push('main', 'Declare the contact centre');
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
