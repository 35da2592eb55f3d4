// The stacks of the other partitions of a target, on the backend of its own: read where something here depends on what they record.

import { readStack } from '../../providers/stack.ts';
import { leftIn, leftTarget, targetsBeside } from '../core/engine/others.ts';
import type { OtherHome } from '../core/engine/ledger-home.ts';
import type { Run } from '../core/engine/run.ts';
import { letGoBy } from '../core/model/applied.ts';
import { ToolError } from '../core/model/errors.ts';
import type { Target } from '../core/model/target.ts';
import { STACK_DIGEST_KEY } from '../../providers/receipts.ts';

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
    const { own: part = null } = run.target.split ?? {};
    const end = part === null ? '' : `.${part}`;
    if (!own.endsWith(end)) {
      const message = `the stack ${own} is not called after its partition (…${end}): what the others record cannot be found`;
      throw new ToolError('wrong-home', { message });
    }
    const whole = own.slice(0, own.length - end.length);
    const found: OtherHome[] = [];
    // One after the other: an export of 50,000 resources is large.
    for (const [partition, target] of targets) {
      const text = await read(partition === '' ? whole : `${whole}.${partition}`);
      const stack = text === null ? null : readStack(text);
      const applied = stack?.applied.get(target.name) ?? [];
      const { recorded } = stack ?? { recorded: NOTHING };
      // What its engine lists of a create that was cut off goes on being listed after its plan has seen that nothing was made.
      const letGo = letGoBy(applied);
      const openIntents = recorded.openIntents.filter(({ address }) => !letGo.has(address));
      found.push({ partition, recorded: { ...recorded, openIntents }, digestKey: STACK_DIGEST_KEY, applied });
    }
    return found;
  };
  return {
    others: (run) => homes(run, targetsBeside(run)),
    left: async (run, isNew) => {
      const { of, own: part } = run.target.split ?? { of: run.target.name, own: '' };
      // The stacks of a target without partitions are asked for once: listing them costs a start of the command.
      if (part === null || (part === '' && !isNew)) return [];
      const name = own.slice(own.lastIndexOf('/') + 1);
      const whole = part === '' ? name : name.slice(0, -part.length - 1);
      const named = new Set([...run.project.targets.values()].map(({ stack }) => stack));
      const there = (await list()).map((each) => each.slice(each.lastIndexOf('/') + 1));
      const called = there.flatMap((each) => {
        const isBeside = each === whole || each.startsWith(`${whole}.`);
        return isBeside && !(part === '' && named.has(each)) ? [`${of}${each.slice(whole.length)}`] : [];
      });
      return homes(
        run,
        leftIn(called, run, isNew).map((each) => leftTarget(each, run)),
      );
    },
  };
}

const NOTHING: OtherHome['recorded'] = { objects: new Map(), openIntents: [] };
