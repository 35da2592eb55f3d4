// Every relative link of a page that the package ships leads to something that the package ships: a file, a folder, a heading. What it
// ships is asked of npm.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, test } from 'vitest';

import { ROOT } from '../../tools/files.ts';
import { consumerEnvironment } from '../../scripts/package/consumer.ts';
import { anchors, links } from '../support/pages.ts';

interface Packed {
  readonly files: readonly { readonly path: string }[];
}

function npm(args: readonly string[]): string {
  const stdio = ['ignore' as const, 'pipe' as const, 'ignore' as const];
  return execFileSync('npm', args, { cwd: ROOT, encoding: 'utf8', env: consumerEnvironment, stdio });
}

/** Without the scripts, which build `dist`: no page leads there. */
function shippedFiles(): ReadonlySet<string> {
  const args = ['pack', '--dry-run', '--json', '--ignore-scripts'];
  // A list of packages, or, since npm 11.7, packages by name.
  const told = JSON.parse(npm(args)) as readonly Packed[] | Readonly<Record<string, Packed>>;
  return new Set(Object.values(told).flatMap(({ files }) => files.map(({ path }) => path)));
}

const shipped = shippedFiles();
const pages = [...shipped].filter((path) => path.endsWith('.md')).toSorted();
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

function isShipped(path: string): boolean {
  return shipped.has(path) || [...shipped].some((file) => file.startsWith(`${path}/`));
}

function deadLinks(page: string, text: string): string[] {
  return links(text).filter((link) => {
    const [path = '', anchor] = link.split('#');
    const file = path === '' ? page : posix.join(posix.dirname(page), path);
    if (!isShipped(file)) return true;
    return anchor !== undefined && !anchors(file === page ? text : read(file)).includes(anchor);
  });
}

describe('the package', () => {
  test('ships the pages of the repository', () => {
    expect(pages).toEqual(expect.arrayContaining(['README.md', 'CHANGELOG.md', 'docs/README.md', 'docs/classes.md']));
  });

  test.each(pages)('%s has no link to what is not in it', (page) => {
    expect(deadLinks(page, read(page))).toEqual([]);
  });

  test('a link to what is not shipped, and one to a heading that is not there, are seen', () => {
    const text = '# A\n[a](../src/index.ts) [b](keys.md#nothing) [c](#a) [d](#b) [e](../examples) `[f](no.md)`\n';
    expect(deadLinks('docs/keys.md', text)).toEqual(['../src/index.ts', 'keys.md#nothing', '#b']);
  });
});
