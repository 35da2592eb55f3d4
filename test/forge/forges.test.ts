// One contract on three forges, and what each of them does when it refuses, limits, loses an answer or lies. The doubles are held
// against what the forges publish of their interfaces, request by request: slices of GitHub's description, of GitLab's own client and
// of Microsoft's own client for Azure DevOps (tools/forge-api). What no slice has is named in test/support/forge-api.ts.

import { describe, expect, test } from 'vitest';
import type { Publication, PublicationLines } from '../../src/publish/publish.ts';
import { publishDrift } from '../../src/publish/publish-drift.ts';
import { publishMark } from '../../src/publish/publish-mark.ts';
import { readMarker } from '../../src/publish/marker.ts';
import type { PublishedReport } from '../../src/publish/published.ts';
import { OWN } from '../support/forge-double.ts';
import { KINDS, REPORT, story, TOKEN } from '../support/publishing.ts';
import type { Story } from '../support/publishing.ts';

describe.each(KINDS)('on %s', (kind) => {
  test('one comment is made, rewritten, found behind 250 others, and made again after it was deleted', async () => {
    const { double, publish } = await story(kind);
    for (let index = 0; index < 250; index += 1) {
      double.comments.push({ id: 100 + index, author: 1, body: 'chat', hidden: false });
    }
    await publish();
    const first = double.comments.at(-1)?.id;
    await publish({ write: () => ({ text: 'second', truncated: false }) });
    expect(double.comments.filter(({ author }) => author === OWN)).toMatchObject([
      { id: first, body: expect.stringContaining('second') as unknown },
    ]);
    double.comments.pop();
    await publish();
    expect(double.comments.filter(({ author }) => author === OWN)).toHaveLength(1);
    expect([...double.tokens].every((each) => each.includes(TOKEN))).toBe(true);
  });

  test('older comments of ours are put out of sight, and stay so', async () => {
    const { double, publish } = await story(kind);
    await publish();
    const [own] = double.comments;
    for (const id of [20, 30]) double.comments.push({ id, author: OWN, body: own?.body ?? '', hidden: false });
    await publish();
    await publish();
    const seen = double.comments.filter(({ hidden }) => !hidden);
    expect(seen.map(({ id }) => id)).toEqual([30]);
  });

  test('a comment deleted between the look and the edit is made again', async () => {
    const { double, publish } = await story(kind);
    await publish();
    double.fail({ on: /^(PATCH|PUT) /u, status: 404, body: { message: 'Not Found' } });
    expect(await publish()).toContain('comment on request 5: rewritten');
  });

  test('a create whose answer is lost is not sent again when it arrived', async () => {
    const { double, publish } = await story(kind);
    double.fail({ on: /^POST .*(comments|notes|threads)$/u, status: 0, body: '', carriedOut: true });
    expect(await publish()).toContain('comment on request 5: rewritten');
    expect(double.comments).toHaveLength(1);
    expect(double.asked.filter((each) => /^POST .*(comments|notes|threads)$/u.test(each))).toHaveLength(1);
  });

  test('a page of rubbish is no empty list: nothing is created', async () => {
    const { double, publish } = await story(kind);
    for (const body of ['<html>sign in</html>', { message: 'ok' }, [{ id: 'x' }]]) {
      double.fail({ on: /^GET .*(comments|notes|threads)$/u, status: 200, body });
      expect(await publish()).toMatch(/^forge-failed: /u);
    }
    expect(double.comments).toEqual([]);
  });

  test('a limit of an hour ends with its time, and nothing is made twice by the next run', async () => {
    const { double, publish } = await story(kind);
    double.fail({
      on: /^POST .*(comments|notes|threads)$/u,
      status: 429,
      headers: { 'retry-after': '3600' },
      body: { message: 'rate limit' },
    });
    expect(await publish()).toMatch(/^forge-limited: .*after 3600 seconds/u);
    await publish();
    expect(double.comments).toHaveLength(1);
  });

  test('a server error of a read is asked again', async () => {
    const { double, publish } = await story(kind);
    double.fail({ on: /^GET .*(comments|notes|threads)$/u, status: 502, body: 'bad gateway', times: 2 });
    expect(await publish()).toContain('comment on request 5: created');
  });

  test('the status has the verdict in the length that the forge takes', async () => {
    const { double, publish } = await story(kind);
    await publish({ reports: [{ ...REPORT, verdict: 'v'.repeat(1000), failed: true }] });
    expect(double.statuses).toHaveLength(1);
    const [status] = double.statuses;
    expect(['failure', 'failed']).toContain(status?.body['state']);
    expect(String(status?.body['description']).length).toBeLessThanOrEqual(255);
  });

  test('a dry run reads and writes nothing', async () => {
    const { double, publish } = await story(kind);
    expect(await publish({ dryRun: true })).toContain('comment on request 5: created');
    expect(double.asked.filter((each) => !each.startsWith('GET ') && each !== 'POST /graphql')).toEqual([]);
  });
});

test('a secondary limit of a second is waited for, as GitHub asks', async () => {
  const { double, publish } = await story('github');
  const body = { message: 'You have exceeded a secondary rate limit' };
  double.fail({ on: /^POST .*comments$/u, status: 403, headers: { 'retry-after': '1' }, body });
  expect(await publish({}, 1000)).toContain('comment on request 5: created');
  expect(double.comments).toHaveLength(1);
});

test('a link that is too long for a status of GitLab is left out', async () => {
  const { double, publish } = await story('gitlab');
  const reportUrl = `https://ci.example.com/${'r'.repeat(300)}`;
  expect(await publish({ reportUrl })).toContain('status muster: success, prod: 1 change: 1 create.');
  expect(double.statuses).toMatchObject([{ body: { state: 'success' } }]);
  expect(double.statuses[0]?.body).not.toHaveProperty('target_url');
  expect(double.comments[0]?.body).toContain(reportUrl);
});

test('a status of GitLab that another job is writing is sent again, twice', async () => {
  const { double, publish } = await story('gitlab');
  const body = { message: 'Another update to this commit status is in progress' };
  double.fail({ on: /statuses/u, status: 409, body, times: 2 });
  expect(await publish()).toContain('status muster: success, prod: 1 change: 1 create.');
  expect(double.statuses).toHaveLength(1);
  double.fail({ on: /statuses/u, status: 409, body, times: 3 });
  expect(await publish()).toMatch(/^forge-failed: POST .*statuses.*HTTP 409: Another update/u);
  expect(double.asked.filter((each) => each.includes('/statuses/'))).toHaveLength(6);
});

test('a sign-in page of Azure with 203 is a token that is not accepted, in words', async () => {
  const { double, publish } = await story('azure');
  double.fail({ on: /connectionData/u, status: 203, body: '<html>', headers: { 'content-type': 'text/html' } });
  expect(await publish()).toMatch(/^forge-failed: .*token is not accepted/u);
});

describe('the counts beside the checks of a commit of GitHub', () => {
  const note = (line: number, level: 'error' | 'warning'): Publication['notes'][number] => ({
    level,
    title: 'code',
    message: 'words',
    place: { file: 'teams/a.yaml', line, column: 3 },
  });

  test('are a check where the token may write one, with the report and ten notes of each level, errors first', async () => {
    const { double, publish } = await story('github');
    double.mayCheck = true;
    const lines = Array.from({ length: 12 }, (_, index) => index + 1);
    const notes = lines.flatMap((line) => [note(line, 'warning'), note(line, 'error')]);
    expect(await publish({ notes: [{ ...note(1, 'error'), place: null }, ...notes] })).toContain(
      'check muster: success, prod: 1 change: 1 create.',
    );
    expect(double.statuses).toEqual([]);
    const [check] = double.checks;
    expect(check).toMatchObject({
      name: 'muster',
      head_sha: 'a'.repeat(40),
      conclusion: 'success',
      details_url: 'https://ci.example.com/run/1',
      output: { title: 'prod: 1 change: 1 create.', summary: expect.stringContaining('words') as unknown },
    });
    const { annotations } = check?.['output'] as { annotations: { annotation_level: string; start_line: number }[] };
    expect(annotations.map(({ annotation_level, start_line }) => `${annotation_level} ${start_line}`)).toEqual([
      ...lines.slice(0, 10).map((line) => `failure ${line}`),
      ...lines.slice(0, 10).map((line) => `warning ${line}`),
    ]);
  });

  test('are a status where it may not', async () => {
    const { double, publish } = await story('github');
    expect(await publish({ notes: [note(1, 'error')] })).toContain('status muster: success, prod: 1 change: 1 create.');
    expect(double.checks).toEqual([]);
    expect(double.statuses).toMatchObject([{ body: { context: 'muster', state: 'success' } }]);
  });

  test('are no status while the forge only asks to wait', async () => {
    const { double, publish } = await story('github');
    const headers = { 'retry-after': '3600' };
    double.fail({ on: /check-runs/u, status: 403, headers, body: { message: 'secondary rate limit' } });
    expect(await publish()).toMatch(/^forge-limited: /u);
    expect(double.statuses).toEqual([]);
  });
});

describe.each(KINDS)('what a job says of itself on %s', (kind) => {
  const marking = { header: '', request: 5, reportUrl: 'https://ci.example.com/run/2', dryRun: false, at: 0 };

  test('stands above the plan, is replaced by what came of it, and makes no comment', async () => {
    const { double, publish, run } = await story(kind);
    const mark = (name: 'applying' | 'cancelled') =>
      run((forge) => publishMark(forge, { ...marking, reports: [REPORT], mark: name }));
    expect(await mark('applying')).toEqual([
      'comment on request 5: not marked as applying, because none of this project is there that could be',
    ]);
    expect(double.comments).toEqual([]);
    await publish();
    expect(await mark('applying')).toEqual(['comment on request 5: marked as applying']);
    const [applying] = double.comments;
    expect(readMarker(applying?.body ?? '')?.state).toBe('applying');
    expect(applying?.body).toMatch(/\n> \*\*Applying\*\* since 1970-01-01 00:00 UTC: .*run\/2>\)\n\nwords words/u);
    expect(await mark('cancelled')).toEqual(['comment on request 5: marked as cancelled']);
    expect(double.comments[0]?.body).not.toContain('Applying');
    const applied: PublishedReport = { ...REPORT, kind: 'apply', at: '2026-11-20T09:05:00.000Z', wrote: true };
    double.fail({
      on: /(pulls|merge_requests|pullrequests)$/u,
      status: 200,
      body: kind === 'azure' ? { value: [] } : [],
    });
    await publish({ reports: [applied] });
    expect(readMarker(double.comments[0]?.body ?? '')?.state).toBe('applied');
    expect(await mark('cancelled')).toEqual([expect.stringContaining('not marked as cancelled')]);
    expect(double.comments).toHaveLength(1);
  });
});

describe.each(['github', 'gitlab'] as const)('the drift issue of a target on %s', (kind) => {
  const drift = (minute: number, parts: Partial<PublishedReport> = {}): PublishedReport => ({
    ...REPORT,
    kind: 'drift',
    at: `2026-11-20T09:${String(minute).padStart(2, '0')}:00.000Z`,
    ...parts,
  });
  const write: Publication['write'] = () => ({ text: 'findings', truncated: false });
  const told = async ({ run }: Story, report: PublishedReport): Promise<PublicationLines | string> =>
    run((forge) => publishDrift(forge, { report, write, runUrl: null, dryRun: false }));

  test('opens, is kept up to date, stays open while not all is read, closes, and opens again', async () => {
    const one = await story(kind);
    const { issues } = one.double;
    expect(await told(one, drift(0, { quiet: true }))).toEqual([
      'drift issue of prod: none, because there is no drift',
    ]);
    expect(issues).toEqual([]);
    expect(await told(one, drift(1))).toEqual(['drift issue of prod: opened']);
    expect(issues).toMatchObject([{ title: 'Drift in cc, target prod', open: true, labels: ['muster-drift'] }]);
    await told(one, drift(2));
    expect(readMarker(issues[0]?.body ?? '')?.reports[0]?.at).toContain('09:02');
    expect(await told(one, drift(3, { quiet: true, failed: true }))).toEqual([
      'drift issue of prod: left open, because not everything could be read',
    ]);
    expect(issues[0]?.body).toContain('> **Not known at 2026-11-20 09:03 UTC**');
    expect(await told(one, drift(4, { quiet: true }))).toEqual([
      'drift issue of prod: closed, because there is no drift any more',
    ]);
    expect(issues).toMatchObject([
      { open: false, notes: ['No drift at 2026-11-20 09:04 UTC; everything declared was read.'] },
    ]);
    await told(one, drift(5));
    expect(issues).toMatchObject([{ open: true }]);
    expect(issues[0]?.notes.at(-1)).toContain('Drift is back');
  });

  test('of somebody else is left alone, and an opening whose answer is lost is not sent again', async () => {
    const one = await story(kind);
    const { issues, fail, asked } = one.double;
    await told(one, drift(1));
    const body = issues[0]?.body ?? '';
    Object.assign(issues[0] ?? {}, { author: 1 });
    fail({ on: /^POST .*\/issues$/u, status: 0, carriedOut: true });
    expect(await told(one, drift(2))).toEqual(['drift issue of prod: kept up to date']);
    expect(issues).toHaveLength(2);
    expect(issues[0]?.body).toBe(body);
    expect(asked.filter((each) => /^POST .*\/issues$/u.test(each))).toHaveLength(2);
  });
});

test('Azure DevOps gets no drift issue, and says so', async () => {
  const { double, run } = await story('azure');
  const write: Publication['write'] = () => ({ text: 'findings', truncated: false });
  const publication = { report: { ...REPORT, kind: 'drift' as const }, write, runUrl: null, dryRun: false };
  const told = await run((forge) => publishDrift(forge, publication));
  expect(told).toEqual(['drift issue of prod: none, because Azure DevOps has no issues of this kind']);
  expect(double.asked).toEqual([]);
});
