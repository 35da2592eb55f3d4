// `npm pack` and `npm publish` call this before and after: `exports` of package.json names TypeScript sources in the
// checkout and JavaScript in the package (contributing/decisions/0002-package-layout.md). The original is kept beside it while
// packing; a run that was interrupted is repaired by the next one.

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import { BESIDE } from './bundle/inside.ts';

const path = (relative: string): string => join(import.meta.dirname, '..', relative);

const MANIFEST = path('package.json');
const BACKUP = path('package.json.packed-backup');

type Target = string | { readonly types?: string; readonly default: string };

interface Manifest {
  readonly exports: Readonly<Record<string, Target>>;
  readonly dependencies: Readonly<Record<string, string>>;
}

function restore(): void {
  if (existsSync(BACKUP)) renameSync(BACKUP, MANIFEST);
}

/**
 * `./src/x.ts` -> `./dist/x.js`, with its declarations where build.ts left them; dependencies are what is not inside the bundle.
 * `main`, `types` and `typesVersions` say the same to compilers that do not read `exports` (moduleResolution node10).
 */
function published(manifest: Manifest): object {
  const entries = Object.entries(manifest.exports).map(([name, target]) => [name, compiled(target)] as const);
  const subpaths = entries.flatMap(([name, target]) =>
    typeof target === 'string' || target.types === undefined || name === '.'
      ? []
      : [[name.slice('./'.length), [target.types]] as const],
  );
  const { '.': main, ...others } = Object.fromEntries(entries);
  if (typeof main !== 'object') throw new Error('`exports` of package.json names no source for `.`');
  return {
    ...manifest,
    main: main.default,
    types: main.types,
    typesVersions: { '*': Object.fromEntries(subpaths) },
    exports: { '.': main, ...others },
    dependencies: Object.fromEntries(Object.entries(manifest.dependencies).filter(([name]) => BESIDE.includes(name))),
  };
}

function compiled(target: Target): Target {
  if (typeof target !== 'string' || !target.endsWith('.ts')) return target;
  const types = `./dist/${target.slice('./'.length, -'.ts'.length)}.d.ts`;
  return { ...(existsSync(path(types)) && { types }), default: `./dist/${basename(target, '.ts')}.js` };
}

function begin(): number {
  restore();
  const built = spawnSync(process.execPath, [path('scripts/build.ts')], { stdio: ['ignore', 2, 2] });
  if (built.status !== 0) return built.status ?? 1;
  const original = readFileSync(MANIFEST, 'utf8');
  // The backup appears whole or not at all, and before the manifest is touched.
  writeFileSync(`${BACKUP}.part`, original);
  renameSync(`${BACKUP}.part`, BACKUP);
  const text = `${JSON.stringify(published(JSON.parse(original) as Manifest), null, 2)}\n`;
  writeFileSync(`${MANIFEST}.part`, text);
  renameSync(`${MANIFEST}.part`, MANIFEST);
  return 0;
}

switch (process.argv[2]) {
  case 'begin':
    process.exitCode = begin();
    break;
  case 'end':
    restore();
    break;
  default:
    console.error('Say `begin` or `end`; npm calls both by itself.');
    process.exitCode = 2;
}
