// Which pages the site has: every Markdown file of docs/, without the decisions, and those of the root that the table names, each with its
// place, its title and its text. Refuses a page that the table does not name. Reads files, writes none.

import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

import { GROUPS, HOME } from './table.ts';
import type { Group } from './table.ts';

export interface Place {
  /** Below the root of the repository: `docs/classes.md`. */
  readonly file: string;
  /** Below the root of the site: `classes.md`. */
  readonly place: string;
}

export interface Page extends Place {
  readonly title: string;
  readonly text: string;
}

export interface PageGroup {
  readonly title: string;
  readonly pages: readonly Page[];
}

/** Throws with the names of pages that no row of `groups` names. */
export function readPages(root: string, groups: readonly Group[] = GROUPS): PageGroup[] {
  const there = filesOf(root);
  const read = groups.map(({ title, rows }) => {
    const here = rows.filter((row) => there.includes(fileOf(row)));
    return { title, pages: here.map((row) => readPage(root, fileOf(row), row)) };
  });
  const shown = new Set(read.flatMap(({ pages }) => pages.map(({ file }) => file)));
  const forgotten = there.filter((file) => file.startsWith('docs/') && !shown.has(file));
  if (forgotten.length > 0)
    throw new Error(`tools/site/table.ts: expected a row for each page of docs/; none names ${forgotten.join(', ')}`);
  return read.filter(({ pages }) => pages.length > 0);
}

function filesOf(root: string): string[] {
  const inDocs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' });
  const below = inDocs.map((name) => posix.join('docs', name.replaceAll('\\', '/')));
  return [...readdirSync(root), ...below].filter((name) => name.endsWith('.md')).toSorted();
}

const fileOf = (row: Group['rows'][number]): string => (typeof row === 'string' ? row : row[0]);

function readPage(root: string, file: string, row: Group['rows'][number]): Page {
  const text = readFileSync(join(root, file), 'utf8');
  const heading = /^# (.+)$/mu.exec(text)?.[1];
  if (heading === undefined) throw new Error(`${file}: expected a heading of the first level; there is none`);
  return { file, place: placeOf(file), title: typeof row === 'string' ? heading.replaceAll('`', '') : row[1], text };
}

/** `docs/` is the root of the site; its front page is front.md of this folder, and what the root has is found by its name in small letters. */
function placeOf(file: string): string {
  if (file === HOME) return 'about.md';
  if (file === 'docs/README.md') return 'documentation.md';
  return file.startsWith('docs/') ? file.slice('docs/'.length) : file.toLowerCase();
}
