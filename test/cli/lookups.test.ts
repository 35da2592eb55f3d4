// get, search and why as a person types them: what is shown and what is masked, and what each says of a mistake.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { visibleJson } from '../../src/core/model/hidden.ts';
import { anchor, deskIn, person, record, summer } from '../pitfalls/stories.ts';
import type { Desk } from '../pitfalls/stories.ts';
import { readCsv } from '../report/reading-back.ts';
import { openSandbox, temporaryFolder } from '../support/sandbox.ts';
import { faultsOf } from '../support/report-schema.ts';
import type { Ended } from './muster.ts';

const [folder, elsewhere] = [temporaryFolder(), temporaryFolder()];
const CUSTOMER = 'Wolpertinger';
let sandbox: Awaited<ReturnType<typeof openSandbox>>;
let desk: Desk;

beforeAll(async () => {
  sandbox = await openSandbox();
  desk = deskIn(folder.directory, sandbox);
  const data = { Name: CUSTOMER, phone: '+34911234567' };
  desk.declare({
    users: [anchor, person('ana')],
    campaigns: [summer(record('C-1', { preferredAgent: 'ana@example.com', data }), record('C-2'))],
  });
  await desk.run('apply', '--auto-approve', '--quiet');
  await sandbox.control.resetCounters();
});
afterAll(async () => {
  const { writes } = await sandbox.control.counters();
  await sandbox.close();
  folder.remove();
  elsewhere.remove();
  expect(writes).toBe(0);
});

const said = ({ out, err }: Ended): string => `${out} ${err}`.replaceAll(/\s+/gu, ' ');
const CASES = [
  ['get', 'user', 'ana@example.com'],
  ['get', 'record', 'Summer', 'C-1'],
  ['search', 'Summer', '--where', `Name=${CUSTOMER}`],
  ['why', 'record:Summer/C-1'],
  ['why', 'user:ana@example.com'],
  ['why', 'ana@example.com'],
  ['why', 'C-1'],
];

describe.each(CASES.map((words) => [words.join(' '), words] as const))('muster %s', (_title, words) => {
  test('shows no value of a person unless it was asked for, in text and in JSON', async () => {
    const [text, json] = [await desk.run(...words), await desk.run(...words, '--json')];
    for (const { exit, out, err } of [text, json]) {
      expect({ exit, err }).toEqual({ exit: 0, err: '' });
      for (const value of [CUSTOMER, '+34911234567', 'Anastasia', 'Ruizova']) expect(out).not.toContain(value);
    }
    expect(said(text)).toContain('--show-values');
    expect(faultsOf(JSON.parse(json.out))).toEqual([]);
  });

  test('shows them on request, on a terminal only', async () => {
    const { exit, out } = await desk.run(...words, '--show-values');
    expect(exit).toBe(0);
    expect(out).toMatch(/Wolpertinger|Anastasia/u);
    expect(out).not.toContain('(masked)');
    const refused = await desk.run(...words, '--show-values', '--json');
    expect(refused.exit).toBe(2);
    expect(said(refused)).toContain('--show-values is for a terminal');
  });

  test('fits into the 100 columns of a pipe', async () => {
    const { out } = await desk.run(...words);
    expect(out.split('\n').filter((line) => line.length > 100)).toEqual([]);
  });
});

test('a search without words lists what is open, one line a task, over all campaigns that are declared', async () => {
  const ended = await desk.run('search');
  expect(said(ended)).toMatch(/Summer: open customers clientId/u);
  expect(ended.out).toMatch(/^2 customers listed. Complete: fewer than the 1000 asked for.$/mu);
  expect(ended.out.match(/^ +C-[12] +NOTWORKED/gmu)).toHaveLength(2);
});

test('a name is typed as reports print it, where a character of it is not seen', async () => {
  const named = String.raw`Summer\u00a0Sale`;
  const other = deskIn(elsewhere.directory, sandbox);
  const records = [record('C-7', { data: { 'No\u200dte': 'x' } })];
  const declared = { campaigns: [{ campaignName: 'Summer\u00a0Sale', marker: false, records }] };
  writeFileSync(join(elsewhere.directory, 'desired.json'), visibleJson(JSON.stringify(declared)));
  await sandbox.control.loadIntake({
    campaignName: 'Summer\u00a0Sale',
    idColumn: 'Id',
    rows: [{ Id: 'C-8', 'No\u200dte': 'x' }],
  });
  const only = [`record:${named}/*`, 'record:Summer\u00a0Sale/*'];
  const [printed, raw] = [
    await other.run('plan', '--only', only[0] ?? ''),
    await other.run('plan', '--only', only[1] ?? ''),
  ];
  expect(printed).toMatchObject({ exit: 0, err: '', out: expect.stringContaining('C-7') as string });
  expect(printed.out).toBe(raw.out);
  expect(said(await other.run('why', `record:${named}/C-7`))).toContain('Next plan for customer C-7');
  expect(said(await other.run('get', 'record', named, 'C-8'))).toContain('NOTWORKED');
  expect(said(await other.run('search', named, '--where', String.raw`No\u200dte=x`))).toContain('1 customer listed');
  const settings = join(elsewhere.directory, 'muster.yaml');
  writeFileSync(settings, readFileSync(settings, 'utf8').replace('"desired.json"', '"desired.json", "taken.yaml"'));
  const taken = await other.run('adopt', 'campaign', named, '--into', 'taken.yaml');
  expect(said(taken)).toContain('C-8');
  // A character that is pasted is seen by nobody.
  expect(said(await other.run('search', 'Summer\u00a0Sale'))).toContain('[hidden-character]');
});

test('a search as CSV is a table of tasks, without values of data items', async () => {
  const { exit, out } = await desk.run('search', 'Summer', '--where', 'sys_worked_attempts EQUALS 0', '--out', 'csv=-');
  expect(exit).toBe(0);
  expect(readCsv(out)).toMatchObject([
    { row: 'task', clientId: 'C-1', workedState: 'NOTWORKED', preferredAgent: 'ana@example.com', recorded: 'true' },
    { row: 'task', clientId: 'C-2', workedState: 'NOTWORKED', preferredAgent: '', recorded: 'true' },
  ]);
});

describe('a mistake is named, with what was expected, what was given and how to go on', () => {
  test.each([
    [['get', 'record', 'Summer'], 'bad-usage', 'expected a clientId or --id PREVIEWRECORDID; given neither'],
    [['get', 'record', 'Summer', 'C-1', '--id', 'R-1'], 'bad-usage', 'given both'],
    [['get', 'user', 'ana\u200b@example.com'], 'hidden-character', 'zero-width character U+200B'],
    [
      ['search', 'Summer', '--where', 'Name'],
      'bad-criterion',
      'expected a key, a condition and a value; given less than that (--where number 1)',
    ],
    [['search', 'Summer', '--where', 'Name CONTAIN x'], 'bad-criterion', 'did you mean CONTAINS?'],
    [['search', 'Summer', '--where', 'Name=x', '--limit', '0'], 'bad-usage', '--limit takes a whole number from 1'],
    [['why', 'C-9'], 'unknown-address', 'expected the address, login or clientId of a person or customer who is d'],
    [['why', 'record:Summer/C-3'], 'unknown-address', 'did you mean record:Summer/C-1?'],
  ])('%j', async (words, code, reason) => {
    const ended = await desk.run(...words);
    expect(ended).toMatchObject({ exit: 2, out: '' });
    expect(said(ended)).toContain(`[${code}]`);
    expect(said(ended)).toContain(reason);
    expect(said(ended)).toContain(`muster explain ${code}`);
  });

  test('a system field that the document does not have is searched for, and said', async () => {
    const ended = await desk.run('search', 'Summer', '--where', 'sys_worked_stat=NOTWORKED');
    expect(ended.exit).toBe(0);
    expect(said(ended)).toContain('sys_worked_stat is no system field of the interface document');
    expect(said(ended)).toContain('did you mean sys_worked_state?');
  });

  test.each([
    [['get', 'user', 'nobody@example.com'], 'NOT_FOUND'],
    [['get', 'record', 'Summer', 'C-9'], '0 customers'],
  ])('%j finds nothing, says so and ends with 1', async (words, words2) => {
    const ended = await desk.run(...words);
    expect(ended).toMatchObject({ exit: 1, err: '' });
    expect(said(ended)).toContain(words2);
  });

  test('files that cannot be read stop no look-up, which ends with 12', async () => {
    const broken = temporaryFolder();
    const other = deskIn(broken.directory, sandbox);
    other.declare({ users: [{ ...person('ana'), noSuchKey: true } as never] });
    const ended = await other.run('get', 'user', 'ana@example.com');
    expect(ended.exit).toBe(12);
    expect(said(ended)).toContain('result SUCCESS');
    expect(said(ended)).toContain('The desired files could not be read [unknown-key]');
    broken.remove();
  });
});
