// `npm run build`: dist/ for publishing. Node does not run TypeScript inside node_modules, so an installed package needs
// JavaScript: one bundle that is split, so that a command loads only what it needs, from few files (contributing/decisions/0002-package-layout.md).
// All of it lies in one folder, where a file that the sources start by its URL is found, too. Of the declarations only those stay that a
// program's compiler reads: what the entries of package.json reach.

import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { build as bundle } from 'esbuild';
import ts from 'typescript';

import { compiledChecks, withoutCompiling } from './bundle/checks.ts';
import { BESIDE, notices } from './bundle/inside.ts';
import { FOR_NODE, ownFiles, sources, withoutFiles } from './bundle/sources.ts';
import { ROOT } from '../tools/files.ts';

/** Modules of package.json whose types are public; `./providers` is for the provider line in a stack alone. */
const TYPED = ['src/index', 'src/core/desired', 'src/program'];

/** Name in dist/ -> source: what package.json and bin/ name. */
const ENTRIES = {
  index: 'src/index.ts',
  desired: 'src/core/desired.ts',
  program: 'src/program.ts',
  handlers: 'providers/handlers.ts',
  native: 'src/program/native/serve.ts',
  muster: 'src/cli/main.ts',
  'muster-job': 'src/action/main.ts',
} as const;

const path = (relative: string): string => join(ROOT, relative);

/** Declaration files that the given ones reach by relative imports, themselves included. */
function reached(entries: readonly string[]): ReadonlySet<string> {
  const found = new Set(entries);
  for (const file of found) {
    const { importedFiles } = ts.preProcessFile(readFileSync(file, 'utf8'));
    const relative = importedFiles.map(({ fileName }) => fileName).filter((name) => name.startsWith('.'));
    for (const name of relative) found.add(resolve(dirname(file), name.replace(/\.ts$/u, '.d.ts')));
  }
  return found;
}

function removeOtherDeclarations(): void {
  const kept = reached(TYPED.map((module) => path(`dist/${module}.d.ts`)));
  for (const name of readdirSync(path('dist'), { recursive: true, encoding: 'utf8' })) {
    const file = join(path('dist'), name);
    if (name.endsWith('.d.ts') && !kept.has(file)) rmSync(file);
  }
}

async function bundleInto(folder: string): Promise<void> {
  const { metafile } = await bundle({
    ...FOR_NODE,
    entryPoints: { ...ENTRIES, ...ownFiles() },
    outdir: folder,
    splitting: true,
    target: 'node22',
    external: BESIDE.flatMap((name) => [name, `${name}/*`]),
    metafile: true,
    plugins: [sources(withoutFiles(), '.js'), withoutCompiling(compiledChecks())],
  });
  writeFileSync(join(folder, 'THIRD-PARTY-LICENSES.txt'), notices(metafile));
}

rmSync(path('dist'), { recursive: true, force: true });
const compiler = [path('node_modules/typescript/bin/tsc'), '-p', path('tsconfig.build.json')];
// npm reads what a script of `npm pack --json` prints: messages of the compiler go to stderr.
const compiled = spawnSync(process.execPath, compiler, { stdio: ['ignore', 2, 2] });
process.exitCode = compiled.status ?? 1;
if (compiled.status === 0) {
  removeOtherDeclarations();
  await bundleInto(path('dist'));
}
