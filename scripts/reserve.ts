// `node scripts/reserve.ts FOLDER`: the placeholder that takes the name of the package on the registry before the first release, so that
// nobody else publishes under it what `npm install` would run. Writes version 0.0.0 into FOLDER: no code, no dependency, no command. Ends
// with 1 where the registry knows the name already, and throws where it does not say. Publishes nothing itself.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { readJson, ROOT } from '../tools/files.ts';
import { packageOf } from './release/facts.ts';

/** Lower than every release: the first one becomes `latest` by itself. */
const VERSION = '0.0.0';

interface Manifest {
  readonly name: string;
  readonly description: string;
  readonly license: string;
}

async function main([folder]: readonly string[]): Promise<void> {
  if (folder === undefined) return refuse('usage: node scripts/reserve.ts FOLDER');
  const { name, description, license } = readJson('package.json') as Manifest;
  const known = await packageOf(ROOT, name);
  if (known !== null) return refuse(`the registry knows ${name}: ${Object.keys(known.versions ?? {}).join(', ')}`);
  mkdirSync(folder, { recursive: true });
  const manifest = { name, version: VERSION, description: `Not released yet: ${description}`, license, files: [] };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  const text = 'Nothing is released yet. This version holds the name and has no code.';
  writeFileSync(join(folder, 'README.md'), `# ${name}\n\n${text}\n`);
  console.log(`${name}@${VERSION} is in ${folder}`);
}

function refuse(why: string): void {
  console.error(`::error title=reserve::${why}`);
  process.exitCode = 1;
}

await main(process.argv.slice(2));
