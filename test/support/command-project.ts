// A project folder and a sandbox in this process for the real command: started as a child, watched by what the sandbox receives,
// and stopped by a signal or by what another process does to its ledger.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

import type { DesiredInput } from '../../src/core/desired/declarations/define.ts';
import type { LogEntry } from '../../src/sandbox/messages/traffic.ts';
import { temporaryFolder, withSandbox } from './sandbox.ts';
import type { TestSandbox } from './sandbox.ts';
import { targetEntry } from './target-entry.ts';

const LAUNCHER = fileURLToPath(new URL('../../bin/muster.js', import.meta.url));

/** `--json` of an apply, as far as these tests look. */
export interface Report {
  readonly kind: string;
  readonly summary: { readonly settlements: Readonly<Record<'applied' | 'skipped' | 'failed' | 'unresolved', number>> };
  readonly settlements: readonly { readonly address: string; readonly outcome: string; readonly note: string | null }[];
  readonly stopped: { readonly code: string } | null;
}

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** How a run is met on its way: called once, when the sandbox has received that many writes since its start. */
export interface Meeting {
  readonly afterWrites: number;
  readonly meet: (pid: number) => void | Promise<void>;
}

export interface StoppedRun extends Ended {
  /** Writes received after the meeting. */
  readonly writesAfter: number;
}

export interface CommandProject {
  readonly sandbox: TestSandbox;
  declare(desired: DesiredInput): void;
  run(...words: readonly string[]): Promise<Ended>;
  runMeeting(words: readonly string[], meeting: Meeting): Promise<StoppedRun>;
  /** Runs statements on the ledger as another process would. */
  changeLedger(...statements: readonly string[]): void;
}

export async function commandProject(maxConcurrency: number): Promise<CommandProject> {
  const sandbox = await withSandbox();
  const folder = temporaryFolder();
  onTestFinished(folder.remove);
  const { directory } = folder;
  const { target } = sandbox;
  writeFileSync(join(directory, 'ca.pem'), target.ca ?? '');
  const project = {
    name: 'team',
    desired: ['desired.json'],
    targets: { test: { ...targetEntry(target), maxConcurrency } },
  };
  writeFileSync(join(directory, 'muster.yaml'), JSON.stringify(project));
  const start = (words: readonly string[]): Started => startCommand(words, directory);
  return {
    sandbox,
    declare: (desired) => writeFileSync(join(directory, 'desired.json'), JSON.stringify(desired)),
    run: (...words) => start(words).ended,
    runMeeting: async (words, { afterWrites, meet }) => {
      await sandbox.control.resetCounters();
      const { pid, isOver, ended } = start(words);
      const writes = async (): Promise<number> => (await sandbox.control.counters()).writes;
      while (!isOver() && (await writes()) < afterWrites) await sleep(1);
      const before = await writes();
      await meet(pid);
      const end = await ended;
      return { ...end, writesAfter: (await writes()) - before };
    },
    changeLedger: (...statements) => {
      const database = new DatabaseSync(join(directory, '.muster', 'ledger', 'test.sqlite'));
      database.exec('PRAGMA busy_timeout = 10000');
      for (const statement of statements) database.exec(statement);
      database.close();
    },
  };
}

interface Started {
  readonly pid: number;
  readonly isOver: () => boolean;
  readonly ended: Promise<Ended>;
}

function startCommand(words: readonly string[], cwd: string): Started {
  // As a person at a terminal: a pipeline without a ledger applies nothing.
  const env = { ...process.env, CI: '' };
  const child = spawn(process.execPath, [LAUNCHER, ...words], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let [out, err] = ['', ''];
  child.stdout.on('data', (part: Buffer) => (out += part.toString()));
  child.stderr.on('data', (part: Buffer) => (err += part.toString()));
  const ended = once(child, 'close').then(() => ({ code: child.exitCode, out, err }));
  return { pid: child.pid ?? 0, isOver: () => child.exitCode !== null, ended };
}

export function reportOf({ out }: Ended): Report {
  return JSON.parse(out) as Report;
}

/** What the sandbox carried out: the key of each write with success. */
export function carriedOut(log: readonly LogEntry[]): string[] {
  const reads = ['searchPreviewCampaign', 'query-existence'];
  return log.filter(({ committed, operation }) => committed && !reads.includes(operation)).map(({ key }) => key);
}
