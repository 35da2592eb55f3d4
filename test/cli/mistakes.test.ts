// What a newcomer mistypes: each mistake is named, with what was expected and how to go on.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { freshFolder, initialised, muster, type Ended } from './muster.ts';

const folder = freshFolder();
const run = async (...words: string[]): Promise<Ended> => muster(words, { folder });
/** Both streams in one line, however they were wrapped. */
const said = ({ out, err }: Ended): string => `${out} ${err}`.replaceAll(/\s+/gu, ' ');

initialised(folder);

describe('muster sandbox switch', () => {
  test.each([
    [['deleted-record', 'banana'], 'deleted-record takes gone, removed-visible or removed-hidden; given: banana'],
    [['S5', 'gon'], 'did you mean gone?'],
    [['S99'], 'the switches are no-record-answer, combined-criteria'],
    [['deleted-records'], 'did you mean deleted-record?'],
    [['s5'], 'did you mean S5?'],
  ])('%j is refused', async (words, reason) => {
    const ended = await run('sandbox', 'switch', ...words);
    expect(ended).toMatchObject({ exit: 2, out: '' });
    expect(said(ended)).toContain(reason);
  });

  test('sets and shows a part by the name of its open point', async () => {
    expect((await run('sandbox', 'switch', 'twin-shown', 'newest')).out).toBe('twin-shown is newest.\n');
    expect((await run('sandbox', 'switch', 'twin-shown')).out).toBe('"newest"\n');
    expect((await run('sandbox', 'switch', 'S11.idSearch')).out).toBe('"newest"\n');
    expect((await run('sandbox', 'switch', 'S11')).out).toContain('"intake": "twin"');
  });

  test('shows all by the names of the open questions, and takes the names of the sandbox, too', async () => {
    const shown: unknown = JSON.parse((await run('sandbox', 'switch')).out);
    expect(shown).toMatchObject({ 'deleted-record': 'gone', 'twin-shown': 'newest', templates: null });
    expect(Object.keys(shown as object).filter((name) => /^S\d/u.test(name))).toEqual([]);
  });

  test('a refused value changes nothing', async () => {
    expect((await run('sandbox', 'switch', 'S5')).out).toBe('"gone"\n');
  });
});

describe('muster adopt campaign', () => {
  test('a misspelt name is said to be unknown, not to be empty', async () => {
    const ended = await run('adopt', 'campaign', 'Wellcome Calls', '--into', 'campaigns/new.yaml', '--write');
    expect(ended).toMatchObject({ exit: 2, out: '' });
    expect(said(ended)).toContain('the service shows no customer of it; did you mean Welcome Calls?');
    expect(said(ended)).not.toContain('Nothing to take over');
    expect(existsSync(join(folder, 'campaigns/new.yaml'))).toBe(false);
  });

  test('nothing is concluded about a campaign that the service does not answer for', async () => {
    const ended = await run('adopt', 'campaign', 'Unknown Calls', '--into', 'campaigns/new.yaml');
    expect(ended.exit).toBe(12);
    expect(said(ended)).toContain('Unknown Calls is not declared, and the service answered no search of it');
  });
});

describe('a file that is not there', () => {
  test.each([
    [
      ['adopt', 'users', '--ids-file', 'missing.txt', '--into', 'teams/new.yaml'],
      '--ids-file missing.txt: expected a CSV file with a column loginUserId, or a text file with one loginUserId a line; there is no such file',
    ],
    [
      ['adopt', 'campaign', 'S', '--client-ids-file', 'teams', '--into', 'campaigns/new.yaml'],
      '--client-ids-file teams: expected a text file, one clientId a line; it is a folder',
    ],
    [['sandbox', 'intake', 'S', 'no.csv'], 'no.csv: expected a CSV file with a header line; there is no such file'],
  ])('%j', async (words, reason) => {
    const ended = await run(...words);
    expect(ended).toMatchObject({ exit: 2, out: '' });
    expect(said(ended)).toContain('A file named on the command line could not be read. [input-file]');
    expect(said(ended)).toContain(reason);
  });
});

describe('muster destroy', () => {
  test('where nothing was ever applied, says that nothing is recorded', async () => {
    const ended = await run('destroy', '--auto-approve');
    expect(ended).toMatchObject({ exit: 0, err: '' });
    expect(said(ended)).toContain('Nothing to destroy: nothing is recorded in contact-centre -> sandbox.');
  });
});

describe('--allow', () => {
  test.each([
    ['delets=4', 'did you mean deletes?'],
    ['guard-deletes=4', 'did you mean deletes?'],
    ['deletes', 'GUARD=NUMBER such as deletes=12'],
  ])('%s is no guard and a number', async (word, reason) => {
    const ended = await run('plan', '--allow', word);
    expect(ended).toMatchObject({ exit: 2, out: '' });
    expect(said(ended)).toContain(reason);
  });

  test('a number that does not pass the guard is named together with the one that does', async () => {
    const project = join(folder, 'muster.yaml');
    writeFileSync(project, readFileSync(project, 'utf8').replace('count: 3', 'count: 1'));
    await run('apply', '--auto-approve');
    const ended = await run('destroy', '--auto-approve', '--allow', 'deletes=3');
    expect(ended.exit).toBe(14);
    expect(said(ended)).toContain('you allowed 3, the plan has 4; pass: --allow deletes=4');
  });

  test('a number that no guard needs is a warning and stops nothing', async () => {
    const ended = await run('plan', '--allow', 'overwrite=1');
    expect(ended.exit).toBe(0);
    expect(said(ended)).toContain('overwrite=1 was allowed, and this plan does not meet the guard overwrite');
  });
});
