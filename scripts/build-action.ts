// `node scripts/build-action.ts [folder]`: the files that the GitHub action runs, action/ by default, made of the sources with
// everything they need: no install at run time. They are not kept in Git; a release is a commit that has them
// (contributing/decisions/0014-pipelines.md).
//
//   main.mjs          the action, and the `muster` command that it starts
//   daemon-main.mjs   the sandbox, for targets with `sandbox: true`; so does each file that the sources start by its URL

import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build as bundle } from 'esbuild';

import { compiledChecks, withoutCompiling } from './bundle/checks.ts';
import { FOR_NODE, ownFiles, sources, withoutFiles } from './bundle/sources.ts';
import { readJson, ROOT } from '../tools/files.ts';

/** Nothing is installed beside it: no package.json, no library, no Pulumi. */
function alone(version: string): Readonly<Record<string, string>> {
  return {
    ...withoutFiles(),
    'src/core/desired/declarations/phone-library.ts': `export const readPhoneLibrary = () => require('libphonenumber-js/min');`,
    'src/core/engine/version.ts': `export const readVersion = () => ${JSON.stringify(version)};\nexport const readAction = () => null;`,
    'src/program/home.ts': `export * from '../action/pulumi-home.ts';`,
    'src/program/hand-over.ts': `export { home as toLedger, home as toStack } from '../action/pulumi-home.ts';`,
    'src/program/doctor.ts': `export { home } from '../action/pulumi-home.ts';`,
  };
}

async function buildAction(folder: string): Promise<void> {
  const { version } = readJson('package.json') as { readonly version: string };
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await bundle({
    ...FOR_NODE,
    entryPoints: { main: 'src/action/main.ts', ...ownFiles() },
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    target: 'node24',
    plugins: [sources(alone(version), '.mjs'), withoutCompiling(compiledChecks())],
  });
}

await buildAction(resolve(process.argv[2] ?? join(ROOT, 'action')));
