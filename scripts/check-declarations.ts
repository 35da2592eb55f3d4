// `npm run check -- declarations`: a program of somebody else's that uses the published package compiles, in strict mode and
// with the declarations of all libraries checked, for every compiler and every way of looking for modules below.

import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { inFolder } from '../tools/files.ts';
import { copyCheckout, install, pack } from './package/consumer.ts';
import { FILES_SAMPLE, SAMPLE } from './package/sample.ts';

/** As npm reads it; the newest stands beside the fixed ones, so that a new major version is met on the day it comes. */
const COMPILERS = ['5.9', '6', 'latest'];
/** The oldest that programs still have; Node's newer modules (node:sqlite) are unknown to it. */
const NODE_TYPES = '@types/node@18';

/** The way of looking for modules, the format of the program, and what `--module` says. */
const WAYS = [
  ['nodenext', 'module', 'nodenext'],
  ['nodenext', 'commonjs', 'nodenext'],
  ['bundler', 'module', 'esnext'],
  ['bundler', 'commonjs', 'preserve'],
  ['node10', 'module', 'es2022'],
  ['node10', 'commonjs', 'commonjs'],
] as const;

async function main(folder: string): Promise<boolean> {
  const copy = join(folder, 'checkout');
  const project = join(folder, 'project');
  await copyCheckout(copy);
  const compilers = COMPILERS.map((version) => `typescript-${version}@npm:typescript@${version}`);
  const packages = [await pack(copy, folder), '@pulumi/pulumi', NODE_TYPES, ...compilers];
  await install(project, { packages, newest: true });
  for (const format of ['module', 'commonjs']) writeProgram(join(project, format), format);
  return COMPILERS.flatMap((compiler) => WAYS.map((way) => compiles(project, compiler, way))).every(Boolean);
}

function writeProgram(folder: string, type: string): void {
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type }));
  writeFileSync(join(folder, 'program.ts'), SAMPLE);
  writeFileSync(join(folder, 'files.ts'), FILES_SAMPLE);
}

/** True where the compiler takes the program, and where it no longer knows this way of looking for modules. */
function compiles(project: string, compiler: string, [resolution, format, module]: (typeof WAYS)[number]): boolean {
  const home = join(project, 'node_modules', `typescript-${compiler}`);
  const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as { version: string };
  const [major] = version.split('.').map(Number) as [number];
  if (resolution === 'node10' && major > 6) return true;
  const options = ['--noEmit', '--strict', '--skipLibCheck', 'false', '--target', 'es2023', '--module', module];
  const old = resolution === 'node10' && major === 6 ? ['--ignoreDeprecations', '6.0'] : [];
  const args = [...options, '--moduleResolution', resolution, ...old, 'program.ts', 'files.ts'];
  const compiled = spawnSync(process.execPath, [join(home, 'bin/tsc'), ...args], {
    cwd: join(project, format),
    encoding: 'utf8',
  });
  const isFine = compiled.status === 0;
  console.log(`${isFine ? 'ok' : 'FAILED'}  TypeScript ${version}, ${resolution}, ${format}`);
  if (!isFine) console.log(compiled.stdout.split('\n').slice(0, 20).join('\n'), compiled.stderr);
  return isFine;
}

if (!(await inFolder('declarations', main))) process.exitCode = 1;
