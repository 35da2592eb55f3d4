// A list that a spreadsheet program opened and saved: 300 rows as CSV, to xlsx with an English locale, and to CSV again with a German one.
// LibreOffice itself does it (tools/programs); without it the file is skipped, and says so.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';

import { ANY_CREDENTIALS, namedProject } from '../support/named-project.ts';
import { temporaryFolder, withSandbox } from '../support/sandbox.ts';
import { programOf } from '../support/tools.ts';
import { muster, saying } from './muster.ts';
import type { Ended } from './muster.ts';

// It begins a process for each file, and reads a profile.
vi.setConfig({ testTimeout: 300_000 });

const ROWS = 300;
const program = await programOf('libreoffice');

const HEADER = 'CustomerId,FullName,Mobile,CallAfter';
const NAMES = ['Jürgen Ángel', '"Lee, ""Bo"""', 'Zoë', 'Ana Ruiz'];
const numbered = (idOf: (at: number) => string): string => {
  const rows = Array.from({ length: ROWS }, (_, at) =>
    [
      idOf(at),
      NAMES[at % NAMES.length],
      `+34911${String(at).padStart(6, '0')}`,
      at < 3 ? '' : '2035-05-10T09:00:00Z',
    ].join(','),
  );
  return `${[HEADER, ...rows].join('\n')}\n`;
};

const FORMATS = { phone: 'ES' };
const desired = (more: object = {}): object => ({
  campaigns: [
    {
      campaignName: 'Summer',
      recordsFrom: {
        file: 'list.csv',
        columns: {
          clientId: 'CustomerId',
          nextEarliestWorkTime: 'CallAfter',
          data: { Name: 'FullName', phone: 'Mobile' },
        },
        ...more,
      },
    },
  ],
});

/** Through an .xlsx file, and out of it as a German spreadsheet saves it, in UTF-8. */
function savedAgain(csv: string): string {
  const { directory, remove } = temporaryFolder();
  onTestFinished(remove);
  writeFileSync(join(directory, 'list.csv'), csv);
  const profile = `-env:UserInstallation=file://${mkdtempSync(join(directory, 'profile-'))}`;
  const convert = (...words: readonly string[]): void => {
    execFileSync(program ?? '', [profile, '--headless', ...words], {
      cwd: directory,
      stdio: 'ignore',
      timeout: 240_000,
    });
  };
  convert('--infilter=CSV:44,34,76,1,,1033,false,true', '--convert-to', 'xlsx', 'list.csv');
  const german = 'csv:Text - txt - csv (StarCalc):59,34,76,1,,1031,false,true,false';
  convert('--convert-to', german, '--outdir', join(directory, 'saved'), 'list.xlsx');
  return readFileSync(join(directory, 'saved', 'list.csv'), 'utf8');
}

interface Stand {
  readonly save: (csv: string, formats?: object) => void;
  readonly run: (...words: readonly string[]) => Promise<Ended>;
  readonly writes: () => Promise<number>;
  /** The first of the list is called, and cleared away. */
  readonly call: (clientId: string) => Promise<void>;
}

/** Applied from the list as it was first. */
async function applied(csv: string): Promise<Stand> {
  const sandbox = await withSandbox();
  const folder = namedProject(sandbox, desired());
  const list = join(folder, 'teams', 'list.csv');
  writeFileSync(list, csv);
  const run: Stand['run'] = (...words) => muster(words, { folder, environment: ANY_CREDENTIALS });
  expect(await run('apply', '--auto-approve', '--quiet')).toMatchObject({ exit: 0 });
  const { control } = sandbox;
  expect((await control.counters()).writes).toBe(ROWS);
  await control.resetCounters();
  return {
    run,
    save: (again, formats) => {
      writeFileSync(list, again);
      const more = { delimiter: 'semicolon', ...(formats && { formats }) };
      writeFileSync(join(folder, 'teams', 'sales.yaml'), JSON.stringify(desired(more)));
    },
    writes: async () => (await control.counters()).writes,
    call: async (clientId) => {
      await control.work({ campaignName: 'Summer', clientId, agent: 'ana@example.com', state: 'COMPLETED' });
    },
  };
}

describe.skipIf(program === null)('a list that LibreOffice saved again', () => {
  test('what it took is told with its way, and read where the format says how: ids with a letter are all as they were', async () => {
    const stand = await applied(numbered((at) => `C-${at}`));
    const saved = savedAgain(numbered((at) => `C-${at}`));
    expect(saved).toContain('C-0;Jürgen Ángel;34911000000;');
    stand.save(saved);
    const plain = await stand.run('plan');
    expect(plain).toMatchObject({ exit: 2, err: saying('300 of 300 rows in column Mobile') });
    expect(plain.err.replaceAll(/\s+/gu, ' ')).toContain('formats: { phone: GB }');
    stand.save(saved, FORMATS);
    expect(await stand.run('plan', '--expect-no-changes')).toMatchObject({ exit: 0 });
    expect(await stand.run('apply', '--auto-approve', '--quiet')).toMatchObject({ exit: 0 });
    expect(await stand.writes()).toBe(0);
  });

  test.each([
    [
      'zeros in front',
      (at: number) => String(at).padStart(5, '0'),
      14,
      '300 new ids of teams/list.csv differ only in leading zeros',
    ],
    [
      'a point',
      (at: number) => `${at}.50`,
      14,
      '300 new ids of teams/list.csv are ids that are finished or in no file any more, written with decimals',
    ],
    [
      'more digits than a number has',
      (at: number) => `34152500001${String(at).padStart(9, '0')}`,
      2,
      'a spreadsheet keeps 15 digits of a number',
    ],
  ])('ids with %s call nobody again: the plan asks', async (_what, idOf, exit, words) => {
    const csv = numbered(idOf);
    const stand = await applied(csv);
    await stand.call(idOf(1));
    const saved = savedAgain(csv);
    expect(saved.split('\n')[2]?.split(';')[0]).not.toBe(idOf(1));
    stand.save(saved, FORMATS);
    const plan = await stand.run('plan');
    const apply = await stand.run('apply', '--auto-approve', '--quiet');
    expect((plan.out + plan.err).replaceAll(/\s+/gu, ' ')).toContain(words);
    expect(apply.exit).toBe(exit);
    expect(await stand.writes()).toBe(0);
  });
});
