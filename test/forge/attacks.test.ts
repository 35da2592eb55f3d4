// A forge that refuses, limits, lies or never ends, a token without rights, people and other runs that act meanwhile: each ends in one
// line that says what to do, and nothing is made twice.

import { describe, expect, test } from 'vitest';
import { readMarker } from '../../src/publish/marker.ts';
import { commentBody } from '../../src/publish/publish.ts';
import type { Publication } from '../../src/publish/publish.ts';
import { publishDrift } from '../../src/publish/publish-drift.ts';
import { KINDS, REPORT, story } from '../support/publishing.ts';

const COMMENTS = '(comments|notes|threads)';
const PAGE = { status: 200, body: '<html>sign in</html>', headers: { 'content-type': 'text/html' } };

describe.each(KINDS)('on %s', (kind) => {
  test('two runs at once end with one comment in sight', async () => {
    const { double, publish } = await story(kind);
    await Promise.all([publish(), publish(), publish()]);
    const seen = double.comments.filter(({ hidden, body }) => !hidden && readMarker(body)?.state !== 'replaced');
    expect(seen).toHaveLength(1);
    await publish();
    expect(double.comments.filter(({ hidden }) => !hidden)).toHaveLength(1);
  });

  test('an edit that is answered with something else is not believed', async () => {
    const { double, publish } = await story(kind);
    await publish();
    for (const answer of [PAGE, { status: 200, body: {} }]) {
      double.fail({ ...answer, on: /^(PATCH|PUT) /u, times: 9 });
      expect(await publish()).toMatch(/^forge-failed: .+/u);
      while (double.faults.length > 0) double.faults.pop();
    }
  });

  test('a new comment that is answered with something else is looked for, and made once', async () => {
    const { double, publish } = await story(kind);
    double.fail({ ...PAGE, on: new RegExp(`^POST .*${COMMENTS}$`, 'u'), carriedOut: true });
    expect(await publish()).toContain('comment on request 5: rewritten');
    expect(double.comments).toHaveLength(1);
  });

  test('a status that is answered with something else is not told as set', async () => {
    const { double, publish } = await story(kind);
    double.fail({ ...PAGE, on: /^POST .*(statuses|check-runs)/u, times: 2 });
    expect(await publish()).toMatch(/^forge-failed: .+/u);
  });

  test.each([401, 404])('a token that is refused with %i is told what it needs', async (status) => {
    const { double, publish } = await story(kind);
    double.fail({ on: new RegExp(`^GET .*${COMMENTS}$`, 'u'), status, body: { message: 'no' } });
    const told = await publish();
    expect(told).toMatch(new RegExp(`^forge-token: GET .*HTTP ${status}: no.*(TOKEN|SYSTEM_ACCESSTOKEN)`, 'u'));
    expect(String(told).includes('or it is not there')).toBe(status === 404);
    expect(String(told)).not.toContain('\n');
  });

  test('an address that has moved is named, and no token goes there', async () => {
    const { double, publish } = await story(kind);
    double.fail({ on: /^GET /u, status: 302, headers: { location: 'https://else.example.com/login' }, times: 9 });
    expect(await publish()).toMatch(/^forge-failed: GET .*HTTP 302.*else\.example\.com/u);
  });

  test('the body of a comment fits although 250 reports mark it', () => {
    const reports = Array.from({ length: 250 }, (_, index) => ({ ...REPORT, target: `target-${index}` }));
    const write: Publication['write'] = (budget) => ({ text: 'x'.repeat(Math.max(0, budget)), truncated: true });
    const publication = {
      ...{ reports, header: '', write, reportUrl: null, request: 5, commit: null },
      dryRun: false,
      notes: [],
    };
    const body = commentBody({ limits: { comment: 60_000, statusWords: 140 } }, publication);
    expect(body.length).toBeLessThanOrEqual(60_000);
    expect(readMarker(body)?.reports).toHaveLength(250);
  });
});

describe.each(['github', 'gitlab'] as const)('on %s', (kind) => {
  test('two drift runs at once end with one open issue', async () => {
    const { double, run } = await story(kind);
    const write: Publication['write'] = () => ({ text: 'findings', truncated: false });
    const once = () =>
      run((forge) => publishDrift(forge, { report: { ...REPORT, kind: 'drift' }, write, runUrl: null, dryRun: false }));
    await Promise.all([once(), once()]);
    expect(double.issues.filter(({ open }) => open)).toHaveLength(1);
    await once();
    expect(double.issues.filter(({ open }) => open)).toHaveLength(1);
  });

  test('a list that never ends is given up', async () => {
    const { double, publish } = await story(kind);
    for (let page = 1; page <= 101; page += 1) {
      const link = `<http://forge/repos/o/r/issues/5/comments?page=${page + 1}>; rel="next"`;
      const headers = { link, 'x-next-page': String(page + 1) };
      double.fail({ on: /^GET .*(comments|notes)$/u, status: 200, body: [], headers });
    }
    expect(await publish()).toMatch(/^forge-failed: .*more than 10,000/u);
  });
});

test('a repository of GitHub that has another name now is followed to it, at the same host', async () => {
  const { double, publish } = await story('github');
  const location = '/repos/o/r/issues/5/comments';
  double.fail({ on: /^(GET|POST) .*comments$/u, status: 307, headers: { location }, times: 2 });
  expect(await publish()).toContain('comment on request 5: created');
  expect(double.comments).toHaveLength(1);
});

test('a limit of GitHub that ends in an hour is told, and not waited for', async () => {
  const { double, publish } = await story('github');
  const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(Math.ceil(Date.now() / 1000) + 3600) };
  double.fail({ on: /^POST .*comments$/u, status: 403, headers, body: { message: 'API rate limit exceeded' } });
  expect(await publish({}, 1000)).toMatch(/^forge-limited: POST .*HTTP 403.*after 3\d\d\d seconds/u);
  expect(double.comments).toEqual([]);
});
