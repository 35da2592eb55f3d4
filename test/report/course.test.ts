// How drift went over several runs: what may be concluded from which run, and how a reader sees it in a browser.

import { AxeBuilder } from '@axe-core/playwright';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recordAddress, userAddress } from '../../src/core/model/address.ts';
import { courseOf } from '../../src/formats/html/course-facts.ts';
import type { DriftDocument } from '../../src/core/report/documents/document.ts';
import type { ReportFinding } from '../../src/core/report/documents/drift-rows.ts';
import { renderHtml } from '../../src/formats/html/page.ts';
import { CAN_RUN_BROWSER, openPage, startBrowser } from '../support/browser.ts';
import type { Browser } from 'playwright-core';
import { documents } from './documents.ts';

const TESS = userAddress('tess@example.com');
const W10 = recordAddress('Welcome Calls', 'W-10');

const found = (address: ReportFinding['address'], parts: Partial<ReportFinding> = {}): ReportFinding => ({
  address,
  kind: address === TESS ? 'user' : 'record',
  class: address === TESS ? 'missing' : 'drift',
  alarm: true,
  cause: 'removed',
  text: 'removed',
  source: null,
  zone: null,
  fields: [],
  ignored: null,
  sightings: null,
  ...parts,
});

const RULE = {
  owner: 'desk',
  reason: 'known',
  expires: '2027-01-01T00:00:00.000Z',
  source: { file: 'muster.yaml', line: 3, column: 1 },
};

/** A run at 05:00 UTC of that day of November, unless a time is given. */
function run(day: number, findings: readonly ReportFinding[], parts: Partial<DriftDocument> = {}): DriftDocument {
  const alarms = findings.filter(({ alarm }) => alarm).length;
  const at = `2026-11-${String(day).padStart(2, '0')}T05:00:00.000Z`;
  const { drift } = documents;
  const summary = { ...drift.summary, alarms, unreadable: 0 };
  return { ...drift, at, findings, summary, only: null, coverage: { asked: 9, answered: 9 }, ...parts };
}

const incomplete = { coverage: { asked: 9, answered: 4 } };
const course = (runs: readonly DriftDocument[]): ReturnType<typeof courseOf> => courseOf(runs);
const noon = (day: number): number => Date.UTC(2026, 10, day, 5);

describe('from drift reports of one target', () => {
  test('what is new and what is gone is told against the full run before, whatever their order', () => {
    const { latest } = course([run(3, [found(W10)]), run(1, [found(TESS)])]);
    expect(latest).toEqual({
      from: noon(1),
      to: noon(3),
      came: [{ address: W10, class: 'drift' }],
      went: [{ address: TESS, class: 'missing' }],
      silenced: [],
    });
  });

  test.each([
    ['could not read everything', run(2, [], incomplete)],
    ['looked at a part', run(2, [], { only: 'user:*' })],
    ['found an object that cannot be judged', run(2, [], { summary: { ...run(2, []).summary, unreadable: 1 } })],
  ])('a run that %s is not known: nothing is gone by it, and nothing new after it', (_name, between) => {
    const { runs, latest, standing, days } = course([run(1, [found(TESS)]), between, run(3, [found(TESS)])]);
    expect(runs.map(({ alarms }) => alarms)).toEqual([1, null, 1]);
    expect(latest).toMatchObject({ from: noon(1), came: [], went: [] });
    expect(standing).toEqual([{ address: TESS, class: 'missing', since: noon(1) }]);
    expect(days.map(({ alarms, came, went }) => [alarms, came, went])).toEqual([
      [1, null, null],
      [null, null, null],
      [1, 0, 0],
    ]);
  });

  test('a run that failed is not known, too; one that only looked at the age of the last one is no run', () => {
    const failed = { ...documents.error, run: 'drift' as const, at: '2026-11-02T05:00:00.000Z' };
    const reports = [run(1, [found(TESS)]), failed, documents.heartbeat, run(3, [found(TESS)])];
    expect(courseOf(reports).runs.map(({ alarms }) => alarms)).toEqual([1, null, 1]);
  });

  test('a finding that went and came back stands since it came back', () => {
    const { standing } = course([run(1, [found(TESS)]), run(2, []), run(3, [found(TESS)]), run(4, [found(TESS)])]);
    expect(standing).toEqual([{ address: TESS, class: 'missing', since: noon(3) }]);
  });

  test('the history of a run knows more than a short list of reports', () => {
    const first = '2026-10-01T05:00:00.000Z';
    const sightings = { first, last: first, runs: 40, confirmed: first, due: null };
    const { standing } = course([run(3, [found(TESS, { sightings }), found(W10)])]);
    expect(standing.map(({ address, since }) => [address, new Date(since).toISOString().slice(0, 10)])).toEqual([
      [TESS, '2026-10-01'],
      [W10, '2026-11-03'],
    ]);
  });

  test('what a rule silences meanwhile is not called gone', () => {
    const { latest } = course([run(1, [found(TESS)]), run(2, [found(TESS, { alarm: false, ignored: RULE })])]);
    expect(latest).toMatchObject({ went: [], silenced: [{ address: TESS }] });
  });

  test('of one day the last full run counts, against the days before; the same report twice counts once', () => {
    const morning = run(2, [found(TESS), found(W10)]);
    const evening = { ...run(2, [found(W10)]), at: '2026-11-02T19:00:00.000Z' };
    const { days, runs } = course([run(1, [found(TESS)]), morning, morning, evening]);
    expect(runs).toHaveLength(3);
    expect(days.at(-1)).toEqual({ day: '2026-11-02', runs: 2, alarms: 1, came: 1, went: 1 });
  });
});

describe.skipIf(!CAN_RUN_BROWSER)('the page of several drift runs', () => {
  let browser: Browser;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'muster-course-'));
    browser = await startBrowser();
  }, 60_000);
  afterAll(async () => {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const many = Array.from({ length: 60 }, (_, index) => found(recordAddress('Summer', `C-${index}`)));
  const story = [
    run(1, [found(TESS)]),
    run(2, [found(TESS), ...many]),
    run(3, [], incomplete),
    run(20, [found(TESS), ...many.slice(0, 20)]),
    run(22, [found(TESS), found(W10)]),
  ];

  test('shows the line, the days, what is new and how long it stands, without a complaint', async () => {
    for (const scheme of ['light', 'dark'] as const) {
      const { page, complaints } = await openPage(browser, { folder, html: renderHtml(story), scheme });
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`)).toEqual([]);
      expect(complaints).toEqual([]);
      await page.context().close();
    }
    const { page } = await openPage(browser, { folder, html: renderHtml(story) });
    const cells = async (title: string): Promise<string[]> =>
      page
        .locator('section', { has: page.getByRole('heading', { name: title }) })
        .locator('tr')
        .allInnerTexts();
    expect((await cells('The last 5 runs')).map((row) => row.split('\t').join(' | '))).toEqual([
      'day (UTC) | runs | needs somebody | came | went',
      '2026-11-22 | 1 | 2 | 1 | 20',
      '2026-11-20 | 1 | 21 | 0 | 40',
      '2026-11-03 | 1 | not known | not known | not known',
      '2026-11-02 | 1 | 61 | 60 | 0',
      '2026-11-01 | 1 | 1 | not known | not known',
    ]);
    expect((await cells('New since the run before: 1'))[1]).toBe('new\tchanged\tcustomer W-10 in Welcome Calls');
    expect(await cells('How long it stands')).toContain('user tess@example.com\tmissing\t2026-11-01 05:00 UTC\t21');
    expect(await page.locator('svg circle.gap').count()).toBe(1);
    expect(await page.locator('svg line.trend').count()).toBe(2);
    await page.context().close();
  });

  test('of one run without a history says nothing of time', async () => {
    const { page } = await openPage(browser, { folder, html: renderHtml([run(1, [found(TESS)])]) });
    expect(await page.getByRole('heading', { name: /stands|runs|New since/u }).count()).toBe(0);
    await page.context().close();
  });
});
