// The sandbox's environment: data, switches, clock and key ring, put together once and passed to every operation.

import { randomUUID } from 'node:crypto';

import type { Clock } from '../../core/model/state.ts';
import { openKeyRing } from './key-ring.ts';
import type { KeyRing } from './key-ring.ts';
import { createLag } from './lag.ts';
import type { Lag } from './lag.ts';
import { readOwnJson } from './own-json.ts';
import { openPeople } from './people.ts';
import type { People, PersonPresence } from './people.ts';
import { openStore } from './store.ts';
import type { Store } from './store.ts';
import { DEFAULT_SWITCHES } from './switches.ts';
import type { Switches } from './switches.ts';
import type { Task } from './task.ts';
import { openTasks } from './tasks.ts';
import type { Tasks } from './tasks.ts';

export interface World {
  readonly store: Store;
  readonly tasks: Tasks;
  readonly people: People;
  readonly keys: KeyRing;
  readonly taskLag: Lag<number, Task | null>;
  readonly peopleLag: Lag<string, PersonPresence>;
  /** Time of the sandbox: the clock handed in plus what advanceClock added. Epoch milliseconds. */
  readonly now: () => number;
  advanceClock(ms: number): void;
  switches(): Switches;
  setSwitches(change: Partial<Switches>): void;
  /** A name that nothing else has: of an account, of a key. */
  readonly newId: () => string;
  /** Clears preferences whose 30 minutes are over. Called before every answer. */
  settlePins(): void;
  close(): void;
}

export interface WorldOptions {
  readonly directory: string;
  readonly clock: Clock;
  readonly switches: Partial<Switches>;
  /** Default: random ones. */
  readonly newId?: () => string;
}

/** Switches and clock offset are kept in the folder: a restarted sandbox is the same environment. */
export function openWorld(options: WorldOptions): World {
  const store = openStore(options.directory);
  const settings = openSettings(store, options);
  const { now } = settings;
  const { newId = randomUUID } = options;
  const lagMs = (): number => settings.switches().S19;
  const taskLag = createLag<number, Task | null>(lagMs, now);
  const peopleLag = createLag<string, PersonPresence>(lagMs, now);
  const tasks = openTasks(store, taskLag.note);
  return {
    store,
    tasks,
    people: openPeople(store, peopleLag.note),
    keys: openKeyRing(store, { now, newId }, () => settings.switches().S17),
    newId,
    taskLag,
    peopleLag,
    ...settings,
    settlePins: pinKeeper(store, tasks, now),
    close: store.close,
  };
}

function openSettings(
  store: Store,
  options: WorldOptions,
): Pick<World, 'now' | 'advanceClock' | 'switches' | 'setSwitches'> {
  const kept = readOwnJson<Partial<Switches>>(store.readSetting('switches') ?? '{}');
  let offset = Number(store.readSetting('clockOffset') ?? '0');
  let switches: Switches = { ...DEFAULT_SWITCHES, ...kept, ...options.switches };
  return {
    now: () => options.clock() + offset,
    advanceClock(ms) {
      offset += ms;
      store.writeSetting('clockOffset', String(offset));
    },
    switches: () => switches,
    setSwitches(change) {
      switches = { ...switches, ...change };
      store.writeSetting('switches', JSON.stringify(switches));
    },
  };
}

function pinKeeper(store: Store, tasks: Tasks, now: () => number): () => void {
  return () => {
    if (tasks.nextLapse() > now()) return;
    store.transaction(() => {
      for (const id of tasks.lapsedAt(now())) {
        const task = tasks.get(id);
        if (task === null || task.pinLapsesAt === null) continue;
        tasks.save(task, { ...task, preferredAgent: '', pinLapsesAt: null, updatedAt: task.pinLapsesAt });
      }
    });
  };
}
