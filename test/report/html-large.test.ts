// The HTML report of a plan of 5,000 rows in a real browser: how a reader finds his way on a page that is no longer read from top to end.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { planDocument } from '../../src/core/report/documents/plan.ts';
import { render } from '../../src/formats/formats.ts';
import { PLAIN } from '../../src/core/report/words/style.ts';
import { CAN_RUN_BROWSER, openPage, startBrowser } from '../support/browser.ts';
import { context, emptyPlan, recordChange, userChange } from './values.ts';

const [PEOPLE, CREATED, UPDATED] = [500, 4000, 500];
const KILOBYTES_A_ROW = 0.4;

function largePage(): string {
  const people = Array.from({ length: PEOPLE }, (_, index) => userChange(`agent-${index}@example.com`, index + 1));
  const records = Array.from({ length: CREATED + UPDATED }, (_, index) => {
    const isUpdate = index >= CREATED;
    const fields = [{ field: 'skillQueue', privacy: 'public', before: 'gold', after: 'silver' }] as const;
    const update = { action: 'update', cause: { kind: 'differs', platformMoved: [] }, fields } as const;
    return recordChange(`C-${index}`, index + 2, isUpdate ? update : {});
  });
  const plan = { ...emptyPlan, changes: [...people, ...records] };
  return render('html', planDocument(plan, context), { style: PLAIN, width: 100, verbose: false });
}

test('takes less than 0.4 KB a row', () => {
  expect(Buffer.byteLength(largePage()) / 1000).toBeLessThan(KILOBYTES_A_ROW * (PEOPLE + CREATED + UPDATED));
});

describe.skipIf(!CAN_RUN_BROWSER)('a page of 5,000 rows', { timeout: 60_000 }, () => {
  let browser: Browser;
  let folder: string;
  let page: Page;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'muster-html-large-'));
    browser = await startBrowser();
    ({ page } = await openPage(browser, { folder, html: largePage() }));
  }, 60_000);
  afterAll(async () => {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const groups = (): Promise<string[]> => page.locator('details.group:visible > summary').allTextContents();
  const openGroups = (): Promise<number> => page.locator('details.group[open]').count();
  const rowCount = (): Promise<number> => page.locator('li.member').count();

  test('begins with its groups and how much is in each; each leads to its group', async () => {
    expect(await rowCount()).toBe(PEOPLE + CREATED + UPDATED);
    const links = page.locator('ul.outline a');
    expect(await links.allTextContents()).toEqual(await groups());
    expect((await groups()).join(' ')).toMatch(/\(500 added\).*\(4,000 added, 500 /u);
    await links.last().click();
    const place = (): Promise<number> =>
      page.evaluate('document.querySelector(location.hash).getBoundingClientRect().top');
    await expect.poll(async () => (await place()) >= 0 && (await place()) < 800, { timeout: 20_000 }).toBe(true);
  });

  test('says on each filter how many rows it shows', async () => {
    const filters = page.locator('button[data-kind]');
    expect((await filters.allTextContents()).toSorted()).toEqual(['create (4,500)', 'update (500)']);
    await page.locator('button[data-kind=update]').click();
    expect(await page.locator('#shown').textContent()).toBe('500 of 5000 rows');
    expect(await groups()).toHaveLength(1);
    await page.locator('button[data-kind=update]').click();
    expect(await groups()).toHaveLength(2);
  });

  test('folds and unfolds its groups by one key, and a search opens the group of what it finds', async () => {
    await page.keyboard.press('f');
    expect(await openGroups()).toBe(0);
    await page.keyboard.press('/');
    await page.keyboard.type('agent-77@example.com');
    expect(await groups()).toHaveLength(1);
    expect(await page.locator('details.group:visible[open]').count()).toBe(1);
    expect(await page.locator('#shown').textContent()).toBe('1 of 5000 rows');
    await page.keyboard.press('Escape');
    await page.locator('#fold').click();
    await page.locator('#fold').click();
    expect(await openGroups()).toBe(2);
  });

  test('is printed whole, whatever is folded', async () => {
    await page.locator('#fold').click();
    await page.evaluate("dispatchEvent(new Event('beforeprint'))");
    expect(await page.locator('details:not([open])').count()).toBe(0);
  });
});
