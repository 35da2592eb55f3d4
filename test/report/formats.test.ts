// What each format says of each kind of run, judged by reading it back.

import type { Log } from 'sarif';
import { describe, expect, test } from 'vitest';
import { adoptDocument } from '../../src/core/report/kinds/adopt.ts';
import { planDocument } from '../../src/core/report/documents/plan.ts';
import type { ReportDocument } from '../../src/core/report/documents/document.ts';
import { annotationsOf } from '../../src/core/report/documents/annotations.ts';
import { rowsOf } from '../../src/formats/rows.ts';
import { FORMAT_NAMES, formatOf, shows, type FormatName } from '../../src/core/report/format-table.ts';
import { render } from '../../src/formats/formats.ts';
import { RUN_KINDS } from '../../src/core/report/words/head.ts';
import { PLAIN } from '../../src/core/report/words/style.ts';
import { documents } from './documents.ts';
import { readCsv, readJunit, readNdjson, readOpenMetrics } from './reading-back.ts';
import { adoption } from './adoptions.ts';
import { CANARY, context, emptyPlan, fullPlan, recordedUser, userChange } from './values.ts';

const LAYOUT = { style: PLAIN, width: 100, verbose: false };
const text = (format: FormatName, name: string): string => render(format, documents[name] as ReportDocument, LAYOUT);
const reportOf = (name: string) => documents[name] as ReportDocument;
const shownAs = (format: FormatName): string[] =>
  Object.keys(documents).filter((name) => shows(format, reportOf(name).kind));

describe('the table of formats', () => {
  test.each(FORMAT_NAMES)('%s has a media type, a reader and kinds of runs that exist', (name) => {
    const { mediaType, kinds, for: reader } = formatOf(name);
    expect(mediaType).toMatch(/^[a-z]+\/[a-z0-9+-]+(; [a-z]+=[\w.-]+)*$/u);
    expect(reader).not.toBe('');
    expect(kinds.filter((kind) => !RUN_KINDS.includes(kind))).toEqual([]);
  });

  test('an adoption shows values of people in text, JSON and the rows that usersFrom reads, and in no other format', () => {
    const patch = { file: 'teams/a.yaml', isNew: false, diff: ['+++ b/teams/a.yaml', `+  firstName: ${CANARY}`] };
    const found = { ...adoption, files: [patch], people: [{ loginUserId: 'ana@example.com', firstName: CANARY }] };
    const document = adoptDocument(found, context, ['adopt', 'users']);
    const formats = FORMAT_NAMES.filter((name) => shows(name, 'adopt'));
    expect(formats.filter((name) => render(name, document, LAYOUT).includes(CANARY))).toEqual(['text', 'json', 'csv']);
    expect(formats.filter((name) => !['text', 'json', 'csv'].includes(name))).toEqual([
      'html',
      'markdown',
      'markdown-gitlab',
      'markdown-azure',
    ]);
    expect(render('markdown', document, LAYOUT)).toContain('`teams/a.yaml`: a patch of 2 lines');
  });

  test.each(FORMAT_NAMES)('%s ends with a line end, whatever it shows', (name) => {
    for (const each of shownAs(name)) expect(text(name, each)).toMatch(/[^\n]\r?\n$/u);
  });
});

describe('junit', () => {
  test.each(shownAs('junit'))('of %s counts its cases', (name) => {
    for (const { tests, failures, errors, skipped, testcase } of readJunit(text('junit', name))) {
      const having = (part: 'failure' | 'error' | 'skipped'): number => testcase.filter((each) => part in each).length;
      const counted = [testcase.length, having('failure'), having('error'), having('skipped')];
      expect([tests, failures, errors, skipped].map(Number)).toEqual(counted);
    }
  });

  test.each(shownAs('junit'))('of %s fails what is an error there, and nothing else', (name) => {
    const cases = readJunit(text('junit', name)).flatMap(({ testcase }) => testcase);
    const failing = cases.flatMap(({ failure, error }) => failure ?? error ?? []).map(({ type }) => type);
    const wanted = annotationsOf(reportOf(name))
      .filter(({ level, silenced }) => level === 'error' && silenced === null)
      .map(({ code }) => code);
    expect(failing.toSorted()).toEqual(wanted.toSorted());
  });

  test('of a finding names file and line, what is wrong and how to go on', () => {
    const [suite] = readJunit(text('junit', 'validate'));
    const found = suite?.testcase.find(({ classname }) => classname === 'validate.unknown-key');
    expect(found).toMatchObject({ file: 'teams/support.yaml', line: '14', failure: { type: 'unknown-key' } });
    expect(found?.failure?.['#text']).toContain('Correct the spelling');
  });

  test('of a plan has a passing case for what will be changed, of a drift a skipped one for what a rule silences', () => {
    const plan = readJunit(text('junit', 'plan')).flatMap(({ testcase }) => testcase);
    expect(plan.find(({ name }) => name === 'user carl@example.com')).toMatchObject({ classname: 'plan.create' });
    const drift = readJunit(text('junit', 'drift')).flatMap(({ testcase }) => testcase);
    expect(drift.some(({ skipped }) => skipped !== undefined)).toBe(true);
  });
});

describe('sarif', () => {
  test.each(shownAs('sarif'))('of %s has what code scanning asks for', (name) => {
    const [run] = (JSON.parse(text('sarif', name)) as Log).runs;
    const rules = run?.tool.driver.rules ?? [];
    for (const { ruleId, ruleIndex, locations, message, level } of run?.results ?? []) {
      expect(rules[ruleIndex ?? -1]?.id).toBe(ruleId);
      expect(locations?.[0]?.physicalLocation?.region?.startLine).toBeGreaterThan(0);
      expect(message.text).not.toBe('');
      expect(level).toMatch(/^(error|warning)$/u);
    }
    expect(run?.invocations?.[0]?.executionSuccessful).toBe(reportOf(name).error === null);
    expect(run?.results).toHaveLength(annotationsOf(reportOf(name)).length);
  });

  test('a path is a URI, below the folder of the project', () => {
    const log = JSON.parse(render('sarif', documents.validate, { ...LAYOUT, folder: 'rosters/eu west' })) as Log;
    const uris = log.runs[0]?.results?.map((each) => each.locations?.[0]?.physicalLocation?.artifactLocation?.uri);
    expect(uris).toEqual(['rosters/eu%20west/teams/support.yaml', 'rosters/eu%20west/campaigns/summer%20calls.yaml']);
  });

  test('what a rule silences is suppressed, with who and why', () => {
    const results = (JSON.parse(text('sarif', 'drift')) as Log).runs[0]?.results ?? [];
    const suppressed = results.filter(({ suppressions }) => suppressions !== undefined);
    expect(suppressed).toHaveLength(reportOf('drift').findings.filter(({ ignored }) => ignored !== null).length);
    expect(suppressed.length).toBeGreaterThan(0);
  });
});

describe('gitlab', () => {
  test('three numbers of a plan: a restore creates, a move updates, a replacement deletes and creates, a release is none', () => {
    const change = (action: Partial<Parameters<typeof userChange>[2]>, index: number) =>
      userChange(`u${index}@example.com`, index + 1, action);
    const changes = [
      { action: 'create' },
      { action: 'restore' },
      { action: 'update' },
      { action: 'replace', writes: ['delete-user', 'add-user'] },
      { action: 'delete', recorded: recordedUser('a') },
      { action: 'adopt', writes: [] },
      { action: 'forget', writes: [] },
    ] as const;
    const document = planDocument({ ...emptyPlan, changes: changes.map(change) }, context);
    expect(JSON.parse(render('gitlab-terraform', document, LAYOUT))).toEqual({ create: 3, update: 1, delete: 2 });
  });

  test('of a plan that failed no numbers: none is not zero', () => {
    expect(JSON.parse(text('gitlab-terraform', 'error'))).toEqual({});
    expect(JSON.parse(text('gitlab-terraform', 'plan-empty'))).toEqual({ create: 0, update: 0, delete: 0 });
  });

  test.each(shownAs('gitlab-codequality'))(
    'code quality of %s has the keys that GitLab reads, and fingerprints of its own',
    (name) => {
      const issues = JSON.parse(text('gitlab-codequality', name)) as Record<string, unknown>[];
      for (const issue of issues) {
        expect(issue).toEqual({
          description: expect.stringMatching(/./u) as unknown,
          check_name: expect.stringMatching(/^[a-z0-9-]+$/u) as unknown,
          fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/u) as unknown,
          severity: expect.stringMatching(/^(major|minor)$/u) as unknown,
          location: { path: expect.any(String) as unknown, lines: { begin: expect.any(Number) as unknown } },
        });
      }
      expect(new Set(issues.map(({ fingerprint }) => fingerprint)).size).toBe(issues.length);
    },
  );

  test('a finding that moves to another line is the same finding', () => {
    const prints = (down: number): unknown[] => {
      const moved = documents.validate.diagnostics.map((each) => ({
        ...each,
        source: { ...each.source, line: each.source.line + down },
      }));
      const document = { ...documents.validate, diagnostics: moved };
      return (JSON.parse(render('gitlab-codequality', document, LAYOUT)) as { fingerprint: string }[]).map(
        ({ fingerprint }) => fingerprint,
      );
    };
    expect(prints(3)).toEqual(prints(0));
  });
});

describe('rows', () => {
  test.each(shownAs('csv'))('csv of %s names what differs', (name) => {
    expect(text('csv', name)).not.toContain('[object');
  });

  test.each(shownAs('csv'))('csv of %s has a row for each row of the report, and for what ended it', (name) => {
    const report = reportOf(name);
    const ended = report.error ?? report.stopped;
    const rows = readCsv(text('csv', name));
    expect(rows.map(({ row }) => row)).toEqual([
      ...(ended === null ? [] : [report.error === null ? 'stopped' : 'error']),
      ...rowsOf(report).map(({ row }) => row),
    ]);
  });

  test.each(shownAs('ndjson'))('ndjson of %s says everything that the JSON report says', (name) => {
    const [run, ...rows] = readNdjson(text('ndjson', name));
    const report = JSON.parse(JSON.stringify(reportOf(name))) as Record<string, unknown>;
    expect(report).toMatchObject(Object.fromEntries(Object.entries(run ?? {}).filter(([key]) => key !== 'row')));
    const lists = Object.keys(report).filter((key) => !(key in (run ?? {})));
    const said = lists.flatMap((key) => report[key] as object[]);
    expect(rows.map(({ row: _row, run: _run, ...rest }) => rest)).toEqual(said);
  });
});

describe('openmetrics', () => {
  test.each(shownAs('openmetrics'))('of %s keeps the grammar, with one value for one set of labels', (name) => {
    const samples = readOpenMetrics(text('openmetrics', name));
    const keys = samples.map(({ metric, labels }) => JSON.stringify([metric, labels]));
    expect(new Set(keys).size).toBe(keys.length);
  });

  test('of a plan counts its changes; of an empty one there are zero, not none', () => {
    const values = (name: string, metric: string): number[] =>
      readOpenMetrics(text('openmetrics', name)).flatMap((each) => (each.metric === metric ? [each.value] : []));
    const sum = (list: number[]): number => list.reduce((total, each) => total + each, 0);
    expect(sum(values('plan', 'muster_plan_changes'))).toBe(fullPlan.changes.length);
    expect(values('plan', 'muster_plan_size')).toEqual([fullPlan.changes.length]);
    expect(values('plan-empty', 'muster_plan_size')).toEqual([0]);
  });

  test('of a drift run that could not read everything says no time of a complete run; a heartbeat says the one it found', () => {
    const last = (name: string): number[] =>
      readOpenMetrics(text('openmetrics', name)).flatMap(({ metric, value }) =>
        metric === 'muster_drift_last_complete_timestamp_seconds' ? [value] : [],
      );
    expect(last('drift')).toEqual([]);
    expect(last('drift-none')).toEqual([Date.parse(reportOf('drift-none').at) / 1000]);
    expect(last('heartbeat')).toEqual([Date.parse(documents.heartbeat.heartbeat.at) / 1000]);
  });

  test('names no person and no record', () => {
    for (const name of shownAs('openmetrics')) expect(text('openmetrics', name)).not.toMatch(/@|C-\d/u);
  });
});
