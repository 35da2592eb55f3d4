// Findings as `muster` prints them: without the values of the files, and not without end.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { FORMAT_NAMES, shows } from '../../src/core/report/format-table.ts';
import { freshFolder, muster, parsed, type Ended } from './muster.ts';

const CANARY = /Wolpertinger|600111222/u;
const ROWS = 20_000;

describe('a wrong row with a name and a phone number', () => {
  const folder = freshFolder();
  const run = async (...words: string[]): Promise<Ended> => muster(words, { folder });

  beforeAll(() => {
    mkdirSync(join(folder, 'desired'));
    writeFileSync(join(folder, 'muster.yaml'), 'name: n\ndesired: ["desired/*"]\ntargets: {s: {sandbox: true}}\n');
    const line = '{clientId: C-1, data: {Name: Wolpertinger, phone: "600111222"}}';
    writeFileSync(join(folder, 'desired/a.yaml'), `campaigns:\n  - campaignName: S\n    records:\n      - ${line}\n`);
  });

  test.each([
    [['validate']],
    [['validate', '--json']],
    [['validate', '--verbose', '--out', 'json=-']],
    [['plan']],
    [['plan', '--json']],
    [['drift', '--json']],
  ])('%j shows the place and the rule, and no value', async (words) => {
    const { exit, out, err } = await run(...words);
    expect(exit).toBe(2);
    expect(out + err).toContain('phone-not-e164');
    expect(out + err).toMatch(/desired\/a\.yaml:4:|"line": 4/u);
    expect(out + err).not.toMatch(CANARY);
  });

  test.each(['validate', 'plan'] as const)(
    'a report of %s that is written to a file holds no value, in any format',
    async (name) => {
      // Three numbers have no place for a finding.
      const formats = FORMAT_NAMES.filter((each) => shows(each, name) && each !== 'gitlab-terraform');
      await run(name, ...formats.flatMap((each) => ['--out', `${each}=report.${each}`]));
      for (const each of formats) {
        const text = readFileSync(join(folder, `report.${each}`), 'utf8');
        expect(text).toContain(each === 'openmetrics' ? 'muster_validate_findings' : 'phone-not-e164');
        expect(text).not.toMatch(CANARY);
      }
    },
  );

  test('validate --show-values prints the line, for the terminal of who wrote it', async () => {
    const { exit, out } = await run('validate', '--show-values');
    expect(exit).toBe(2);
    expect(out).toContain('   4 |       - {clientId: C-1, data: {Name: Wolpertinger, phone: "600111222"}}');
  });

  test.each([
    [['validate', '--show-values', '--json'], '--show-values is for a terminal'],
    [['validate', '--show-values', '--out', 'text=x.txt'], '--show-values is for a terminal'],
    [['plan', '--show-values', '--out', 'markdown=x.md'], '--show-values is for a terminal'],
    [['drift', '--show-values'], "unknown option '--show-values'"],
  ])('%j is refused', async (words, said) => {
    const { exit, out, err } = await run(...words);
    expect(exit).toBe(2);
    expect(err.replaceAll(/\s+/gu, ' ')).toContain(said);
    expect(out + err).not.toMatch(CANARY);
  });
});

const ofCsv = (rows: string): string => {
  const folder = freshFolder();
  mkdirSync(join(folder, 'desired'));
  writeFileSync(join(folder, 'muster.yaml'), 'name: n\ndesired: ["desired/*.yaml"]\ntargets: {s: {sandbox: true}}\n');
  const from =
    'recordsFrom: {file: s.csv, delimiter: semicolon, columns: {clientId: Nr, data: {Name: Who, phone: Mobile}}}';
  writeFileSync(join(folder, 'desired/a.yaml'), `campaigns:\n  - campaignName: S\n    ${from}\n`);
  writeFileSync(join(folder, 'desired/s.csv'), `Nr;Who;Mobile;Note\n${rows}`);
  return folder;
};

test('the caret stands under the first character of the cell, whatever is quoted before it', async () => {
  const folder = ofCsv('00001;"José; María";600111222;x\n');
  const { out } = await muster(['validate', '--show-values'], { folder });
  const [line = '', caret = ''] = out.split('\n').slice(out.split('\n').findIndex((each) => each.includes('José')));
  expect(caret.indexOf('^')).toBe(line.indexOf('600111222'));
});

test('a row that is too short says how many cells it has, and how many the header', async () => {
  const { out } = await muster(['validate'], { folder: ofCsv('1;Ana;+34600111222;x\n2;Ben;+34600111223\n') });
  expect(out.replaceAll(/\s+/gu, ' ')).toContain(
    'expected valid CSV: as many cells as the header, which has 4; given 3',
  );
});

test('an id in a cell with a blank before it says so', async () => {
  const { out } = await muster(['validate'], { folder: ofCsv(' 00005;Ana;+34600111222;x\n') });
  expect(out.replaceAll(/\s+/gu, ' ')).toContain('given one with a blank at its start');
});

test('20,000 rows with the same mistake are one finding, --verbose names all lines, and the JSON report does', async () => {
  const folder = freshFolder();
  mkdirSync(join(folder, 'desired'));
  writeFileSync(join(folder, 'muster.yaml'), 'name: n\ndesired: ["desired/*.yaml"]\ntargets: {s: {sandbox: true}}\n');
  const from = 'recordsFrom: {file: s.csv, columns: {clientId: Nr, data: {phone: Mobile}}}';
  writeFileSync(join(folder, 'desired/a.yaml'), `campaigns:\n  - campaignName: S\n    ${from}\n`);
  const rows = Array.from({ length: ROWS }, (_, index) => `C-${index},${600111222 + index}\n`).join('');
  writeFileSync(join(folder, 'desired/s.csv'), `Nr,Mobile\n${rows}`);
  const { exit, out, err } = await muster(['validate', '--out', 'json=all.json'], { folder });
  expect({ exit, err }).toEqual({ exit: 2, err: '' });
  expect(out.match(/phone-not-e164/gu)).toHaveLength(1);
  expect(out).toContain('20000 of 20000 rows in column Mobile: row 2.data.phone: expected');
  const all = await muster(['validate', '--verbose'], { folder });
  expect(all.out.replaceAll(/\s+/gu, ' ')).toContain(` in lines 2 to ${ROWS + 1} `);
  expect(all.out.length).toBeLessThan(50_000);
  const { diagnostics } = parsed(readFileSync(join(folder, 'all.json'), 'utf8'));
  expect(diagnostics).toMatchObject([{ lines: Array.from({ length: ROWS }, (_, index) => index + 2) }]);
});

test('a line that is indented wrongly is one finding, without those that follow from it', async () => {
  const folder = freshFolder();
  writeFileSync(join(folder, 'muster.yaml'), 'name: n\ndesired: ["*s.yaml"]\ntargets: {s: {sandbox: true}}\n');
  const lines = [
    'users:',
    '  - loginUserId: ana',
    '   firstName: Ana',
    '    lastName: Ruiz',
    '    userTemplateName: T',
  ];
  writeFileSync(join(folder, 'users.yaml'), `${lines.join('\n')}\n`);
  const { exit, out } = await muster(['validate'], { folder });
  expect(exit).toBe(2);
  expect(out.match(/users\.yaml:\d+:\d+/gu)).toEqual(['users.yaml:3:1']);
  expect(out).toContain('1 finding in 1 file');
});
