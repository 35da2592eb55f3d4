// unlock: who holds a target, since when and when last heard of; frees it after a question, or with the lock's own number.

import type { HeldLock } from '../../core/engine/unlock.ts';
import { ToolError } from '../../core/model/errors.ts';
import { answer, confirmed, declined } from '../process/confirm.ts';
import { ownText, type Call, type Command } from '../process/command.ts';
import { openTarget } from '../process/session.ts';
import { usage } from '../process/settings.ts';
import { described } from '../process/flags.ts';

export const UNLOCK_COMMAND: Command = {
  name: 'unlock',
  summary: 'show who holds a target; free it when that run is gone',
  flags: ['target', 'json'],
  ownFlags: {
    lockId: described('--lock-id <number>', 'free the lock of this number without asking; `unlock` shows the number'),
  },
  run: runUnlock,
};

async function runUnlock(call: Call): Promise<number> {
  const { shell, settings } = call;
  const wanted = lockIdOf(ownText(call, 'lockId'));
  const { heldLock, unlock } = await import('../../core/engine/unlock.ts');
  const place = { ...(await openTarget(call)), clock: shell.clock };
  const held = heldLock(place);
  const { name } = place.target;
  if (held === null) {
    answer(call, { target: name, lock: null, freed: false }, `Nobody holds ${name}.\n`);
    return 0;
  }
  const isJson = settings.outputs.length > 0;
  if (!isJson) shell.terminal.out(holderText(name, held));
  if (wanted !== null && wanted !== held.holder.lockId) {
    throw new ToolError('locked', { message: `Lock ${wanted} was freed or taken over; nothing was done.` });
  }
  // A program asks who holds it; it frees a lock by its number.
  const isAsked = wanted === null && held.liveness !== 'alive';
  if (isAsked && !isJson && !(await isWanted(call))) throw declined();
  const isFreed = !(isAsked && isJson);
  if (isFreed) await unlock(place, held);
  const done = settings.quiet ? '' : `${name} is free. The next run settles what was left open.\n`;
  answer(call, { target: name, lock: { ...held.holder, liveness: held.liveness }, freed: isFreed }, done);
  return 0;
}

async function isWanted(call: Call): Promise<boolean> {
  if (!call.settings.input) {
    throw usage('unlock has no terminal to ask on: --lock-id with the number of the lock shown frees it');
  }
  return confirmed('Take the target from this run, which can then write nothing more?', call);
}

function lockIdOf(value: string | null): number | null {
  if (value === null) return null;
  if (/^[1-9]\d{0,14}$/u.test(value)) return Number(value);
  throw usage(`--lock-id takes the number that unlock shows; given: ${value}`);
}

const SEEN: Readonly<Record<HeldLock['liveness'], string>> = {
  gone: 'is gone: the next run takes the target over by itself',
  alive: 'runs on this machine',
  unknown: 'cannot be seen from here: another machine, container or start of this one. Make sure that it has ended',
};

function holderText(target: string, { holder, liveness }: HeldLock): string {
  const iso = (at: number): string => new Date(at).toISOString();
  return [
    `${target} is held by ${holder.name} (pid ${holder.pid})`,
    `  lock            ${holder.lockId}`,
    `  since           ${iso(holder.since)}`,
    `  last heartbeat  ${iso(holder.heartbeat)}, by the clock of that machine`,
    `  its process     ${SEEN[liveness]}`,
    '',
  ].join('\n');
}
