// A project whose recorded state goes from a ledger to a Pulumi stack or back, and what is left of it by a kill.

import { appendFileSync, cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished } from 'vitest';

import type { DesiredInput } from '../../src/core/desired/declarations/define.ts';
import { musterProcess } from '../cli/muster.ts';
import type { Ended } from '../cli/muster.ts';
import { engineEnvironment } from './stack.ts';
import type { Story } from './stack.ts';

const SIZE = Number(process.env['MUSTER_HAND_OVER_SIZE'] ?? 12);
export const IDS = Array.from({ length: SIZE }, (_, index) => `C-${String(index).padStart(3, '0')}`);
export const WORKED = IDS.slice(0, Math.min(40, SIZE / 3));
const KILLED_AT = fileURLToPath(new URL('killed-at.cjs', import.meta.url));
export const AGENT = 'a@example.com';

export function declared(manage: 'each' | 'set', ids: readonly string[]): DesiredInput {
  const users = ['a', 'b'].map((name) => ({
    ...{ loginUserId: `${name}@example.com`, firstName: name, lastName: 'Example', userTemplateName: 'Agents' },
  }));
  const records = ids.map((clientId) => ({ clientId, preferredAgent: AGENT, data: { Name: `Person ${clientId}` } }));
  return { users, campaigns: [{ campaignName: 'Summer', manage, records }] };
}

export type Command = (...words: string[]) => Promise<Ended>;

export function command({ folder }: Pick<Story, 'folder'>, more: Record<string, string> = {}): Command {
  const cloud = { AWS_ACCESS_KEY_ID: 'any', AWS_SECRET_ACCESS_KEY: 'any' };
  const environment = { ...engineEnvironment(folder), ...cloud, ...more };
  return (...words) => musterProcess(words, { folder, environment, node: ['--require', KILLED_AT] });
}

export function keepStateIn({ folder }: Story, home: 'ledger' | 'pulumi'): void {
  const file = join(folder, 'muster.yaml');
  writeFileSync(file, readFileSync(file, 'utf8').replace(/"state":"\w+"/u, `"state":"${home}"`));
}

export const said = ({ exit, out, err }: Ended): string => `${exit} ${out}${err.replaceAll(/\s+/gu, ' ')}`;

export const writes = async ({ sandbox }: Story): Promise<number> => (await sandbox.control.counters()).writes;

/** Of a project whose ledger knows worked customers who are gone from the service. */
export async function workedIn(story: Story, run: Command, first: readonly string[] = []): Promise<void> {
  const { control } = story.sandbox;
  keepStateIn(story, 'ledger');
  story.declare(declared('each', IDS));
  expect(await run('apply', '--auto-approve', ...first)).toMatchObject({ exit: 0 });
  for (const clientId of WORKED)
    await control.work({ campaignName: 'Summer', clientId, agent: AGENT, state: 'COMPLETED' });
  expect(await run('apply', '--auto-approve')).toMatchObject({ exit: 0 });
  for (const clientId of WORKED) await control.removeRecord({ campaignName: 'Summer', clientId });
  await control.resetCounters();
}

export const MOST_STEPS = 200;
export const KILLED = -1;
/** Each step only where the size is given: a step is four commands. */
export const STRIDE = process.env['MUSTER_HAND_OVER_SIZE'] === undefined ? 8 : 1;

/** Where a person gives up. */
const MOST_TRIES = 30;

/** As `locked` advises: again while the update goes on without the killed command, and `pulumi cancel` where it is gone. */
export async function untilFree(story: Story, run: () => Promise<Ended>): Promise<string> {
  for (let tries = 1; ; tries += 1) {
    const text = said(await run());
    if (tries === MOST_TRIES || !text.startsWith('15 ')) return tries === 1 ? text : `${text} (said ${tries} times)`;
    const [, pid] = /\(pid (\d+)\) holds the stack/u.exec(text) ?? [];
    if (pid !== undefined && !isAlive(Number(pid))) await story.pulumi('cancel', '--yes', '--stack', 'test');
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** For who measures: one line for each kill in the file that MUSTER_HAND_OVER_LOG names. */
export function note(line: string): void {
  const { MUSTER_HAND_OVER_LOG: file } = process.env;
  if (file !== undefined) appendFileSync(file, `${line}\n`);
}

/** What of the project is kept between two tries. */
const HOMES = ['.muster', '.state', 'Pulumi.test.yaml', 'branch.git'];

export function homesIn(folder: string): { keep: () => void; putBack: () => void } {
  const put = (from: string, to: string): void => {
    for (const home of HOMES) {
      rmSync(join(to, home), { recursive: true, force: true });
      if (existsSync(join(from, home))) cpSync(join(from, home), join(to, home), { recursive: true });
    }
  };
  const kept = `${folder}-kept`;
  onTestFinished(() => rmSync(kept, { recursive: true, force: true }));
  return { keep: () => put(folder, kept), putBack: () => put(kept, folder) };
}
