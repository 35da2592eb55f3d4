// `--since` against the sandbox, with exact counts of requests: what is in reach is read, and nothing else.

import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { expect, onTestFinished, test } from 'vitest';

import { ANY_CREDENTIALS, namedProject } from '../support/named-project.ts';
import { temporaryFolder, withSandbox } from '../support/sandbox.ts';
import { muster, parsed, saying } from './muster.ts';
import type { Ended } from './muster.ts';

const WHO = ['-c', 'user.name=test', '-c', 'user.email=test@example.com'];
const person = (loginUserId: string, more: object = {}): object => {
  const names = { firstName: 'F', lastName: 'L', userTemplateName: 'Agents' };
  return { loginUserId, ...names, createInBackend: true, ...more };
};
const record = (clientId: string, preferredAgent: string, name = 'Maria'): object => {
  return { clientId, preferredAgent, nextEarliestWorkTime: '2035-06-01T09:00:00Z', data: { Name: name } };
};

interface Files {
  readonly users?: readonly object[];
  readonly summer?: readonly object[];
  readonly autumn?: readonly object[];
}

const PEOPLE = [
  person('ana@example.com', { offboard: { reassignTo: 'ben@example.com' } }),
  person('ben@example.com'),
  person('cid@example.com'),
];
const SUMMER = [record('S-1', 'ana@example.com'), record('S-2', 'cid@example.com'), record('S-3', 'cid@example.com')];
const AUTUMN = [record('T-1', 'ben@example.com')];

function desired({ users = PEOPLE, summer = SUMMER, autumn = AUTUMN }: Files): object {
  const campaigns = [
    { campaignName: 'Summer', records: summer },
    { campaignName: 'Autumn', records: autumn },
  ];
  return { users, campaigns };
}

interface Stand {
  readonly folder: string;
  declare(files: Files): void;
  run(...words: string[]): Promise<Ended>;
  /** What a run asks of the service. */
  asked(...words: string[]): Promise<{ readonly ended: Ended; readonly reads: number; readonly writes: number }>;
}

/** Applied, and committed as `main`. */
async function applied(): Promise<Stand> {
  const sandbox = await withSandbox();
  const folder = namedProject(sandbox, desired({}));
  const declare = (files: Files): void => writeFileSync(join(folder, 'teams', 'sales.yaml'), stringify(desired(files)));
  writeFileSync(join(folder, '.gitignore'), '.muster/\n');
  git(folder, 'init', '--quiet', '--initial-branch', 'main');
  git(folder, 'add', '.');
  git(folder, 'commit', '--quiet', '--message', 'Files');
  const run = (...words: string[]): Promise<Ended> => muster(words, { folder, environment: ANY_CREDENTIALS });
  expect(await run('apply', '--auto-approve', '--quiet')).toMatchObject({ exit: 0 });
  const asked: Stand['asked'] = async (...words) => {
    await sandbox.control.resetCounters();
    const ended = await run(...words);
    return { ended, ...(await sandbox.control.counters()) };
  };
  return { folder, declare, run, asked };
}

function git(folder: string, ...words: readonly string[]): string {
  return execFileSync('git', [...WHO, ...words], { cwd: folder, encoding: 'utf8' }).trim();
}

test('one changed record costs a search for it, a query for its agent and one for the successor, wherever it stands in the file', async () => {
  const stand = await applied();
  expect(await stand.asked('plan', '--since', 'main', '--json')).toMatchObject({
    reads: 0,
    writes: 0,
    ended: { exit: 0 },
  });
  stand.declare({ summer: [SUMMER[2] ?? {}, SUMMER[1] ?? {}, record('S-1', 'ana@example.com', 'Marta')] });
  const status = git(stand.folder, 'status', '--short');
  const { ended, reads, writes } = await stand.asked('plan', '--since', 'main', '--json');
  expect({ reads, writes }).toEqual({ reads: 3, writes: 0 });
  const report = parsed(ended.out);
  expect(report).toMatchObject({
    changes: [{ address: 'record:Summer/S-1', action: 'update' }],
    summary: { recorded: 7 },
  });
  expect(report['since']).toMatchObject({
    ref: 'main',
    because: null,
    notRead: { user: 2, record: 3 },
    lastCompleteAt: null,
  });
  expect(git(stand.folder, 'status', '--short')).toBe(status);
  expect(readdirSync(join(stand.folder, '.muster')).filter((name) => name.startsWith('since'))).toEqual([]);
});

test('what an earlier commit asks for and nobody applied is said to be of that commit', async () => {
  const stand = await applied();
  const summer = [SUMMER[0] ?? {}, record('S-2', 'cid@example.com', 'Marta'), SUMMER[2] ?? {}];
  stand.declare({ summer });
  git(stand.folder, 'commit', '--quiet', '--all', '--message', 'Marta');
  const users = [...PEOPLE.slice(0, 2), person('cid@example.com', { onRemove: 'release' })];
  stand.declare({ summer, users });
  const { ended } = await stand.asked('plan', '--since', 'main', '--json');
  expect(parsed(ended.out)['changes']).toMatchObject([
    { address: 'user:cid@example.com', action: 'update', origin: 'git', part: 'additions' },
    { address: 'record:Summer/S-2', action: 'update', origin: 'earlier', part: 'additions' },
  ]);
  const { out } = await stand.run('plan', '--since', 'main');
  expect(out).toContain('from an earlier commit, never applied');
  expect(out.replaceAll(/\s+/gu, ' ')).toContain('From an earlier commit, never applied: S-2.');
  // Everything is asked for by the files where nobody says since when.
  expect((await stand.run('plan')).out).not.toContain('earlier commit');
});

test('a leaver brings the tasks pinned there in every campaign, and who gets them', async () => {
  const stand = await applied();
  stand.declare({ users: PEOPLE.slice(1), summer: [record('S-1', 'ben@example.com'), ...SUMMER.slice(1)] });
  const { ended, reads } = await stand.asked('plan', '--since', 'main', '--json');
  // ana and ben, S-1, and a search for pins in each of the two campaigns.
  expect(reads).toBe(5);
  const report = parsed(ended.out);
  expect(report['changes']).toMatchObject([
    { address: 'record:Summer/S-1', action: 'update' },
    { address: 'user:ana@example.com', action: 'delete' },
  ]);
  expect(report['changes']).toEqual(parsed((await stand.run('plan', '--json')).out)['changes']);
});

test('an apply of the same part does what was approved, and nothing is left to do', async () => {
  const stand = await applied();
  stand.declare({
    summer: [record('S-1', 'ana@example.com', 'Marta'), ...SUMMER.slice(1)],
    autumn: [...AUTUMN, record('T-2', 'cid@example.com')],
  });
  const report = parsed((await stand.run('plan', '--since', 'main', '--json')).out);
  const [{ command }] = report['exactly'] as [{ readonly command: string }];
  expect(command).toContain('--since main');
  const words = command.split(' ').slice(1);
  expect(await stand.asked(...words, '--quiet')).toMatchObject({ ended: { exit: 0 }, writes: 2 });
  expect(await stand.asked('plan', '--since', 'main', '--expect-no-changes')).toMatchObject({
    ended: { exit: 0 },
    writes: 0,
  });
  expect(await stand.asked('plan', '--expect-no-changes')).toMatchObject({ ended: { exit: 0 }, writes: 0 });
});

test('what else waits is not in the part, and a plan of everything has another fingerprint', async () => {
  const stand = await applied();
  stand.declare({ summer: SUMMER.slice(0, 2) });
  git(stand.folder, 'commit', '--quiet', '--all', '--message', 'Not applied yet');
  stand.declare({ summer: [record('S-1', 'ana@example.com', 'Marta'), ...SUMMER.slice(1, 2)] });
  const part = parsed((await stand.run('plan', '--since', 'HEAD', '--json')).out);
  expect(part['changes']).toMatchObject([{ address: 'record:Summer/S-1' }]);
  const [{ command }] = part['exactly'] as [{ readonly command: string }];
  const whole = command.replace(' --since HEAD', '').split(' ').slice(1);
  expect(await stand.asked(...whole)).toMatchObject({ ended: { exit: 13 }, writes: 0 });
});

test('everything is read, and that is said, where muster.yaml differs or the last whole reading is too old', async () => {
  const stand = await applied();
  const late = await stand.run('plan', '--since', 'main', '--max-age', '26h');
  expect(late.out.replaceAll(/\s+/gu, ' ')).toContain('Everything was read, not only what differs from main');
  expect(late.out.replaceAll(/\s+/gu, ' ')).toContain('too old, or none is known here');
  expect((await stand.run('drift', '--history', 'history.json')).exit).toBe(0);
  const young = await stand.asked('plan', '--since', 'main', '--max-age', '26h', '--history', 'history.json');
  expect(young).toMatchObject({
    reads: 0,
    ended: { exit: 0 },
  });
  expect(young.ended.out).toMatch(/everything\s+was\s+read\s+last/u);
  const settings = join(stand.folder, 'muster.yaml');
  writeFileSync(settings, readFileSync(settings, 'utf8').replace('name: cc', 'policy: { pinsPerWindow: 9 }\nname: cc'));
  const other = await stand.run('plan', '--since', 'main');
  expect(other.out.replaceAll(/\s+/gu, ' ')).toContain('muster.yaml differs');
});

test('everything is read where the list of whom nobody may call differs, or is not in Git: it stops an open task that no file changed', async () => {
  const stand = await applied();
  const [settings, list] = [join(stand.folder, 'muster.yaml'), join(stand.folder, 'calls', 'none.txt')];
  mkdirSync(join(stand.folder, 'calls'));
  writeFileSync(
    settings,
    readFileSync(settings, 'utf8').replace('name: cc', 'policy: { doNotCall: ./calls/none.txt }\nname: cc'),
  );
  writeFileSync(list, '# none\n');
  git(stand.folder, 'add', 'muster.yaml');
  git(stand.folder, 'commit', '--quiet', '--message', 'The list is kept elsewhere');
  expect(parsed((await stand.run('plan', '--since', 'main', '--json')).out)).toMatchObject({
    since: { because: 'settings' },
  });
  git(stand.folder, 'add', '.');
  git(stand.folder, 'commit', '--quiet', '--message', 'The list');
  expect(parsed((await stand.run('plan', '--since', 'main', '--json')).out)).toMatchObject({
    since: { because: null },
  });
  writeFileSync(list, '# none\nS-1\n');
  git(stand.folder, 'commit', '--quiet', '--all', '--message', 'Asked by letter');
  const report = parsed((await stand.run('plan', '--since', 'main~1', '--json')).out);
  expect(report).toMatchObject({ since: { because: 'settings' } });
  const asked = (report['verdicts'] as { readonly address: string; readonly code: string | null }[]).filter(
    ({ code }) => code !== null,
  );
  expect(asked).toMatchObject([{ address: 'record:Summer/S-1', code: 'do-not-call' }]);
});

test('where a program is among the desired files everything is planned: it may read what stands there now', async () => {
  const stand = await applied();
  const [data, program] = [join(stand.folder, 'teams', 'people.json'), join(stand.folder, 'teams', 'sales.mjs')];
  rmSync(join(stand.folder, 'teams', 'sales.yaml'));
  writeFileSync(data, JSON.stringify(desired({})));
  const code = `import { readFileSync } from 'node:fs';\nexport default JSON.parse(readFileSync(${JSON.stringify(data)}, 'utf8'));\n`;
  writeFileSync(program, code);
  const settings = join(stand.folder, 'muster.yaml');
  writeFileSync(settings, readFileSync(settings, 'utf8').replaceAll(/\.yaml['"]?/gu, '.mjs'));
  git(stand.folder, 'add', '--all');
  git(stand.folder, 'commit', '--quiet', '--message', 'A program');
  writeFileSync(data, JSON.stringify(desired({ users: [...PEOPLE, person('dot@example.com')] })));
  const report = parsed((await stand.run('plan', '--since', 'main', '--json')).out);
  expect(report).toMatchObject({ since: { because: 'program' }, changes: [{ address: 'user:dot@example.com' }] });
});

test('a commit that is not here is refused with the way on, and so are flags that would say nothing', async () => {
  const stand = await applied();
  const unknown = await stand.asked('plan', '--since', 'origin/main');
  expect(unknown).toMatchObject({
    reads: 0,
    ended: { exit: 2, err: saying('given origin/main, and there is no such commit') },
  });
  expect(unknown.ended.err).toContain('fetch-depth: 0');
  const shallow = temporaryFolder();
  onTestFinished(shallow.remove);
  git(stand.folder, 'commit', '--quiet', '--allow-empty', '--message', 'Second');
  git(shallow.directory, 'clone', '--quiet', '--depth', '1', `file://${stand.folder}`, 'clone');
  const clone = join(shallow.directory, 'clone');
  const cut = await muster(['plan', '--since', 'HEAD~1'], { folder: clone, environment: ANY_CREDENTIALS });
  expect(cut).toMatchObject({ exit: 2, err: saying('this shallow clone does not have it') });
  rmSync(join(clone, '.git'), { recursive: true });
  const bare = await muster(['plan', '--since', 'HEAD'], { folder: clone, environment: ANY_CREDENTIALS });
  expect({ ...bare, err: bare.err.replaceAll(/\s+/gu, ' ') }).toMatchObject({
    exit: 2,
    err: saying('is in none that git can read'),
  });
  expect(await stand.run('plan', '--since', 'main', '--only', 'user:*')).toMatchObject({ exit: 2 });
  expect(await stand.run('plan', '--max-age', '26h')).toMatchObject({ exit: 2, err: saying('--since') });
});
