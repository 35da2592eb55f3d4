// Where a story is played: a sandbox of its own with a clock that can be set, a door, and a bystander who sees every request.

import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import type { DesiredInput } from '../../src/core/desired/declarations/define.ts';
import { readDesiredInput } from '../../src/core/desired/project/load.ts';
import type { DesiredState, Project } from '../../src/core/model/state.ts';
import type { Target } from '../../src/core/model/target.ts';
import type { SandboxControl } from '../../src/sandbox/operations/control.ts';
import { sandboxTarget } from '../../src/sandbox/world/identity.ts';
import { startSandbox } from '../../src/sandbox/daemon/server.ts';
import type { SandboxHandle, SandboxOptions } from '../../src/sandbox/daemon/server.ts';
import type { LogEntry } from '../../src/sandbox/messages/traffic.ts';
import { lendCertificate } from '../support/certificate.ts';
import { BARE_TARGET, useAnyCredentials } from '../support/sandbox.ts';
import type { DoorOptions, OpenDoor, StoryDoor } from './door.ts';
import { openStorm } from './hostile.ts';
import { isLate, isWrite } from './log-entry.ts';
import { Observer, snapshot } from './observer.ts';
import type { Snapshot } from './observer.ts';
import type { Profile } from './switch-values.ts';

export interface Hooks {
  readonly storm: { on: boolean };
  onWrite: (() => void) | null;
}

export interface Parts extends DoorOptions {
  readonly sandbox: SandboxHandle;
  readonly neighbours: SandboxHandle[];
  readonly door: StoryDoor;
  /** That one, and those of other stacks. */
  readonly doors: StoryDoor[];
  readonly openDoor: OpenDoor;
  readonly folder: string;
  readonly time: { offset: number; readonly now: () => number };
  readonly watch: Watch;
  readonly hooks: Hooks;
}

export interface Watch {
  readonly observer: Observer;
  readonly log: LogEntry[];
  seen(): Snapshot;
  /** Waits until everything seen so far is judged, then takes what stands now as given. */
  look(): Promise<void>;
  settle(): Promise<void>;
}

export async function openParts(profile: Profile, openDoor: OpenDoor): Promise<Parts> {
  const folder = mkdtempSync(join(tmpdir(), 'muster-matrix-'));
  const time = { offset: 0, now: () => Date.now() + time.offset };
  useAnyCredentials();
  const late: { told: ((entry: LogEntry) => void) | null } = { told: null };
  const storm = openStorm((): SandboxControl => sandbox.control);
  const hooks: Hooks = { storm, onWrite: null };
  const onRequest = (entry: LogEntry): void => {
    late.told?.(entry);
    storm.told(entry);
    if (isWrite(entry) && !isLate(entry)) hooks.onWrite?.();
  };
  const options = { clock: time.now, switches: profile.switches, onRequest };
  const sandbox: SandboxHandle = await startIn(join(folder, 'sandbox'), options);
  // Known by its address, as any other tenant.
  const target: Target = { ...sandboxTarget(BARE_TARGET, sandbox), sandbox: false, maxConcurrency: 2 };
  const project: Project = {
    directory: folder,
    name: 'contact-centre',
    targets: new Map([['sandbox', target]]),
    policy: { deletes: { count: 3, percent: 10 } },
    ignore: [],
  };
  const sleep = async (ms: number): Promise<void> => {
    time.offset += ms;
    await wait(0);
  };
  const place = { project, target, clock: time.now, sleep };
  const door = await openDoor(place);
  const watch = openWatch(sandbox.control, door);
  late.told = watch.told;
  return { ...place, sandbox, neighbours: [], door, doors: [door], openDoor, folder, time, watch, hooks };
}

export async function startIn(directory: string, options: Omit<SandboxOptions, 'directory'>): Promise<SandboxHandle> {
  mkdirSync(directory);
  await lendCertificate(directory);
  return startSandbox({ directory, ...options });
}

function openWatch(control: SandboxControl, door: StoryDoor): Watch & { told: (entry: LogEntry) => void } {
  const observer = new Observer();
  const log: LogEntry[] = [];
  let queue: Promise<void> = Promise.resolve();
  let latest: Snapshot = { tasks: new Map(), users: new Map(), copies: new Map() };
  const later = (then: (now: Snapshot) => void): void => {
    const taken = snapshot(control, door.copies());
    queue = queue.then(async () => then((latest = await taken)));
  };
  return {
    observer,
    log,
    seen: () => latest,
    told: (entry) => {
      log.push(entry);
      if (!isWrite(entry)) observer.hearRead(entry);
      else if (!isLate(entry)) observer.hearWrite(entry);
      if (isWrite(entry) && entry.committed) later((now) => observer.judge(entry, now));
    },
    look: async () => {
      later((now) => observer.rebase(now));
      await queue;
    },
    settle: async () => queue,
  };
}

const read = new Map<string, DesiredState>();

/** The same file is read once: its schema is compiled anew each time, which is slow. */
export function readOnce(desired: DesiredInput, target: Target): DesiredState {
  const text = JSON.stringify(desired);
  const known = read.get(text) ?? readDesiredInput(desired, target);
  read.set(text, known);
  return known;
}
