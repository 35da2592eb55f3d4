// Which pages the site has, where their links lead, and what is found wrong with a built site. No VitePress is needed.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, onTestFinished, test } from 'vitest';

import { findingsOf } from '../built.ts';
import { KEYWORDS, NOT_SEARCHED, searchedHtml } from '../keywords.ts';
import { anchorOf, resolveLink } from '../links.ts';
import { readPages } from '../pages.ts';
import { anchors } from '../../../test/support/pages.ts';

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
  { title: 'Rest', rows: ['docs/more/b.md', 'docs/more/c.md'] },
];
const FILES = {
  'README.md': '# r\n',
  'OTHER.md': '# not of docs\n',
  'docs/a.md': '<!-- made -->\n\n# The `a` page\n',
  'docs/more/b.md': '# b\n',
  'docs/more/c.md': '# c\n',
  'contributing/decisions/1.md': '# of contributors\n',
};

test('every page of docs/ is in the table of the site, and each has a place of its own', () => {
  const pages = readPages(ROOT).flatMap((group) => group.pages);
  expect(new Set(pages.map(({ place }) => place)).size).toBe(pages.length);
  expect(pages.map(({ file }) => file)).toEqual(expect.arrayContaining(['README.md', 'CHANGELOG.md', 'SECURITY.md']));
});

test('what is for contributors is no page of the site', () => {
  const files = readPages(ROOT).flatMap(({ pages }) => pages.map(({ file }) => file));
  expect(
    files.filter((file) => /contributing|decisions|(?:statements|mutation|proof|architecture)\.md$/iu.test(file)),
  ).toEqual([]);
});

test('words of the search belong to pages and headings that are there', () => {
  const pages = new Map(readPages(ROOT).flatMap((group) => group.pages.map(({ file, text }) => [file, text] as const)));
  const isThere = (place: string): boolean => {
    const [file = '', anchor] = place.split('#');
    const text = pages.get(file);
    return text !== undefined && (anchor === undefined || anchors(text).includes(anchor));
  };
  expect([...Object.keys(KEYWORDS), ...NOT_SEARCHED].filter((place) => !isThere(place))).toEqual([]);
});

test('words of the search stand behind their heading, and a page may be left out', () => {
  const html = '<h1 id="recipes">Recipes</h1><p>a</p><h2 id="revert-the-last-apply">Revert</h2><p>b</p>';
  const [before, after] = searchedHtml('docs/recipes.md', html).split('<h2');
  expect(before).not.toContain('rollback');
  expect(after).toMatch(/Revert<\/h2><p>rollback [^<]*<\/p><p>b/u);
  expect(searchedHtml('docs/windows.md', '<h1 id="w">W</h1><p>a</p>')).toContain('</h1><p>windows ');
  expect(searchedHtml('docs/errors.md', html)).toBe(html);
  expect(searchedHtml('CHANGELOG.md', html)).toBe('');
});

test('a row is the page with that name, and a row without a page is left out', () => {
  const groups = readPages(folderOf(FILES), GROUPS);
  expect(groups.map(({ pages }) => pages.map(({ place, title }) => [place, title]))).toEqual([
    [
      ['about.md', 'Home'],
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
  { file: 'README.md', place: 'about.md' },
  { file: 'docs/a.md', place: 'a.md' },
  { file: 'docs/more/b.md', place: 'more/b.md' },
];
const [HOME, A, B] = PAGES as [(typeof PAGES)[0], (typeof PAGES)[0], (typeof PAGES)[0]];

test.each([
  ['a page beside it', A, 'more/b.md', './more/b.md'],
  ['a heading of a page above it', B, '../a.md#with-x', './../a.md#with-x'],
  ['README', B, '../../README.md', './../about.md'],
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
