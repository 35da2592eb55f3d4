// Names of 300 characters, and names that are read from the right: readable, and nothing is cut, on a terminal, in a comment and on a
// telephone.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ReportDocument } from '../../src/core/report/documents/document.ts';
import { PLAIN } from '../../src/core/report/words/style.ts';
import { render } from '../../src/formats/formats.ts';
import { CAN_RUN_BROWSER, openPage, startBrowser } from '../support/browser.ts';
import { documents } from './documents.ts';

const LETTERS = 'y'.repeat(288);
const LONG = `${LETTERS}@contact.com`;
const FROM_THE_RIGHT = 'דנה.כהן';
const KINDS = ['plan', 'apply', 'drift', 'show', 'get-user', 'search', 'why'];
const CASES = [LONG, FROM_THE_RIGHT].flatMap((name) => KINDS.map((kind) => [kind, name] as const));

/** One person and one customer have that name. */
function page(format: 'text' | 'markdown' | 'html', [kind, name]: readonly [string, string]): string {
  const named = JSON.stringify(documents[kind]).replaceAll(/ana\.ruiz@example\.com|\bC-(?:1|1001)\b/gu, name);
  return render(format, JSON.parse(named) as ReportDocument, { style: PLAIN, width: 80, verbose: true });
}

let browser: Browser;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'muster-names-'));
  if (CAN_RUN_BROWSER) browser = await startBrowser();
}, 60_000);

afterAll(async () => {
  if (CAN_RUN_BROWSER) await browser.close();
  rmSync(folder, { recursive: true, force: true });
});

/** More letters in a row than any other word has, and fewer than the name. */
const cut = (text: string): string[] =>
  [...text.matchAll(/y{4,}/gu)].map(([found]) => found).filter((found) => found !== LETTERS);

describe.each(CASES)('of %s with %s', (...each) => {
  const [, name] = each;

  test.each(['text', 'markdown', 'html'] as const)('nothing is cut in %s', (format) => {
    const text = page(format, each);
    expect(text).toContain(name);
    expect(cut(text)).toEqual([]);
  });

  test.skipIf(!CAN_RUN_BROWSER)('the page is as wide as a telephone', async () => {
    const opened = await openPage(browser, { folder, html: page('html', each) });
    await opened.page.setViewportSize({ width: 390, height: 844 });
    await opened.page.evaluate(() => {
      for (const fold of document.querySelectorAll('details')) fold.open = true;
    });
    expect(await opened.page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await opened.page.context().close();
  });
});
