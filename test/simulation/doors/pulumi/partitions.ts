// Two partitions of one target: each with a stack of its own, and each run of a life is one of both in turn, as a pipeline has them.

import { digestKeyOf } from '../../../../providers/context.ts';
import { readStack } from '../../../../providers/stack.ts';
import { withinPartition } from '../../../../src/core/desired/project/partitions.ts';
import { stackName } from '../../../../src/core/engine/lineage.ts';
import { digestWith } from '../../../../src/core/engine/parts.ts';
import type { Run } from '../../../../src/core/engine/run.ts';
import type { Target } from '../../../../src/core/model/target.ts';
import { exportText } from '../../../support/pulumi-stack.ts';
import type { Files } from '../../files.ts';
import { openMemoryDisk } from '../../machine.ts';
import { inProcess } from '../command.ts';
import type { Called, CommandRun, RunEnd } from '../command.ts';
import { emptyStackFile, openIn } from './state.ts';
import type { StackFile } from './state.ts';

const NAMES = ['north', 'south'] as const;
type Name = (typeof NAMES)[number];

export interface Part {
  readonly name: Name;
  readonly file: StackFile;
  readonly beside: { readonly name: Name; readonly file: StackFile };
}

type Ended = Extract<RunEnd, { readonly kind: 'ended' }>;

export function openPartitions(
  clock: () => number,
  play: (called: Called, part: Part) => Promise<RunEnd>,
): (given: CommandRun) => Promise<RunEnd> {
  const [north, south] = [emptyStackFile(clock), emptyStackFile(clock)];
  const parts: readonly Part[] = [
    { name: 'north', file: north, beside: { name: 'south', file: south } },
    { name: 'south', file: south, beside: { name: 'north', file: north } },
  ];
  // Copies of records on the way lie in a folder of each.
  const disk = openMemoryDisk();
  const openIntents = (): string[] => parts.flatMap(({ file }) => openIn(file));
  return (given) =>
    inProcess({ ...given, openIntents }, async (called) => {
      const order = called.chance.fork('partitions').is(0.5) ? parts : parts.toReversed();
      const ends: Ended[] = [];
      for (const part of order) {
        const own = { ...called, chance: called.chance.fork(part.name), ...(part.name === 'south' && { disk }) };
        called.log.add({ kind: 'note', name: `partition ${part.name}`, detail: {} });
        const end = await play(own, part);
        if (end.kind === 'killed') return end;
        ends.push(end);
      }
      return ends.reduce(joined);
    });
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

export function runOfPart(run: Run, { name, beside }: Part, files: Files): Run {
  const target = targetOf(run.target, name, files);
  const place = { project: run.project, target: targetOf(run.target, beside.name, files) };
  const users = run.desired.users.map((user) => ({
    ...user,
    source: { ...user.source, file: holderOf(files, user.loginUserId) },
  }));
  const others: Run['others'] = async () => {
    const digestKey = digestKeyOf(stackName(place));
    const { recorded, applied } = readStack(exportText(beside.file.saved), { digest: digestWith(digestKey) });
    return [{ partition: beside.name, recorded, digestKey, applied: applied.get(place.target.name) ?? [] }];
  };
  return { ...run, target, desired: withinPartition({ ...run.desired, users }, target, []), others };
}

const holderOf = ({ south = [] }: Files, name: string): Name => (south.includes(name) ? 'south' : 'north');

function targetOf(whole: Target, own: Name, files: Files): Target {
  const campaignsOf = (name: Name): string[] =>
    files.campaigns.map(({ campaignName }) => campaignName).filter((each) => holderOf(files, each) === name);
  const partitions = NAMES.map((name) => ({ name, teams: [name], campaigns: campaignsOf(name) }));
  const split = { of: whole.name, own, partitions };
  return { ...whole, name: `${whole.name}.${own}`, stack: `${whole.stack}.${own}`, split };
}
