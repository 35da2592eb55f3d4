// `node tools/site/main.ts [--out FOLDER] [--url URL] [--repository URL]`: builds the pages of docs/ as a site, and fails on a page that the
// table of pages lacks, a dead link or anchor, and anything that would be loaded from another host.

import { fileURLToPath } from 'node:url';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { buildSite } from './build.ts';
import type { Wish } from './config.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const { values } = parseArgs({
  options: {
    out: { type: 'string', default: 'dist/site' },
    url: { type: 'string', default: 'http://localhost/' },
    repository: { type: 'string' },
  },
});

async function main(wish: Wish): Promise<readonly string[]> {
  try {
    return await buildSite(wish);
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

const url = values.url.endsWith('/') ? values.url : `${values.url}/`;
const findings = await main({ root: ROOT, out: resolve(values.out), url, repository: values.repository ?? null });
for (const finding of findings) console.error(finding);
if (findings.length > 0) process.exitCode = 1;
else console.log(`The site is in ${resolve(values.out)}.`);
