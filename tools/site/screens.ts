// `node tools/site/screens.ts`: what a reader of the site sees, in a real browser, as pictures for README.md of this folder.

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { Browser, Page } from 'playwright-core';
import { startBrowser } from '../../test/support/browser.ts';
import { buildSite } from './build.ts';
import { serve } from './serve.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SCREENS = fileURLToPath(new URL('screens', import.meta.url));
const BASE = '/muster/';

interface Screen {
  readonly name: string;
  readonly path: string;
  readonly width: number;
  readonly search?: string;
}

const WANTED: readonly Screen[] = [
  { name: 'start', path: '', width: 1280 },
  { name: 'search', path: 'recipes.html', width: 1280, search: 'leaver' },
  { name: 'keys', path: 'keys.html#users', width: 1280 },
  { name: 'narrow', path: 'getting-started.html', width: 400 },
];

async function take(browser: Browser, url: string, { name, path, width, search }: Screen): Promise<void> {
  const context = await browser.newContext({ viewport: { width, height: 800 }, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto(url + path, { waitUntil: 'networkidle' });
  if (search !== undefined) await find(page, search);
  await page.screenshot({ path: join(SCREENS, `${name}.png`) });
  await context.close();
}

async function find(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.locator('#localsearch-input').fill(words);
  await page.locator('.VPLocalSearchBox .result').first().waitFor();
}

const out = mkdtempSync(join(tmpdir(), 'muster-site-screens-'));
const findings = await buildSite({ root: ROOT, out, url: `http://localhost${BASE}`, repository: null });
if (findings.length > 0) throw new Error(findings.join('\n'));
mkdirSync(SCREENS, { recursive: true });
const [browser, served] = await Promise.all([startBrowser(), serve(out, BASE)]);
try {
  for (const screen of WANTED) await take(browser, served.url, screen);
} finally {
  await browser.close();
  await served.stop();
  rmSync(out, { recursive: true, force: true });
}
