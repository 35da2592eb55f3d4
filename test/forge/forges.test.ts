// One contract on three forges, and what each of them does when it refuses, limits, loses an answer or lies.

import { describe, expect, test } from 'vitest';
import type { ForgeContext, ForgeName } from '../../src/forge/context.ts';
import { openForge } from '../../src/forge/open.ts';
import { publishOnRequest } from '../../src/forge/publish.ts';
import type { Publication } from '../../src/forge/publish.ts';
import type { Published } from '../../src/forge/published.ts';
import { ToolError } from '../../src/model/errors.ts';
import { OWN, startForge } from '../support/forge-double.ts';
import type { ForgeDouble } from '../support/forge-double.ts';

const KINDS = ['github', 'gitlab', 'azure'] as const;
const TOKEN = 'secret-Token-1';
const REPOSITORIES: Readonly<Record<(typeof KINDS)[number], string>> = { github: 'o/r', gitlab: '9', azure: 'p/r' };

interface Story {
  readonly double: ForgeDouble;
  /** Lines, or the code and message of the error. */
  readonly publish: (parts?: Partial<Publication>, second?: number) => Promise<readonly string[] | string>;
}

async function story(kind: (typeof KINDS)[number]): Promise<Story> {
  const double = await startForge(kind);
  const context: ForgeContext = {
    forge: kind satisfies ForgeName,
    apiUrl: double.url,
    repository: REPOSITORIES[kind],
    pullRequest: 5,
    headBranch: null,
    commit: 'a'.repeat(40),
    runUrl: null,
  };
  const environment = { GITHUB_TOKEN: TOKEN, GITLAB_TOKEN: TOKEN, SYSTEM_ACCESSTOKEN: TOKEN };
  return {
    double,
    publish: async (parts = {}, second = 1) => {
      const { forge, close } = openForge(context, {
        environment,
        version: '0',
        signal: new AbortController().signal,
        second,
      });
      try {
        return await publishOnRequest(forge, publication(parts));
      } catch (error) {
        if (!(error instanceof ToolError)) throw error;
        expect(JSON.stringify(error)).not.toContain(TOKEN);
        return `${error.code}: ${error.detail.message}`;
      } finally {
        await close();
      }
    },
  };
}

const REPORT: Published = {
  kind: 'plan',
  project: 'cc',
  target: 'prod',
  at: '2026-11-20T09:00:00.000Z',
  fingerprint: null,
  commit: null,
  failed: false,
  quiet: false,
  partial: false,
  wrote: false,
  verdict: 'prod: 1 change: 1 create.',
};

function publication(parts: Partial<Publication>): Publication {
  const write: Publication['write'] = (budget) => ({
    text: 'words '.repeat(3).padEnd(Math.min(40, budget)),
    truncated: false,
  });
  const common = { reports: [REPORT], header: '', write, reportUrl: 'https://ci.example.com/run/1', dryRun: false };
  return { ...common, request: 5, commit: 'a'.repeat(40), ...parts };
}

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

  test('a token without the right ends with what it needs', async () => {
    const { double, publish } = await story(kind);
    double.fail({ on: /^POST .*(comments|notes|threads)$/u, status: 403, body: { message: 'Forbidden' } });
    expect(await publish()).toMatch(/^forge-token: POST .*HTTP 403.*(TOKEN|SYSTEM_ACCESSTOKEN)/u);
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

test('a sign-in page of Azure with 203 is a token that is not accepted, in words', async () => {
  const { double, publish } = await story('azure');
  double.fail({ on: /connectionData/u, status: 203, body: '<html>', headers: { 'content-type': 'text/html' } });
  expect(await publish()).toMatch(/^forge-failed: .*token is not accepted/u);
});
