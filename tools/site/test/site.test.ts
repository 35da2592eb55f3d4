// The built site in a real browser, below a base path: found by words and codes, read on a narrow screen, nothing asked of another host.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { CAN_RUN_BROWSER, startBrowser } from '../../../test/support/browser.ts';
import { programOf, skipped } from '../../../test/support/tools.ts';
import { buildSite, findVitePress } from '../build.ts';
import { serve } from '../serve.ts';
import type { Served } from '../serve.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const BASE = '/muster/';
const URL_OF_SITE = `https://team.example${BASE}`;
const REPOSITORY = 'https://forge.example/team/muster/blob/v1.2.3';

const isHere = CAN_RUN_BROWSER && ((await findVitePress()) ?? (await programOf('vitepress'))) !== null;
if (!CAN_RUN_BROWSER) skipped('there is no browser for this system, so the site is not opened.');

describe.skipIf(!isHere)('the site', () => {
  let [folder, browser, served]: [string, Browser, Served] = ['', {} as Browser, {} as Served];
  let findings: string[] = [];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'muster-site-test-'));
    const out = join(folder, 'site');
    findings = await buildSite({ root: ROOT, out, url: URL_OF_SITE, repository: REPOSITORY });
    [browser, served] = await Promise.all([startBrowser(), serve(out, BASE)]);
  });
  afterAll(async () => {
    await browser.close();
    await served.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  interface Visit {
    readonly page: Page;
    /** Errors, refusals and requests to anywhere else: none are expected. */
    readonly complaints: string[];
  }

  async function visit(path = '', width = 1280): Promise<Visit> {
    const context = await browser.newContext({ viewport: { width, height: 900 }, reducedMotion: 'reduce' });
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => void (message.type() === 'error' && complaints.push(message.text())));
    page.on('request', (request) => void (request.url().startsWith(served.url) || complaints.push(request.url())));
    page.on(
      'response',
      (answer) => void (answer.status() >= 400 && complaints.push(`${answer.status()} ${answer.url()}`)),
    );
    await page.goto(served.url + path, { waitUntil: 'networkidle' });
    return { page, complaints };
  }

  async function search(page: Page, words: string): Promise<string[]> {
    await page.keyboard.press('Control+k');
    await page.locator('#localsearch-input').fill(words);
    const hits = page.locator('.VPLocalSearchBox .result');
    await hits.first().waitFor();
    return hits.locator('.titles').allInnerTexts();
  }

  test('is built without a dead link, a dead anchor, or anything from another host', () => {
    expect(findings).toEqual([]);
  });

  test('opens with what muster is, three harms, a request beside its plan, and two commands, without a complaint', async () => {
    const { page, complaints } = await visit();
    expect(await page.locator('.VPHero .text').innerText()).toBe('Your contact centre as files in Git');
    expect(await page.locator('.VPFeature .title').count()).toBe(3);
    const [request, plan] = await page.locator('.beside > div').all();
    expect(await request?.innerText()).toContain('preferredAgent');
    expect(await plan?.innerText()).toMatch(/\nAdds 1 customer\.[^]*\nPlan: 1 to add, 0 to change, 0 to remove/u);
    expect(await page.locator('.vp-doc').innerText()).toContain('npm run demo');
    await page.locator('.VPHero .action a').nth(1).click();
    await page.waitForURL(`${served.url}about.html`);
    expect(complaints).toEqual([]);
  });

  test('shows README with the picture of a light or a dark page, and a sidebar of all groups', async () => {
    const { page, complaints } = await visit('about.html');
    const shown = (): Promise<string[]> =>
      page
        .locator('.vp-doc img:visible')
        .evaluateAll((all) =>
          all.map((each) => `${each.getAttribute('src')} ${Reflect.get(each, 'naturalWidth') > 0}`),
        );
    expect(await shown()).toEqual([expect.stringMatching(/comment-light\S* true$/u)]);
    await page.locator('.VPSwitchAppearance').first().click();
    expect(await shown()).toEqual([expect.stringMatching(/comment-dark\S* true$/u)]);
    const groups = await page.locator('.VPSidebarItem.level-0 > .item h2').allInnerTexts();
    expect(groups).toEqual(['Start', 'Work with it', 'Operate', 'Pulumi', 'Reference']);
    expect(complaints).toEqual([]);
  });

  test('finds a word and a code, and a hit leads to its heading', async () => {
    const { page, complaints } = await visit();
    expect((await search(page, 'reissue')).length).toBeGreaterThan(1);
    await page.keyboard.press('Escape');
    const [best = ''] = await search(page, 'not-desired-file');
    expect(best).toContain('not-desired-file');
    await page.locator('.VPLocalSearchBox .result').first().click();
    await page.waitForURL(`${served.url}errors.html#not-desired-file`);
    // The address changes before the page is drawn.
    await page.locator('#not-desired-file').waitFor({ state: 'visible' });
    expect(complaints).toEqual([]);
  });

  test.each([
    ['excel', 'spreadsheets.html'],
    ['rollback', 'recipes.html#revert-the-last-apply'],
    ['import', 'adoption.html'],
    ['windows', 'windows.html'],
    ['leading zeros', 'spreadsheets.html'],
    ['staging', 'environments.html'],
    ['date format', 'spreadsheets.html'],
    ['approve', 'approval.html'],
  ])('%s finds first what is about it', async (words, place) => {
    const { page } = await visit();
    await search(page, words);
    const best = await page.locator('.VPLocalSearchBox .result').first().getAttribute('href');
    expect(best).toContain(place);
  });

  test('leads from page to page and to the repository, and back to the first page', async () => {
    const { page, complaints } = await visit('operations.html');
    await page.locator('.vp-doc a[href$="pipelines.html"]').first().click();
    await page.waitForURL(`${served.url}pipelines.html`);
    await page.goto(`${served.url}reports.html`);
    const outside = await page.locator(`.vp-doc a[href^="${REPOSITORY}"]`).first().getAttribute('href');
    expect(outside).toMatch(/\/blob\/v1\.2\.3\/\w/u);
    await page.locator('.VPNavBarTitle a').click();
    await page.waitForURL(served.url);
    expect(complaints).toEqual([]);
  });

  test.each(['', 'about.html', 'classes.html', 'commands.html', 'errors.html', 'reports.html', 'state.html'])(
    'fits a narrow screen: %j',
    async (path) => {
      const { page, complaints } = await visit(path, 390);
      const { wide, own } = await page.evaluate(() => ({
        wide: document.documentElement.scrollWidth,
        own: innerWidth,
      }));
      expect(wide).toBeLessThanOrEqual(own);
      const menu = path === '' ? '.VPNavBarHamburger' : '.VPLocalNav .menu';
      expect(await page.locator(menu).isVisible()).toBe(true);
      expect(complaints).toEqual([]);
    },
  );

  test('has the schemas at an address of their own', async () => {
    const answer = await fetch(`${served.url}schemas/desired.schema.json`);
    expect(await answer.json()).toHaveProperty('$schema');
  });

  test('keeps braces and the words of a link to a file that has no address, and names a heading that is not there', async () => {
    const root = join(folder, 'small');
    for (const name of ['docs/images', 'schemas', 'tools/site']) mkdirSync(join(root, name), { recursive: true });
    writeFileSync(join(root, 'package.json'), '{"version":"1.2.3"}');
    writeFileSync(join(root, 'README.md'), '# muster\n\nSay {{ 1 + 1 }}, and see [the action](action.yml).\n');
    writeFileSync(join(root, 'CHANGELOG.md'), '# Changelog\n');
    writeFileSync(join(root, 'tools/site/front.md'), '---\nlayout: home\n---\n');
    writeFileSync(join(root, 'action.yml'), '');
    writeFileSync(join(root, 'docs/drift.md'), '# Drift\n\n[one](#drift) [two](#gone) [home](../README.md#there)\n');
    const out = join(folder, 'small-site');
    const found = await buildSite({ root, out, url: URL_OF_SITE, repository: null });
    expect(found).toEqual([
      'drift.html: the link #gone leads to no heading of drift.html',
      'drift.html: the link ./about.html#there leads to no heading of about.html',
    ]);
    const html = readFileSync(join(out, 'about.html'), 'utf8');
    expect(html).toContain('Say {{ 1 + 1 }}, and see <span>the action</span>.');
  });
});
