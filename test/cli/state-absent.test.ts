// A pipeline that lost its recorded state must not look like a first plan.

import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { freshFolder, muster, parsed, saying, serveSandbox } from './muster.ts';
import type { Ended } from './muster.ts';

async function begun(): Promise<string> {
  const folder = freshFolder();
  await muster(['init'], { folder });
  onTestFinished(await serveSandbox(folder));
  return folder;
}

test('in a pipeline a plan without a ledger says so before anything else; elsewhere a first plan is nothing to remark', async () => {
  const folder = await begun();
  const told = await muster(['plan'], { folder, environment: { CI: 'true' } });
  expect(told.out.split('\n')[0]).toBe('No state: what was applied is not known here.');
  const json = await muster(['plan', '--json'], { folder, environment: { CI: 'true' } });
  expect(JSON.stringify(parsed(json.out)['warnings'])).toContain('"state-absent"');
  expect((await muster(['plan'], { folder })).out).not.toContain('No state:');
  const drift = await muster(['drift'], { folder, environment: { CI: 'true' } });
  expect(drift.out).toContain('State: there is none');
});

const inPipeline = { CI: 'true' };

test('in a pipeline nothing is applied or destroyed without a ledger, unless somebody says that it is the first apply', async () => {
  const folder = await begun();
  const ledger = join(folder, '.muster/ledger/sandbox.sqlite');
  const inCi = (...words: string[]): Promise<Ended> => muster(words, { folder, environment: inPipeline });
  const requests = async (): Promise<string> => (await muster(['sandbox', 'counters'], { folder })).out;
  const refused = await inCi('apply', '--auto-approve');
  expect(refused).toMatchObject({ exit: 2, err: saying('there is no ledger of sandbox below .muster here') });
  expect(refused.err).toContain('say `--first-apply` once');
  expect(existsSync(ledger)).toBe(false);
  expect(await inCi('apply', '--auto-approve', '--first-apply')).toMatchObject({ exit: 0 });
  expect(await inCi('apply', '--auto-approve')).toMatchObject({ exit: 0 });
  rmSync(join(folder, '.muster/ledger'), { recursive: true });
  const before = await requests();
  expect(before).toMatch(/[1-9]/u);
  expect(await inCi('apply', '--auto-approve')).toMatchObject({ exit: 2 });
  expect(await inCi('destroy', '--auto-approve')).toMatchObject({ exit: 2 });
  expect(await requests()).toBe(before);
  // On a laptop our own markers show it, and the plan says so first; then people that are there are somebody's decision.
  const stopped = await muster(['apply', '--auto-approve'], { folder });
  expect(stopped).toMatchObject({ exit: 14, err: saying('carry the marker of this stack') });
  expect((await muster(['plan'], { folder })).out).toMatch(/^No state of /u);
  expect(await muster(['apply', '--auto-approve', '--first-apply'], { folder })).toMatchObject({ exit: 4 });
});
