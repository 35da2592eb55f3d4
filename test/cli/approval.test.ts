// plan -> approve -> apply: what is printed, what is accepted, and every way to say it wrongly.

import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

import { freshFolder, initialised, muster, parsed, saying, type Ended } from './muster.ts';

const folder = freshFolder();
const run = async (...words: string[]): Promise<Ended> => muster(words, { folder });
const file = (name: string): string => join(folder, name);

interface Report {
  readonly at: string;
  readonly approval: { readonly fingerprint: Readonly<Record<'whole' | 'additions' | 'removals', string>> };
}
const report = (name: string): Report => JSON.parse(readFileSync(file(name), 'utf8')) as Report;

function declare(...names: string[]): void {
  const users = names.map(
    (name) => `  - {loginUserId: ${name}@example.com, firstName: ${name}, lastName: X, userTemplateName: A}`,
  );
  writeFileSync(file('teams/support.yaml'), `users:\n${users.join('\n')}\n`);
}

async function writes(): Promise<unknown> {
  return parsed((await run('sandbox', 'counters')).out)['writes'];
}

initialised(folder, async () => {
  rmSync(file('campaigns/welcome.yaml'));
  declare('ana', 'ben');
});

describe('a plan that is approved', () => {
  test('names itself in its last lines, in 16 digits; the report carries all 64', async () => {
    const { exit, out } = await run('plan', '--out', 'json=plan.json');
    expect(exit).toBe(0);
    const { whole } = report('plan.json').approval.fingerprint;
    expect(whole).toMatch(/^[0-9a-f]{64}$/u);
    expect(out.trimEnd().split('\n').slice(-2)).toEqual([
      `all 2:  muster apply --fingerprint ${whole.slice(0, 16)}`,
      'Plan: 2 to add, 0 to change, 0 to remove',
    ]);
    expect((await run('plan', '--verbose')).out).toMatch(/apply sends 2 requests \(2 writes\)/u);
  });

  test.each([
    ['of 16 other digits', ['--fingerprint', '0123456789abcdef'], 13, 'plan-stale'],
    ['in a file that is not there', ['--fingerprint', '@none.json'], 2, 'could not be read'],
    ['in a file that is no report', ['--fingerprint', '@muster.yaml'], 2, 'is no report of `muster plan`'],
    ['with a budget that is too small', ['--fingerprint', '@plan.json', '--max-requests', '3'], 14, 'guard-requests'],
  ])('%s changes nothing', async (_name, flags, exit, words) => {
    expect(await run('apply', ...flags)).toMatchObject({ exit, err: saying(words) });
    expect(await writes()).toBe(0);
  });

  test('a key for fingerprints that is too short to be secret is refused, and not said again', async () => {
    const given = await muster(['plan'], { folder, environment: { MUSTER_FINGERPRINT_KEY: 'hunter2' } });
    expect(given).toMatchObject({ exit: 2, err: saying('MUSTER_FINGERPRINT_KEY takes a secret of at least 16') });
    expect(given.err).not.toContain('hunter2');
  });

  test('keys and a file that hold no words are refused: blanks, a pipe, a folder', async () => {
    const blank = await muster(['plan'], { folder, environment: { MUSTER_FINGERPRINT_KEY: ' '.repeat(20) } });
    expect(blank).toMatchObject({ exit: 2, err: saying('at least 16 characters; given: 0') });
    const padded = await muster(['plan'], { folder, environment: { MUSTER_FINGERPRINT_KEY: `\t${'k'.repeat(15)}  ` } });
    expect(padded).toMatchObject({ exit: 2, err: saying('given: 15') });
    execFileSync('mkfifo', [file('pipe')]);
    for (const name of ['pipe', 'teams']) {
      const refused = await run('apply', '--fingerprint', `@${name}`);
      expect(refused).toMatchObject({ exit: 2, err: saying(`${name} could not be read`) });
    }
    expect(await run('render', 'pipe')).toMatchObject({ exit: 2, err: saying('it is no regular file') });
    expect(await run('drift', '--history', 'pipe')).toMatchObject({
      out: saying('history of earlier runs cannot be read'),
    });
    expect(await writes()).toBe(0);
  });

  test.each(['plan', 'drift'])('%s ends with 14 where the reading alone is more than the budget', async (command) => {
    expect(await run(command, '--max-requests', '1')).toMatchObject({ exit: 14, err: saying('guard-requests') });
  });

  test('plan refuses --fingerprint, because it is the command that makes one', async () => {
    expect(await run('plan', '--fingerprint', '0123456789abcdef')).toMatchObject({ exit: 2, err: saying('bad-usage') });
  });

  test('is too old after the age that was given, and nothing changes', async () => {
    const { at } = report('plan.json');
    const earlier = new Date(Date.parse(at) - 2 * 3_600_000).toISOString();
    writeFileSync(file('old.json'), readFileSync(file('plan.json'), 'utf8').replace(at, earlier));
    const old = await run('apply', '--fingerprint', '@old.json', '--max-plan-age', '1h');
    expect(old).toMatchObject({ exit: 13, err: saying('old.json is 2 h old; at most 60 min are allowed') });
    expect(await writes()).toBe(0);
  });

  test('from the future is refused, because nobody can tell its age; a clock a little ahead is not', async () => {
    const { at } = report('plan.json');
    const later = new Date(Date.now() + 3 * 3_600_000).toISOString();
    writeFileSync(file('future.json'), readFileSync(file('plan.json'), 'utf8').replace(at, later));
    const ended = await run('apply', '--fingerprint', '@future.json');
    expect(ended).toMatchObject({ exit: 13, err: saying('future.json says it was made 3 h from now') });
    expect(await writes()).toBe(0);
  });

  test('is applied without a question, and only once', async () => {
    expect(await run('apply', '--fingerprint', '@plan.json')).toMatchObject({ exit: 0, out: saying('2 created') });
    const before = await writes();
    const again = await run('apply', '--fingerprint', '@plan.json');
    expect(again).toMatchObject({ exit: 0, out: saying('Nothing to do') });
    expect(await writes()).toBe(before);
    const subset = await run('apply', '--fingerprint', '@plan.json', '--allow-subset');
    expect(subset).toMatchObject({ exit: 0, out: saying('Nothing to do') });
  });

  test('that a variable names is applied, and no other', async () => {
    declare('ana', 'ben', 'cleo');
    await run('plan', '--out', 'json=plan.json');
    const before = await writes();
    const given = async (fingerprint: string, ...words: string[]): Promise<Ended> =>
      muster(words, { folder, environment: { MUSTER_FINGERPRINT: fingerprint } });
    expect(await given('0'.repeat(16), 'apply', '--auto-approve')).toMatchObject({
      exit: 13,
      err: saying('plan-stale'),
    });
    expect(await given('0'.repeat(16), 'destroy', '--auto-approve')).toMatchObject({ exit: 2 });
    expect(await writes()).toBe(before);
    expect(await given('@plan.json', 'apply')).toMatchObject({ exit: 0, out: saying('1 created') });
    declare('ana', 'ben');
    expect(await run('apply', '--auto-approve')).toMatchObject({ exit: 0 });
  });

  test('in two parts is applied one after the other, each by its own fingerprint', async () => {
    declare('ana', 'new');
    const { out } = await run('plan', '--parts', '--out', 'json=plan.json');
    const { whole, additions, removals } = report('plan.json').approval.fingerprint;
    expect(out.trimEnd().split('\n').slice(-5)).toEqual([
      `all 2:               muster apply --fingerprint ${whole.slice(0, 16)}`,
      `takes away 1:        muster apply --fingerprint ${removals.slice(0, 16)}`,
      `adds or changes 1:   muster apply --fingerprint ${additions.slice(0, 16)}`,
      'plan, then confirm:  muster apply',
      'Plan: 1 to add, 0 to change, 1 to remove',
    ]);
    const first = await run('apply', '--fingerprint', additions);
    expect(first).toMatchObject({ exit: 0, out: saying('1 created; 1 left for approval') });
    expect((await run('show')).out).toContain('ben@example.com');
    const second = await run('apply', '--fingerprint', removals.slice(0, 16));
    expect(second).toMatchObject({ exit: 0, out: saying('1 deleted') });
    expect(await run('plan', '--detailed-exitcode')).toMatchObject({ exit: 0 });
  });
});
