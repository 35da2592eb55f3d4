// Where the recorded state of a target lives decides who carries out a verb: the engine over its ledger, or Pulumi.

import type * as engine from '../engine.ts';
import type { Target } from '../model/target.ts';

export type Home = Pick<typeof engine, 'plan' | 'apply' | 'drift' | 'destroy' | 'recall'>;

/** Loaded on demand: a target with a ledger never loads Pulumi. */
export async function homeOf(target: Target): Promise<Home> {
  return target.state === 'pulumi' ? import('../program/home.ts') : import('../engine.ts');
}
