// What applies did, in a stack: outputs of a component without a provider, written before the first resource of an update is registered.
// One of each plan of a program: that of `reconcile` is named after the target, that of the classes says so.

import * as pulumi from '@pulumi/pulumi';

import { packed } from '../../providers/declaration.ts';
import { APPLIED_TYPE } from '../../providers/stack-export.ts';
import { textOfRuns } from '../core/model/applied.ts';
import type { AppliedRun } from '../core/model/applied.ts';
import { registered } from './monitor.ts';

class Applied extends pulumi.ComponentResource {
  constructor(name: string, runs: readonly AppliedRun[]) {
    super(APPLIED_TYPE, name);
    // It names people who were removed, and has a row for each change.
    this.registerOutputs({ runs: pulumi.secret(packed(textOfRuns(runs))) });
  }
}

/** Registers nothing where nothing was applied yet. */
export async function registerApplied(name: string, runs: readonly AppliedRun[]): Promise<void> {
  if (runs.length > 0) await registered(new Applied(name, runs));
}
