// What is wrong with a built site: a link or an anchor that leads nowhere, and anything that a page would load from another host.

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';

interface PageHtml {
  /** Below the site: `classes/user.html`. */
  readonly name: string;
  readonly html: string;
}

/** One line for each; empty where all is well. `base`: `/muster/`. */
export function findingsOf(folder: string, base: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/'));
  const pages = names.filter((name) => name.endsWith('.html')).map((name) => readHtml(folder, name));
  const anchors = new Map(pages.map(({ name, html }) => [name, anchorsOf(html)]));
  const isThere = (name: string): boolean => existsSync(join(folder, name)) && statSync(join(folder, name)).isFile();
  const ofPages = pages.flatMap((page) => [
    ...linksOf(page.html).flatMap((link) => deadLink(page, link, { base, anchors, isThere })),
    ...loadsOf(page.html).map((url) => `${page.name}: loads ${url} from another host`),
  ]);
  const styles = names.filter((name) => name.endsWith('.css'));
  const ofStyles = styles.flatMap((name) =>
    hostsIn(readFileSync(join(folder, name), 'utf8')).map((url) => `${name}: loads ${url} from another host`),
  );
  return [...new Set([...ofPages, ...ofStyles])].toSorted();
}

const readHtml = (folder: string, name: string): PageHtml => ({ name, html: readFileSync(join(folder, name), 'utf8') });

const all = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, found = '']) => plain(found));

const plain = (text: string): string =>
  text.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&');

const anchorsOf = (html: string): ReadonlySet<string> => new Set(all(html, /\sid="([^"]*)"/gu));

/** Links that a reader can follow; those to other hosts are not asked. */
const linksOf = (html: string): string[] =>
  all(html, /<a\s[^>]*?href="([^"]*)"/gu).filter((href) => !/^[a-z]+:/iu.test(href));

const OUTSIDE = /(?:https?:)?\/\//u;

function loadsOf(html: string): string[] {
  const sources = all(html, /<(?:img|script|source|iframe|video|audio)\s[^>]*?src="([^"]*)"/gu);
  const sheets = all(html, /<link\s[^>]*?href="([^"]*)"/gu);
  return [...sources, ...sheets].filter((url) => new RegExp(`^${OUTSIDE.source}`, 'u').test(url));
}

const hostsIn = (css: string): string[] => all(css, /(?:url\(\s*["']?|@import\s+["'])((?:https?:)?\/\/[^"')]*)/gu);

interface Site {
  readonly base: string;
  readonly anchors: ReadonlyMap<string, ReadonlySet<string>>;
  readonly isThere: (name: string) => boolean;
}

function deadLink(page: PageHtml, href: string, { base, anchors, isThere }: Site): string[] {
  const [path = '', anchor = ''] = href.split('#').map(decodeURIComponent);
  const name = fileOf(page, path, base);
  if (name === null || !isThere(name)) return [`${page.name}: the link ${href} leads to no file of the site`];
  const isHeading = anchor === '' || anchors.get(name)?.has(anchor) === true;
  return isHeading ? [] : [`${page.name}: the link ${href} leads to no heading of ${name}`];
}

/** Null: outside of the site. */
function fileOf({ name }: PageHtml, path: string, base: string): string | null {
  if (path === '') return name;
  const from = posix.join(base, name);
  const absolute = posix.resolve(posix.dirname(from), path) + (path.endsWith('/') ? '/' : '');
  if (!absolute.startsWith(base)) return absolute === base.slice(0, -1) ? 'index.html' : null;
  const below = absolute.slice(base.length);
  return below === '' || below.endsWith('/') ? `${below}index.html` : below;
}
