// partitions: the parts of each split target with what they hold, for people, and as the matrix of a pipeline. Offline.

import { ToolError } from '../../core/model/errors.ts';
import type { DesiredState, Project } from '../../core/model/state.ts';
import type { Target } from '../../core/model/target.ts';
import { count } from '../../core/report/words/words.ts';
import type { Call, Command } from '../process/command.ts';

/** The Pulumi Kubernetes Operator takes no longer one. */
const OPERATOR_NAME_LIMIT = 42;

export const PARTITIONS_COMMAND: Command = {
  name: 'partitions',
  summary: 'list the parts of a split target; --json for a pipeline',
  flags: ['target', 'json'],
  run: printPartitions,
};

interface Part {
  readonly target: string;
  readonly partition: string;
  readonly stack: string;
  readonly users: number;
  readonly records: number;
  readonly campaigns: readonly string[];
  readonly maxConcurrency: number;
}

async function printPartitions({ settings, shell }: Call): Promise<number> {
  const { loadProject } = await import('../../core/desired/project/project.ts');
  const project = await loadProject(settings.directory);
  const parts: Part[] = [];
  for (const whole of splitIn(project, settings.target)) parts.push(...(await partsOf(project, whole)));
  const { out, err } = shell.terminal;
  // The matrix of a pipeline is one line.
  if (settings.outputs.length > 0) out(`${JSON.stringify({ include: parts })}\n`);
  else for (const part of parts) out(`${lineOf(part)}\n`);
  for (const { stack } of parts.filter((part) => part.stack.length > OPERATOR_NAME_LIMIT)) {
    err(`${stack}: the Pulumi Kubernetes Operator takes names of at most ${OPERATOR_NAME_LIMIT} characters\n`);
  }
  return 0;
}

/** The split target of that name, or all of them. */
function splitIn(project: Project, name: string | null): readonly Target[] {
  const split = [...project.targets.values()].filter((each) => each.split?.own === null);
  const chosen = split.filter((each) => name === null || each.name === name);
  if (chosen.length > 0) return chosen;
  const given = name === null ? 'there are none' : `given ${name}`;
  const expected = split.length === 0 ? '`partitions:` in muster.yaml' : split.map((each) => each.name).join(', ');
  throw new ToolError('unknown-target', { message: `expected ${expected}; ${given}` });
}

async function partsOf(project: Project, whole: Target): Promise<Part[]> {
  const { loadDesired } = await import('../../core/desired/project/load.ts');
  const { withinPartition } = await import('../../core/desired/project/partitions.ts');
  const desired = await loadDesired(project, whole);
  return [...project.targets.values()].flatMap((target) => {
    const { split } = target;
    return split?.of === whole.name && split.own !== null
      ? [partOf(target, split.own, withinPartition(desired, target, []))]
      : [];
  });
}

function partOf(target: Target, partition: string, { users, records, campaigns }: DesiredState): Part {
  return {
    target: target.name,
    partition,
    stack: target.stack,
    users: users.length,
    records: records.length,
    campaigns: campaigns.map(({ campaignName }) => campaignName),
    maxConcurrency: target.maxConcurrency,
  };
}

function lineOf({ target, users, records, campaigns, maxConcurrency }: Part): string {
  const held = [count(users, 'user'), count(records, 'record'), count(campaigns.length, 'campaign')].join(', ');
  return `${target}  ${held}; at most ${count(maxConcurrency, 'request')} at once`;
}
