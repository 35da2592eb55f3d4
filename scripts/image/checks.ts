// What the image promises (docs/pipelines.md), each tried on a container of its own.

import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { chmod, chown, cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { inFolder, ROOT } from '../../tools/files.ts';
import type { Built } from './build.ts';
import type { Ended } from './engine.ts';

export interface Check {
  readonly title: string;
  readonly run: (image: Built) => Promise<void>;
}

/** A number that has no name in the image. Who is not root can write files as himself only. */
const OWN = process.getuid?.() ?? 0;
const SOMEBODY = OWN === 0 ? 1234 : OWN;
/** As a careful cluster runs it. */
const BARE = ['--read-only', '--tmpfs', '/tmp', '--cap-drop', 'ALL', '--security-opt', 'no-new-privileges'];

export const CHECKS: readonly Check[] = [
  {
    title: 'is not built without a version, and the build says which argument names it',
    run: async ({ withoutVersion: { exit, out, err } }) => {
      ok(exit !== 0);
      match(out + err, /--build-arg VERSION=/u);
    },
  },
  {
    title: 'prints help when it is told nothing, and the version that was asked for',
    run: async (image) => {
      match(succeeded(await run(image, [])), /^Usage: muster/u);
      match(succeeded(await run(image, ['version'])), new RegExp(`^muster ${image.version} `, 'u'));
    },
  },
  {
    title: 'runs as user 1000, and holds nothing of npm or of the registry it was installed from',
    run: async (image) => {
      equal(
        succeeded(await run(image, ['-c', 'id -u; pwd; echo $HOME'], ['--entrypoint', 'sh'])),
        '1000\n/work\n/home/node\n',
      );
      const left = [
        '-c',
        'ls -A /tmp; ls -d /root/.npm* /home/node/.npm*; grep -rs 127.0.0.1 /usr/local/etc /etc/npmrc; true',
      ];
      equal((await run(image, left, ['--user', '0', '--entrypoint', 'sh'])).out, '');
    },
  },
  {
    title: 'applies for a user without a name, on a read-only root, with no capability, and not without recorded state',
    run: (image) =>
      inProject(async (mounted, folder) => {
        const muster = (...words: readonly string[]): Promise<Ended> => run(image, words, [...mounted, ...BARE]);
        match(succeeded(await muster('validate')), /^Valid: /u);
        equal((await muster('plan', '--detailed-exitcode')).exit, 10);
        const lost = await muster('apply', '--auto-approve');
        deepEqual([lost.exit, lost.err.includes('[no-recorded-state]')], [2, true]);
        match(succeeded(await muster('apply', '--auto-approve', '--first-apply')), /240 of 240 changes done/u);
        match(succeeded(await muster('plan', '--detailed-exitcode')), /^Nothing to do/u);
        deepEqual(await readdir(join(folder, '.muster/ledger')).then((all) => all.includes('sandbox.sqlite')), true);
      }),
  },
  {
    title: 'ends with 2 for a mistake in a file, and with 1 where it may not write',
    run: (image) =>
      inProject(async (mounted, folder) => {
        const stranger = mounted.map((word) => (word === String(SOMEBODY) ? '4321' : word));
        const refused = await run(image, ['plan'], stranger);
        deepEqual([refused.exit, refused.err.includes('[file-failed]')], [1, true]);
        await writeFile(join(folder, 'teams/wrong.yaml'), 'people: 7\n');
        equal((await run(image, ['validate'], mounted)).exit, 2);
      }),
  },
  {
    title: 'works in its own folder for a user of any number, in group 0',
    run: async (image) => {
      const words = ['-c', 'muster init && muster plan'];
      const options = ['--user', `${SOMEBODY}:0`, '--entrypoint', 'sh'];
      match(succeeded(await run(image, words, options)), /Nothing was changed/u);
    },
  },
  {
    title: 'as process 1 ends with 8 on SIGTERM, while it asks whether to apply',
    run: (image) => inProject((mounted) => stopped(image, mounted)),
  },
  {
    title: 'says for a target with `state: pulumi` what is not in it',
    run: (image) =>
      inProject(async (mounted, folder) => {
        const file = join(folder, 'muster.yaml');
        const text = (await readFile(file, 'utf8')).replace(/sandbox: true.*/u, 'sandbox: true\n    state: pulumi');
        await writeFile(file, text);
        const { exit, err } = await run(image, ['plan'], mounted);
        deepEqual([exit, err.includes('[no-pulumi]')], [2, true]);
      }),
  },
];

/** docker leaves a user without a name; podman would make one. */
function flags({ engine }: Built): string[] {
  return ['--network', 'none', ...(engine.program === 'podman' ? ['--passwd=false'] : [])];
}

function run(image: Built, words: readonly string[], options: readonly string[] = []): Promise<Ended> {
  return image.engine.call('run', '--rm', ...flags(image), ...options, image.tag, ...words);
}

function succeeded({ exit, out, err }: Ended): string {
  equal(exit, 0, `${out}${err}`);
  return out;
}

/** `work` gets the options of the run that mount a project and make its owner the user. */
async function inProject(work: (mounted: readonly string[], folder: string) => Promise<void>): Promise<void> {
  await inFolder('image-project', async (folder) => {
    await cp(join(ROOT, 'examples/quickstart'), folder, { recursive: true });
    await chmod(folder, 0o755);
    const names = OWN === SOMEBODY ? [] : ['', ...(await readdir(folder, { recursive: true }))];
    for (const name of names) await chown(join(folder, name), SOMEBODY, SOMEBODY);
    await work(['--user', String(SOMEBODY), '--volume', `${folder}:/work`], folder);
  });
}

async function stopped(image: Built, mounted: readonly string[]): Promise<void> {
  const { engine, tag } = image;
  const words = ['--detach', '--interactive', '--tty', ...flags(image), ...mounted, '--env', 'CI=', tag, 'apply'];
  const name = succeeded(await engine.call('run', ...words)).trim();
  try {
    await asking(image, name);
    succeeded(await engine.call('stop', '-t', '60', name));
    equal(succeeded(await engine.call('inspect', '--format', '{{.State.ExitCode}}', name)).trim(), '8');
  } finally {
    await engine.call('rm', '--force', name);
  }
}

async function asking({ engine }: Built, name: string): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    const { out, err } = await engine.call('logs', name);
    if (/\[y\/N\]|yes/u.test(out + err)) return;
    await sleep(200);
  }
  throw new Error('the apply did not ask within a minute');
}
