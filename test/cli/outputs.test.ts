// --out and MUSTER_OUT on real runs: every format, every refusal, and a run that keeps its plan and its exit code whatever
// becomes of its reports.

import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FORMAT_NAMES, shows } from '../../src/core/report/format-table.ts';
import { fill, smallDisk } from '../support/disks.ts';
import { faultsOf } from '../support/report-schema.ts';
import { freshFolder, initialised, LAUNCHER, muster, parsed, saying, type Ended } from './muster.ts';

const folder = freshFolder();
const at = (name: string): string => join(folder, name);
const text = (name: string): string => readFileSync(at(name), 'utf8');
const run = async (...words: string[]): Promise<Ended> => muster(words, { folder });
const wishing = async (wish: string, ...words: string[]): Promise<Ended> =>
  muster(words, { folder, environment: { MUSTER_OUT: wish } });

initialised(folder, async () => void mkdirSync(at('reports')));

describe('the JSON report of a real run fits the published schema', () => {
  test.each([
    [['validate', '--json']],
    [['plan', '--json']],
    [['doctor', '--json']],
    [['apply', '--auto-approve', '--json']],
    [['show', '--json']],
    [['drift', '--json']],
    [['drift', '--max-age', '1h', '--json']],
    [['apply', '--json']],
    [['plan', '--target', 'nobody', '--json']],
    [['adopt', 'drift', '--json']],
    [['destroy', '--auto-approve', '--json']],
  ])('%j', async (words) => {
    const { out } = await run(...words);
    expect(faultsOf(JSON.parse(out))).toEqual([]);
  });
});

test('the report of a run that failed names its project and target, as far as they are known', async () => {
  const told = async (...words: string[]): Promise<unknown> => JSON.parse((await run(...words, '--json')).out);
  const sandbox = expect.objectContaining({ name: 'sandbox' }) as unknown;
  const stopped = await told('plan', '--max-requests', '1');
  expect(stopped).toMatchObject({ kind: 'plan', error: { code: 'guard-requests' }, target: sandbox });
  expect(stopped).toMatchObject({ project: parsed((await run('plan', '--json')).out)['project'] });
  expect(faultsOf(stopped)).toEqual([]);
  expect(await told('plan', '--target', 'nobody')).toMatchObject({
    project: expect.any(String) as unknown,
    target: null,
  });
  expect(await told('plan', '-C', freshFolder())).toMatchObject({ project: null, target: null });
  expect(await told('plan', '-C', 'reports', '--no-such-flag')).toMatchObject({ project: null, target: null });
});

describe('--out', () => {
  test('writes every format that shows a plan in one run, beside the text', async () => {
    const formats = FORMAT_NAMES.filter((name) => shows(name, 'plan'));
    const wanted = formats.flatMap((name) => ['--out', `${name}=reports/plan.${name}`]);
    const { exit, out, err } = await run('plan', ...wanted);
    expect({ exit, err: err.includes('report-not-written') }).toEqual({ exit: 0, err: false });
    expect(out).toContain('Plan: ');
    expect(readdirSync(at('reports')).toSorted()).toEqual(formats.map((name) => `plan.${name}`).toSorted());
    expect(parsed(text('reports/plan.gitlab-terraform'))['create']).toBeGreaterThan(0);
  });

  test('prints a format on standard output when the path is -', async () => {
    const { exit, out } = await run('validate', '--out', 'csv=-');
    expect({ exit, first: out.split('\r\n')[0] }).toMatchObject({ exit: 0, first: saying('project,target,run') });
  });

  test('replaces a report whole, keeps its rights, and follows a link', async () => {
    writeFileSync(at('reports/real.json'), 'x'.repeat(1_000_000), { mode: 0o600 });
    symlinkSync('real.json', at('reports/link.json'));
    expect(await run('validate', '--out', 'json=reports/link.json')).toMatchObject({ exit: 0 });
    expect(parsed(text('reports/real.json'))['kind']).toBe('validate');
    expect(statSync(at('reports/real.json')).mode & 0o777).toBe(0o600);
    expect(readdirSync(at('reports')).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  test('writes to a device as it is', async () => {
    expect(await run('validate', '--out', 'json=/dev/null')).toMatchObject({ exit: 0 });
    expect(statSync('/dev/null').isCharacterDevice()).toBe(true);
  });

  test.each([
    [['plan', '--out', 'x.yaml'], 'takes FORMAT=PATH, or a path that ends in .json, .html'],
    [['plan', '--out', 'yaml=x'], 'FORMAT one of text, json'],
    [['plan', '--out', 'sarf=x'], 'did you mean sarif?'],
    [['plan', '--out', 'json'], '--out takes FORMAT=PATH'],
    [['plan', '--out', 'json=x', '--out', 'csv=x'], 'two reports would go to x'],
    [['plan', '--out', 'json=-', '--out', 'csv=-'], 'only one report can go to standard output'],
    [['validate', '--out', 'gitlab-terraform=x'], 'the format gitlab-terraform cannot show a report of kind validate'],
    [
      ['adopt', 'drift', '--out', 'ndjson=x'],
      'the format ndjson cannot show a report of kind adopt; these can: text, json',
    ],
    [['plan', '--out', 'json=nowhere/x.json'], 'there is no folder for nowhere/x.json'],
    [['plan', '--out', 'json=reports'], 'reports cannot be written'],
    [['plan', '--out', 'json=muster.yaml/x'], 'muster.yaml/x cannot be written'],
  ])('%j is refused in one line, before anything is read or written', async (words, said) => {
    const { exit, out, err } = await run(...words);
    expect({ exit, out }).toEqual({ exit: 2, out: '' });
    expect(err.replaceAll(/\s+/gu, ' ')).toContain(said);
    expect(existsSync(at('x'))).toBe(false);
  });

  test('a run that fails is a report in every format that was asked for, over that of an earlier run', async () => {
    writeFileSync(at('reports/failed.xml'), 'the report of yesterday');
    const words = ['--out', 'junit=reports/failed.xml', '--out', 'gitlab-terraform=reports/failed.json'];
    const { exit } = await run('plan', '--target', 'nobody', ...words);
    expect(exit).toBe(2);
    expect(text('reports/failed.xml')).toContain('type="unknown-target"');
    expect(parsed(text('reports/failed.json'))).toEqual({});
  });

  test('places are below the folder of the call, as tools of the repository name them', async () => {
    const above = join(folder, '..');
    const name = folder.slice(above.length + 1);
    writeFileSync(at('teams/wrong.yaml'), 'users: [{loginUserID: a}]\n');
    const words = ['validate', '-C', name, '--out', 'gitlab-codequality=reports/quality.json'];
    const { exit } = await muster(words, { folder: above });
    rmSync(at('teams/wrong.yaml'));
    expect(exit).toBe(2);
    expect(text('reports/quality.json')).toContain(`"path": "${name}/teams/wrong.yaml"`);
  });
});

describe('MUSTER_OUT', () => {
  test('adds reports to those of the command line, of commands that write reports', async () => {
    const { exit, out } = await wishing(
      'json=reports/wish.json, csv=reports/wish.csv',
      'validate',
      '--out',
      'junit=reports/w.xml',
    );
    expect({ exit, out: out.startsWith('Valid') }).toEqual({ exit: 0, out: true });
    expect(['wish.json', 'wish.csv', 'w.xml'].filter((name) => !existsSync(at(`reports/${name}`)))).toEqual([]);
    expect(await wishing('nonsense', 'version')).toMatchObject({ exit: 0, err: '' });
  });

  test.each([
    ['json', 'MUSTER_OUT takes FORMAT=PATH'],
    ['json=a,csv=a', 'two reports would go to a'],
  ])('%s is refused', async (wish, said) => {
    expect(await wishing(wish, 'validate')).toMatchObject({ exit: 2, out: '', err: saying(said) });
  });

  test('is no way around --show-values', async () => {
    expect(await wishing('json=a', 'validate', '--show-values')).toMatchObject({
      exit: 2,
      err: saying('--show-values'),
    });
  });
});

describe('a report that cannot be written at the end', () => {
  test('is an error that says so, whatever the plan is; its text and other reports are written', async (context) => {
    const disk = smallDisk(64 * 1024, context);
    fill(disk);
    const words = ['--out', `json=${disk}/plan.json`, '--out', 'csv=reports/kept.csv', '--detailed-exitcode'];
    rmSync(join(disk, 'fill'));
    writeFileSync(join(disk, 'plan.json'), '{"the": "report of yesterday"}');
    fill(disk);
    const { exit, out, err } = await run('plan', ...words);
    expect(exit).toBe(1);
    expect(out).toContain('Plan: ');
    expect(err).toContain('report-not-written');
    expect(err).toContain(`${disk}/plan.json: the system says ENOSPC`);
    expect(text('reports/kept.csv')).toContain('change');
    expect(readFileSync(join(disk, 'plan.json'), 'utf8')).toBe('{"the": "report of yesterday"}');
  });

  // Processes: standard output is theirs.
  test.each(['validate', 'validate --json'])('is an error when standard output of %s is what is full, too', (words) => {
    const command = `'${process.execPath}' '${LAUNCHER}' ${words} > /dev/full`;
    const { status, stderr } = spawnSync('sh', ['-c', command], { cwd: folder, encoding: 'utf8' });
    expect({ status, told: stderr.includes('report-not-written') }).toEqual({ status: 1, told: true });
  });

  test('is none when the reader of standard output has ended', () => {
    const command = `set -o pipefail; '${process.execPath}' '${LAUNCHER}' validate | true`;
    const { status, stderr } = spawnSync('bash', ['-c', command], { cwd: folder, encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });
});
