// drift on the command line: sightings across runs, the heartbeat, a baseline of ignore rules, and explain.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { freshFolder, initialised, muster, parsed, saying, type Ended } from './muster.ts';

const folder = freshFolder();
const run = async (...words: string[]): Promise<Ended> => muster(words, { folder });
const project = join(folder, 'muster.yaml');
const history = join(folder, '.muster', 'history', 'sandbox.json');
const WHY = ['--owner', 'ops', '--reason', 'pilot: known'] as const;
const soon = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);

initialised(folder, async () => void (await run('apply', '--auto-approve')));

describe('the story of a drift', () => {
  test('before the first complete run --max-age ends with 12 and asks the service nothing', async () => {
    const before = parsed((await run('sandbox', 'counters')).out)['requests'];
    expect(await run('drift', '--max-age', '26h')).toMatchObject({ exit: 12, out: '', err: saying('drift-overdue') });
    expect(parsed((await run('sandbox', 'counters')).out)['requests']).toEqual(before);
  });

  test('--no-history writes no file; a run without it records that it was complete', async () => {
    expect(await run('drift', '--no-history')).toMatchObject({ exit: 0, out: saying('No drift') });
    expect(existsSync(history)).toBe(false);
    expect(await run('drift')).toMatchObject({ exit: 0, out: saying('No earlier run is known here') });
    expect(await run('drift', '--max-age', '26h')).toMatchObject({ exit: 0, out: saying('the limit is 26 h') });
    expect(await run('drift', '--max-age', '0s')).toMatchObject({ exit: 12, err: saying('drift-overdue') });
  });

  test('a missing record is an alarm at once, suspected until a second reading, and says since when', async () => {
    await run('sandbox', 'remove-record', 'Welcome Calls', 'C-1002');
    const first = await run('drift', '--detailed-exitcode', '--json');
    expect(first.exit).toBe(11);
    const [seen] = parsed(first.out)['findings'] as Record<string, unknown>[];
    expect(seen).toMatchObject({ class: 'missing', alarm: true, sightings: { runs: 1, confirmed: null } });
    expect(parsed(first.out)['summary']).toMatchObject({ alarms: 1, suspected: 1 });
    const second = await run('drift', '--confirm-after', '1s', '--json');
    expect(parsed(second.out)['summary']).toMatchObject({ alarms: 1, suspected: 0 });
  });

  test('a baseline needs owner, reason and an end that is near, and writes nothing without', async () => {
    const before = readFileSync(project, 'utf8');
    const bad = [
      ['--owner', 'ops', '--expires', soon],
      [...WHY],
      [...WHY, '--expires', 'never'],
      [...WHY, '--expires', '2020-01-01'],
      [...WHY, '--expires', '2999-01-01'],
    ];
    for (const words of bad) {
      expect(await run('drift', 'baseline', ...words)).toMatchObject({ exit: 2, out: '', err: saying('bad-usage') });
    }
    expect(readFileSync(project, 'utf8')).toBe(before);
  });

  test('a baseline adds rules and nothing else; the finding is then counted, not hidden; a second one is refused', async () => {
    const before = readFileSync(project, 'utf8');
    const { exit, out } = await run('drift', 'baseline', ...WHY, '--expires', soon);
    expect({ exit, out }).toEqual({ exit: 0, out: saying('+   - address: record:Welcome Calls/C-1002') });
    expect(readFileSync(project, 'utf8').startsWith(before)).toBe(true);
    const quiet = await run('drift', '--detailed-exitcode');
    expect(quiet).toMatchObject({ exit: 0, out: saying('1 ignored') });
    expect(quiet.out).not.toContain('C-1002');
    const verbose = await run('drift', '--verbose');
    expect(verbose.out).toMatch(/= missing customer C-1002 /u);
    expect(verbose.out.replaceAll(/\s+/gu, ' ')).toContain('by ops: pilot: known (muster.yaml:');
    expect(await run('drift', 'baseline', ...WHY, '--expires', soon)).toMatchObject({
      exit: 2,
      err: saying('nothing-to-ignore'),
    });
  });

  test('findings of an expired rule are alarms again; expired and unused rules are named with their line', async () => {
    const text = readFileSync(project, 'utf8');
    const unused = `  - {address: "user:nobody", owner: ops, reason: old, expires: ${soon}}\n`;
    writeFileSync(project, text.replace(`expires: ${soon}`, 'expires: 2020-01-01') + unused);
    const { exit, out } = await run('drift', '--detailed-exitcode');
    expect(exit).toBe(11);
    expect(out).toMatch(
      /Ignore rules to look at \(2\)\n! expired record:Welcome Calls\/C-1002 missing .*\n +expired at 2020-01-02/u,
    );
    expect(out).toMatch(/! unused user:nobody +fits no finding; ops: old +muster\.yaml:\d+\n/u);
    writeFileSync(project, text);
  });

  test(
    'of a baseline the value that changes again is told, and no value stands in muster.yaml',
    { timeout: 90_000 },
    async () => {
      const change = async (phone: string): Promise<Ended> =>
        run('sandbox', 'change-record', 'Welcome Calls', 'C-1001', '--set', `phone=${phone}`);
      const exit = async (): Promise<number> => (await run('drift', '--detailed-exitcode')).exit;
      await change('+34600000001');
      expect(await run('drift', 'baseline', ...WHY, '--expires', soon)).toMatchObject({
        exit: 0,
        out: saying('seen: scrypt:'),
      });
      expect(readFileSync(project, 'utf8')).not.toContain('34600000001');
      expect(await exit()).toBe(0);
      await change('+34600000002');
      const told = await run('drift', '--detailed-exitcode');
      expect(told).toMatchObject({ exit: 11, out: saying('C-1001') });
      await change('+34600000001');
      expect(await exit()).toBe(0);
    },
  );

  test('--max-age is a check of its own, and wrong times are refused', async () => {
    const wrong = [
      ['--max-age', '26h', '--only', 'user:*'],
      ['--max-age', '26h', '--detailed-exitcode'],
      ['--max-age', 'often'],
      ['--confirm-after', '0s'],
      ['bogus'],
      ['--confirm-after', '5s', 'baseline', ...WHY, '--expires', soon],
    ];
    for (const words of wrong) {
      expect(await run('drift', ...words)).toMatchObject({ exit: 2, err: saying('bad-usage') });
    }
  });
});
