// `npm run check`: everything a change must pass. All steps run, so that one run shows all failures; names after
// `--` choose some of them (`npm run check -- format lint`). Steps without tests run two at a time, and each says what it has to
// say when it is through. The suite of the night is run where it is named. Ends with a failure when any step failed.

import { globSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { read, ROOT } from '../tools/files.ts';
import { run } from '../tools/run.ts';
import type { Ended } from '../tools/run.ts';

/** Standard output and standard error of a step: as they come, or said at once. */
type Output = 'shown' | 'kept';

type Step = (output: Output) => Promise<Ended>;

/** Steps without tests: each needs one core, or less while it waits for a registry. */
const AT_ONCE = 2;

/** One writes files; the others read none of those. In both tables those that take longest begin first. */
const GENERATING: Readonly<Record<string, Step>> = {
  generated: generatedFilesAreUnchanged,
  lint: (output) => tool(output, 'eslint/bin/eslint.js', '.'),
  types: (output) => tool(output, 'typescript/bin/tsc', '-p', '.'),
  unused: (output) => tool(output, 'knip/bin/knip.js'),
};

/** They read what is generated, and come after it. */
const READING: Readonly<Record<string, Step>> = {
  sdk: (output) => node(output, 'scripts/check-sdk.ts'),
  declarations: (output) => node(output, 'scripts/check-declarations.ts'),
  format: (output) => tool(output, 'prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.'),
};

const AT_NIGHT = 'night';

/** They have workers of their own. */
const TESTING: Readonly<Record<string, Step>> = {
  tests: (output) => node(output, 'scripts/test.ts'),
  long: (output) => node(output, 'scripts/test.ts', '--suite', 'long'),
  [AT_NIGHT]: (output) => node(output, 'scripts/test.ts', '--suite', 'night'),
};

const NAMES = [GENERATING, READING, TESTING].flatMap((steps) => Object.keys(steps));

function node(output: Output, ...args: readonly string[]): Promise<Ended> {
  return run(process.execPath, args, { cwd: ROOT, stdio: output === 'shown' ? 'inherit' : 'pipe' });
}

function tool(output: Output, script: string, ...args: readonly string[]): Promise<Ended> {
  return node(output, join('node_modules', script), ...args);
}

/** Runs the generators; their changes stay in the files, ready to be committed. */
async function generatedFilesAreUnchanged(output: Output): Promise<Ended> {
  const before = generatedTexts();
  const ran: Ended[] = [];
  for (const script of generators()) ran.push(await node(output, join('scripts', script)));
  const after = generatedTexts();
  const differing = [...new Set([...before.keys(), ...after.keys()])].filter(
    (file) => before.get(file) !== after.get(file),
  );
  const renewed = differing.map((file) => `${file} was not up to date; it is now: commit it.\n`);
  const isFine = differing.length === 0 && ran.every(({ code }) => code === 0);
  return { code: isFine ? 0 : 1, text: [...ran.map(({ text }) => text), ...renewed].join('') };
}

/** generate-readme.ts takes pictures, and generate-tour.ts takes minutes and needs Pulumi: they are run by hand. */
function generators(): string[] {
  return readdirSync(join(ROOT, 'scripts')).filter((name) => /^generate-(?!readme|tour)[\w-]+\.ts$/u.test(name));
}

function generatedTexts(): ReadonlyMap<string, string> {
  const files = globSync('{schemas,plugin,contributing,docs,.github}/**/*.*', { cwd: ROOT });
  return new Map(files.map((file) => [file, read(file)]));
}

/** Names of the chosen steps that failed. */
async function alone(steps: Readonly<Record<string, Step>>, chosen: ReadonlySet<string>): Promise<string[]> {
  const failed: string[] = [];
  for (const [name, step] of Object.entries(steps).filter(([each]) => chosen.has(each))) {
    console.log(`\n== ${name}`);
    if ((await step('shown')).code !== 0) failed.push(name);
  }
  return failed;
}

async function sideBySide(steps: Readonly<Record<string, Step>>, chosen: ReadonlySet<string>): Promise<string[]> {
  const failed: string[] = [];
  const own = Object.entries(steps).filter(([name]) => chosen.has(name));
  const waiting = own.values();
  const lane = async (): Promise<void> => {
    for (const [name, step] of waiting) {
      const { code, text } = await step('kept');
      console.log(`\n== ${name}\n${text.trimEnd()}`);
      if (code !== 0) failed.push(name);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return failed;
}

async function main(names: readonly string[]): Promise<void> {
  const unknown = names.filter((name) => !NAMES.includes(name));
  if (unknown.length > 0) {
    console.error(`Unknown step ${unknown.join(', ')}; there are ${NAMES.join(', ')}.`);
    process.exitCode = 2;
    return;
  }
  const chosen = new Set(names.length === 0 ? NAMES.filter((name) => name !== AT_NIGHT) : names);
  const failed = [
    ...(await sideBySide(GENERATING, chosen)),
    ...(await sideBySide(READING, chosen)),
    ...(await alone(TESTING, chosen)),
  ];
  if (failed.length === 0) return;
  console.error(`\ncheck failed: ${failed.join(', ')}`);
  process.exitCode = 1;
}

await main(process.argv.slice(2));
