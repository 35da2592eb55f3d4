// `npm run build`: dist/ for publishing. Node does not run TypeScript inside node_modules, so an installed package needs
// JavaScript. The folders inside dist/ mirror the checkout, and schemas/ and templates/ are copied, so that a relative path that is right
// in the checkout is right there too. Of the declarations only those stay that a program's compiler reads: what the
// entries of package.json reach.

import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

/** Modules of package.json whose types are public; `./providers` is for the provider line in a stack alone. */
const TYPED = ['src/index', 'src/program'];

const path = (relative: string): string => fileURLToPath(new URL(`../${relative}`, import.meta.url));

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

rmSync(path('dist'), { recursive: true, force: true });
const compiler = [path('node_modules/typescript/bin/tsc'), '-p', path('tsconfig.build.json')];
// npm reads what a script of `npm pack --json` prints: messages of the compiler go to stderr.
const compiled = spawnSync(process.execPath, compiler, { stdio: ['ignore', 2, 2] });
if (compiled.status === 0) removeOtherDeclarations();
for (const name of ['schemas', 'templates']) cpSync(path(name), path(`dist/${name}`), { recursive: true });
process.exitCode = compiled.status ?? 1;
