// Whose report is believed, and how far: each forge's event or variables say who made it, and the report says nothing of that itself.
// The command runs as a job starts it, in this process, on the double of the forge.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readMarker } from '../../src/publish/marker.ts';
import type { ReportDocument } from '../../src/core/report/documents/document.ts';
import { safeJson } from '../../src/core/report/words/printable.ts';
import { COMMANDS } from '../../src/cli/verbs/table.ts';
import { parse } from '../../src/cli/arguments/parse.ts';
import { readSettings } from '../../src/cli/process/settings.ts';
import { ToolError } from '../../src/core/model/errors.ts';
import { freshFolder } from '../cli/muster.ts';
import type { Ended } from '../cli/muster.ts';
import { documents } from '../report/documents.ts';
import { startForge } from '../support/forge-double.ts';
import type { ForgeDouble } from '../support/forge-double.ts';
import { shellFor } from '../support/shell.ts';

const [HEAD, OTHER] = ['c'.repeat(40), 'd'.repeat(40)];

type Forge = 'github' | 'gitea' | 'gitlab' | 'azure';
type From = 'fork' | 'branch' | 'untold';

interface Job {
  readonly double: ForgeDouble;
  readonly folder: string;
  readonly publish: (document: ReportDocument, words?: readonly string[], more?: Environment) => Promise<Ended>;
}
type Environment = Readonly<Record<string, string>>;

/** The second workflow of a request, on GitHub and Gitea. */
function workflowRun(from: From, parts: object = {}): object {
  const login = from === 'fork' ? 'mallory' : 'o';
  const head_repository = from === 'untold' ? {} : { full_name: `${login}/r`, owner: { login } };
  const run = { event: 'pull_request', head_sha: HEAD, head_branch: 'fix', head_repository, pull_requests: [] };
  return { repository: { full_name: 'o/r', default_branch: 'main' }, workflow_run: { ...run, ...parts } };
}

function gitHub(url: string, event: object): Environment {
  const file = join(freshFolder(), 'event.json');
  writeFileSync(file, JSON.stringify(event));
  return {
    GITHUB_ACTIONS: 'true',
    GITHUB_API_URL: url,
    GITHUB_REPOSITORY: 'o/r',
    GITHUB_SHA: OTHER,
    GITHUB_EVENT_PATH: file,
    GITHUB_TOKEN: 'token',
  };
}

/** `untold`: what an older version of the forge does not say. */
function environmentOf(forge: Forge, from: From, url: string): Environment {
  switch (forge) {
    case 'github':
    case 'gitea':
      return gitHub(url, workflowRun(from));
    case 'gitlab': {
      const source = {
        fork: { CI_MERGE_REQUEST_SOURCE_PROJECT_ID: '77' },
        branch: { CI_MERGE_REQUEST_SOURCE_PROJECT_ID: '9' },
      };
      return {
        GITLAB_CI: 'true',
        CI_API_V4_URL: url,
        CI_PROJECT_ID: from === 'fork' ? '77' : '9',
        CI_MERGE_REQUEST_PROJECT_ID: '9',
        CI_MERGE_REQUEST_IID: '5',
        CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: HEAD,
        GITLAB_TOKEN: 'token',
        ...(from === 'untold' ? {} : source[from]),
      };
    }
    case 'azure':
      return {
        TF_BUILD: 'True',
        SYSTEM_COLLECTIONURI: url,
        SYSTEM_TEAMPROJECT: 'p',
        BUILD_REPOSITORY_ID: 'r',
        SYSTEM_PULLREQUEST_PULLREQUESTID: '5',
        SYSTEM_PULLREQUEST_SOURCECOMMITID: HEAD,
        SYSTEM_ACCESSTOKEN: 'token',
        ...(from === 'untold' ? {} : { SYSTEM_PULLREQUEST_ISFORK: from === 'fork' ? 'True' : 'False' }),
      };
    default:
      return forge satisfies never;
  }
}

async function job(forge: Forge, from: From, environment?: Environment): Promise<Job> {
  const double = await startForge(forge === 'gitea' ? 'github' : forge);
  const login = from === 'fork' ? 'mallory' : 'o';
  const request = { number: 5, state: 'open', head: { sha: HEAD, repo: { owner: { login } } } };
  if (double.requests.length === 0 && (forge === 'github' || forge === 'gitea')) double.requests.push(request);
  const folder = freshFolder();
  const env = environment ?? environmentOf(forge, from, double.url);
  return {
    double,
    folder,
    publish: (document, words = [], more = {}) => {
      writeFileSync(join(folder, 'report.json'), safeJson(document));
      const all = ['publish', 'report.json', '--forge', forge, ...words];
      return run(all, folder, { ...env, ...more });
    },
  };
}

/** The command as `main` calls it. */
async function run(words: readonly string[], folder: string, environment: Environment): Promise<Ended> {
  const { shell, said } = shellFor({ folder, environment });
  const parsed = parse(words, COMMANDS, { version: '0.1.0', width: 100 });
  if (parsed.kind !== 'call') throw new TypeError(parsed.text);
  const { command, flags, arguments: files } = parsed;
  const settings = readSettings(flags, shell);
  try {
    const call = { command, arguments: files, own: flags, settings, shell, version: '0.1.0' };
    return { exit: (await command.run?.(call)) ?? 0, out: said.out, err: '' };
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    return { exit: 2, out: said.out, err: `[${error.code}] ${error.detail.message}` };
  }
}

const writes = ({ asked }: ForgeDouble): string[] =>
  asked.filter((each) => !/^GET |^POST \/graphql|pullrequestquery/u.test(each));
const shown = ({ comments }: ForgeDouble): string => comments.map(({ body }) => body).join('\n');

const { plan, apply, drift, 'validate-clean': valid } = documents;
const FORGES = ['github', 'gitea', 'gitlab', 'azure'] as const;
const APPLIED = { ...apply, settlements: apply.settlements.filter(({ outcome }) => outcome === 'applied') };

describe.each(FORGES)('on %s', (forge) => {
  test.each([
    ['apply', APPLIED],
    ['plan', documents['plan-empty']],
    ['drift', drift],
    ['error', documents.error],
  ] as const)('of a fork no report of the kind %s is believed: nothing is written', async (_kind, document) => {
    for (const from of ['fork', 'untold'] as const) {
      const { double, publish } = await job(forge, from);
      const ended = await publish(document ?? plan);
      expect(ended).toMatchObject({ exit: 2, err: expect.stringContaining('[report-not-believed]') as unknown });
      expect(writes(double)).toEqual([]);
    }
  });

  test('the files of a fork are said to be valid by the fork, in a comment and a status of its own', async () => {
    const { double, publish } = await job(forge, 'fork');
    double.comments.push({ id: 3, author: 7, body: 'somebody', hidden: false });
    const told = await publish(documents.validate);
    expect(told).toMatchObject({ exit: 0, err: '' });
    expect(shown(double)).toMatch(/Made by a fork[^]*nothing was planned/u);
    const [{ body } = { body: {} }] = double.statuses;
    expect(JSON.stringify(body)).toMatch(/muster \/ fork/u);
    expect(JSON.stringify(body)).toMatch(/by a fork, not checked here/u);
    expect((await publish(valid ?? plan)).exit).toBe(0);
  });

  test('of a branch of the repository a plan is believed', async () => {
    const { double, publish } = await job(forge, 'branch');
    expect(await publish(plan)).toMatchObject({ exit: 0, err: '' });
    expect(shown(double)).toContain('### muster: `contact-centre` → `prod-eu`');
    expect(JSON.stringify(double.statuses)).not.toContain('fork');
  });

  test('an apply of a request marks no other request, and its drift opens no issue', async () => {
    const { double, publish } = await job(forge, 'branch');
    const others = {
      number: 6,
      iid: 6,
      pullRequestId: 6,
      state: forge === 'gitlab' ? 'opened' : 'open',
      status: 'active',
    };
    double.requests.push(others);
    const ended = await publish(APPLIED);
    expect(ended).toMatchObject({ exit: 0, err: '' });
    expect(ended.out).not.toContain('outdated');
    expect(double.asked.some((each) => /6\/(comments|notes|threads)/u.test(each))).toBe(false);
    expect(await publish(drift)).toMatchObject({ exit: 2 });
    expect(double.issues).toEqual([]);
  });

  test('another number or commit than the request of the event has is not taken', async () => {
    for (const words of [
      ['--pull-request', '6'],
      ['--commit', OTHER],
    ]) {
      const { double, publish } = await job(forge, 'branch');
      expect(await publish(plan, words)).toMatchObject({ exit: 2 });
      expect(writes(double)).toEqual([]);
    }
  });

  test('a report that says it was made in the future stands in the way of no later one', async () => {
    const { double, publish } = await job(forge, 'branch');
    await publish({ ...plan, at: '2999-01-01T00:00:00.000Z' });
    const [comment] = double.comments;
    expect(Date.parse(readMarker(comment?.body ?? '')?.reports[0]?.at ?? '')).toBeLessThanOrEqual(Date.now());
  });

  test('the commit that is named is the head of the request, whatever the report says', async () => {
    const { double, publish } = await job(forge, 'branch');
    await publish({ ...plan, git: { commit: OTHER, tree: OTHER, dirty: false } });
    expect(shown(double)).not.toContain(OTHER.slice(0, 12));
    expect(shown(double)).toContain(HEAD.slice(0, 12));
  });
});

describe('a run that another one started', () => {
  test.each([
    ['on the default branch', { event: 'push', head_branch: 'main' }, 0],
    ['on another branch', { event: 'push', head_branch: 'fix' }, 2],
    [
      'of a fork whose branch has the name of the default one',
      { event: 'push', head_branch: 'main', head_repository: { full_name: 'mallory/r', owner: { login: 'mallory' } } },
      2,
    ],
  ])('%s decides what its drift report is worth', async (_where, parts, exit) => {
    const double = await startForge('github');
    const { publish } = await job('github', 'branch', gitHub(double.url, workflowRun('branch', parts)));
    expect((await publish(drift)).exit).toBe(exit);
  });

  test('whose request is closed, or has another head by now, gets no comment', async () => {
    for (const change of [{ head: { sha: OTHER, repo: { owner: { login: 'o' } } } }, { state: 'closed' }]) {
      const { double, publish } = await job('github', 'branch');
      double.requests.splice(0, 1, { ...double.requests[0], ...change });
      expect((await publish(plan)).out).toContain('comment: none, because no open request has this commit');
      expect(double.comments).toEqual([]);
    }
  });

  test('of a fork whose commit is the head of somebody else’s request writes nothing there', async () => {
    const { double, publish } = await job('github', 'fork');
    double.requests.splice(0, 1, { number: 5, state: 'open', head: { sha: HEAD, repo: { owner: { login: 'o' } } } });
    await publish(documents.validate);
    expect(double.comments).toEqual([]);
    expect(JSON.stringify(double.statuses)).toContain('muster / fork');
  });

  test('whose event cannot be read is not believed', async () => {
    const { publish } = await job('github', 'branch');
    const more = { GITHUB_EVENT_PATH: '/nowhere/event.json', GITHUB_EVENT_NAME: 'workflow_run' };
    expect((await publish(plan, [], more)).err).toContain('[report-not-believed]');
  });
});

test('a report that is not believed is shown in no summary and counted in no output of the job', async () => {
  const { folder, publish } = await job('github', 'fork');
  const [summary, output] = [join(folder, 'summary'), join(folder, 'output')];
  for (const file of [summary, output]) writeFileSync(file, '');
  const files = { GITHUB_STEP_SUMMARY: summary, GITHUB_OUTPUT: output, GITHUB_WORKSPACE: folder };
  const { out } = await publish(plan, [], files);
  expect(out).not.toContain('::');
  expect(readFileSync(summary, 'utf8') + readFileSync(output, 'utf8')).toBe('');
  await publish(documents.validate, [], files);
  expect(readFileSync(summary, 'utf8')).toContain('Made by a fork');
});

test('the request of a merge request that runs in the fork is the one of the project it asks', async () => {
  const { double, publish } = await job('gitlab', 'fork');
  await publish(documents.validate);
  expect(double.asked.filter((each) => each.includes('/projects/77/'))).toEqual([]);
});
