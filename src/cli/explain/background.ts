// Why a guard stops and what a finding means, with an example: what docs/errors.md of the package says of a code below its headline and
// its advice. A bundle that stands alone has no pages, and so nothing to add.

import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Empty where the page says no more. */
export function backgroundOf(code: string): string {
  return existsSync(PAGE) ? backgroundIn(readFileSync(PAGE, 'utf8'), code) : '';
}

/** `page`: text of docs/errors.md. */
export function backgroundIn(page: string, code: string): string {
  const [, below = ''] = `${page}\n## `.split(`\n### ${code}\n`);
  const [section = ''] = below.split(/\n##+ /u);
  return section
    .trim()
    .split(/\n{2,}/u)
    .slice(2)
    .join('\n\n');
}

const PAGE = join(packageFolder(dirname(fileURLToPath(import.meta.url))), 'docs/errors.md');

/** Found upwards: sources and bundle stand at another depth. */
function packageFolder(folder: string): string {
  if (folder === dirname(folder) || existsSync(join(folder, 'package.json'))) return folder;
  return packageFolder(dirname(folder));
}
