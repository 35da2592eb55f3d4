// Who carries out plan, apply, drift and destroy follows from where the target's recorded state is: the engine, or
// Pulumi.

import type * as engine from '../engine.ts';
import { codeOf } from '../model/error-code.ts';
import { ToolError } from '../model/errors.ts';
import type { Target } from '../model/target.ts';

export type Home = Pick<typeof engine, 'plan' | 'apply' | 'drift' | 'destroy' | 'recall' | 'placed'>;

/** Loaded on demand: a target with a ledger never loads Pulumi. Throws `no-pulumi`. */
export async function homeOf(target: Target): Promise<Home> {
  return target.state === 'pulumi' ? withPulumi(() => import('../program/home.ts')) : import('../engine.ts');
}

/** Pulumi is a peer of the package, which an installation may leave out. Throws `no-pulumi` there. */
export async function withPulumi<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (!isMissingPulumi(error)) throw error;
    throw new ToolError('no-pulumi', { message: 'there is no @pulumi/pulumi beside musterctl', cause: error });
  }
}

function isMissingPulumi(error: unknown): boolean {
  return codeOf(error) === 'ERR_MODULE_NOT_FOUND' && String(error).includes('@pulumi/pulumi');
}
