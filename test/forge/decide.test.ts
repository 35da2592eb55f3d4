// What publishing decides, as values: where to publish, whose comment it is, what to do with it, and with the issue of a target.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decideComment, markerOf, outdate, surplus } from '../../src/publish/comments.ts';
import type { Comment } from '../../src/publish/comments.ts';
import { readContext } from '../../src/publish/context.ts';
import { decideIssue } from '../../src/publish/issues.ts';
import type { Issue, IssueDecision } from '../../src/publish/issues.ts';
import { believed } from '../../src/publish/maker.ts';
import { markerLine, readMarker, withState } from '../../src/publish/marker.ts';
import type { Marker } from '../../src/publish/marker.ts';
import type { PublishedReport } from '../../src/publish/published.ts';
import { statusOf } from '../../src/publish/status.ts';
import { freshFolder, muster, parsed } from '../cli/muster.ts';
import { annotationLines, logGroup, outputText } from '../../src/publish/workflow.ts';

const AT = '2026-11-20T09:00:00.000Z';
const LATER = '2026-11-20T10:00:00.000Z';

function report(parts: Partial<PublishedReport> = {}): PublishedReport {
  const common = { kind: 'plan', project: 'cc', target: 'prod', at: AT, fingerprint: 'ab12', commit: null } as const;
  return {
    ...common,
    failed: false,
    cancelled: false,
    quiet: false,
    partial: false,
    wrote: false,
    verdict: 'prod: 1 change: 1 create.',
    ...parts,
  };
}

function comment(id: number, marker: Marker, parts: Partial<Comment> = {}): Comment {
  return { id: String(id), author: '7', body: `${markerLine(marker)}\ntext`, createdAt: id, ...parts };
}

const marker = markerOf([report()], '');
const wanted = { marker, quiet: false, author: '7' };

describe('the comment of a request', () => {
  test('is created where there is none, also beside comments of others and of other keys', () => {
    const others = [
      comment(1, marker, { author: '8' }),
      comment(2, markerOf([report()], 'other')),
      comment(3, markerOf([report({ project: 'second' })], '')),
      comment(4, marker, { body: 'no marker' }),
      comment(5, marker, { body: `quoted\n${markerLine(marker)}` }),
    ];
    expect(decideComment(others, wanted)).toEqual({ kind: 'create' });
    expect(decideComment([comment(1, marker)], { ...wanted, author: null })).toEqual({ kind: 'create' });
  });

  test('is rewritten where there is one; of several the newest, and the others are hidden', () => {
    const there = [comment(3, marker), comment(10, marker), comment(9, marker)];
    const decision = decideComment(there, wanted);
    expect(decision).toMatchObject({ kind: 'rewrite', id: '10', hide: [{ id: '9' }, { id: '3' }] });
    expect(surplus(there, wanted).map(({ id }) => id)).toEqual(['9', '3']);
  });

  test('is not made for a report that says nothing, but rewritten if it is there', () => {
    const quiet = { ...wanted, quiet: true };
    expect(decideComment([], quiet)).toEqual({ kind: 'none', why: 'quiet' });
    expect(decideComment([comment(1, marker)], quiet)).toMatchObject({ kind: 'rewrite', id: '1' });
  });

  test('is left alone when it shows a newer report', () => {
    const newer = comment(1, markerOf([report({ at: LATER })], ''));
    expect(decideComment([newer], wanted)).toEqual({ kind: 'none', why: 'newer' });
  });

  test('takes the error of a run that ended before the project was read, unless two projects could be meant', () => {
    const lost = { ...wanted, marker: markerOf([report({ project: null, target: null, failed: true })], '') };
    const second = comment(2, markerOf([report({ project: 'second' })], ''));
    expect(decideComment([comment(1, marker)], lost)).toMatchObject({ kind: 'rewrite', id: '1' });
    expect(decideComment([comment(1, marker), second], lost)).toEqual({ kind: 'create' });
  });
});

describe('after an apply', () => {
  const applied = markerOf([report({ kind: 'apply', at: LATER, wrote: true, commit: 'a'.repeat(40) })], '');

  test.each([
    ['an older plan of the target', marker, true],
    ['a plan that is newer than the apply', markerOf([report({ at: '2026-11-20T11:00:00.000Z' })], ''), false],
    ['a plan of another target', markerOf([report({ target: 'test' })], ''), false],
    ['a plan of another project', markerOf([report({ project: 'second' })], ''), false],
    ['what was applied itself', applied, false],
    ['a plan whose apply was cancelled', { ...marker, state: 'cancelled' as const }, true],
    ['a plan that is being applied', { ...marker, state: 'applying' as const }, false],
  ])('%s', (_what, there, isMarked) => {
    expect(outdate([comment(1, there)], applied, '7')).toHaveLength(isMarked ? 1 : 0);
    expect(outdate([comment(1, there, { author: '8' })], applied, '7')).toEqual([]);
  });

  test('the words of the comment stay below one line that says outdated, once', () => {
    const [edit] = outdate([comment(1, marker)], applied, '7');
    expect(edit?.body.split('\n').slice(1)).toEqual([
      '> **Outdated**: another change was applied for prod (commit aaaaaaaaa) at 2026-11-20 10:00 UTC. Run the plan again before you approve this one.',
      '',
      'text',
    ]);
    const again = withState(edit?.body ?? '', { ...marker, state: 'replaced' }, 'other');
    expect(again.split('\n').slice(1)).toEqual(['> other', '', 'text']);
  });
});

test('a cancelled run is shown as cancelled, whatever else failed', () => {
  const reports = [report({ failed: true }), report({ kind: 'apply', failed: true, cancelled: true })];
  expect(markerOf(reports, '').state).toBe('cancelled');
});

test('a marker is read back as it was written, on one line that ends no HTML comment early', () => {
  const text = fc.oneof(fc.string(), fc.constantFrom('-->', '<!--', '--', '\n', '\\u002d-'));
  fc.assert(
    fc.property(text, text, (project, header) => {
      const one = markerOf([report({ project: project || null, target: header || null })], header);
      const line = markerLine(one);
      expect(line.indexOf('-->')).toBe(line.length - 3);
      expect(line).not.toContain('\n');
      expect(readMarker(`${line}\nmore`)).toEqual(one);
    }),
  );
});

test.each([
  '',
  'text',
  '<!-- muster -->',
  '<!-- muster {"v":2} -->',
  '<!-- muster [] -->',
  '<!-- muster {"v":1,"about":"x"} -->',
])('a body that begins with %j has no marker', (body) => expect(readMarker(body)).toBeNull());

describe('the drift issue of a target', () => {
  const drift = report({ kind: 'drift' });
  const about: Marker = { about: 'drift', project: 'cc', header: '', state: 'planned', reports: [{ ...drift }] };
  const issue = (id: number, open: boolean, parts: Partial<Issue> = {}): Issue => ({
    ...comment(id, about),
    open,
    ...parts,
  });
  const decide = (issues: readonly Issue[], parts: Partial<PublishedReport>): IssueDecision =>
    decideIssue(issues, { report: { ...drift, ...parts }, marker: about, author: '7' });

  test.each([
    ['drift, no issue', [], {}, { kind: 'open' }],
    ['drift, one of somebody else', [issue(1, true, { author: '8' })], {}, { kind: 'open' }],
    ['drift, an open one', [issue(1, true)], {}, { kind: 'rewrite', id: '1', reopen: false, close: [] }],
    ['drift, a closed one', [issue(1, false)], {}, { kind: 'rewrite', id: '1', reopen: true, close: [] }],
    [
      'drift, two open ones',
      [issue(1, true), issue(2, true)],
      {},
      { kind: 'rewrite', id: '2', reopen: false, close: ['1'] },
    ],
    ['none, no issue', [], { quiet: true }, { kind: 'none', why: 'quiet' }],
    ['none, an open one', [issue(1, true)], { quiet: true }, { kind: 'close', ids: ['1'] }],
    ['none, a closed one', [issue(1, false)], { quiet: true }, { kind: 'none', why: 'quiet' }],
    [
      'not all read, an open one',
      [issue(1, true)],
      { quiet: true, failed: true },
      expect.objectContaining({ kind: 'unknown', id: '1' }),
    ],
    ['not all read, no issue', [], { quiet: true, failed: true }, { kind: 'none', why: 'quiet' }],
  ] as const)('%s', (_what, issues, parts, expected) => {
    expect(decide(issues, parts)).toEqual(expected);
  });
});

describe('where a report is published', () => {
  const github = { GITHUB_ACTIONS: 'true', GITHUB_REPOSITORY: 'o/r', GITHUB_SHA: 'b'.repeat(40) };
  const gitlab = {
    GITLAB_CI: 'true',
    CI_API_V4_URL: 'https://gitlab.example.com/api/v4/',
    CI_PROJECT_ID: '5',
    CI_COMMIT_SHA: 'merge',
  };
  const azure = {
    TF_BUILD: 'True',
    SYSTEM_COLLECTIONURI: 'https://dev.azure.com/org/',
    SYSTEM_TEAMPROJECT: 'p',
    BUILD_REPOSITORY_ID: 'r',
  };

  test('a request of GitHub: number and head come from the event, not from the merge commit', () => {
    const event = { pull_request: { number: 12, head: { sha: 'c'.repeat(40) } } };
    expect(readContext(github, event)).toMatchObject({
      forge: 'github',
      apiUrl: 'https://api.github.com',
      pullRequest: 12,
      commit: 'c'.repeat(40),
      jobShowsNotes: true,
    });
  });

  test('the second job of a fork: owner and branch of the event find the request', () => {
    const run = {
      event: 'pull_request',
      head_sha: 'd'.repeat(40),
      head_branch: 'fix',
      head_repository: { full_name: 'fork/r', owner: { login: 'fork' } },
      pull_requests: [],
    };
    expect(readContext(github, { workflow_run: run })).toMatchObject({
      pullRequest: null,
      headBranch: 'fork:fix',
      maker: 'fork',
      commit: 'd'.repeat(40),
      jobShowsNotes: false,
    });
  });

  test.each([
    ['a push', { ref: 'refs/heads/main' }],
    ['no event', null],
    ['an event that is none', ['x', 5]],
    ['a comment on an issue', { issue: { number: 3 } }],
  ])('%s names no request', (_what, event) => {
    expect(readContext(github, event)).toMatchObject({ pullRequest: null, headBranch: null, commit: 'b'.repeat(40) });
  });

  test('Gitea, GitLab and Azure', () => {
    expect(readContext({ ...github, GITHUB_API_URL: 'http://g/api/v1' }, null).forge).toBe('gitea');
    const request = { ...gitlab, CI_MERGE_REQUEST_IID: '4', CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: 'head' };
    expect(readContext(gitlab, null).maker).toBe('own');
    expect(readContext(request, null)).toMatchObject({
      apiUrl: 'https://gitlab.example.com/api/v4',
      pullRequest: 4,
      commit: 'head',
    });
    const pull = { ...azure, SYSTEM_PULLREQUEST_PULLREQUESTID: '9', SYSTEM_PULLREQUEST_SOURCECOMMITID: 'e' };
    expect(readContext(pull, null)).toMatchObject({ repository: 'p/r', pullRequest: 9, commit: 'e' });
  });

  test('what was typed wins, and an environment of no forge is refused', () => {
    expect(readContext(gitlab, null, { pullRequest: 8, commit: 'f' })).toMatchObject({ pullRequest: 8, commit: 'f' });
    expect(() => readContext({}, null)).toThrow('none of GITHUB_ACTIONS');
    expect(() => readContext({ ...azure, BUILD_REPOSITORY_PROVIDER: 'GitHub' }, null)).toThrow('GitHub');
  });
});

test('a status fails for what failed only, and shortens by whole verdicts', () => {
  const input = { header: '', url: null, limit: 40, notes: [], page: () => ({ text: '', truncated: false }) };
  expect(statusOf({ ...input, reports: [report()] })).toMatchObject({ name: 'muster', state: 'success' });
  const many = [report(), report({ failed: true, verdict: 'test: nothing could be read' }), report()];
  expect(statusOf({ ...input, reports: many })).toMatchObject({
    state: 'failure',
    words: 'test: nothing could be read; and 2 more',
  });
  const long = statusOf({ ...input, reports: [report({ verdict: 'x'.repeat(100) }), report()] });
  expect(long.words).toBe(`${'x'.repeat(27)}…; and 1 more`);
});

test('a step annotates ten errors and ten warnings; the tenth says how many more there are', () => {
  const note = { title: 'a:b', message: '1%\n2', place: { file: 'a,b.yaml', line: 3, column: 5 } };
  const notes = Array.from({ length: 12 }, () => ({ ...note, level: 'error' as const }));
  const lines = annotationLines([...notes, { ...note, level: 'warning', place: null }]);
  expect(lines).toHaveLength(11);
  expect(lines[0]).toBe('::error file=a%2Cb.yaml,line=3,col=5,title=a%3Ab::1%25%0A2');
  expect(lines[9]).toBe('::error title=muster::3 more errors stand in the summary of the job');
  expect(lines[10]).toBe('::warning title=a%3Ab::1%25%0A2');
  expect(outputText({ a: '1\nb=2' })).toBe('a=1 b=2\n');
});

describe('in the log of a job a text is folded under its verdict', () => {
  const group = { title: 'muster plan: 5 changes\n::error::x', token: 'ab12', at: 5000 };

  test('on GitHub, where no line of it is taken as a command', () => {
    expect(logGroup({ GITHUB_ACTIONS: 'true' }, group)).toEqual({
      open: '::group::muster plan: 5 changes%0A::error::x\n::stop-commands::ab12\n',
      close: '::ab12::\n::endgroup::\n',
    });
  });

  test('on GitLab, collapsed; nowhere else', () => {
    expect(logGroup({ GITLAB_CI: 'true' }, { ...group, title: 'muster plan' })).toEqual({
      open: '\u001B[0Ksection_start:5:muster_ab12[collapsed=true]\r\u001B[0Kmuster plan\n',
      close: '\u001B[0Ksection_end:5:muster_ab12\r\u001B[0K\n',
    });
    expect(logGroup({}, group)).toBeNull();
  });

  test('by the command, around the text and not around data', async () => {
    const folder = freshFolder();
    await muster(['init', folder]);
    const environment = { GITHUB_ACTIONS: 'true' };
    const { out } = await muster(['validate'], { folder, environment });
    expect(out).toMatch(/^::group::muster validate: Valid: .*\n::stop-commands::([0-9a-f]{16})\n/u);
    const [, token = ''] = /stop-commands::(\w+)/u.exec(out) ?? [];
    expect(out.endsWith(`\n::${token}::\n::endgroup::\n`)).toBe(true);
    const data = await muster(['validate', '--json'], { folder, environment });
    expect(parsed(data.out)).toMatchObject({ kind: 'validate' });
  });
});

test.each([
  ['own', 'validate', true],
  ['own', 'plan', true],
  ['own', 'apply', true],
  ['own', 'drift', true],
  ['branch', 'validate', true],
  ['branch', 'plan', true],
  ['branch', 'apply', true],
  ['branch', 'drift', false],
  ['fork', 'validate', true],
  ['fork', 'plan', false],
  ['fork', 'apply', false],
  ['fork', 'drift', false],
] as const)('made by %s, a report of the kind %s is believed: %s', (maker, kind, isBelieved) => {
  const said = (): PublishedReport =>
    believed(report({ kind, wrote: true }), { maker, commit: 'e'.repeat(40) }, Date.parse(AT));
  if (!isBelieved) return void expect(said).toThrow(`a report of the kind ${kind}`);
  expect(said()).toMatchObject({ kind, wrote: maker === 'own', commit: maker === 'own' ? null : 'e'.repeat(40) });
});
