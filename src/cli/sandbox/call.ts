// Shared by the commands of `muster sandbox …`: find the folder's sandbox, read their flags, print what was done.

import { ToolError } from '../../core/model/errors.ts';
import { parseFileTime } from '../../core/model/time.ts';
import type { SandboxControl } from '../../sandbox/operations/control.ts';
import { answer } from '../process/confirm.ts';
import { ownText, type Call } from '../process/command.ts';
import { openTarget } from '../process/session.ts';
import { usage } from '../process/settings.ts';

export async function sandboxFolder(call: Call): Promise<string> {
  const { project, target } = await openTarget(call);
  if (!target.sandbox) throw usage(`target ${target.name} is no sandbox: it has no \`sandbox: true\` in muster.yaml`);
  const { sandboxDirectory } = await import('../../sandbox/open.ts');
  return sandboxDirectory({ project, target });
}

export async function control(call: Call): Promise<SandboxControl> {
  const { sandboxStatus } = await import('../../sandbox/daemon/daemon.ts');
  const running = await sandboxStatus(await sandboxFolder(call));
  if (running === null) throw new ToolError('sandbox-stopped', { message: 'Nothing answers in its folder.' });
  return running.control;
}

export async function act(
  call: Call,
  done: string,
  change: (sandbox: SandboxControl) => Promise<void>,
): Promise<number> {
  await refusable(change(await control(call)));
  return say(call, done);
}

/** A refusal of the sandbox is an answer about its own data, not a mistake of ours. */
export async function refusable<T>(asked: Promise<T>): Promise<T> {
  return asked.catch((error: unknown) => {
    const message = error instanceof Error ? error.message : 'no reason given';
    throw new ToolError('sandbox-refused', { message, cause: error });
  });
}

export function recordKey(call: Call): { readonly campaignName: string; readonly clientId: string } {
  const [campaignName = '', clientId = ''] = call.arguments;
  return { campaignName, clientId };
}

export function pair(given: string): readonly [string, string] {
  const at = given.indexOf('=');
  if (at < 1) throw usage(`expected KEY=VALUE; given: ${given}`);
  return [given.slice(0, at), given.slice(at + 1)];
}

export function nextTime(call: Call): number | undefined {
  const given = ownText(call, 'nextTime');
  if (given === null) return undefined;
  const time = parseFileTime(given);
  if (time === null) throw usage(`--next-time takes a time such as 2026-12-01T09:00:00+01:00; given: ${given}`);
  return time;
}

export function wholeNumber(given: string): number {
  if (/^\d{1,12}$/u.test(given)) return Number(given);
  throw usage(`expected a whole number; given: ${given}`);
}

export async function print(call: Call, facts: object, words: string): Promise<number> {
  answer(call, facts, `${words}\n`);
  return Promise.resolve(0);
}

export async function say(call: Call, words: string): Promise<number> {
  call.shell.terminal.out(`${words}\n`);
  return Promise.resolve(0);
}

/** Aligns cells in columns. */
export function aligned(rows: readonly (readonly string[])[]): string {
  const width = (column: number): number => Math.max(...rows.map((cells) => (cells[column] ?? '').length));
  return rows
    .map((cells) => cells.map((cell, column) => cell.padEnd(width(column))).join('  '))
    .map((line) => line.trimEnd())
    .join('\n');
}
