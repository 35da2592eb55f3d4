// A Pulumi CLI on this machine: what one is, whether a folder holds one, and the environment it runs in.

import { execFile } from 'node:child_process';
import { accessSync, constants, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

/** Made when none is found; the npm package @pulumi/pulumi of this project has the same version. */
export const PULUMI_VERSION = '3.259.0';
/** Older ones lock the stack during `refresh --preview-only` and know too little of dynamic providers. */
const OLDEST = [3, 229] as const;

export interface PulumiCli {
  /** Folder with `pulumi`, `pulumi-language-nodejs` and `pulumi-resource-pulumi-nodejs`. */
  readonly binDirectory: string;
  /** `3.259.0` */
  readonly version: string;
  readonly origin: 'path' | 'cache';
}

const SUFFIX = process.platform === 'win32' ? '.exe' : '';
const NODE_MODULES = fileURLToPath(new URL('../../../node_modules', import.meta.url));

/** Script that starts dynamic providers; it ships in the root of the npm package. */
export const DYNAMIC_PROVIDER = `pulumi-resource-pulumi-nodejs${process.platform === 'win32' ? '.cmd' : ''}`;
export const DYNAMIC_PROVIDER_SOURCE = join(NODE_MODULES, '@pulumi', 'pulumi', DYNAMIC_PROVIDER);
export const programName = (name: string): string => `${name}${SUFFIX}`;
/** Files that make a CLI. */
export const PROGRAMS: readonly string[] = [
  programName('pulumi'),
  programName('pulumi-language-nodejs'),
  DYNAMIC_PROVIDER,
];

/** A folder of the cache of this user. */
export const ofThisUser = (...names: string[]): string =>
  join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'muster', ...names);

export function cacheDirectory(): string {
  return ofThisUser('pulumi', `${PULUMI_VERSION}-${process.platform}-${process.arch}`);
}

/**
 * NODE_COMPILE_CACHE: each Pulumi command starts Node twice, and compiling the SDK would be half of the program's time.
 */
export function compileCacheDirectory(): string {
  return ofThisUser('node', process.version);
}

/** Null when the folder has no complete CLI, or one that is too old or does not start. */
export async function cliIn(binDirectory: string, origin: PulumiCli['origin']): Promise<PulumiCli | null> {
  if (!PROGRAMS.every((name) => isProgram(join(binDirectory, name)))) return null;
  try {
    const { stdout } = await promisify(execFile)(join(binDirectory, programName('pulumi')), ['version'], {
      env: { ...process.env, PULUMI_SKIP_UPDATE_CHECK: 'true' },
      timeout: 60_000,
    });
    const version = stdout.trim().replace(/^v/u, '');
    return isNewEnough(version) ? { binDirectory, version, origin } : null;
  } catch {
    return null;
  }
}

/** The first `pulumi` on PATH, followed through links: its parts lie beside the real file. */
export function folderOnPath(): string | null {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const folder = folders.find((candidate) => isProgram(join(candidate, programName('pulumi'))));
  return folder === undefined ? null : dirname(realpathSync(join(folder, programName('pulumi'))));
}

/**
 * The environment of a CLI whose state lies in `stateDirectory`: no update check, no plugin download, file backend,
 * and this project's Node first. A passphrase that is set already wins.
 */
export function pulumiEnvironment(cli: PulumiCli, stateDirectory: string): Record<string, string> {
  const path = [cli.binDirectory, join(NODE_MODULES, '.bin'), process.env['PATH'] ?? ''];
  return {
    PATH: path.join(delimiter),
    PULUMI_HOME: join(stateDirectory, 'pulumi-home'),
    PULUMI_SKIP_UPDATE_CHECK: 'true',
    PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: 'true',
    PULUMI_BACKEND_URL: pathToFileURL(stateDirectory).href,
    PULUMI_CONFIG_PASSPHRASE: process.env['PULUMI_CONFIG_PASSPHRASE'] ?? '',
    NODE_COMPILE_CACHE: compileCacheDirectory(),
  };
}

function isNewEnough(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major === OLDEST[0] && minor >= OLDEST[1];
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
