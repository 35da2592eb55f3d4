// muster render: reports of earlier runs, read back. What comes out is what the run itself would have written.

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readReport } from '../../src/cli/process/read-report.ts';
import { ToolError } from '../../src/core/model/errors.ts';
import { FORMAT_NAMES, shows } from '../../src/core/report/format-table.ts';
import { render } from '../../src/formats/formats.ts';
import { safeJson } from '../../src/core/report/words/printable.ts';
import { PLAIN } from '../../src/core/report/words/style.ts';
import { documents } from '../report/documents.ts';
import { readCsv, readJunit } from '../report/reading-back.ts';
import { freshFolder, muster, saying, type Ended } from './muster.ts';

const LAYOUT = { style: PLAIN, width: 100, verbose: true };
const shown = Object.entries(documents).filter(([name]) => name !== 'adopt');

describe('a report that is read back', () => {
  test.each(shown)('of %s reads the same in every format', (_name, document) => {
    const back = readReport(safeJson(document), 'a.json');
    for (const format of FORMAT_NAMES.filter((each) => shows(each, document.kind))) {
      expect(render(format, back, LAYOUT)).toBe(render(format, document, LAYOUT));
    }
  });

  test('of a later minor version is read, and what it adds is left out of the text', () => {
    const later = { ...documents.plan, formatVersion: '1.9', weather: 'fine' };
    expect(render('text', readReport(JSON.stringify(later), 'a.json'), LAYOUT)).toBe(
      render('text', documents.plan, LAYOUT),
    );
  });
});

const report = documents.plan;
const drift = documents.drift;
const phone = { field: 'data.phone', before: null, after: '+34600111222' };
const [change] = report.changes;

describe('a file that is no report to show', () => {
  test.each([
    ['nothing', '', 'not-a-report', 'the file is empty'],
    ['half a report', safeJson(documents.plan).slice(0, 500), 'not-a-report', 'not whole JSON'],
    ['another JSON file', '{"users": [{"firstName": "Wolpertinger"}]}', 'not-a-report', 'no formatVersion'],
    ['a list', '[]', 'not-a-report', 'no formatVersion'],
    ['another major version', JSON.stringify({ ...report, formatVersion: '2.0' }), 'report-version', 'given: 2.0'],
    ['a missing key', JSON.stringify({ ...report, changes: undefined }), 'not-a-report', 'changes'],
    ['a word that no list has', JSON.stringify({ ...report, kind: 'weather' }), 'not-a-report', '/kind'],
    ['a plan without its approval', JSON.stringify({ ...report, approval: null }), 'not-a-report', 'kind plan'],
    ['a time that is none', JSON.stringify({ ...report, at: 'tomorrow' }), 'not-a-report', 'at is no time'],
    [
      'a zone that is none',
      JSON.stringify({
        ...report,
        forecast: {
          ...report.forecast,
          later: [{ hour: report.at, from: report.at, to: report.at, zone: 'Wolpertinger', records: 1, tasks: [] }],
        },
      }),
      'not-a-report',
      'forecast.later[0].zone',
    ],
    ['an adoption', safeJson(documents.adopt), 'report-personal', 'adoption'],
    [
      'a line of a file',
      JSON.stringify({
        ...report,
        diagnostics: [{ ...documents.validate.diagnostics[0], line: 'phone: Wolpertinger' }],
      }),
      'not-a-report',
      '/diagnostics/0/line',
    ],
    [
      'a personal field',
      JSON.stringify({ ...report, changes: [{ ...change, fields: [phone] }] }),
      'report-personal',
      'changes[0]',
    ],
    [
      'a personal patch',
      JSON.stringify({
        ...report,
        changes: [{ ...change, patch: [{ op: 'add', path: '/data/phone', value: '+34600111222' }] }],
      }),
      'report-personal',
      'changes[0]',
    ],
    [
      'a personal finding',
      JSON.stringify({ ...drift, findings: [{ ...drift.findings[0], fields: [{ ...phone, class: 'drift' }] }] }),
      'report-personal',
      'findings[0]',
    ],
  ])('%s is refused with its place, and without its values', (_name, text, code, said) => {
    const error = refusal(text);
    expect(error).toMatchObject({ code, message: saying(said) });
    expect(error.message).toMatch(/^a\.json: [^\n]+$/u);
    expect(error.message).not.toMatch(/Wolpertinger|600111222/u);
  });
});

function refusal(text: string): ToolError {
  try {
    readReport(text, 'a.json');
  } catch (error) {
    if (error instanceof ToolError) return error;
    throw error;
  }
  throw new Error('it was read');
}

describe('muster render', () => {
  const folder = freshFolder();
  afterAll(() => rmSync(folder, { recursive: true }));
  const run = async (...words: string[]): Promise<Ended> => muster(['render', ...words], { folder });
  mkdirSync(join(folder, 'out'));
  const other = { ...documents.drift, target: { ...documents.drift.target!, name: 'prod-us' } };
  writeFileSync(join(folder, 'plan.json'), safeJson(documents.plan));
  writeFileSync(join(folder, 'drift.json'), safeJson(other));
  writeFileSync(join(folder, 'old.json'), JSON.stringify({ ...report, formatVersion: '0.9' }));

  test('prints one report as its run did, without a project and without a service', async () => {
    const { exit, out, err } = await run('plan.json');
    expect({ exit, err }).toEqual({ exit: 0, err: '' });
    expect(out).toBe(render('text', documents.plan, { ...LAYOUT, verbose: false }));
  });

  test('prints several after a table with one line for each', async () => {
    const { exit, out } = await run('plan.json', 'drift.json');
    const [head, first, second] = out.split('\n');
    expect({ exit, head }).toEqual({ exit: 0, head: saying('Run    Of') });
    expect(first).toMatch(
      /^plan {3}contact-centre -> prod-eu {2}2026-11-20 09:00 UTC {2}Incomplete: 1 of 412 objects/u,
    );
    expect(second).toMatch(
      /^drift {2}contact-centre -> prod-us {2}.* UTC {2}(?:Incomplete|\d+ findings? needs? somebody)/u,
    );
    expect(out).toContain(render('text', documents.plan, { ...LAYOUT, verbose: false }));
  });

  test('writes several into one output of each format that holds several', async () => {
    const words = ['--out', 'csv=out/all.csv', '--out', 'junit=out/all.xml', '--out', 'sarif=out/all.sarif'];
    expect(await run('plan.json', 'drift.json', ...words)).toEqual({ exit: 0, out: '', err: '' });
    const text = (name: string): string => readFileSync(join(folder, 'out', name), 'utf8');
    expect(new Set(readCsv(text('all.csv')).map(({ target }) => target))).toEqual(new Set(['prod-eu', 'prod-us']));
    expect(readJunit(text('all.xml')).map(({ name }) => name)).toEqual([
      'plan contact-centre -> prod-eu',
      'drift contact-centre -> prod-us',
    ]);
    expect((JSON.parse(text('all.sarif')) as { runs: unknown[] }).runs).toHaveLength(2);
  });

  test.each([
    [[], "missing required argument 'reports'"],
    [['nowhere.json'], 'there is no such file'],
    [['old.json'], 'expected format 1.x; given: 0.9'],
    [['plan.json', 'drift.json', '--out', 'json=-'], 'the format json holds one report'],
    [['drift.json', '--out', 'gitlab-terraform=-'], 'cannot show a report of kind drift'],
  ])('%j is refused', async (words, said) => {
    const { exit, out, err } = await run(...words);
    expect({ exit, out }).toEqual({ exit: 2, out: '' });
    expect(err.replaceAll(/\s+/gu, ' ')).toContain(said);
  });
});
