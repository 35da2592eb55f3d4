// What the handlers of one process share: the stack's configuration, and per target one door (one pool, one key, one bulk
// read per campaign). Targets are read from muster.yaml each time a process starts, never from the stack: an address, a
// certificate or a key source that changed must not lock a stack out of its own objects.

import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { openDoor } from '../src/door.ts';
import { openChecks } from './check.ts';
import type { Checks } from './check.ts';
import { openCustody } from './custody.ts';
import type { Custody } from './custody.ts';
import type { Door } from '../src/door.ts';
import { copiesFolder, openCopies, openTarget, stackName } from '../src/engine.ts';
import { loadProfile } from '../src/desired/profile.ts';
import { chooseTarget, loadProject } from '../src/desired/project.ts';
import type { Clock, Project } from '../src/model/state.ts';
import type { Target } from '../src/model/target.ts';

/** The door's own: a program that Pulumi runs is handed nothing. */
export const clock: Clock = Date.now;

/** As Pulumi gives it: namespaced keys, null where there is none. */
export type ReadConfig = (key: ConfigKey) => string | null;
type ConfigKey =
  `muster:${'target' | 'directory' | 'allow' | 'fingerprint' | 'allowSubset' | 'maxPlanAge' | 'maxRequests'}`;

/** What an office is given: where it is, what time it is, how to wait, and the rules for what programs declare. */
export interface Supplies {
  readonly findPlace: (where: Place) => Promise<{ project: Project; target: Target }>;
  readonly clock: Clock;
  readonly sleep: (ms: number) => Promise<void>;
  readonly openChecks: () => Checks;
}

export interface Desk {
  readonly door: Door;
  readonly clock: Clock;
  readonly target: Target;
  /** Whether a user answered SUCCESS in this process: without it NOT_FOUND may mean the wrong tenant (U8). */
  knownUserSeen: boolean;
  /** Ids the program has registered in this process; a comparison of any other is a refresh. */
  readonly registered: Set<string>;
  /** Addresses of users whom the plan of this run only forgets: no delete of one may send anything. */
  readonly forgets: Set<string>;
  /** Campaigns that records seen in this process are in, and those that muster.yaml adds: searched for pins of leavers. */
  readonly campaigns: Set<string>;
  /** Who answers for a record that changes its resource. */
  readonly custody: Custody;
}

export interface Office {
  configure(config: ReadConfig): void;
  checks(): Checks;
  /** Null: the target that the configuration names, or the only one. */
  desk(target: string | null): Promise<Desk>;
  close(): Promise<void>;
}

export function openOffice(folder: string, supplies: Supplies = { findPlace, clock, sleep, openChecks }): Office {
  let config: ReadConfig = () => null;
  let checks: Checks | null = null;
  const desks = new Map<string | null, Promise<Desk>>();
  return {
    configure: (given) => {
      config = given;
    },
    checks: () => (checks ??= supplies.openChecks()),
    desk: (name) => {
      const known = desks.get(name) ?? openDesk({ folder, config, name }, supplies);
      desks.set(name, known);
      return known;
    },
    close: async () => {
      for (const desk of desks.values()) await (await desk).door.close();
    },
  };
}

async function openDesk(where: Place, { clock, sleep, ...supplies }: Supplies): Promise<Desk> {
  const place = await supplies.findPlace(where);
  const target = await openTarget(place);
  const stack = stackName(place);
  const copies = await openCopies(copiesFolder(place));
  const profile = await loadProfile(place.project, target.name);
  const door = openDoor({ target, clock, sleep, stack, copies, profile, digestKey: digestKeyOf(stack) });
  const campaigns = new Set(place.project.policy.offboard?.campaigns);
  const custody = openCustody();
  const sets = { registered: new Set<string>(), forgets: new Set<string>() };
  return { door, clock, target, knownUserSeen: false, ...sets, campaigns, custody };
}

export interface Place {
  /** Where the program runs: in or below the folder of Pulumi.yaml. */
  readonly folder: string;
  readonly config: ReadConfig;
  readonly name: string | null;
}

/** The project and target a stack is about: `muster:directory` is relative to Pulumi.yaml, whose folder is the default. */
export async function findPlace({ folder, config, name }: Place): Promise<{ project: Project; target: Target }> {
  const directory = resolve(projectFolder(folder), config('muster:directory') ?? '.');
  const project = await loadProject(directory);
  const chosen = name ?? config('muster:target') ?? process.env['MUSTER_TARGET'] ?? null;
  return { project, target: chooseTarget(project, chosen || null) };
}

function projectFolder(start: string): string {
  for (let folder = start; folder !== dirname(folder); folder = dirname(folder)) {
    if (existsSync(join(folder, 'Pulumi.yaml')) || existsSync(join(folder, 'Pulumi.yml'))) return folder;
  }
  return start;
}

/**
 * Digests in a stack need no secret of their own: what they are digests of stands in the same stack as inputs, and both
 * are encrypted there. So the key is the name, and classes without a program of ours reach the same digests.
 */
export function digestKeyOf(stack: string): Uint8Array {
  return createHash('sha256').update(`muster digests of ${stack}`).digest();
}
