// The stacks of the other partitions of a target, on the backend of its own: read where something here depends on what they record.

import { digestKeyOf } from '../../providers/context.ts';
import { readStack } from '../../providers/stack.ts';
import { digestWith } from '../core/engine/parts.ts';
import { stackName } from '../core/engine/lineage.ts';
import { leftIn, leftTarget, targetsBeside } from '../core/engine/others.ts';
import type { OtherHome } from '../core/engine/ledger-home.ts';
import type { Run } from '../core/engine/run.ts';
import { ToolError } from '../core/model/errors.ts';
import type { Target } from '../core/model/target.ts';

interface Backend {
  /** An export by name, null where the backend has no such stack. */
  readonly read: (stack: string) => Promise<string | null>;
  /** Names of stacks of the project, with or without the organization. */
  readonly list: () => Promise<readonly string[]>;
}

/**
 * `own`: name of the stack that the run is about, which ends with that of its partition; else nobody knows what the others are called.
 * What is returned throws `wrong-home`, and what reading throws.
 */
export function stacksBeside(own: string, { read, list }: Backend): Required<Pick<Run, 'others' | 'left'>> {
  const homes = async (run: Run, targets: readonly [string, Target][]): Promise<OtherHome[]> => {
    const end = `.${run.target.split?.own}`;
    if (!own.endsWith(end)) {
      const message = `the stack ${own} is not called after its partition (…${end}): what the others record cannot be found`;
      throw new ToolError('wrong-home', { message });
    }
    const found: OtherHome[] = [];
    // One after the other: an export of 50,000 resources is large.
    for (const [partition, target] of targets) {
      const digestKey = digestKeyOf(stackName({ project: run.project, target }));
      const text = await read(`${own.slice(0, -end.length)}.${partition}`);
      const stack = text === null ? null : readStack(text, { digest: digestWith(digestKey) });
      const applied = stack?.applied.get(target.name) ?? [];
      found.push({ partition, recorded: stack?.recorded ?? NOTHING, digestKey, applied });
    }
    return found;
  };
  return {
    others: (run) => homes(run, targetsBeside(run)),
    left: async (run) => {
      const { of = '', own: part } = run.target.split ?? {};
      const before = `${own.slice(own.lastIndexOf('/') + 1, -`.${part}`.length)}.`;
      const there = (await list()).map((name) => name.slice(name.lastIndexOf('/') + 1));
      const called = there.flatMap((name) => (name.startsWith(before) ? [`${of}.${name.slice(before.length)}`] : []));
      return homes(
        run,
        leftIn(called, run).map((name) => leftTarget(name, run)),
      );
    },
  };
}

const NOTHING: OtherHome['recorded'] = { objects: new Map(), openIntents: [] };
