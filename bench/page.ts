// How long a browser takes with the HTML report: until it is shown, and from a key in the search field until the page is laid out
// again. Milliseconds of a real headless Chromium.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CAN_RUN_BROWSER, openPage, startBrowser } from '../test/support/browser.ts';

/** `search`: words typed one after the other; each must leave another number of rows. Null where no browser can run. */
export async function measurePage(html: string, search: readonly string[]): Promise<object | null> {
  if (!CAN_RUN_BROWSER) return null;
  const folder = mkdtempSync(join(tmpdir(), 'muster-page-'));
  const browser = await startBrowser();
  try {
    const { page } = await openPage(browser, { folder, html });
    const opened = await page.evaluate<number>("performance.getEntriesByType('navigation')[0].loadEventEnd");
    const filtered: [string, number][] = [];
    for (const words of search) {
      filtered.push([`search "${words}"`, Math.round(await page.evaluate<number>(timed(words)))]);
    }
    return { opened: Math.round(opened), ...Object.fromEntries(filtered) };
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function timed(words: string): string {
  return `(() => {
    const search = document.querySelector('#search');
    const began = performance.now();
    search.value = ${JSON.stringify(words)};
    search.dispatchEvent(new Event('input'));
    document.body.offsetHeight;
    return performance.now() - began;
  })()`;
}
