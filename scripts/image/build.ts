// The image that the Dockerfile makes of this checkout: the package as npm would publish it, in a registry on loopback, installed from
// there on the base image. `--network host`, because the registry is on this machine.

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { startRegistry } from '../../test/support/registry.ts';
import { inFolder, read, ROOT } from '../../tools/files.ts';
import { call, copyCheckout, pack } from '../package/consumer.ts';
import type { Ended, Engine } from './engine.ts';

export interface Built {
  readonly engine: Engine;
  readonly tag: string;
  readonly version: string;
  /** What `build` says when it is told no version. */
  readonly withoutVersion: Ended;
  readonly remove: () => Promise<void>;
}

export interface Making {
  readonly base: string;
  readonly version: string;
  /** Path of verdaccio. */
  readonly verdaccio: string;
}

/** The base image: that of the Dockerfile, or what MUSTER_IMAGE_BASE names. */
export function baseOf(environment: NodeJS.ProcessEnv): string {
  const named = /^ARG BASE=(\S+)$/mu.exec(read('Dockerfile'))?.[1];
  if (named === undefined) throw new Error('the Dockerfile names no base image: ARG BASE=NAME');
  return environment['MUSTER_IMAGE_BASE'] ?? named;
}

/** Throws with what the engine printed when it cannot be built. */
export async function buildImage(engine: Engine, { base, version, verdaccio }: Making): Promise<Built> {
  const registry = await startRegistry(verdaccio);
  const tag = `muster-of-checkout:${process.pid}`;
  return inFolder('image', async (folder) => {
    const npmrc = join(folder, 'npmrc');
    const token = `${registry.url.slice('http:'.length)}:_authToken=${registry.token}`;
    await writeFile(npmrc, `registry=${registry.url}\n${token}\n`, { mode: 0o600 });
    const [copy, context] = [join(folder, 'checkout'), join(folder, 'context')];
    await Promise.all([copyCheckout(copy), mkdir(context)]);
    const tarball = await pack(copy, folder);
    await call(folder, 'npm', 'publish', tarball, '--access', 'public', '--userconfig', npmrc);
    const build = (...words: readonly string[]): Promise<Ended> => {
      const own = ['--network', 'host', '--build-arg', `BASE=${base}`, '--secret', `id=npmrc,src=${npmrc}`];
      return engine.call('build', ...own, ...words, '--file', join(ROOT, 'Dockerfile'), context);
    };
    const withoutVersion = await build('--tag', `${tag}-none`);
    const made = await build('--build-arg', `VERSION=${version}`, '--tag', tag);
    if (made.exit !== 0) throw new Error(`${engine.program} build ended with ${made.exit}:\n${made.out}${made.err}`);
    const remove = async (): Promise<void> => void (await engine.call('rmi', '--force', tag));
    return { engine, tag, version, withoutVersion, remove };
  }).finally(registry.stop);
}
