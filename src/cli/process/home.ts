// Who carries out plan, apply, drift and destroy follows from where the target's recorded state is: the engine, or
// Pulumi. A ledger that is shared on a branch is brought before it is read.

import type * as engine from '../../core/engine.ts';
import type { SharedState } from '../../core/engine/shared.ts';
import { isNotInstalled } from '../../core/model/error-code.ts';
import { ToolError } from '../../core/model/errors.ts';
import type { Target } from '../../core/model/target.ts';
import type { Shell } from './shell.ts';

export type Home = Pick<typeof engine, 'plan' | 'apply' | 'drift' | 'destroy' | 'recall' | 'placed'> & {
  /** After apply and destroy, when what they did is said. Throws `state-branch`. */
  readonly end?: () => Promise<void>;
};

/** Loaded on demand: a target with a ledger never loads Pulumi. Throws `no-pulumi`. */
export async function homeOf(target: Target, { environment, terminal }: Shell): Promise<Home> {
  if (target.state === 'pulumi') return withPulumi(() => import('../../program/home.ts'));
  const { sharedIn } = await import('../../core/engine/shared.ts');
  // A local sandbox is nobody else's.
  const shared = target.sandbox ? null : sharedIn(environment);
  if (shared === null) return import('../../core/engine.ts');
  return onBranch(await import('../../core/engine.ts'), shared, (remark) => terminal.err(`muster: ${remark}\n`));
}

function onBranch(home: Home, shared: SharedState, say: (remark: string) => void): Home {
  const bring = async (place: Parameters<SharedState['bring']>[0]): Promise<void> => {
    const remark = await shared.bring(place);
    if (remark !== null) say(remark);
  };
  return {
    ...home,
    plan: (run) => bring(run).then(() => home.plan(run)),
    drift: (run) => bring(run).then(() => home.drift(run)),
    recall: (place) => bring(place).then(() => home.recall(place)),
    apply: (run, approve) => shared.claim(run).then(() => home.apply(run, approve)),
    destroy: (run, approve) => shared.claim(run).then(() => home.destroy(run, approve)),
    end: () => shared.end(),
  };
}

/** Pulumi is an optional peer of the package. Throws `no-pulumi` where it is not installed. */
export async function withPulumi<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (!isNotInstalled(error, '@pulumi/pulumi')) throw error;
    throw new ToolError('no-pulumi', { message: 'there is no @pulumi/pulumi beside musterctl', cause: error });
  }
}
