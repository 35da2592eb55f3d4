// This process told from every other one, and others seen by their pid. Linux says all of it in /proc. Elsewhere the host with
// its network addresses stands for the boot, and start times are not known: then nothing is concluded from a pid that is there.

import { createHash } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname, networkInterfaces, userInfo } from 'node:os';

import type { SeeProcess, ProcessIdentity, Viewpoint } from './holder.ts';
import { codeOf } from '../model/error-code.ts';

/** Field 22 of /proc/PID/stat, counted behind the name of the program, which may hold anything (man 5 proc). */
const START_TIME = 22 - 3;

export function viewpointOfProcess(): Viewpoint {
  return { self: ownIdentity(), lookAt: lookAtProcess };
}

/** `user@host`, for people. In a container a user often has a number and no name: `1234@host` then. */
export function nameOfProcess(nameOfUser: () => string = () => userInfo().username): string {
  return `${textOf(nameOfUser) ?? process.getuid?.() ?? 'somebody'}@${hostname()}`;
}

function ownIdentity(): ProcessIdentity {
  const { pid } = process;
  return { boot: bootOf(), pidNamespace: pidNamespace(), pid, startedAt: statOf(pid)?.startedAt ?? null };
}

const lookAtProcess: SeeProcess = (pid) => {
  const stat = statOf(pid);
  if (!answers(pid) || stat?.isOver === true) return null;
  return { startedAt: stat?.startedAt ?? null };
};

function answers(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/** The start of this machine: the same for all its processes, and for no other start. */
export function bootOf(): string {
  const id = textOf(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim());
  if (id !== null && id !== '') return id;
  const addresses = Object.values(networkInterfaces()).flatMap((each) => (each ?? []).map(({ mac }) => mac));
  const machine = [process.platform, hostname(), ...[...new Set(addresses)].toSorted()].join(' ');
  return createHash('sha256').update(machine).digest('hex').slice(0, 32);
}

function pidNamespace(): string {
  return textOf(() => readlinkSync('/proc/self/ns/pid')) ?? '';
}

interface Stat {
  readonly startedAt: string;
  /** Ended, and only still listed because nobody asked how. */
  readonly isOver: boolean;
}

/** Null where /proc does not say, or speaks of another pid namespace than ours. */
function statOf(pid: number): Stat | null {
  if (textOf(() => readlinkSync('/proc/self')) !== String(process.pid)) return null;
  const text = textOf(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ') ?? [];
  const startedAt = fields[START_TIME];
  return startedAt === undefined ? null : { startedAt, isOver: ['Z', 'X'].includes(fields[0] ?? '') };
}

function textOf(read: () => string): string | null {
  try {
    return read();
  } catch {
    return null;
  }
}
