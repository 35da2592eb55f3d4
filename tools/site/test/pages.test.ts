// Which pages the site has, where their links lead, and what is found wrong with a built site. No VitePress is needed.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, onTestFinished, test } from 'vitest';

import { findingsOf } from '../built.ts';
import { anchorOf, resolveLink } from '../links.ts';
import { readPages } from '../pages.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'muster-pages-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

const GROUPS = [
  { title: 'Start', rows: [['README.md', 'Home'] as const, 'docs/a.md', 'docs/later.md'] },
  { title: 'Rest', rows: ['docs/more/b.md', 'docs/more/*.md'] },
];
const FILES = {
  'README.md': '# r\n',
  'OTHER.md': '# not of docs\n',
  'docs/a.md': '<!-- made -->\n\n# The `a` page\n',
  'docs/more/b.md': '# b\n',
  'docs/more/c.md': '# c\n',
};

test('every page of docs/ is in the table of the site, and each has a place of its own', () => {
  const pages = readPages(ROOT).flatMap((group) => group.pages);
  expect(new Set(pages.map(({ place }) => place)).size).toBe(pages.length);
  expect(pages.map(({ file }) => file)).toEqual(expect.arrayContaining(['README.md', 'CHANGELOG.md', 'SECURITY.md']));
});

test('statements and mutation scores are for contributors', () => {
  const isTheirs = ({ file }: { readonly file: string }): boolean => /\/(?:statements|mutation)\.md$/u.test(file);
  const groups = readPages(ROOT).map(({ title, pages }) => [title, pages.filter(isTheirs).length]);
  expect(groups.filter(([, found]) => found !== 0)).toEqual([['For contributors', 2]]);
});

test('a row is the page with that name, a pattern those that no other row names, and a row without a page is left out', () => {
  const groups = readPages(folderOf(FILES), GROUPS);
  expect(groups.map(({ pages }) => pages.map(({ place, title }) => [place, title]))).toEqual([
    [
      ['index.md', 'Home'],
      ['a.md', 'The a page'],
    ],
    [
      ['more/b.md', 'b'],
      ['more/c.md', 'c'],
    ],
  ]);
});

test('a page of docs/ that no row names is refused by its name, and so is one without a heading', () => {
  const folder = folderOf({ ...FILES, 'docs/new.md': '# new\n', 'docs/newer.md': '# newer\n' });
  expect(() => readPages(folder, GROUPS)).toThrow('none names docs/new.md, docs/newer.md');
  expect(() => readPages(folderOf({ ...FILES, 'docs/a.md': 'no heading\n' }), GROUPS)).toThrow(
    'docs/a.md: expected a heading',
  );
});

const PAGES = [
  { file: 'README.md', place: 'index.md' },
  { file: 'docs/a.md', place: 'a.md' },
  { file: 'docs/more/b.md', place: 'more/b.md' },
];
const [HOME, A, B] = PAGES as [(typeof PAGES)[0], (typeof PAGES)[0], (typeof PAGES)[0]];

test.each([
  ['a page beside it', A, 'more/b.md', './more/b.md'],
  ['a heading of a page above it', B, '../a.md#with-x', './../a.md#with-x'],
  ['the first page', B, '../../README.md', './../index.md'],
  ['a page below docs/', HOME, 'docs/a.md', './a.md'],
  ['a folder of pages', HOME, 'docs/more/', './more/b.md'],
  ['a heading of its own', A, '#there', '#there'],
  ['another host', A, 'https://example.com/a.md', 'https://example.com/a.md'],
  ['a file of the repository', A, '../action.yml', 'https://forge.example/x/blob/v1/action.yml'],
  ['a file that nobody has', A, 'gone.md', 'gone.md'],
])('a link to %s', (_title, from, href, expected) => {
  const has = (path: string): boolean => path === 'action.yml';
  const repository = { url: 'https://forge.example/x/blob/v1', has };
  expect(resolveLink(from, href, { pages: PAGES, repository })).toBe(expected);
  const unknown = resolveLink(from, href, { pages: PAGES, repository: { url: null, has } });
  expect(unknown).toBe(href === '../action.yml' ? null : expected);
});

test('an anchor is that of a Markdown host', () => {
  expect(anchorOf('With `pulumi up`: what, when & why?')).toBe('with-pulumi-up-what-when--why');
  expect(anchorOf('MUSTER_ALLOW über alles')).toBe('muster_allow-über-alles');
});

test('dead links, dead anchors and what comes from another host are found, each in its page; the rest is not', () => {
  const folder = folderOf({
    'index.html':
      '<a href="/m/a.html">a</a><a class="x" href="/m/more/b.html#two">b</a><a href="#top">t</a><a href="/m/">m</a><i id="top"></i>',
    'a.html':
      '<a href="/m/gone.html">x</a><a href="/m/more/b.html#three">y</a><a href="/else/">z</a><a href="https://example.com/">e</a>',
    'more/b.html':
      '<h2 id="two">2</h2><a href="../a.html">a</a><script src="https://cdn.example/x.js"></script><link rel="stylesheet" href="//cdn.example/x.css">',
    'assets/style.css': '@font-face { src: url(https://fonts.example/a.woff2) } b { background: url(/m/b.png) }',
  });
  expect(findingsOf(folder, '/m/')).toEqual([
    'a.html: the link /else/ leads to no file of the site',
    'a.html: the link /m/gone.html leads to no file of the site',
    'a.html: the link /m/more/b.html#three leads to no heading of more/b.html',
    'assets/style.css: loads https://fonts.example/a.woff2 from another host',
    'more/b.html: loads //cdn.example/x.css from another host',
    'more/b.html: loads https://cdn.example/x.js from another host',
  ]);
});
