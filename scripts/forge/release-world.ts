// Where a release plays: a forge that has this repository, a registry, and a runner for release.yml as it stands. Two things are not as
// on GitHub: `.ci/run` ends at once in the commit that is released, and `gh` has a stand-in. Everything ends with the world.

import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { startRegistry } from '../../test/support/registry.ts';
import type { Registry } from '../../test/support/registry.ts';
import { ROOT } from '../../tools/files.ts';
import { openForge } from './repository.ts';
import type { Checkout } from './repository.ts';
import { runWorkflow } from './runner.ts';
import type { Ran, Runner } from './runner.ts';

const GH = join(import.meta.dirname, 'stand-ins/gh/main.mjs');
export const RELEASED = 'team/muster';

export interface ReleaseWorld {
  readonly checkout: Checkout;
  readonly registry: Registry;
  /** Of the repository: `GET /releases`. */
  readonly ask: (method: string, path: string, body?: unknown) => Promise<unknown>;
  /** Actions > release > Run workflow, on this branch; `environment`: beside that of the job. */
  readonly release: (branch?: string, environment?: Readonly<Record<string, string>>) => Promise<Ran>;
  readonly close: () => Promise<void>;
}

export interface Programs {
  readonly gitea: string;
  readonly act: string;
  readonly verdaccio: string;
}

export async function openReleaseWorld({ gitea: program, act, verdaccio }: Programs): Promise<ReleaseWorld> {
  const home = mkdtempSync(join(tmpdir(), 'muster-release-'));
  const [forge, registry] = await Promise.all([
    // Private: nothing of it is read without the token.
    openForge(program, { repository: RELEASED, folder: join(home, 'muster'), private: true }),
    startRegistry(verdaccio),
  ]);
  const { checkout, ask } = forge;
  fill(checkout.folder);
  checkout.push('main', 'The sources');
  const runner: Runner = {
    program: act,
    action: null,
    programs: programsIn(home),
    forge: forge.url,
    repository: RELEASED,
    token: forge.token,
    home: join(home, 'runner'),
    secrets: { NPM_TOKEN: registry.token },
    variables: {},
    environment: {},
  };
  return {
    checkout,
    registry,
    ask,
    release: async (branch = 'main', environment = {}) => {
      checkout.pull(branch);
      const payload = { ref: `refs/heads/${branch}`, inputs: {}, repository: await ask('GET', '') };
      const { folder } = checkout;
      const at = { folder, file: '.github/workflows/release.yml', event: 'workflow_dispatch', payload };
      return runWorkflow({ ...runner, environment: { npm_config_registry: registry.url, ...environment } }, at);
    },
    close: async () => {
      await Promise.all([forge.stop(), registry.stop()]);
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** The files of this checkout, with the section of the changelog that a release needs, and a `.ci/run` that only brings node_modules. */
function fill(folder: string): void {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: ROOT });
  for (const name of listed.toString().split('\0').filter(Boolean)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    cpSync(join(ROOT, name), join(folder, name));
  }
  writeFileSync(join(folder, '.ci/run'), `#!/bin/sh\nln -s '${join(ROOT, 'node_modules')}' node_modules\n`);
  const changelog = join(folder, 'CHANGELOG.md');
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { readonly version: string };
  writeFileSync(changelog, readFileSync(changelog, 'utf8').replace('## Unreleased', `## ${version}`));
}

function programsIn(home: string): string {
  const folder = join(home, 'programs');
  mkdirSync(folder);
  writeFileSync(join(folder, 'gh'), `#!/bin/sh\nexec '${process.execPath}' '${GH}' "$@"\n`);
  chmodSync(join(folder, 'gh'), 0o755);
  return folder;
}
