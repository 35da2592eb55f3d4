// The picture of README.md and of the site: the comment of a plan in the style of GitHub, light and dark, taken in a real browser. Narrow,
// so that it can be read on a telephone, and cut where it is higher than a screen.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import type { Browser } from 'playwright-core';
import { startBrowser } from '../test/support/browser.ts';

const WIDTH = 560;
const MOST_HEIGHT = 700;

type Scheme = 'light' | 'dark';

interface Pictured {
  /** What `--out markdown` wrote. */
  readonly markdown: string;
  /** Title of the request. */
  readonly title: string;
}

/** Files `comment-light.png` and `comment-dark.png` in this folder, twice as fine as they are shown. */
export async function takePictures(pictured: Pictured, images: string): Promise<void> {
  const browser = await startBrowser();
  try {
    for (const scheme of ['light', 'dark'] as const)
      await take(browser, framed(pictured, scheme), join(images, `comment-${scheme}.png`));
  } finally {
    await browser.close();
  }
}

async function take(browser: Browser, html: string, path: string): Promise<void> {
  const viewport = { width: WIDTH, height: MOST_HEIGHT };
  const context = await browser.newContext({ viewport, deviceScaleFactor: 2 });
  const page = await context.newPage();
  await page.setContent(html);
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.screenshot({ path, clip: { x: 0, y: 0, width: WIDTH, height: Math.min(height, MOST_HEIGHT) } });
  await context.close();
}

const COLORS: Readonly<Record<Scheme, string>> = {
  light: '--border: #d1d9e0; --quiet: #59636e; --head: #f6f8fa; --page: #fff; --text: #1f2328',
  dark: '--border: #3d444d; --quiet: #9198a1; --head: #151b23; --page: #0d1117; --text: #f0f6fc',
};

/** A machine need not have a font with emoji: drawn as those fonts draw them. */
const SIGNS: Readonly<Record<string, string>> = {
  '⛔': '<svg width="15" height="15" viewBox="0 0 16 16" style="vertical-align: -2px"><circle cx="8" cy="8" r="8" fill="#dd2e44"/><rect x="3" y="6.5" width="10" height="3" rx="1" fill="#fff"/></svg>',
  '✅': '<svg width="15" height="15" viewBox="0 0 16 16" style="vertical-align: -2px"><rect width="16" height="16" rx="3" fill="#77b255"/><path d="M3.5 8.5l3 3 6-7" fill="none" stroke="#fff" stroke-width="2"/></svg>',
  '⚠️': '<svg width="15" height="15" viewBox="0 0 16 16" style="vertical-align: -2px"><path d="M8 1l7.5 14H.5z" fill="#ffcc4d"/><path d="M8 6v5M8 12v1.5" stroke="#231f20" stroke-width="1.6"/></svg>',
};

const STYLES: Readonly<Record<Scheme, string>> = {
  light: import.meta.resolve('github-markdown-css/github-markdown-light.css'),
  dark: import.meta.resolve('github-markdown-css/github-markdown-dark.css'),
};

export function framed({ markdown, title }: Pictured, scheme: Scheme): string {
  const style = fileURLToPath(STYLES[scheme]);
  return `<!doctype html><meta charset="utf-8"><style>${readFileSync(style, 'utf8')}
:root { ${COLORS[scheme]} }
body { margin: 0; padding: 10px; background: var(--page); color: var(--text); font: 16px sans-serif; }
h1 { font-size: 20px; margin: 4px 0 12px; }
.comment { border: 1px solid var(--border); border-radius: 6px; overflow: hidden; }
.head { color: var(--quiet); background: var(--head); border-bottom: 1px solid var(--border); padding: 8px 14px; }
.markdown-body { padding: 14px; font-size: 16px; }
</style><h1>${title}</h1><div class="comment"><div class="head"><b>muster</b> commented</div>
<div class="markdown-body">${drawn(htmlOf(markdown))}</div></div>`;
}

function htmlOf(markdown: string): string {
  return micromark(markdown, { extensions: [gfm()], htmlExtensions: [gfmHtml()], allowDangerousHtml: true });
}

function drawn(html: string): string {
  return Object.entries(SIGNS).reduce((text, [sign, drawing]) => text.replaceAll(sign, drawing), html);
}
