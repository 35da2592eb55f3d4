// Gitea, the real forge of the tests: built from its Go module once for this user, like the Pulumi CLI. Nothing is built from a module
// whose checksum is not in go.sum. With another GITEA_VERSION set it in go/gitea/go.mod, copy the requirements and replacements of
// Gitea's own go.mod, run `go mod tidy` there with the checksum database on, and review the difference.

import { cp, mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { go } from '../pulumi-cli/build.ts';
import { ofThisUser } from '../pulumi-cli/cli.ts';
import { takeLock } from '../pulumi-cli/make.ts';

export const GITEA_VERSION = '1.26.0';

const MODULE = fileURLToPath(new URL('./go/gitea/', import.meta.url));
/** What the program reads beside itself. */
const PARTS = ['templates', 'options', 'public'] as const;
const POLL_MS = 500;

/** Folder with the program `gitea` and its parts; null when it was not made yet. Nothing is fetched or built. */
export async function findGitea(): Promise<string | null> {
  const folder = ofThisUser('gitea', `${GITEA_VERSION}-${process.platform}-${process.arch}`);
  const whole = await Promise.all(['gitea', ...PARTS].map((name) => exists(join(folder, name))));
  return whole.every(Boolean) ? folder : null;
}

/** Throws with the reason when it cannot be built. Only one process builds; others wait for it. */
export async function makeGitea(say: (text: string) => void): Promise<string> {
  const final = ofThisUser('gitea', `${GITEA_VERSION}-${process.platform}-${process.arch}`);
  const lock = `${final}.lock`;
  await mkdir(dirname(final), { recursive: true });
  while (!(await takeLock(lock))) await sleep(POLL_MS);
  try {
    return (await findGitea()) ?? (await build(final, say));
  } finally {
    await rm(lock, { recursive: true, force: true });
  }
}

async function build(final: string, say: (text: string) => void): Promise<string> {
  const folder = `${final}.${process.pid}.partial`;
  await mkdir(folder, { recursive: true });
  try {
    say('building it: about 5 minutes of one core, once for this user');
    // SQLite is C; without a compiler for it the build says so.
    const flags = ['-tags', 'sqlite sqlite_unlock_notify', '-ldflags', '-s -w', '-o', join(folder, 'gitea')];
    await go(MODULE, ['build', ...flags, 'code.gitea.io/gitea'], { CGO_ENABLED: '1' });
    const source = await go(MODULE, ['list', '-m', '-f', '{{.Dir}}', 'code.gitea.io/gitea']);
    for (const part of PARTS) await cp(join(source, part), join(folder, part), { recursive: true });
    await rm(final, { recursive: true, force: true });
    await rename(folder, final);
    return final;
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
