// `muster publish` as a job starts it: what a job shows without a token, dry runs, and bad input in one line.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ReportDocument } from '../../src/core/report/documents/document.ts';
import { safeJson } from '../../src/core/report/words/printable.ts';
import { documents } from '../report/documents.ts';
import { freshFolder, muster } from './muster.ts';
import type { Ended } from './muster.ts';

const GITHUB = {
  GITHUB_ACTIONS: 'true',
  GITHUB_REPOSITORY: 'o/r',
  GITHUB_SHA: 'a'.repeat(40),
  GITHUB_API_URL: 'http://127.0.0.1:9',
};

interface Job {
  readonly folder: string;
  readonly publish: (
    document: ReportDocument,
    words?: readonly string[],
    environment?: Record<string, string>,
  ) => Promise<Ended>;
  readonly read: (name: string) => string;
}

function job(): Job {
  const folder = freshFolder();
  for (const name of ['summary', 'output']) writeFileSync(join(folder, name), '');
  const files = {
    GITHUB_STEP_SUMMARY: join(folder, 'summary'),
    GITHUB_OUTPUT: join(folder, 'output'),
    GITHUB_WORKSPACE: folder,
  };
  return {
    folder,
    publish: (document, words = [], environment = {}) => {
      writeFileSync(join(folder, 'report.json'), safeJson(document));
      return muster(['publish', 'report.json', ...words], {
        folder,
        environment: { ...GITHUB, ...files, ...environment },
      });
    },
    read: (name) => readFileSync(join(folder, name), 'utf8'),
  };
}

const { plan, drift, show, heartbeat } = documents;

test('a job of GitHub has summary, annotations and outputs, also when the token is missing', async () => {
  const { publish, read } = job();
  const ended = await publish(plan, ['--pull-request', '5']);
  expect(ended).toMatchObject({
    exit: 3,
    err: expect.stringMatching(/\[forge-token\]\s+GITHUB_TOKEN or GH_TOKEN is not set/u) as unknown,
  });
  expect(read('summary')).toContain('### muster: `contact-centre` → `prod-eu`');
  expect(read('output')).toMatch(/^has-changes=true$/mu);
  expect(read('output')).toMatch(/^deletes=\d+$/mu);
  expect(read('output')).toMatch(/^fingerprint=[0-9a-f]{64}$/mu);
  expect(ended.out).toMatch(/^::error file=teams\/support\.yaml,line=\d+,col=\d+,title=[\w-]+::/mu);
});

test('a dry run needs no token, asks nobody and prints what it would publish', async () => {
  const { publish, read } = job();
  const ended = await publish(plan, ['--pull-request', '5', '--dry-run']);
  expect(ended).toMatchObject({ exit: 0, err: '' });
  expect(ended.out).toContain('comment on request 5: created');
  expect(ended.out).toContain('<!-- muster {');
  expect(read('summary') + read('output')).toBe('');
  expect((await publish(drift, ['--dry-run'])).out).toContain('drift issue of prod-eu: opened');
});

test('a forge that cannot be reached ends in one line, and the report stays', async () => {
  const { publish, read } = job();
  const ended = await publish(plan, ['--pull-request', '5'], { GITHUB_TOKEN: 'secret-Token-1' });
  expect(ended.exit).toBe(1);
  expect(ended.err).toContain('[forge-failed]');
  expect(ended.out + ended.err).not.toContain('secret-Token-1');
  expect(JSON.parse(read('report.json'))).toMatchObject({ kind: 'plan' });
});

test.each([
  [['--pull-request', 'x'], '--pull-request takes a number'],
  [['--commit', 'main'], '--commit takes a full commit'],
  [['--header', 'a\u200bb'], '--header takes up to 80 visible characters'],
  [['--report-url', 'javascript:alert(1)'], '--report-url takes an http or https URL'],
  [['--forge', 'sourceforge'], 'sourceforge'],
])('%j is refused before anything is asked', async (words, message) => {
  const ended = await job().publish(plan, ['--dry-run', ...words]);
  expect(ended.exit).toBe(2);
  expect(ended.err).toContain(message);
});

test('what is no report, or none that is reviewed, is refused', async () => {
  const { folder, publish } = job();
  writeFileSync(join(folder, 'other.json'), '{"formatVersion":"1.0"}');
  const environment = { ...GITHUB };
  expect(await muster(['publish', 'other.json', '--dry-run'], { folder, environment })).toMatchObject({ exit: 2 });
  expect((await publish(show, ['--dry-run'])).err).toContain('expected a report of plan, apply, validate or drift');
  expect(await muster(['publish', 'gone.json'], { folder, environment })).toMatchObject({ exit: 2 });
});

test('what did not look at everything closes no drift issue: a part, or only the age of the last run', async () => {
  const { publish } = job();
  const part = { ...documents['drift-none'], only: 'user:*' } as ReportDocument;
  expect((await publish(part, ['--dry-run'])).out).toContain('left as it is, because the run looked at a part only');
  expect(await publish(heartbeat, ['--dry-run'])).toMatchObject({ exit: 2 });
});

test('outside of a pipeline it says what it looked for', async () => {
  const { publish } = job();
  const ended = await publish(plan, [], { GITHUB_ACTIONS: 'false', GITHUB_API_URL: '' });
  expect(ended).toMatchObject({ exit: 2, err: expect.stringContaining('[forge-unknown]') as unknown });
});

test('a dry run outside of a pipeline prints what it would publish, and what a real one needs', async () => {
  const { folder, publish } = job();
  await publish(plan, ['--dry-run']);
  const ended = await muster(['publish', 'report.json', '--dry-run', '--pull-request', '4'], { folder });
  expect(ended).toMatchObject({ exit: 0, err: '' });
  expect(ended.out).toContain('comment on request 4: created');
  expect(ended.out).toContain('### muster: `contact-centre`');
  expect(ended.out).toContain(
    'A run without --dry-run needs more: none of GITHUB_ACTIONS, GITEA_ACTIONS, GITLAB_CI and TF_BUILD is set; GITHUB_TOKEN or GH_TOKEN is not set.\n',
  );
  const half = { GITLAB_CI: 'true', GITLAB_TOKEN: 'secret-Token-1' };
  const told = await muster(['publish', 'report.json', '--dry-run'], { folder, environment: half });
  expect(told).toMatchObject({ exit: 0, err: '' });
  expect(told.out).toContain('comment: none, because no open request is known here');
  expect(told.out).toContain('needs more: CI_PROJECT_ID is not set');
  expect((await muster(['publish', 'report.json'], { folder, environment: half })).exit).toBe(2);
});
