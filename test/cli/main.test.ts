// The command line as a user meets it: usage errors, lookups, several calls at once, launcher. Nothing here needs a service.

import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { DRIFT_CLASSES } from '../../src/core/model/drift-classes.ts';
import { ERRORS } from '../../src/core/model/errors.ts';
import { EXIT_NUMBERS } from '../../src/core/model/exit-numbers.ts';
import { ASSUMPTIONS, point, POINT_IDS } from '../../src/core/model/open-points.ts';
import { freshFolder, LAUNCHER, muster, musterProcess, parsed } from './muster.ts';

describe('a command line that is not understood', () => {
  test.each([
    [['apply', '--force'], "unknown option '--force'"],
    [['explain', 'twim'], 'did you mean twin?'],
  ])('%j exits with 2 and says what is wrong on standard error', async (words, said) => {
    const folder = freshFolder();
    const { exit, out, err } = await muster(words, { folder });
    expect({ exit, out }).toEqual({ exit: 2, out: '' });
    expect(err.replaceAll(/\s+/gu, ' ')).toContain(said);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('no stack trace is shown for it', async () => {
    const { err } = await muster(['plan', '--nope']);
    expect(err).not.toMatch(/^\s+at /mu);
  });
});

describe('lookups', () => {
  test('explain says of an open point what is asked, assumed, measured and possible', async () => {
    const { exit, out } = await muster(['explain', 'search-ceiling']);
    expect(exit).toBe(0);
    expect(out).toContain('search-ceiling: the ceiling of maxRecords');
    expect(out).toContain('While it is unknown, muster goes by: 1000 or more');
    expect(out).toContain('Found out by `muster doctor --probe`.');
    expect(out).toContain('Possible answers: none, >1000, a whole number from 1 or unknown');
    expect((await muster(['explain', 'S4'])).out).toBe(out);
    expect((await muster(['explain', 'pin-start'])).out).toContain(
      'Found out by a trial of your own (docs/open-questions.md).',
    );
  });

  test('explain says what muster assumes of the service, without a number that one would have to look up', async () => {
    const { exit, out } = await muster(['explain', 'assumptions']);
    expect(exit).toBe(0);
    for (const id of ASSUMPTIONS)
      expect(out).toContain(`${id}: ${point(id).question}\n  Assumed: ${point(id).assumed}`);
    expect(out).toContain('Found out by `muster doctor --probe`.');
    expect(out).not.toMatch(/\bS\d/u);
  });

  test('explain without a code lists every code, class of a drift report, exit code and open question', async () => {
    const { out } = await muster(['explain']);
    const headings = /\n(?:Classes of a drift report|Exit codes|Open questions of the interface documents [^\n]*):\n/u;
    const [codes = '', classes = '', exits = '', points = ''] = out.split(headings);
    const names = (text: string): (string | undefined)[] =>
      text
        .trimEnd()
        .split('\n')
        .map((line) => line.split(' ')[0]);
    expect(names(codes)).toEqual(Object.keys(ERRORS));
    expect(names(classes)).toEqual(Object.keys(DRIFT_CLASSES));
    expect(names(exits)).toEqual(Object.keys(EXIT_NUMBERS));
    expect(names(points)).toEqual(POINT_IDS);
  });

  test('version prints the version of package.json, as text and as JSON', async () => {
    const { version } = parsed(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
    expect((await muster(['version'])).out).toContain(`muster ${String(version)} (node ${process.version}`);
    expect(parsed((await muster(['version', '--json'])).out)).toMatchObject({ muster: version });
  });

  test.each(['desired', 'project'])('schema prints the %s schema as it is committed', async (name) => {
    const committed = readFileSync(new URL(`../../schemas/${name}.schema.json`, import.meta.url), 'utf8');
    expect((await muster(['schema', name])).out).toBe(committed);
  });
});

test('calls in one process, at the same time, each have their own folder, variables and output', async () => {
  const ends = [3, 4, 5].map(async (count) => {
    const folder = freshFolder();
    const desired = Array.from({ length: count }, (_, index) => `{clientId: C-${index}, data: {Name: A}}`).join(', ');
    writeFileSync(join(folder, 'a.yaml'), `campaigns: [{campaignName: S, records: [${desired}]}]\n`);
    writeFileSync(join(folder, 'muster.yaml'), 'name: n\ndesired: [a.yaml]\ntargets: {t: {sandbox: true}}\n');
    const environment = { MUSTER_OUT: `json=${count}.json` };
    const { exit, out, err } = await muster(['validate'], { folder, environment });
    const [report = ''] = readdirSync(folder).filter((name) => name.endsWith('.json'));
    expect(parsed(readFileSync(join(folder, report), 'utf8'))).toMatchObject({ kind: 'validate' });
    return { exit, report, said: /(\d+) customers?/u.exec(out)?.[1], err };
  });
  expect(await Promise.all(ends)).toEqual(
    [3, 4, 5].map((count) => ({ exit: 0, report: `${count}.json`, said: String(count), err: '' })),
  );
});

// As processes: what Node is told about itself, and the notices that it prints, are of a process.
describe('the launcher', () => {
  const pretend = (version: string): string =>
    `data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'${version}'}})`;

  test.each(['16.20.2', '20.20.2', '22.17.9'])('tells Node %s what is needed and exits with 2', async (version) => {
    const { exit, out, err } = await musterProcess(['version'], { node: ['--import', pretend(version)] });
    expect({ exit, out }).toEqual({ exit: 2, out: '' });
    expect(err).toContain(`needs Node 22.18 or newer; this is Node ${version}`);
  });

  test('hides the notice of node:sqlite and no other warning', async () => {
    const after = `process.on('exit', () => 0); setImmediate(() => {
      process.emitWarning('SQLite is an experimental feature and might change at any time', 'ExperimentalWarning');
      process.emitWarning('something else', 'ExperimentalWarning');
    });`;
    const { err } = await musterProcess(['version'], {
      node: ['--import', `data:text/javascript,${encodeURIComponent(after)}`],
    });
    expect(err).toContain('something else');
    expect(err).not.toContain('SQLite');
  });

  test('leaves standard output to the report: what a desired program prints goes to standard error', async () => {
    const folder = freshFolder();
    writeFileSync(join(folder, 'muster.yaml'), 'name: cc\ndesired: [a.mjs]\ntargets: {sandbox: {sandbox: true}}\n');
    writeFileSync(
      join(folder, 'a.mjs'),
      'console.log("hi"); export default { users: [{ loginUserId: "a@x.com", ensure: "absent" }] };',
    );
    const { exit, out, err } = await musterProcess(['validate', '--json'], { folder });
    expect({ exit, kind: parsed(out)['kind'] }).toEqual({ exit: 0, kind: 'validate' });
    expect(err).toBe('hi\n');
  });

  test('is marked as a program for node', () => {
    expect(readFileSync(LAUNCHER, 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/u);
  });
});
