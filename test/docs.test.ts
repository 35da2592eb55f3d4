// The hand-written pages stay true where a machine can tell: every link leads somewhere, and the walk through the code in
// contributing/architecture.md names files and functions that exist.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

import { anchors, links } from './support/pages.ts';

const ROOT = dirname(fileURLToPath(new URL('.', import.meta.url)));
const WALK = 'contributing/architecture.md';
const MOST_FILES = 14;

function read(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8');
}

function pages(): string[] {
  const inFolders = ['contributing', 'docs'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md'))
      .map((name) => posix.join(folder, name.replaceAll('\\', '/'))),
  );
  return ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md', ...inFolders.toSorted()];
}

function pagesOfTools(): string[] {
  const folders = readdirSync(join(ROOT, 'tools'), { withFileTypes: true }).filter((each) => each.isDirectory());
  return folders.map(({ name }) => posix.join('tools', name, 'README.md'));
}

function leadsSomewhere(page: string, link: string): boolean {
  const [path = '', anchor] = link.split('#');
  const file = path === '' ? page : posix.join(posix.dirname(page), path);
  if (!existsSync(join(ROOT, file))) return false;
  return anchor === undefined || anchors(read(file)).includes(anchor);
}

/** Names of environment variables that the product reads; MUSTER_YAML is a constant. */
function variables(): string[] {
  const files = ['src', 'providers'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  );
  const texts = files.filter((name) => name.endsWith('.ts')).map(read);
  const names = texts.flatMap((text) => [...text.matchAll(/\bMUSTER_[A-Z_]*[A-Z]\b/gu)].map(([name]) => name));
  return [...new Set(names)].filter((name) => name !== 'MUSTER_YAML');
}

test.each(variables())('docs/environment-variables.md says what %s does', (name) => {
  expect(read('docs/environment-variables.md')).toContain(`\`${name}`);
});

test.each([...pages(), ...pagesOfTools()])('every link of %s leads to a file and a heading', (page) => {
  expect(links(read(page)).filter((link) => !leadsSomewhere(page, link))).toEqual([]);
});

/** Lines of text of each code block in a language. */
function blocks(text: string, language: string): number[] {
  const found = [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gmu'))];
  return found.map(
    ([, lines = '']) => lines.split('\n').filter((line) => line !== '' && !line.startsWith('$ ')).length,
  );
}

test.each(['README.md', 'tools/site/front.md'])('%s shows eight lines of YAML and eight of plan', (page) => {
  expect([...blocks(read(page), 'yaml'), ...blocks(read(page), 'console')]).toEqual([8, 8]);
});

const OF_THE_REPOSITORY = "Paths on this page are those of muster's repository.";

/** Files that the package lacks, in the words of a page; a link leads to the repository, and what is generated says so in a comment. */
function lackedFiles(text: string): string[] {
  const words = text.replaceAll(/<!--.*?-->/gsu, '').replaceAll(/\]\([^)]*\)/gu, ']');
  return [...words.matchAll(/(?<![\w./*-])(?:\.ci|bench|providers|scripts|src|test|tools)\/\w[\w./*-]*/gu)].map(
    ([path]) => path,
  );
}

test.each(pages().filter((page) => page !== 'CONTRIBUTING.md' && !page.startsWith('contributing/decisions/')))(
  '%s names no file that the package lacks, or says where its files are',
  (page) => {
    const text = read(page);
    expect(text.includes(OF_THE_REPOSITORY) ? [] : lackedFiles(text)).toEqual([]);
  },
);

test('a page that sends its reader to a script is seen', () => {
  expect(lackedFiles('run `node scripts/a.ts`, see [it](../tools/a/README.md)')).toEqual(['scripts/a.ts']);
});

/** Rows of the tables of the page that begin with a number: file and, where there is one, function. */
function steps(text: string): { readonly file: string; readonly name: string | null }[] {
  const rows = [...text.matchAll(/^\| \d+ +\| `([^`]+)` +\|(?: `(\w+)`)?/gmu)];
  return rows.map(([, file = '', name]) => ({ file, name: name ?? null }));
}

function hasFunction(file: string, name: string | null): boolean {
  return name !== null && new RegExp(`\\b${name}(<\\w+>)?\\(`, 'u').test(read(file));
}

describe('the walk of one record', () => {
  const [byCommand = '', byPulumi = ''] = read(WALK).split('### The same record through Pulumi');

  test('goes from the command to the request through files and functions that exist', () => {
    const path = steps(byCommand);
    const gone = path.filter(({ file, name }) => !existsSync(join(ROOT, file)) || !hasFunction(file, name));
    expect(gone).toEqual([]);
    expect(path.length).toBeGreaterThan(10);
    expect(path.length).toBeLessThanOrEqual(MOST_FILES);
  });

  test('through Pulumi names files that exist', () => {
    const path = steps(byPulumi);
    expect(path.length).toBeGreaterThan(5);
    expect(path.flatMap(({ file }) => (existsSync(join(ROOT, file)) ? [] : [file]))).toEqual([]);
  });
});
