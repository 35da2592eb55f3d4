// Times of files: from the year 2000 to 2100 in UTC, by one rule for files, programs, CSV rows, Pulumi's inputs and ignore rules.

import { describe, expect, test } from 'vitest';

import { openChecks } from '../../providers/check.ts';
import { loadProfile } from '../../src/core/desired/declarations/profile.ts';
import { loadProject } from '../../src/core/desired/project/project.ts';
import { readDesiredInput } from '../../src/core/desired/project/load.ts';
import { TIME } from '../../src/core/model/fields.ts';
import { target } from '../support/values.ts';
import { errorOf, loadFiles, placesOf, projectFolder } from './project-folder.ts';

const IN = ['2000-01-01T00:00:00Z', '2100-12-31T23:59:59.999Z', '1999-12-31T23:30:00-01:00', '2101-01-01T00:30+01:00'];
const OUT = ['0001-01-01T00:00:00Z', '1969-07-20T20:17:00Z', '2000-01-01T00:30:00+01:00', '2100-12-31T23:30:00-01:00'];

const declared = (nextEarliestWorkTime: string): object => ({
  campaigns: [{ campaignName: 'S', records: [{ clientId: 'C', nextEarliestWorkTime }] }],
});

describe.each(IN)('%s', (time) => {
  test('is read, and sent as it is read', async () => {
    const { records } = await loadFiles({ 'desired/a.json': JSON.stringify(declared(time)) });
    expect(records[0]?.nextEarliestWorkTime).toBe(Date.parse(time));
    expect(TIME.fromInput(time)).toBe(Date.parse(time));
  });
});

describe.each(OUT)('%s', (time) => {
  test('is refused in a file, a program, a CSV row and Pulumi’s inputs, and never becomes a number to send', async () => {
    expect(await placesOf({ 'desired/a.json': JSON.stringify(declared(time)) })).toEqual([
      expect.stringMatching(/^time-out-of-range desired\/a\.json:1:/u),
    ]);
    const inProgram = await errorOf(() => readDesiredInput(declared(time), target()));
    expect(inProgram.code).toBe('time-out-of-range');
    const yaml =
      'campaigns: [{campaignName: S, recordsFrom: {file: ../s.csv, columns: {clientId: Nr, nextEarliestWorkTime: At}}}]';
    expect(await placesOf({ 'desired/a.yaml': yaml, 's.csv': `Nr,At\nC-1,${time}\n` })).toEqual([
      'time-out-of-range s.csv:2:2',
    ]);
    const { failures } = openChecks().record(
      { campaignName: 'S', clientId: 'C', nextEarliestWorkTime: time },
      target(),
    );
    expect(failures.map(({ reason }) => reason)).toEqual([
      'nextEarliestWorkTime: expected a time from the year 2000 to 2100; given one outside of them',
    ]);
    expect(TIME.fromInput(time)).toBeUndefined();
  });
});

test.each(['1999-12-31', '2101-01-01', '2101-01-01T00:00Z'])('an ignore rule does not end on %s', async (expires) => {
  const rule = `ignore: [{address: "*", reason: r, owner: o, expires: ${expires}}]`;
  const text = `name: n\ndesired: [a]\ntargets: {s: {sandbox: true}}\n${rule}\n`;
  const { diagnostics } = await errorOf(async () => loadProject(await projectFolder({ 'muster.yaml': text })));
  expect(diagnostics).toMatchObject([{ code: 'time-out-of-range', source: { file: 'muster.yaml', line: 4 } }]);
});

test('the days of a service profile lie in the same years', async () => {
  const profile = { formatVersion: '1.1', target: 's', at: '1999-11-20', points: {} };
  const directory = await projectFolder({ 'profiles/s.json': JSON.stringify(profile) });
  const { diagnostics } = await errorOf(() => loadProfile({ directory }, 's'));
  expect(diagnostics.map(({ message }) => message)).toEqual([expect.stringContaining('a day from 2000 to 2100')]);
});

test('a text that begins like a tag is text', async () => {
  const yaml = `campaigns:
  - campaignName: S
    records:
      - clientId: C
        data:
          a: "!binary x"
          b: '!x'
          c: |
            !y
            !z
`;
  const { records } = await loadFiles({ 'desired/a.yaml': yaml });
  expect(records[0]?.data.map(({ value }) => value)).toEqual(['!binary x', '!x', '!y\n!z\n']);
});
