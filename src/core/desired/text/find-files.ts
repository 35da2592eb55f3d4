// The desired files that muster.yaml names: patterns -> sorted file names inside the project folder.

import { open, opendir, stat } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';

import { Minimatch } from 'minimatch';

import type { Findings } from './findings.ts';
import { fixedSource } from './source.ts';
import type { Source } from './source.ts';

const KINDS = ['.yaml', '.yml', '.json', '.ts', '.mts', '.js', '.mjs'];
/** Also with what an editor or a person put behind the ending: `u.yaml.txt`, `u.yml.bak`, `u.json~`. */
const TEXTS = /\.(?:ya?ml|json)(?![^/]*\.m?[jt]s$)[^/]*$/iu;
const NEVER_SEARCHED = new Set(['node_modules', '.git', '.muster']);
/** Project files that a wide pattern would match. */
const NOT_DESIRED = /^(?:muster\.yaml|Pulumi(?:\.[^/]+)?\.ya?ml|package(?:-lock)?\.json|tsconfig\.json)$/u;

/** The ending of a file; of a text in any case, of a program as Node wants it. */
export function kindOf(file: string): string {
  const [given, kind] = [extname(file), extname(file).toLowerCase()];
  return TEXTS.test(kind) ? kind : given;
}

/** One entry of `desired:` and its place in muster.yaml. */
export interface Pattern {
  readonly text: string;
  readonly at: number;
}

interface ProjectSource {
  readonly source: Source;
  readonly findings: Findings;
  /** Files that do not exist yet but are treated as if they did. */
  readonly also?: readonly string[];
}

/** Whether a file of that name would be read. */
export function isDesiredFile(file: string, patterns: readonly Pattern[]): boolean {
  if (NOT_DESIRED.test(file) || !KINDS.includes(kindOf(file))) return false;
  const searched = !file
    .split('/')
    .slice(0, -1)
    .some((folder) => NEVER_SEARCHED.has(folder));
  return searched && patterns.some(({ text }) => new Minimatch(text).match(file));
}

export interface FoundFiles {
  readonly files: readonly string[];
  /** Not matched, and with the ending of one that could be, in this project and in no other below it. Programs are none: nobody runs them. */
  readonly others: readonly string[];
}

/** Relative, with forward slashes, sorted, each once. Reports when nothing matches and files of an unknown kind. */
export async function findDesiredFiles(
  directory: string,
  patterns: readonly Pattern[],
  { source, findings, also = [] }: ProjectSource,
): Promise<FoundFiles> {
  const matches = patterns.map(({ text }) => new Minimatch(text));
  const found: string[] = [];
  const others: string[] = [];
  const projects: string[] = [];
  for await (const file of filesBelow(directory, '')) {
    if (file.endsWith('/muster.yaml')) projects.push(dirname(file));
    if (NOT_DESIRED.test(file)) continue;
    if (!matches.some((pattern) => pattern.match(file))) {
      if (TEXTS.test(file) && !also.includes(file)) others.push(file);
    } else if (!(await isFolder(join(directory, file)))) found.push(file);
  }
  const files = [...new Set([...found, ...also])].toSorted();
  if (files.length === 0) {
    const given = patterns.map((pattern) => pattern.text).join(', ');
    const message = `desired: expected at least one file; nothing matches ${given}`;
    findings.add({ code: 'no-desired-files', source, at: patterns[0]?.at ?? 0, message });
  } else warnOfUnused(matches, patterns, { source, findings, files });
  const isOwn = (file: string): boolean => projects.every((folder) => !file.startsWith(`${folder}/`));
  return {
    files: files.filter((file) => isKnownKind(file, findings)),
    others: others.filter((file) => isOwn(file) && !isBackup(file, files)).toSorted(),
  };
}

/** Nobody takes it for a declaration, and no run has to say so; where its people or customers would go, a plan asks all the same. */
export const isExample = (file: string): boolean => /\.(?:example|sample|template|tmpl|dist)$/iu.test(file);

/** What an editor leaves beside a file that is read: it takes nothing away. */
function isBackup(file: string, read: readonly string[]): boolean {
  const name = /^.*\.(?:ya?ml|json)(?=[^/]+$)/iu.exec(file)?.[0];
  return name !== undefined && read.includes(name);
}

const MOST_BYTES = 8 * 1024 * 1024;

/** Whether it has the keys of a desired file: what a pattern does not match is not parsed for nothing. Of a large one the beginning. */
export async function looksDesired(path: string): Promise<boolean> {
  try {
    const found = await stat(path);
    if (!found.isFile()) return false;
    const length = Math.min(found.size, MOST_BYTES);
    const file = await open(path);
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0);
      const text = buffer.toString('utf8', 0, bytesRead);
      return /\b(?:users|campaigns|usersFrom)"?\s*:/u.test(text) && /\b(?:loginUserId|campaignName)"?\s*:/u.test(text);
    } finally {
      await file.close();
    }
  } catch {
    return false;
  }
}

function warnOfUnused(
  matches: readonly Minimatch[],
  patterns: readonly Pattern[],
  { source, findings, files }: ProjectSource & { readonly files: readonly string[] },
): void {
  for (const [index, { text, at }] of patterns.entries()) {
    if (files.some((file) => matches[index]?.match(file))) continue;
    const message = `desired[${index}]: expected a pattern that matches a file; nothing matches ${text}`;
    findings.warn({ code: 'pattern-unused', source, at, message });
  }
}

/** Links are listed, not followed: the file behind a link is checked when it is read, and none is ignored silently. */
async function* filesBelow(directory: string, folder: string): AsyncGenerator<string> {
  for await (const entry of await opendir(join(directory, folder))) {
    const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (!entry.isDirectory()) yield name;
    else if (!NEVER_SEARCHED.has(entry.name)) yield* filesBelow(directory, name);
  }
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    // A dangling link: reading it reports why.
    return false;
  }
}

function isKnownKind(file: string, findings: Findings): boolean {
  if (KINDS.includes(kindOf(file))) return true;
  const message = `${file}: expected one of ${KINDS.join(', ')}; given ${extname(file) || 'a file without an ending'}`;
  findings.add({ code: 'unreadable-file', source: fixedSource(file), at: 0, message });
  return false;
}
