// Where a link of a page leads on the site: to another page, or to the repository. Pure, but for the question whether a file exists.

import { posix } from 'node:path';

import type { Place } from './pages.ts';

/** Of the commit that the site is built from: `https://forge.example/team/muster/blob/v0.1.0`. */
export interface Repository {
  readonly url: string | null;
  /** Of a path below its root. */
  readonly has: (path: string) => boolean;
}

export interface Places {
  readonly pages: readonly Place[];
  readonly repository: Repository;
}

/**
 * The link as the site has it: relative to the page where it leads to another one. Null: a file of the repository, and nobody said where
 * that is, so only its words stay. What leads nowhere stays as it is: the build finds it.
 */
export function resolveLink(from: Place, href: string, places: Places): string | null {
  const [path = '', anchor] = href.split('#');
  if (path === '' || /^[a-z][\w+.-]*:/iu.test(href)) return href;
  const { pages, repository } = places;
  const file = posix.join(posix.dirname(from.file), decodeURI(path)).replace(/\/$/u, '');
  const rest = anchor === undefined ? '' : `#${anchor}`;
  // A folder with pages is its first page: the others stand beside it.
  const page = pages.find((each) => each.file === file) ?? pages.find((each) => each.file.startsWith(`${file}/`));
  if (page !== undefined) return `./${posix.relative(posix.dirname(from.place), page.place)}${rest}`;
  if (!repository.has(file)) return href;
  return repository.url === null ? null : `${repository.url}/${file}${rest}`;
}

/** The anchor that a Markdown host makes of a heading, which the pages are written for: `With `pulumi up`` is `with-pulumi-up`. */
export function anchorOf(heading: string): string {
  const kept = heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '');
  return kept.replaceAll(' ', '-');
}
