// `node scripts/release.ts NOTES`: the first step of the release workflow, in a job of the forge. Says what is left of the release of the
// version in package.json (scripts/release/decision.ts), writes its section of the changelog to the file NOTES, and the outputs of the
// step; ends with 1 and the reason when there is nothing that this run may release. Writes nothing on the forge or the registry.

import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';

import { decide, notesOf } from './release/decision.ts';
import { factsOf } from './release/facts.ts';
import type { Package } from './release/facts.ts';

async function main([notesFile]: readonly string[]): Promise<void> {
  if (notesFile === undefined) return refuse('usage: node scripts/release.ts NOTES');
  const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Package;
  const { version } = manifest;
  const notes = notesOf(readFileSync('CHANGELOG.md', 'utf8'), version);
  if (notes === null) {
    return refuse(`CHANGELOG.md has no section \`## ${version}\` with something in it: the notes of the release.`);
  }
  const place = {
    server: needed('GITHUB_SERVER_URL'),
    api: needed('GITHUB_API_URL'),
    repository: needed('GITHUB_REPOSITORY'),
    token: needed('TOKEN'),
    folder: process.cwd(),
  };
  const decision = decide(await factsOf(place, manifest));
  if (decision.kind === 'refused') return refuse(decision.why);
  const { commit, isPublished } = decision;
  writeFileSync(notesFile, notes);
  appendFileSync(needed('GITHUB_OUTPUT'), `version=v${version}\ncommit=${commit ?? ''}\npublished=${isPublished}\n`);
  const rest = isPublished ? 'the package is published; tag and page are left' : 'the package is left to publish';
  console.log(commit === null ? `v${version} is new.` : `v${version} is the commit ${commit}: ${rest}.`);
}

function needed(name: string): string {
  const text = process.env[name];
  if (text === undefined || text === '') throw new Error(`${name} is not set; a job of the forge has it`);
  return text;
}

function refuse(why: string): void {
  console.error(`::error title=release::${why}`);
  process.exitCode = 1;
}

await main(process.argv.slice(2));
