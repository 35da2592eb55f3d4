// release.yml as it stands, run as a runner of GitHub runs it: on a real forge that has this repository, publishing to a real registry,
// both on loopback. Not real: the tests before a release end at once, `gh` has a stand-in that speaks to the forge, and there is nobody
// who says where a package was built, so the first run ends there and the second goes on without (npm_config_provenance).
// Where one of the programs cannot be had the file says so and is skipped.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { call, install } from '../../scripts/package/consumer.ts';
import { openReleaseWorld, RELEASED } from '../../scripts/forge/release-world.ts';
import type { ReleaseWorld } from '../../scripts/forge/release-world.ts';
import type { Ran } from '../../scripts/forge/runner.ts';
import { PACKAGE_NAME } from '../../src/core/model/package.ts';
import { notesOf } from '../../scripts/release/decision.ts';
import { readVersion } from '../../src/core/engine/version.ts';
import { FRESH } from '../support/registry.ts';
import { programOf } from '../support/tools.ts';

const [gitea, act, verdaccio] = [await programOf('gitea'), await programOf('act'), await programOf('verdaccio')];
const isHere = gitea !== null && act !== null && verdaccio !== null;
const MINUTE = 60_000;
const VERSION = readVersion();
const [TAG, MOVING] = [`v${VERSION}`, `v${VERSION.split('.')[0]}`];
/** Nobody here can say where a package was built. */
const UNPROVEN = { npm_config_provenance: 'false' };

interface Written {
  readonly tags: Readonly<Record<string, string>>;
  readonly versions: readonly string[];
  readonly pages: readonly string[];
}

interface Manifest {
  readonly action?: string;
  readonly repository?: unknown;
  readonly exports?: unknown;
}

describe.skipIf(!isHere)('a release', { timeout: 5 * MINUTE }, () => {
  let world: ReleaseWorld;
  beforeAll(async () => {
    world = await openReleaseWorld({ gitea: gitea ?? '', act: act ?? '', verdaccio: verdaccio ?? '' });
  }, MINUTE);
  afterAll(() => world.close());

  const git = (...words: string[]): string =>
    execFileSync('git', words, { cwd: world.checkout.folder, encoding: 'utf8', stdio: 'pipe' }).trim();

  /** Everything that a release writes. */
  async function written(): Promise<Written> {
    const tags = (await world.ask('GET', '/tags')) as { name: string; commit: { sha: string } }[];
    const pages = (await world.ask('GET', '/releases')) as { tag_name: string }[];
    return {
      tags: Object.fromEntries(tags.map(({ name, commit }) => [name, commit.sha])),
      versions: Object.keys(await manifests()),
      pages: pages.map(({ tag_name: name }) => name),
    };
  }

  async function manifests(): Promise<Readonly<Record<string, Manifest>>> {
    const answer = await fetch(new URL(PACKAGE_NAME, world.registry.url), FRESH);
    if (answer.status === 404) return {};
    return ((await answer.json()) as { versions: Record<string, Manifest> }).versions;
  }

  function expectEnd({ exit, log }: Ran, expected: number, words = ''): void {
    expect({ exit, log }).toEqual({ exit: expected, log: expect.stringContaining(words) as unknown });
  }

  const NOTHING: Written = { tags: {}, versions: [], pages: [] };

  test('is not made from another branch', async () => {
    world.checkout.push('feature', 'A feature', { 'feature.txt': 'x' });
    expectEnd(await world.release('feature', UNPROVEN), 0);
    expect(await written()).toEqual(NOTHING);
  });

  test('without a section of the changelog is refused, before anything is written', async () => {
    world.checkout.pull('main');
    const file = join(world.checkout.folder, 'CHANGELOG.md');
    const changelog = readFileSync(file, 'utf8');
    world.checkout.push('main', 'Forget it', { 'CHANGELOG.md': changelog.replace(`## ${VERSION}`, '## Unreleased') });
    expectEnd(await world.release('main', UNPROVEN), 1, `no section \`## ${VERSION}\``);
    expect(await written()).toEqual(NOTHING);
    world.checkout.push('main', 'Think of it', { 'CHANGELOG.md': changelog });
  });

  test('that cannot say where the package was built publishes nothing, and leaves the tag of its commit', async () => {
    expectEnd(await world.release(), 1, 'Provenance generation in GitHub Actions requires');
    const { tags, ...rest } = await written();
    expect(rest).toEqual({ versions: [], pages: [] });
    expect(Object.keys(tags)).toEqual([TAG]);
  });

  test('is not taken up from other sources than it was tagged on', async () => {
    const before = await written();
    const main = world.checkout.commit();
    world.checkout.push('main', 'Another change', { 'feature.txt': 'x' });
    expectEnd(await world.release('main', UNPROVEN), 1, 're-run the failed run itself');
    expect(await written()).toEqual(before);
    git('push', '--quiet', '--force', 'origin', `${main}:refs/heads/main`);
  });

  test('is finished by the next run: same commit, package, moving tag, and page with the notes', async () => {
    const { [TAG]: commit = '' } = (await written()).tags;
    expectEnd(await world.release('main', UNPROVEN), 0);
    expect(await written()).toEqual({ tags: { [TAG]: commit, [MOVING]: commit }, versions: [VERSION], pages: [TAG] });

    git('fetch', '--quiet', 'origin', `refs/tags/${TAG}`);
    expect(git('rev-parse', 'FETCH_HEAD^')).toBe(world.checkout.commit());
    const changed = git('diff', '--name-only', 'FETCH_HEAD^', 'FETCH_HEAD').split('\n');
    const files = ['daemon-main', 'ledger-writer', 'main', 'program-thread'];
    expect(changed).toEqual(files.map((name) => `action/${name}.mjs`));

    const url = expect.stringMatching(
      new RegExp(`^git\\+http://127\\.0\\.0\\.1:\\d+/${RELEASED}\\.git$`, 'u'),
    ) as unknown;
    const manifest = {
      action: `${RELEASED}@${commit} # ${TAG}`,
      repository: { type: 'git', url },
      exports: { '.': { default: './dist/index.js' } },
    };
    expect((await manifests())[VERSION]).toMatchObject(manifest);

    const changelog = readFileSync(join(world.checkout.folder, 'CHANGELOG.md'), 'utf8');
    const page = await world.ask('GET', `/releases/tags/${TAG}`);
    expect(page).toMatchObject({ body: notesOf(changelog, VERSION), draft: false, prerelease: false });
  });

  test('installs as a `muster` that knows its action', async () => {
    const folder = join(world.checkout.folder, '..', 'consumer');
    const from = ['--registry', world.registry.url, '--legacy-peer-deps'];
    await install(folder, { packages: [...from, `${PACKAGE_NAME}@${VERSION}`] });
    expect(await call(folder, 'npx', '--no-install', 'muster', '--version')).toContain(VERSION);
    await call(folder, 'npx', '--no-install', 'muster', 'init', '.');
    await call(folder, 'npx', '--no-install', 'muster', 'init', '.', '--ci', 'github');
    const { [TAG]: commit = '' } = (await written()).tags;
    const workflow = readFileSync(join(folder, '.github/workflows/muster-plan.yml'), 'utf8');
    expect(workflow).toContain(`uses: ${RELEASED}@${commit} # ${TAG}\n`);
  });

  test('that lacks only its page gets it, and is not published again', async () => {
    const before = await written();
    await world.ask('DELETE', `/releases/tags/${TAG}`);
    expect(await written()).toEqual({ ...before, pages: [] });
    const ran = await world.release('main', UNPROVEN);
    expectEnd(ran, 0);
    expect(ran.log).not.toContain('Main The package');
    expect(await written()).toEqual(before);
  });

  test('of the same version is refused, before anything is written', async () => {
    const before = await written();
    expectEnd(await world.release('main', UNPROVEN), 1, `${VERSION} is released.`);
    expect(await written()).toEqual(before);
  });
});
