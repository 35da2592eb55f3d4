// The stacks of the other partitions of a target, on the backend of its own: read where something here depends on what they record.

import { digestKeyOf } from '../../providers/context.ts';
import { readStack } from '../../providers/stack.ts';
import { digestWith } from '../core/engine/parts.ts';
import { stackName } from '../core/engine/lineage.ts';
import { targetsBeside } from '../core/engine/others.ts';
import type { OtherHome } from '../core/engine/ledger-home.ts';
import type { Run } from '../core/engine/run.ts';
import { ToolError } from '../core/model/errors.ts';

/**
 * `own`: name of the stack that the run is about, which ends with that of its partition; else nobody knows what the others are called.
 * `read`: an export by name, null where the backend has no such stack. Throws `wrong-home`, and what reading throws.
 */
export function stacksBeside(own: string, read: (stack: string) => Promise<string | null>): NonNullable<Run['others']> {
  return async (run) => {
    const end = `.${run.target.split?.own}`;
    if (!own.endsWith(end)) {
      const message = `the stack ${own} is not called after its partition (…${end}): what the others record cannot be found`;
      throw new ToolError('wrong-home', { message });
    }
    const homes: OtherHome[] = [];
    // One after the other: an export of 50,000 resources is large.
    for (const [partition, target] of targetsBeside(run)) {
      const digestKey = digestKeyOf(stackName({ project: run.project, target }));
      const text = await read(`${own.slice(0, -end.length)}.${partition}`);
      const stack = text === null ? null : readStack(text, { digest: digestWith(digestKey) });
      const applied = stack?.applied.get(target.name) ?? [];
      homes.push({ partition, recorded: stack?.recorded ?? NOTHING, digestKey, applied });
    }
    return homes;
  };
}

const NOTHING: OtherHome['recorded'] = { objects: new Map(), openIntents: [] };
