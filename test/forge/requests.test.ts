// Which request a commit belongs to, and which requests are open, as each forge tells it. The doubles are held against what the
// forges publish (tools/forge-api); results of Azure's query of requests are any value there, so they have the shape of its list here.

import { describe, expect, test } from 'vitest';
import type { Forge } from '../../src/publish/forge.ts';
import { KINDS, story } from '../support/publishing.ts';

type Kind = (typeof KINDS)[number];
type Request = Readonly<Record<string, unknown>>;

const COMMIT = 'a'.repeat(40);
const OTHER = 'b'.repeat(40);

async function told(kind: Kind, requests: readonly Request[], ask: (forge: Forge) => Promise<unknown>) {
  const { double, run } = await story(kind);
  double.requests.push(...requests);
  return run(async (forge) => [JSON.stringify(await ask(forge))]);
}

const requestOf = (kind: Kind, requests: readonly Request[], headBranch: string | null = null): Promise<unknown> =>
  told(kind, requests, (forge) => forge.requestOf(COMMIT, headBranch));

/** The same request in the words of each forge. */
function request(kind: Kind, number: number, { merged = false, open = false, as = OTHER } = {}): Request {
  switch (kind) {
    case 'github': {
      const at = { merged_at: merged ? '2026-11-20T09:00:00Z' : null, merge_commit_sha: as };
      return { number, state: open ? 'open' : 'closed', ...at };
    }
    case 'gitlab': {
      const state = open ? 'opened' : 'closed';
      return { iid: number, state: merged ? 'merged' : state, merge_commit_sha: as };
    }
    case 'azure': {
      const status = open ? 'active' : 'abandoned';
      return { pullRequestId: number, status: merged ? 'completed' : status, lastMergeCommit: { commitId: as } };
    }
    default:
      return kind satisfies never;
  }
}

describe.each(KINDS)('on %s', (kind) => {
  test('the request of a commit is the one that was merged as it', async () => {
    const requests = [
      request(kind, 3),
      request(kind, 4, { open: true }),
      request(kind, 5, { merged: true, as: COMMIT }),
    ];
    expect(await requestOf(kind, requests)).toEqual(['5']);
  });

  test('a commit of no request has none', async () => {
    expect(await requestOf(kind, [])).toEqual(['null']);
    expect(await requestOf(kind, [request(kind, 3)])).toEqual(['null']);
  });

  test('all open requests are told, whatever the size of a page, and no other', async () => {
    const open = Array.from({ length: 250 }, (_, index) => request(kind, index + 1, { open: true }));
    const requests = [...open, request(kind, 251, { merged: true })];
    const numbers = open.map((_, index) => index + 1);
    expect(await told(kind, requests, (forge) => forge.openRequests())).toEqual([JSON.stringify(numbers)]);
  });

  test('a request without its number is no request that may be left out', async () => {
    const { double, run } = await story(kind);
    const page = kind === 'azure' ? { value: [{ title: 'a' }], count: 1 } : [{ title: 'a' }];
    double.fail({ on: /./u, status: 200, body: page });
    expect(await run(async (forge) => [JSON.stringify(await forge.openRequests())])).toMatch(/^forge-failed: /u);
  });

  test('something else than an answer is no sign that there is no request', async () => {
    for (const ask of [(forge: Forge) => forge.requestOf(COMMIT, null), (forge: Forge) => forge.openRequests()]) {
      const { double, run } = await story(kind);
      double.fail({ on: /./u, status: 200, body: { message: 'ok' } });
      expect(await run(async (forge) => [JSON.stringify(await ask(forge))])).toMatch(/^forge-failed: /u);
    }
  });
});

test.each(['squash_commit_sha', 'sha'])('a request of GitLab is merged as a commit also by %s', async (name) => {
  const merged = { iid: 5, state: 'merged', [name]: COMMIT };
  expect(await requestOf('gitlab', [{ iid: 3, state: 'closed', sha: COMMIT }, merged])).toEqual(['5']);
});

test.each(['github', 'gitlab'] as const)('the request of a commit on %s is else the open one', async (kind) => {
  expect(await requestOf(kind, [request(kind, 3), request(kind, 4, { open: true })])).toEqual(['4']);
});

test('the request of a fork on GitHub is the open one of its branch, if its head is the commit', async () => {
  const repo = { owner: { login: 'somebody' } };
  const [one, two] = [OTHER, COMMIT].map((sha, index) => ({ number: index + 1, state: 'open', head: { sha, repo } }));
  expect(await requestOf('github', [one, two] as Request[], 'somebody:branch')).toEqual(['2']);
  expect(await requestOf('github', [one] as Request[], 'somebody:branch')).toEqual(['null']);
});

test('a status on Azure DevOps stands at the request, and at the commit where no request is known', async () => {
  for (const [number, place] of [
    [5, 'pullRequests/5'],
    [null, `commits/${COMMIT}`],
  ] as const) {
    const { double, publish } = await story('azure');
    await publish({ request: number });
    expect(double.statuses.map(({ path }) => path)).toEqual([`/p/_apis/git/repositories/r/${place}/statuses`]);
  }
});
