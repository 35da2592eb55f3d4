// muster adopt: a dry look by default, --write on request, and no personal value beside the patch.

import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

import { freshFolder, initialised, muster, musterProcess, parsed, saying, type Ended } from './muster.ts';

const folder = freshFolder();
const run = async (...words: string[]): Promise<Ended> => muster(words, { folder });
const at = (file: string): string => join(folder, file);

initialised(folder, async () => {
  for (const part of ['teams', 'campaigns']) rmSync(at(part), { recursive: true });
  writeFileSync(at('intake.csv'), 'CustomerId,Name,phone\nC-1,Maria Lopez,+34911234567\nC-2,Jo Weber,0911 234\n');
  await run('sandbox', 'intake', 'Summer Renewals', 'intake.csv');
  await run('sandbox', 'add-user', 'kim@example.com');
});

describe('muster adopt', () => {
  test.each([
    [['adopt', 'users', '--into', 'teams/a.yaml'], 'expected one of --ids or --ids-file'],
    [['adopt', 'users', '--ids', 'a@x'], 'expected --into FILE'],
    [['adopt', 'campaign', 'S', '--into', 'campaigns/a.yaml', '--where', 'Maria'], 'key BEGINSWITH value'],
    [['adopt', 'users', '--ids', 'a@x', '--into', 'elsewhere/a.yaml'], 'teams/**/*.{yaml,yml}'],
    [['adopt', 'users', '--ids', 'a@x', '--out', 'csv=p.csv', '--write'], '--write takes --into FILE'],
    [['adopt', 'campaign', 'S', '--into', 'campaigns/a.yaml', '--out', 'csv=p.csv'], 'is for people'],
  ])('%j is refused in words', async (words, reason) => {
    expect(await run(...words)).toMatchObject({ exit: 2, out: '', err: saying(reason) });
  });

  test('writes rows that usersFrom reads, without a place in a desired file', async () => {
    const ended = await run('adopt', 'users', '--ids', 'kim@example.com', '--out', 'csv=rows.csv');
    expect(ended).toMatchObject({ exit: 0 });
    expect(readFileSync(at('rows.csv'), 'utf8')).toBe(
      'loginUserId,firstName,lastName,userTemplateName,createInBackend,adopt\r\nkim@example.com,,,,true,true\r\n',
    );
    expect(existsSync(at('teams'))).toBe(false);
    rmSync(at('rows.csv'));
  });

  test('takes the people from standard input', async () => {
    // A process: standard input is its own.
    const words = ['adopt', 'users', '--ids-file', '-', '--out', 'csv=rows.csv'];
    expect(await musterProcess(words, { folder, input: 'kim@example.com\n' })).toMatchObject({ exit: 0, err: '' });
    expect(readFileSync(at('rows.csv'), 'utf8')).toContain('\r\nkim@example.com,');
    rmSync(at('rows.csv'));
  });

  test('shows a patch and the command that writes it, and writes nothing', async () => {
    const { exit, out, err } = await run(
      'adopt',
      'campaign',
      'Summer Renewals',
      '--into',
      'campaigns/s.yaml',
      '--client-id-field',
      'CustomerId',
    );
    expect({ exit, err }).toEqual({ exit: 0, err: '' });
    expect(out).toContain('+      - clientId: C-1\n');
    expect(out).toContain('+    clientIdFieldName: CustomerId\n');
    expect(out).not.toContain('0911 234');
    expect(out.trimEnd().split('\n').slice(-2).join(' ').replaceAll(/ +/gu, ' ')).toBe(
      "To write it: muster adopt campaign 'Summer Renewals' --into campaigns/s.yaml --client-id-field CustomerId --write",
    );
    expect(existsSync(at('campaigns'))).toBe(false);
  });

  test('works in a project without a desired file; one apply sends nothing, and the next plan is empty', async () => {
    const words = ['campaign', 'Summer Renewals', '--into', 'campaigns/s.yaml', '--client-id-field', 'CustomerId'];
    const written = await run('adopt', ...words, '--write', '--json');
    const document = parsed(written.out);
    expect(document).toMatchObject({
      kind: 'adopt',
      command: 'adopt campaign',
      adoption: { written: true, complete: true },
    });
    writeFileSync(
      at('people.csv'),
      'loginUserId,firstName,lastName,userTemplateName\nkim@example.com,Kim,Park,Agents\n',
    );
    expect(await run('adopt', 'users', '--ids-file', 'people.csv', '--into', 'teams/a.yaml', '--write')).toMatchObject({
      exit: 0,
      err: '',
    });
    expect(await run('plan', '--verbose')).toMatchObject({ exit: 0, out: saying('apply sends no request') });
    expect(await run('apply', '--auto-approve')).toMatchObject({ exit: 0 });
    expect(await run('plan', '--expect-no-changes')).toMatchObject({ exit: 0, out: saying('Nothing to do') });
  });

  test('ends with 12 when something could not be read', async () => {
    await run('sandbox', 'fault', 'garbage', '--operation', 'query-existence', '--count', 'always');
    const { exit, out } = await run('adopt', 'users', '--ids', 'new@example.com', '--into', 'teams/b.yaml', '--write');
    await run('sandbox', 'fault', 'clear');
    expect(exit).toBe(12);
    expect(out).toContain('could not be read');
    expect(existsSync(at('teams/b.yaml'))).toBe(false);
  });
});
