// reserve.yml takes the name of the package on a real registry, once, and the first release comes after it. The step that publishes is run
// as it stands in the file; nobody here can say where a package was built (npm_config_provenance).

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';

import { ROOT } from '../../tools/files.ts';
import { consumerEnvironment } from '../../scripts/package/consumer.ts';
import { decide } from '../../scripts/release/decision.ts';
import { packageOf } from '../../scripts/release/facts.ts';
import { PACKAGE_NAME } from '../../src/core/model/package.ts';
import { FRESH, startRegistry } from '../support/registry.ts';
import type { Registry } from '../support/registry.ts';
import { programOf } from '../support/tools.ts';

interface Workflow {
  readonly jobs: { readonly publish: { readonly steps: readonly { readonly run?: string }[] } };
}

const verdaccio = await programOf('verdaccio');
const FILE = readFileSync(join(ROOT, '.github/workflows/reserve.yml'), 'utf8');
const SCRIPTS = (parse(FILE) as Workflow).jobs.publish.steps.flatMap(({ run = [] }) => run);

describe.skipIf(verdaccio === null)('the name of the package', { timeout: 120_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'muster-reserve-'));
  let registry: Registry;
  beforeAll(async () => {
    registry = await startRegistry(verdaccio ?? '');
  }, 60_000);
  afterAll(async () => {
    await registry.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** A step of the job, with the exit code and what it printed. */
  function step(script: string): { readonly exit: number | null; readonly text: string } {
    const env = {
      ...consumerEnvironment,
      ...{ npm_config_registry: registry.url, npm_config_provenance: 'false', NODE_AUTH_TOKEN: registry.token },
      ...{ RUNNER_TEMP: folder, GITHUB_SERVER_URL: 'https://github.com', GITHUB_REPOSITORY: 'team/muster' },
    };
    const ended = spawnSync('bash', ['-e', '-c', script], { cwd: ROOT, env, encoding: 'utf8' });
    return { exit: ended.status, text: ended.stdout + ended.stderr };
  }

  test('is taken by a version without code, and not a second time', async () => {
    expect(SCRIPTS).toHaveLength(2);
    for (const script of SCRIPTS) expect(step(script)).toMatchObject({ exit: 0 });
    const answer = await fetch(new URL(`${PACKAGE_NAME}/0.0.0`, registry.url), FRESH);
    const manifest: unknown = await answer.json();
    expect(manifest).toMatchObject({
      name: PACKAGE_NAME,
      repository: { url: 'git+https://github.com/team/muster.git' },
    });
    for (const key of ['bin', 'scripts', 'dependencies', 'main']) expect(manifest).not.toHaveProperty(key);
    expect(step(SCRIPTS[0] ?? '')).toEqual({
      exit: 1,
      text: expect.stringContaining(`the registry knows ${PACKAGE_NAME}: 0.0.0`) as unknown,
    });
  });

  test('lets the first release come', async () => {
    process.env['npm_config_registry'] = registry.url;
    const known = await packageOf(ROOT, PACKAGE_NAME).finally(() => delete process.env['npm_config_registry']);
    const latest = known?.['dist-tags']?.['latest'] ?? null;
    expect(latest).toBe('0.0.0');
    const nothing = { tag: null, published: null, hasPage: false } as const;
    expect(decide({ version: '0.1.0', repository: 'team/muster', head: 'aaaa', latest, ...nothing })).toEqual({
      kind: 'release',
      commit: null,
      isPublished: false,
    });
  });
});
