// The HTML report in a real browser: what a reader finds in it, without a request to anywhere, whatever the values say.

import { AxeBuilder } from '@axe-core/playwright';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ReportDocument } from '../../src/core/report/documents/document.ts';
import { FORMAT_NAMES, formatOf, shows } from '../../src/core/report/format-table.ts';
import { render } from '../../src/formats/formats.ts';
import { renderHtml } from '../../src/formats/html/page.ts';
import { PLAIN } from '../../src/core/report/words/style.ts';
import { shortName } from '../../src/core/report/words/words.ts';
import { CAN_RUN_BROWSER, openPage, startBrowser, type Opened } from '../support/browser.ts';
import { documents } from './documents.ts';
import { CANARY } from './values.ts';

const LAYOUT = { style: PLAIN, width: 100, verbose: false };
const reportOf = (name: string) => documents[name] as ReportDocument;
const html = (name: string): string => render('html', documents[name] as ReportDocument, LAYOUT);
const shown = Object.keys(documents).filter((name) => shows('html', reportOf(name).kind));

let browser: Browser;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'muster-html-'));
  if (CAN_RUN_BROWSER) browser = await startBrowser();
}, 60_000);

afterAll(async () => {
  if (CAN_RUN_BROWSER) await browser.close();
  rmSync(folder, { recursive: true, force: true });
});

const open = (text: string, scheme: 'light' | 'dark' = 'light'): Promise<Opened> =>
  openPage(browser, { folder, html: text, scheme });
const visibleRows = (page: Page): Promise<string[]> => page.locator('ul.rows > li:visible .head').allTextContents();

describe('the page of every kind of run', () => {
  test('html is in the table of formats', () => {
    expect(FORMAT_NAMES).toContain('html');
    expect(formatOf('html').mediaType).toBe('text/html; charset=utf-8');
  });

  test.skipIf(!CAN_RUN_BROWSER).each(shown)('of %s opens without a complaint, in both colour schemes', async (name) => {
    for (const scheme of ['light', 'dark'] as const) {
      const { page, complaints } = await open(html(name), scheme);
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`)).toEqual([]);
      expect(complaints).toEqual([]);
      await page.context().close();
    }
  });

  test.each(shown)('of %s holds no personal value', (name) => {
    expect(html(name)).not.toContain(CANARY);
  });
});

describe.skipIf(!CAN_RUN_BROWSER)('the page of a plan', () => {
  test('has a row for each change, with the place in its file', async () => {
    const { page } = await open(html('plan'));
    const rows = (await visibleRows(page)).join('\n');
    for (const { address, source } of reportOf('plan').changes) {
      expect(rows).toContain(shortName(address));
      if (source !== null) expect(rows).toContain(`${source.file}:${source.line}`);
    }
    await page.context().close();
  });

  test('has its title once', async () => {
    const { page } = await open(html('plan'));
    expect(await page.locator('h1').allTextContents()).toEqual(['muster plan: contact-centre → prod-eu']);
    expect((await page.locator('h2').allTextContents()).filter((text) => text.includes('→'))).toEqual([]);
    await page.context().close();
  });

  test('says of a row of several in which file they stand', async () => {
    const { page } = await open(html('plan'));
    const heads = await page.locator('li.several > .head').allTextContents();
    expect(heads.find((text) => text.includes('14 customers'))).toMatch(/campaigns\/summer\.yaml:101$/u);
    await page.context().close();
  });

  test('is searched by words, and filtered by what happens; Escape shows everything again', async () => {
    const { page } = await open(html('plan'));
    const all = await visibleRows(page);
    await page.keyboard.press('/');
    await page.keyboard.type('carl@example.com');
    const found = await visibleRows(page);
    expect(found.length).toBeGreaterThan(0);
    expect(found.length).toBeLessThan(all.length);
    for (const row of await page.locator('ul.rows > li:visible').allTextContents()) expect(row).toContain('carl@');
    await page.keyboard.press('Escape');
    expect(await visibleRows(page)).toEqual(all);
    await page.locator('button[data-kind=delete]').click();
    for (const row of await visibleRows(page)) expect(row).toMatch(/^- delete/u);
    await page.context().close();
  });

  test('is walked through with the keys j and k', async () => {
    const { page } = await open(html('plan'));
    const now = (): Promise<string> => page.evaluate('document.activeElement.textContent');
    await page.keyboard.press('j');
    const first = await now();
    await page.keyboard.press('j');
    expect(await now()).not.toBe(first);
    await page.keyboard.press('k');
    expect(await now()).toBe(first);
    await page.context().close();
  });

  test('changes its colours with the key t', async () => {
    const { page } = await open(html('plan'));
    const ground = (): Promise<string> => page.evaluate('getComputedStyle(document.body).backgroundColor');
    const before = await ground();
    await page.keyboard.press('t');
    expect(await ground()).not.toBe(before);
    await page.context().close();
  });

  test('is printed whole: without tools, with every fold open', async () => {
    const { page } = await open(html('plan'));
    await page.evaluate("dispatchEvent(new Event('beforeprint'))");
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('.tools').isVisible()).toBe(false);
    expect(await page.locator('details:not([open])').count()).toBe(0);
    await page.context().close();
  });

  test('shows everything where no script runs', async () => {
    const { page } = await open(html('plan').replace(/script-src [^;]+/u, "script-src 'none'"));
    expect(await visibleRows(page)).toHaveLength(await page.locator('ul.rows > li').count());
    await page.context().close();
  });
});

describe.skipIf(!CAN_RUN_BROWSER)('values that want to be more than text', () => {
  const HOSTILE = [
    '</script><script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "' onmouseover='alert(1)",
    '<style>*{display:none}</style>',
    'javascript:alert(1)',
    '<iframe src="https://example.com"></iframe>',
    '\u001b[31mred\u202Egnp.exe\u200b',
    '{{constructor.constructor("alert(1)")()}} ${alert(1)} <% alert(1) %>',
    'x'.repeat(1_000_000),
  ];

  /** The same report with every text made hostile, but for the words of the format, which choose where something stands. */
  function poisoned(given: unknown, text: string): unknown {
    if (typeof given === 'string') return /^\d{4}-\d\d-\d\dT/u.test(given) ? given : `${given}${text}`;
    if (Array.isArray(given)) return given.map((each) => poisoned(each, text));
    if (typeof given !== 'object' || given === null) return given;
    const entries = Object.entries(given as Record<string, unknown>).map(([key, each]) => [
      key,
      KEPT.has(key) ? each : poisoned(each, text),
    ]);
    return Object.fromEntries(entries);
  }
  const KEPT = new Set(['kind', 'action', 'origin', 'part', 'cause', 'class', 'fate', 'writes', 'behaviorIfInBackend']);

  test.each(HOSTILE.map((text) => [text.slice(0, 40), text] as const))('%s stays text', async (_name, text) => {
    const document = poisoned(documents['plan'], text) as ReportDocument;
    const { page, complaints } = await open(renderHtml([document]));
    expect(complaints).toEqual([]);
    expect(await page.locator('script').count()).toBe(1);
    expect(
      await page.locator('img, iframe, object, embed, link, form, body style, [onerror], [onmouseover]').count(),
    ).toBe(0);
    expect(await page.locator('a[href^="javascript:"]').count()).toBe(0);
    expect(await page.locator('ul.rows > li').count()).toBeGreaterThan(0);
    await page.context().close();
  });
});

describe.skipIf(!CAN_RUN_BROWSER)('several reports in one page', () => {
  test('begin with a table of targets that leads to each, with the whole verdict of each', async () => {
    const all = [documents['plan'], documents['apply'], documents['plan-empty'], documents['error']];
    const { page, complaints } = await open(renderHtml(all as ReportDocument[]));
    const links = page.locator('table').first().locator('a');
    expect(await links.count()).toBe(4);
    const [plan, , empty, failed] = await page.locator('table').first().locator('tbody tr').allInnerTexts();
    expect(plan).toContain('Blocked by question 1.');
    expect(empty).toContain('Nothing to do: 412 objects are as declared');
    expect(failed).toContain('The plan ended early: Another run holds the target. [locked]');
    for (const link of await links.all()) {
      expect(await page.locator((await link.getAttribute('href')) ?? 'none').count()).toBe(1);
    }
    expect(complaints).toEqual([]);
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`)).toEqual([]);
    await page.context().close();
  });

  test('of one target are a story of drift: the newest run whole, the others as its trend', async () => {
    const newest = documents['drift'];
    const older = { ...newest, at: '2026-11-01T06:00:00.000Z', summary: { ...newest.summary, alarms: 9 } };
    const { page } = await open(renderHtml([newest, older]));
    expect(await page.locator('article').count()).toBe(1);
    // It could not read everything, nor could the newest: how many needed somebody is not known.
    expect(await page.locator('svg[aria-label*="2026-11-01 06:00 UTC: not known"]').count()).toBe(1);
    await page.context().close();
  });
});
