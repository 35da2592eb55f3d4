// `npm run check`: everything a change must pass. All steps run, so that one run shows all failures; names after
// `--` choose some of them (`npm run check -- format lint`). Ends with a failure when any step failed.

import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

const STEPS: Readonly<Record<string, () => boolean>> = {
  format: () => tool('prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.'),
  lint: () => tool('eslint/bin/eslint.js', '.'),
  types: () => tool('typescript/bin/tsc', '-p', '.'),
  unused: () => tool('knip/bin/knip.js'),
  generated: generatedFilesAreUnchanged,
  declarations: () => node(['scripts/check-declarations.ts']),
  sdk: () => node(['scripts/check-sdk.ts']),
  tests: () => node(['scripts/test.ts']),
  long: () => node(['scripts/test.ts', '--suite', 'long']),
};

function node(args: readonly string[]): boolean {
  return spawnSync(process.execPath, args, { cwd: ROOT, stdio: 'inherit' }).status === 0;
}

function tool(script: string, ...args: readonly string[]): boolean {
  return node([join('node_modules', script), ...args]);
}

/** Runs the generators; their changes stay in the files, ready to be committed. */
function generatedFilesAreUnchanged(): boolean {
  const before = generatedTexts();
  const ran = generators().every((script) => node([join('scripts', script)]));
  const after = generatedTexts();
  const differing = [...new Set([...before.keys(), ...after.keys()])].filter(
    (file) => before.get(file) !== after.get(file),
  );
  for (const file of differing) console.log(`${file} was not up to date; it is now: commit it.`);
  return ran && differing.length === 0;
}

/** generate-readme.ts takes pictures, and generate-tour.ts takes minutes and needs Pulumi: they are run by hand. */
function generators(): string[] {
  return readdirSync(join(ROOT, 'scripts')).filter((name) => /^generate-(?!readme|tour)[\w-]+\.ts$/u.test(name));
}

function generatedTexts(): ReadonlyMap<string, string> {
  const folders = ['schemas', 'docs'].filter((folder) => existsSync(join(ROOT, folder)));
  const files = folders.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
      .filter((item) => item.isFile())
      .map((item) => join(item.parentPath, item.name)),
  );
  return new Map(files.map((file) => [file, readFileSync(file, 'utf8')]));
}

function main(names: readonly string[]): void {
  const unknown = names.filter((name) => !(name in STEPS));
  if (unknown.length > 0) {
    console.error(`Unknown step ${unknown.join(', ')}; there are ${Object.keys(STEPS).join(', ')}.`);
    process.exitCode = 2;
    return;
  }
  const chosen = Object.entries(STEPS).filter(([name]) => names.length === 0 || names.includes(name));
  const failed = chosen.filter(([name, run]) => {
    console.log(`\n== ${name}`);
    return !run();
  });
  if (failed.length === 0) return;
  console.error(`\ncheck failed: ${failed.map(([name]) => name).join(', ')}`);
  process.exitCode = 1;
}

main(process.argv.slice(2));
