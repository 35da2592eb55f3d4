// What the handlers of one process share: the stack's configuration, and per target one client (one pool, one key, one bulk
// read per campaign) and one registry of who answers for which object. Targets are read from muster.yaml each time a process
// starts, never from the stack: an address, a certificate or a key source that changed must not lock a stack out.

import { resolve } from 'node:path';

import { MACHINE } from '../src/core/machine.ts';
import { explicitPlace, isExplicitName, isTarget, otherTarget } from '../src/core/desired/project/explicit.ts';
import type { ExplicitKeys } from '../src/core/desired/project/explicit.ts';
import { chooseTarget, loadProject } from '../src/core/desired/project/project.ts';
import { queueNameIsCode } from '../src/core/model/profile.ts';
import { loadProfile } from '../src/core/desired/declarations/profile.ts';
import { connect, copiesFolder, reachable } from '../src/core/engine/run.ts';
import { OUTSIDE } from '../src/core/engine/outside.ts';
import type { Outside } from '../src/core/engine/outside.ts';
import type { TargetPlace } from '../src/core/engine/run.ts';
import { openQueueMemory } from '../src/core/engine/parts.ts';
import { identityOf } from '../src/core/engine/lineage.ts';
import { openPartReading } from '../src/core/engine/reading.ts';
import { sleepUntil } from '../src/core/engine/stop.ts';
import { watchUpdate } from '../src/core/engine/request-log.ts';
import type { CopyStore, ServiceClient } from '../src/core/engine/parts.ts';
import type { PartReading } from '../src/core/engine/reading.ts';
import type { QueueMemory } from '../src/core/reconcile/apply/queue-memory.ts';
import { readAllow } from '../src/core/model/allow.ts';
import { visible } from '../src/core/model/hidden.ts';
import type { Clock, Digest, Project } from '../src/core/model/state.ts';
import type { Identity, Lineage } from '../src/core/model/identity.ts';
import { serviceName } from '../src/core/model/target.ts';
import type { Target } from '../src/core/model/target.ts';
import { openTarget } from '../src/sandbox/open.ts';
import { cancelOfEngine } from './cancel.ts';
import { openChecks } from './check.ts';
import type { Checks } from './check.ts';
import { stackDigest } from './receipts.ts';
import { openRegistry } from './registry.ts';
import type { Registry } from './registry.ts';
import { openAllowance } from './refusals.ts';
import type { Allowance } from './refusals.ts';
import { additionsOf } from './cut-off.ts';
import { textIn } from './declaration.ts';
import { EXPLICIT_KEYS } from '../src/core/model/read-config.ts';
import type { ReadConfig } from '../src/core/model/read-config.ts';
import { readStack } from './stack.ts';
import type { StackEntry } from './stack.ts';
import { exportStack, isOfRoster, projectFolder } from './stack-export.ts';

/** The handlers' own: nobody hands a provider process anything. */
export const { clock } = MACHINE;

/** What a provider process takes from its surroundings; tests hand in their own. */
export interface Surroundings {
  readonly findPlace: (where: PlaceInput) => Promise<Place>;
  readonly clock: Clock;
  /** Default: this machine, its network and its disk. */
  readonly outside?: Outside;
  readonly sleep: (ms: number) => Promise<void>;
  /** Aborted when the update is cancelled: nothing new is sent from then on. Absent: it never is. */
  readonly cancelled?: AbortSignal;
  readonly openChecks: (imports?: boolean) => Checks;
  /** Before the first request; ends the listening. Never rejects. Absent: nobody listens. */
  readonly watch?: (folder: string) => Promise<() => void>;
  /** Shows a person one line. Absent: nobody hears. */
  readonly tell?: (line: string) => void;
  /** Shows what becomes of the resource of this URN beside its row. Absent: a plan says it. */
  readonly inform?: (urn: string, line: string) => void;
  /** Whether the engine saves the stack at the end of an update only. Absent: it does not. */
  readonly isUnsaved?: boolean;
  /** The native provider: no program of ours plans its resources. Absent: one does. */
  readonly isNative?: boolean;
  /** `pulumi stack export --show-secrets` of the named stack. Rejects with `pulumi-failed` where it cannot be had. */
  readonly exportStack: (stack: string) => Promise<string>;
}

export type Place = TargetPlace;

export interface TargetContext {
  readonly client: ServiceClient;
  readonly reading: PartReading;
  readonly target: Target;
  readonly clock: Clock;
  readonly sleep: (ms: number) => Promise<void>;
  readonly cancelled?: AbortSignal;
  readonly project: Pick<Project, 'name' | 'policy'>;
  /** Whose markers count for the resource that is handled (lineage.ts). */
  readonly lineage: Lineage;
  readonly identity: Identity;
  readonly digest: Digest;
  /** Whether the name of a queue is known to be its code (profile). */
  readonly queueNameIsCode: boolean;
  /** Full copies of records on the way. */
  readonly copies: CopyStore;
  readonly registry: Registry;
  readonly allowance: Allowance;
  readonly queues: QueueMemory;
  /** Shows a person what needs no refusal and must not go unsaid; once in a process, however often the engine asks. */
  readonly tell: (line: string) => void;
  /** Shows in one line what becomes of a resource; nothing where each part is empty. */
  readonly inform: (owner: string, parts: readonly string[]) => void;
}

export interface ProviderContext {
  configure(config: ReadConfig): void;
  checks(): Checks;
  /** Null: the target that the configuration names, or the only one. */
  target(name: string | null): Promise<TargetContext>;
  /** Null where it cannot be opened and was said before: it fails a refresh with the first resource, and each other one is left as it is. */
  targetUnlessSaid(name: string | null): Promise<TargetContext | null>;
  close(): Promise<void>;
}

export function openContext(folder: string, surroundings: Surroundings = surroundingsOfProcess()): ProviderContext {
  let config: ReadConfig = () => null;
  let checks: Checks | null = null;
  let watching: Promise<() => void> | undefined;
  const named = new Map<string | null, Promise<TargetContext>>();
  const targets = new Map<string, Promise<TargetContext>>();
  const said = new Set<unknown>();
  // One for a target, whether a resource names it or leaves it to the configuration: an object has one owner in both.
  const find = async (name: string | null): Promise<TargetContext> => {
    await (watching ??= surroundings.watch?.(folder));
    const place = await surroundings.findPlace({ folder, config, name });
    const known =
      targets.get(place.target.name) ??
      openTargetContext(place, { surroundings, config, isOfRoster: isOfRoster(folder) });
    targets.set(place.target.name, known);
    return known;
  };
  const target = (name: string | null): Promise<TargetContext> => {
    const known = named.get(name) ?? find(name);
    named.set(name, known);
    return known;
  };
  return {
    configure: (given) => {
      config = given;
    },
    checks: () => (checks ??= surroundings.openChecks(surroundings.isNative)),
    target,
    targetUnlessSaid: (name) =>
      target(name).catch((error: unknown) => {
        if (said.has(error)) return null;
        said.add(error);
        throw error;
      }),
    close: async () => {
      // A target that could not be opened has told its caller why; there is nothing of it to close.
      for (const context of targets.values()) await (await context.catch(() => null))?.client.close();
      (await watching)?.();
    },
  };
}

export function surroundingsOfProcess(): Surroundings {
  const cancelled = cancelOfEngine();
  const isUnsaved = skipsCheckpoints(process.env);
  return { findPlace, clock, sleep: sleepUntil(cancelled), cancelled, openChecks, watch, tell, isUnsaved, exportStack };
}

/** PULUMI_SKIP_CHECKPOINTS, as the engine reads it. */
export function skipsCheckpoints(environment: NodeJS.ProcessEnv): boolean {
  return /^(1|true)$/iu.test(environment['PULUMI_SKIP_CHECKPOINTS'] ?? '');
}

/** The engine shows what its provider says on standard error; nothing else of it reaches a person. */
const tell = (line: string): void => void process.stderr.write(`muster: ${line}\n`);

async function watch(folder: string): Promise<() => void> {
  return watchUpdate({ sender: 'provider', folder, environment: process.env, clock, tell });
}

interface ContextInput {
  readonly surroundings: Surroundings;
  readonly config: ReadConfig;
  /** Whether what a dynamic provider handles can only come from a Roster. */
  readonly isOfRoster: boolean;
}

async function openTargetContext(
  place: Place,
  { surroundings, config, isOfRoster }: ContextInput,
): Promise<TargetContext> {
  const { clock, sleep, cancelled, outside = OUTSIDE } = surroundings;
  const { isUnsaved, isNative } = surroundings;
  const [said, given] = [config('muster:allow'), process.env['MUSTER_ALLOW'] ?? ''];
  const [allow, inDestroy] = isNative
    ? [{ ...readAllow(said ?? ''), ...readAllow(given) }, readAllow(given)]
    : [readAllow(said ?? given)];
  const allowance = openAllowance({ policy: place.project.policy, allow, inDestroy, isUnsaved, isNative, isOfRoster });
  const stopping = cancelled === undefined ? {} : { signal: cancelled };
  const target = await reachable(place);
  const { project } = place;
  const [copies, profile] = await Promise.all([
    outside.disk.openCopies(copiesFolder(place)),
    loadProfile(place.project, serviceName(target)),
  ]);
  const client = connect({ target, clock, profile, outside, ...stopping });
  const reading = openPartReading({ reader: client, clock: client.now });
  const registry = openRegistry({
    searched: place.project.policy.offboard?.campaigns ?? [],
    readState: async (name) => {
      const { entries, writes, applied } = readStack(await surroundings.exportStack(name));
      const isHere = ({ inputs }: StackEntry): boolean =>
        !isOfAnotherTenant(place, textIn(inputs, 'target') ?? defaultTarget(config));
      const { true: here = [], false: elsewhere = [] } = Object.groupBy(entries, (entry) => `${isHere(entry)}`);
      const targets = elsewhere.map(({ owner, inputs }) => [owner, textIn(inputs, 'target') ?? ''] as const);
      // Of what this very update begins, its plan has decided.
      const noted = [...applied.values()].flatMap(([last]) => (last === undefined ? [] : { ...last, changes: null }));
      return { entries: here, elsewhere: new Map(targets), cutOff: writes.filter(isHere).map(additionsOf), noted };
    },
  });
  const identity = identityOf(place);
  const told = new Set<string>();
  const say = (line: string): void => {
    if (!told.has(line)) surroundings.tell?.(visible(line));
    told.add(line);
  };
  const inform = (owner: string, parts: readonly string[]): void => {
    const line = parts.filter((part) => part !== '').join('; ');
    if (line !== '') surroundings.inform?.(owner, visible(line));
  };
  return {
    ...{ project, target: place.target, identity, lineage: { stack: identity.stack, former: [] } },
    ...{ client, reading, clock: client.now, sleep, ...(cancelled && { cancelled }) },
    ...{ copies, registry, allowance, queues: openQueueMemory(), tell: say, inform },
    digest: stackDigest,
    queueNameIsCode: queueNameIsCode(profile),
  };
}

export interface PlaceInput {
  /** Where the program runs: in or below the folder of Pulumi.yaml. */
  readonly folder: string;
  readonly config: ReadConfig;
  /** Of the target; null for the one that the configuration names, or the only one. */
  readonly name: string | null;
}

/**
 * The project and target a stack is about: `muster:directory` is relative to Pulumi.yaml, whose folder is the default. `muster:host`, with
 * what belongs to it, is a target that no muster.yaml needs to name, and the only one then. Throws `other-target` for another one.
 */
export async function findPlace({ folder, config, name }: PlaceInput): Promise<Place> {
  const directory = resolve(projectFolder(folder), config('muster:directory') ?? '.');
  const explicit = explicitIn(config);
  if (explicit.host !== undefined) {
    const place = await explicitPlace(explicit, directory);
    if (name === null || isTarget(name, place.target)) return place;
    throw otherTarget(name, place.target.name);
  }
  const project = await loadProject(directory);
  const named = [...project.targets.values()].find((each) => name !== null && isTarget(name, each));
  const target = named ?? chooseTarget(project, (name ?? defaultTarget(config)) || null);
  return { project, target, openTarget };
}

function explicitIn(config: ReadConfig): ExplicitKeys {
  const given = EXPLICIT_KEYS.map((key) => [key, config(`muster:${key}`) ?? undefined] as const);
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}

function defaultTarget(config: ReadConfig): string | null {
  return config('muster:target') ?? process.env['MUSTER_TARGET'] ?? null;
}

/**
 * Whether what names this target (null: the only one) is about another tenant by what muster.yaml says: the same object may stand in
 * both. A target that it does not name any more, or whose host changed, is not told from this one, so lineageOf can refuse it.
 */
function isOfAnotherTenant({ project, target }: Place, name: string | null): boolean {
  if (name !== null && isExplicitName(name)) return !isTarget(name, target);
  const other = project.targets.get(name ?? project.defaultTarget ?? '');
  if (other === undefined || other.name === target.name) return false;
  return identityOf({ project, target: other }).tenant !== identityOf({ project, target }).tenant;
}
