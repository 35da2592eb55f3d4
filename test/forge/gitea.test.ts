// The contract of comments and issues on a real forge: Gitea, started for this file. Where it cannot be had the file says why and
// passes; MUSTER_REQUIRE_TOOLS=1 makes that a failure (tools/programs).

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readMarker } from '../../src/publish/marker.ts';
import { listAt, numberAt, textAt } from '../../src/publish/value.ts';
import type { ReportDocument } from '../../src/core/report/documents/document.ts';
import { driftDocument } from '../../src/core/report/documents/drift.ts';
import { applyDocument, planDocument } from '../../src/core/report/documents/plan.ts';
import { safeJson } from '../../src/core/report/words/printable.ts';
import { freshFolder, musterProcess } from '../cli/muster.ts';
import type { Ended } from '../cli/muster.ts';
import { cleanDrift, context, fullDrift, fullPlan, fullResult } from '../report/values.ts';
import { startGitea } from '../support/gitea.ts';
import type { Gitea } from '../support/gitea.ts';
import { programOf } from '../support/tools.ts';

const program = await programOf('gitea');

const REPOSITORY = 'team/rosters';
const BASE = `/repos/${REPOSITORY}`;
const MINUTE = 60_000;
/** What a report of a request says of its time is believed up to now. */
const START = Date.now() - 60 * MINUTE;

describe.skipIf(program === null)('on Gitea', () => {
  let gitea: Gitea;
  let token: string;
  const folder = freshFolder();

  beforeAll(async () => {
    gitea = await startGitea(program ?? '');
    ({ token } = await gitea.account('team'));
    await gitea.ask(token, 'POST', '/user/repos', { name: 'rosters', auto_init: true, default_branch: 'main' });
  }, 5 * MINUTE);

  afterAll(async () => gitea?.stop());

  /** A request with one new file. */
  async function request(branch: string): Promise<{ readonly number: number; readonly sha: string }> {
    const content = Buffer.from(`users: [] # ${branch}\n`).toString('base64');
    const file = { content, message: branch, branch: 'main', new_branch: branch };
    await gitea.ask(token, 'POST', `${BASE}/contents/teams/${branch}.yaml`, file);
    const made = await gitea.ask(token, 'POST', `${BASE}/pulls`, { title: branch, head: branch, base: 'main' });
    return { number: numberAt(made, 'number') ?? 0, sha: textAt(made, 'head', 'sha') ?? '' };
  }

  /** The command as a job of a pipeline starts it. */
  async function publish(
    document: ReportDocument,
    of: { number?: number; sha: string },
    ...flags: string[]
  ): Promise<Ended> {
    const [report, event] = [join(folder, 'report.json'), join(folder, 'event.json')];
    const repo = { full_name: REPOSITORY };
    await writeFile(report, safeJson(document));
    await writeFile(
      event,
      JSON.stringify(
        of.number === undefined ? {} : { pull_request: { number: of.number, head: { sha: of.sha, repo } } },
      ),
    );
    const environment = {
      GITEA_ACTIONS: 'true',
      GITHUB_API_URL: `${gitea.url}/api/v1`,
      GITHUB_REPOSITORY: REPOSITORY,
      GITHUB_EVENT_PATH: event,
      GITHUB_SHA: of.sha,
      GITEA_TOKEN: token,
    };
    return musterProcess(['publish', report, ...flags], { folder, environment });
  }

  async function comments(number: number): Promise<readonly unknown[]> {
    return listAt(await gitea.ask(token, 'GET', `${BASE}/issues/${number}/comments`)) ?? [];
  }

  const plan = (minutes: number): ReportDocument =>
    planDocument(fullPlan, { ...context, at: START + minutes * MINUTE });

  test('a comment is created, edited by the next run, and created again after somebody deleted it', async () => {
    const one = await request('first');
    const created = await publish(plan(0), one);
    expect(created).toMatchObject({ exit: 0, err: '' });
    expect(created.out).toContain('created');
    const [first] = await comments(one.number);
    expect(textAt(first, 'body')).toContain('### muster: `contact-centre` → `prod-eu`');
    const edited = await publish(plan(1), one);
    expect(edited.out).toContain('rewritten');
    const [second, ...more] = await comments(one.number);
    expect(more).toEqual([]);
    expect(numberAt(second, 'id')).toBe(numberAt(first, 'id'));
    expect(textAt(second, 'body')).not.toBe(textAt(first, 'body'));
    await gitea.ask(token, 'DELETE', `${BASE}/issues/comments/${numberAt(second, 'id')}`);
    expect((await publish(plan(2), one)).out).toContain('created');
    expect(await comments(one.number)).toHaveLength(1);
    const late = await publish(plan(1), one);
    expect(late.out).toContain('left, because it shows a newer report');
  });

  test('after an apply the plans of other open requests are marked as outdated', async () => {
    const [five, six] = [await request('fifth'), await request('sixth')];
    await publish(plan(0), five);
    await publish(plan(0), six);
    const applied = applyDocument(fullResult, { ...context, command: 'apply', at: START + 5 * MINUTE });
    // As after the merge: a run of a request marks nothing on others.
    const ended = await publish(applied, { sha: five.sha });
    expect(ended.out).toContain(`comment on request ${six.number}: marked as outdated`);
    const [stale] = await comments(six.number);
    expect(readMarker(textAt(stale, 'body') ?? '')?.state).toBe('outdated');
    expect(textAt(stale, 'body')?.split('\n')[1]).toMatch(/^> \*\*Outdated\*\*: .* for prod-eu at /u);
    await publish(plan(9), six);
    const [fresh] = await comments(six.number);
    expect(readMarker(textAt(fresh, 'body') ?? '')?.state).not.toBe('outdated');
  });

  test('the drift issue of a target opens, is kept up to date, closes, and opens again', async () => {
    const main = await gitea.ask(token, 'GET', `${BASE}/branches/main`);
    const on = { sha: textAt(main, 'commit', 'id') ?? '' };
    const drift = (result: typeof fullDrift, minutes: number): ReportDocument =>
      driftDocument(result, { ...context, command: 'drift', at: context.at + minutes * MINUTE });
    const issues = async (): Promise<readonly unknown[]> =>
      listAt(await gitea.ask(token, 'GET', `${BASE}/issues?state=all&type=issues&labels=muster-drift`)) ?? [];
    const states = async (): Promise<(string | null)[]> => (await issues()).map((each) => textAt(each, 'state'));
    expect(await publish(drift(fullDrift, 0), on)).toMatchObject({ exit: 0, err: '' });
    expect(await states()).toEqual(['open']);
    expect((await publish(drift(fullDrift, 1), on)).out).toContain('kept up to date');
    expect(await states()).toEqual(['open']);
    expect((await publish(drift(cleanDrift, 2), on)).out).toContain('closed');
    expect(await states()).toEqual(['closed']);
    expect((await publish(drift(cleanDrift, 3), on)).out).toContain('none');
    await publish(drift(fullDrift, 4), on);
    expect(await states()).toEqual(['open']);
  });

  test('a token without rights ends in one line, and the report stays', async () => {
    const seven = await request('seventh');
    const environment = {
      GITEA_ACTIONS: 'true',
      GITHUB_API_URL: `${gitea.url}/api/v1`,
      GITHUB_REPOSITORY: REPOSITORY,
      GITEA_TOKEN: 'f'.repeat(40),
    };
    const words = ['publish', 'report.json', '--pull-request', String(seven.number), '--commit', seven.sha];
    const ended = await musterProcess(words, { folder, environment });
    expect(ended.exit).toBe(3);
    expect(ended.err).toContain('[forge-token]');
    expect(ended.err).toContain('GITEA_TOKEN needs');
    expect(ended.err).not.toContain('ffff');
  });
});
