// Who carries out plan, apply, drift and destroy follows from where the target's recorded state is: the engine, or
// Pulumi.

import type * as engine from '../engine.ts';
import type { Target } from '../model/target.ts';

export type Home = Pick<typeof engine, 'plan' | 'apply' | 'drift' | 'destroy' | 'recall' | 'placed'>;

/** Loaded on demand: a target with a ledger never loads Pulumi. */
export async function homeOf(target: Target): Promise<Home> {
  return target.state === 'pulumi' ? import('../program/home.ts') : import('../engine.ts');
}
