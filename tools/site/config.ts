// What VitePress is told. The folder it reads holds the pages as they are in the repository; their links are turned while it renders.
// Nothing a page loads comes from another host.

import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

import { anchorOf, resolveLink } from './links.ts';
import type { Places } from './links.ts';
import { searchedHtml } from './keywords.ts';
import { readPages } from './pages.ts';
import type { PageGroup, Place } from './pages.ts';
import { GROUPS } from './table.ts';

/** Of markdown-it, which VitePress renders with: what is used here. */
interface Token {
  readonly type: string;
  readonly children: readonly Token[] | null;
  content: string;
  tag: string;
  attrs: unknown;
  attrGet(name: string): string | null;
  attrSet(name: string, value: string): void;
}
interface Rendering {
  readonly tokens: readonly Token[];
  readonly env: { readonly relativePath?: string };
}
interface Markdown {
  readonly core: { readonly ruler: { push: (name: string, rule: (state: Rendering) => void) => void } };
  readonly render: (text: string, env: Rendering['env']) => string;
  readonly renderer: {
    readonly rules: Record<string, ((tokens: readonly Token[], index: number) => string) | undefined>;
  };
}

export interface Wish {
  /** Folder of the repository. */
  readonly root: string;
  /** Folder of the built site. */
  readonly out: string;
  /** Where the site will live; its path is the beginning of every link. */
  readonly url: string;
  /** Where the files of this commit are read: `https://forge.example/team/muster/blob/v0.1.0`; null where nobody said it. */
  readonly repository: string | null;
}

/** For the default export of its configuration file. */
export function configOf({ root, out, url, repository }: Wish): object {
  const groups = readPages(root);
  const has = (path: string): boolean => existsSync(join(root, path));
  const places: Places = { pages: groups.flatMap(({ pages }) => pages), repository: { url: repository, has } };
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { readonly version: string };
  return {
    title: 'muster',
    description: 'Contact-centre rosters and pinned customers as code',
    lang: 'en',
    head: [['style', {}, STYLE]],
    base: new URL(url).pathname,
    outDir: out,
    sitemap: { hostname: url },
    vite: { build: { chunkSizeWarningLimit: 4000 } },
    markdown: { anchor: { slugify: anchorOf }, config: (markdown: Markdown) => turnLinks(markdown, places) },
    themeConfig: {
      sidebar: groups.map(sidebarGroup),
      nav: [{ text: `Version ${version}`, link: '/changelog' }],
      outline: [2, 3],
      search: { provider: 'local', options: searchOf(places.pages) },
    },
  };
}

/** A table of keys or codes keeps its last column on the page: only there may a long name break. */
const STYLE = `
.vp-doc table { display: table; table-layout: auto; width: 100%; overflow-wrap: anywhere; }
.vp-doc td, .vp-doc th { padding: 8px 10px; min-width: 4.5em; }
.vp-doc td:first-child:has(code) { min-width: 12em; }
.vp-doc td code { overflow-wrap: anywhere; white-space: normal; }
.dark .in-light, html:not(.dark) .in-dark { display: none; }
.VPHome .beside { display: grid; grid-template-columns: minmax(0, 2fr) minmax(0, 3fr); gap: 16px; }
.VPHome .beside > div { margin: 0; }
.VPHome .vp-doc pre { font-size: 12px; }
@media (max-width: 960px) { .VPHome .beside { display: block; } .VPHome .beside > div { margin: 16px -24px; } }
@media (max-width: 640px) { .vp-doc table { display: block; } .vp-doc td { overflow-wrap: normal; } }
`;

/** Every word counts, and a heading most: a code stands in the one that explains it. */
const SEARCHING = { combineWith: 'AND', fuzzy: 0.1, prefix: true, boost: { title: 8, titles: 2, text: 1 } };

function searchOf(pages: readonly Place[]): object {
  const _render = (text: string, env: Rendering['env'], markdown: Markdown): string => {
    const html = markdown.render(text, env);
    const page = pages.find(({ place }) => place === env.relativePath);
    return page === undefined ? html : searchedHtml(page.file, html);
  };
  return { detailedView: true, miniSearch: { searchOptions: SEARCHING }, _render };
}

function sidebarGroup({ title, pages }: PageGroup): object {
  const items = pages.map((page) => ({ text: page.title, link: `/${page.place.replace(/(?:index)?\.md$/u, '')}` }));
  // The group of the page that is read opens by itself.
  return { text: title, collapsed: title !== GROUPS[0]?.title, items };
}

function turnLinks({ core, renderer }: Markdown, places: Places): void {
  core.ruler.push('muster-links', ({ tokens, env }) => {
    const page = places.pages.find(({ place }) => place === env.relativePath);
    if (page === undefined) return;
    for (const token of tokens) {
      if (token.type === 'html_block') token.content = withPictures(token.content, page);
      turn(token.children ?? [], page, places);
    }
  });
  // Vue would take it for the beginning of an expression. In code VitePress sees to it.
  renderer.rules['text'] = (tokens, index) => escaped(tokens[index]?.content ?? '');
}

function turn(tokens: readonly Token[], page: Place, places: Places): void {
  let isBare = false;
  for (const token of tokens) {
    if (token.type === 'image') token.attrSet('src', pictureOf(page, token.attrGet('src') ?? ''));
    if (token.type === 'link_open') {
      const href = resolveLink(page, token.attrGet('href') ?? '', places);
      isBare = href === null;
      if (href === null) token.attrs = null;
      else token.attrSet('href', href);
    }
    if (isBare && token.type.startsWith('link_')) token.tag = 'span';
  }
}

const PICTURE = /<picture>\s*<source [^>]*srcset="([^"]+)"[^>]*>\s*<img ([^>]*)src="([^"]+)"([^>]*)>\s*<\/picture>/gu;

/** Of a picture in HTML. What is light or dark here is the page, as its reader switched it, and not the system as for a `<source>`. */
function withPictures(html: string, page: Place): string {
  return html.replaceAll(PICTURE, (_, ...[dark = '', before = '', light = '', after = '']: string[]) =>
    [light, dark]
      .map(
        (src, index) =>
          `<img class="${index === 0 ? 'in-light' : 'in-dark'}" ${before}src="${pictureOf(page, src)}"${after}>`,
      )
      .join('\n'),
  );
}

/** Pictures lie below `public/` as they do below the root of the repository. */
function pictureOf({ file }: Place, src: string): string {
  return src.includes(':') ? src : `/${posix.join(posix.dirname(file), src)}`;
}

function escaped(text: string): string {
  const inHtml = text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
  return inHtml.replaceAll('{{', '&#123;&#123;');
}
