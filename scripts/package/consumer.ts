// The package as npm would publish it, installed in an empty folder. Packs a copy of the checkout, so that nothing that
// runs at the same time meets a rewritten package.json.

import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';

import { readJson, ROOT } from '../../tools/files.ts';

const COPIED = ['bin', 'docs', 'examples', 'providers', 'schemas', 'scripts', 'src', 'templates', 'tools'];
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

/** npm and everything it starts use the Node that runs this, as on somebody's own machine. */
export const consumerEnvironment = {
  ...process.env,
  CI: '',
  PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter),
};

/** Runs a program in a folder; answers with its standard output, rejects with all of its output when it fails. */
export async function call(folder: string, program: string, ...args: readonly string[]): Promise<string> {
  const options = { cwd: folder, env: consumerEnvironment, maxBuffer: MAX_OUTPUT_BYTES };
  const { stdout } = await promisify(execFile)(program, args, options);
  return stdout;
}

/** A copy that can be packed; its node_modules is the checkout's. */
export async function copyCheckout(copy: string): Promise<void> {
  await mkdir(copy);
  const files = (await readdir(ROOT, { withFileTypes: true })).filter((item) => item.isFile());
  const names = [...COPIED, ...files.map((item) => item.name)];
  await Promise.all(names.map((name) => cp(join(ROOT, name), join(copy, name), { recursive: true })));
  await symlink(join(ROOT, 'node_modules'), join(copy, 'node_modules'), 'dir');
}

/** Path of the tarball, which is put into `folder`. */
export async function pack(copy: string, folder: string): Promise<string> {
  await call(copy, 'npm', 'pack', '--pack-destination', folder);
  const tarball = (await readdir(folder)).find((name) => name.endsWith('.tgz'));
  if (tarball === undefined) throw new Error(`npm pack left no tarball in ${folder}`);
  return join(folder, tarball);
}

export interface Packages {
  /** Paths of tarballs, or names with versions as npm takes them. */
  readonly packages: readonly string[];
  /** Whether the registry is asked which version is the newest; else what npm has kept is good enough. */
  readonly newest?: boolean;
}

/** Makes a project that has these packages. */
export async function install(folder: string, { packages, newest = false }: Packages): Promise<void> {
  await mkdir(folder);
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', newest ? '--prefer-online' : '--prefer-offline'];
  await betweenReleases(folder, () => call(folder, 'npm', 'install', ...options, ...packages));
}

/**
 * Once more with the versions of our lock file where the registry has one half of a release: npm asks for a version that is not there yet.
 * Packages of AWS ask for each other's newest, and come one after the other.
 */
export async function betweenReleases<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!String(error).includes('ETARGET')) throw error;
    await pinLocked(folder);
    return work();
  }
}

async function pinLocked(folder: string): Promise<void> {
  const file = join(folder, 'package.json');
  const manifest = await readFile(file, 'utf8').catch(() => '{}');
  const { packages } = readJson('package-lock.json') as {
    readonly packages: Readonly<Record<string, { readonly version?: string }>>;
  };
  const locked = Object.entries(packages).flatMap(([path, { version }]) => {
    const name = /^node_modules\/(@(?:aws-sdk|smithy|aws)\/[^/]+)$/u.exec(path)?.[1];
    return name === undefined || version === undefined ? [] : [[name, version] as const];
  });
  await writeFile(file, JSON.stringify({ ...(JSON.parse(manifest) as object), overrides: Object.fromEntries(locked) }));
}
