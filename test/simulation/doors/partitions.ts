// A target that has partitions, or has them no more: each with a stack or a ledger of its own, and each run of a life is one of each in turn,
// as a pipeline has them.

import { withinPartition } from '../../../src/core/desired/project/partitions.ts';
import type { Run } from '../../../src/core/engine/run.ts';
import type { Target } from '../../../src/core/model/target.ts';
import { stacksBeside } from '../../../src/program/stacks-beside.ts';
import { exportText } from '../../support/pulumi-stack.ts';
import type { Files } from '../files.ts';
import { openFolder, openMemoryDisk } from '../machine.ts';
import type { Division } from '../plan.ts';
import { inProcess, playVerb } from './command.ts';
import type { Called, CommandRun, RunEnd } from './command.ts';
import { emptyStackFile, openIn } from './pulumi/state.ts';
import type { StackFile } from './pulumi/state.ts';

const NAMES = ['north', 'south'] as const;
type Name = (typeof NAMES)[number];

/** One of the runs that a pipeline starts for a target, within its part. */
export interface Part {
  readonly name: Name | null;
  readonly within: (run: Run, files: Files) => Run;
}

type Ended = Extract<RunEnd, { readonly kind: 'ended' }>;

interface Homes {
  /** What muster.yaml says at first. */
  readonly first: Division;
  /** Of writes that are under way in any of them. */
  readonly openIntents: (given: CommandRun) => string[];
  /** How a run finds what the others record; missing: as the command does. */
  readonly beside?: (name: Name | null) => Partial<Run>;
  readonly play: (called: Called, part: Part) => Promise<RunEnd>;
}

type InStack = (called: Called, part: Part & { readonly file: StackFile }) => Promise<RunEnd>;

/** Each with a stack of its own. */
export function openStacks(
  clock: () => number,
  first: Division,
  play: InStack,
): (given: CommandRun) => Promise<RunEnd> {
  const stacks = new Map([null, ...NAMES].map((name) => [name, emptyStackFile(clock)]));
  const south = openMemoryDisk();
  return openPartitions({
    first,
    openIntents: () => [...stacks.values()].flatMap((file) => openIn(file)),
    beside: (name) => stacksBeside(`dev${name === null ? '' : `.${name}`}`, backendOf(stacks)),
    play: (called, part) => {
      const disk = part.name === 'south' ? south : called.disk;
      return play({ ...called, disk }, { ...part, file: fileOf(stacks, part.name) });
    },
  });
}

/** Each with a ledger of its own, in one folder. */
export function openLedgers(first: Division): (given: CommandRun) => Promise<RunEnd> {
  const own = NAMES.map((name, index) => [name, openMemoryDisk(10 + index)] as const);
  const folderOf = ({ disk, double: { target } }: CommandRun): CommandRun['disk'] =>
    openFolder(new Map([[target.name, disk], ...own.map(([name, each]) => [`${target.name}.${name}`, each] as const)]));
  return openPartitions({
    first,
    openIntents: (given) => [...folderOf(given).openIntents()],
    play: (called, { within }) => playVerb({ ...called, disk: folderOf(called), within }),
  });
}

function openPartitions({ first, openIntents, beside, play }: Homes): (given: CommandRun) => Promise<RunEnd> {
  let [usual, accepted] = [first, first];
  return (given) =>
    inProcess({ ...given, openIntents: () => openIntents(given) }, async (called) => {
      const { division = usual } = called.step;
      // A run that is killed ends here, and muster.yaml stays as it was for it.
      if (called.step.verb === 'apply') usual = division;
      const names = PARTS[division];
      const parts = names.map((name): Part => {
        const place = { name, names: names.filter((each) => each !== null), beside: beside?.(name) ?? {} };
        return { name, within: (run, files) => runOfPart(run, { ...place, files }) };
      });
      const end = await playParts(called, parts, play);
      // What is recorded somewhere stays there; whoever is refused puts muster.yaml back.
      if (end.kind !== 'killed' && end.error?.code === 'wrong-home') usual = accepted;
      else if (called.step.verb === 'apply') accepted = division;
      return end;
    });
}

const PARTS: Readonly<Record<Division, readonly (Name | null)[]>> = { none: [null], one: ['north'], two: NAMES };

async function playParts(called: Called, parts: readonly Part[], play: Homes['play']): Promise<RunEnd> {
  const order = parts.length === 1 || called.chance.fork('partitions').is(0.5) ? parts : parts.toReversed();
  const ends: Ended[] = [];
  for (const part of order) {
    const { name } = part;
    const chance = name === null ? called.chance : called.chance.fork(name);
    if (name !== null) called.log.add({ kind: 'note', name: `partition ${name}`, detail: {} });
    const end = await play({ ...called, chance }, part);
    if (end.kind === 'killed') return end;
    ends.push(end);
  }
  return ends.reduce(joined);
}

type Stacks = ReadonlyMap<Name | null, StackFile>;

function fileOf(stacks: Stacks, name: Name | null): StackFile {
  const file = stacks.get(name);
  if (file === undefined) throw new Error('each part has a stack');
  return file;
}

/** What both said and did is what the run did. */
function joined(one: Ended, other: Ended): Ended {
  const plan = both(one.plan, other.plan, (a, b) => ({
    ...a,
    changes: [...a.changes, ...b.changes],
    verdicts: [...a.verdicts, ...b.verdicts],
    guards: [...a.guards, ...b.guards],
  }));
  const result = both(one.result, other.result, (a, b) => ({
    ...a,
    plan: plan ?? a.plan,
    settlements: [...a.settlements, ...b.settlements],
    stopped: a.stopped ?? b.stopped,
  }));
  const drift = both(one.drift, other.drift, (a, b) => ({ ...a, findings: [...a.findings, ...b.findings] }));
  return { kind: 'ended', exit: Math.max(one.exit, other.exit), plan, result, drift, error: one.error ?? other.error };
}

function both<T>(one: T | null, other: T | null, join: (one: T, other: T) => T): T | null {
  return one === null || other === null ? (one ?? other) : join(one, other);
}

interface Place {
  readonly name: Name | null;
  /** Partitions that muster.yaml names. */
  readonly names: readonly Name[];
  readonly beside: Partial<Run>;
  readonly files: Files;
}

function runOfPart(run: Run, { name, names, beside, files }: Place): Run {
  const holderOf = (each: string): Name => (names.includes('south') && files.south?.includes(each) ? 'south' : 'north');
  const targetOf = (own: Name): Target => {
    const partitions = names.map((each) => ({
      name: each,
      teams: [each],
      campaigns: files.campaigns.map(({ campaignName }) => campaignName).filter((of) => holderOf(of) === each),
    }));
    const { target } = run;
    const split = { of: target.name, own, partitions };
    return { ...target, name: `${target.name}.${own}`, stack: `${target.stack}.${own}`, split };
  };
  const users = run.desired.users.map((user) => ({
    ...user,
    source: { ...user.source, file: holderOf(user.loginUserId) },
  }));
  // A person goes with the file, and its name is a part of what is read.
  const content = `${run.desired.content} ${users.map(({ source }) => source.file).join()}`;
  const targets = names.map(targetOf);
  const target = name === null ? run.target : targetOf(name);
  const project = { ...run.project, targets: new Map([run.target, ...targets].map((each) => [each.name, each])) };
  const whole = { ...run, project, ...beside };
  return name === null
    ? whole
    : { ...whole, target, desired: withinPartition({ ...run.desired, users, content }, target, []) };
}

/** Stacks that an update has saved. */
function backendOf(stacks: Stacks): Parameters<typeof stacksBeside>[1] {
  const there = new Map(
    [...stacks].flatMap(([name, { saved }]): [string, StackFile['saved']][] =>
      saved.revision > 0 ? [[name === null ? 'dev' : `dev.${name}`, saved]] : [],
    ),
  );
  const read = (stack: string): string | null => {
    const saved = there.get(stack);
    return saved === undefined ? null : exportText(saved);
  };
  return { read: async (stack) => read(stack), list: async () => [...there.keys()] };
}
