// A plan that was made for another place than the run that its fingerprint is given to: the project, the target, its stack or the partition is
// another one. Given as digits, or with its report, which muster's own reader takes.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { openApproval, readApprovalWords } from '../../src/core/engine/approval.ts';
import { identityOf } from '../../src/core/engine/lineage.ts';
import type { Run } from '../../src/core/engine/run.ts';
import type { Plan } from '../../src/core/reconcile/plan-value.ts';
import { planDocument } from '../../src/core/report/documents/plan.ts';

type Approval = NonNullable<Run['approval']>;

const TRAINING = 'training';

const OTHERS = {
  project: ({ project, target }) => ({ project: { ...project, name: 'field-service' }, target }),
  target: ({ project, target }) => ({ project, target: { ...target, name: TRAINING } }),
  stack: ({ project, target }) => ({ project, target: { ...target, stack: 'second' } }),
  partition: ({ project, target }) => ({
    project,
    target: { ...target, name: `${target.name}.south`, stack: `${target.stack}.south` },
  }),
} as const satisfies Record<string, (run: Run) => Pick<Run, 'project' | 'target'>>;

export type Place = keyof typeof OTHERS;
export const PLACES = Object.keys(OTHERS) as readonly Place[];

/** How the fingerprint of that plan is given. */
export interface Elsewhere {
  readonly place: Place;
  readonly given: 'digits' | 'a report' | 'a report, or less';
}

/** muster.yaml names both targets. */
export const withTraining = (targets: Run['project']['targets'], target: Run['target']): Run['project']['targets'] =>
  new Map([...targets, [TRAINING, { ...target, name: TRAINING }]]);

/** The same run there: what is recorded here came along, as it does where a project gets another name. */
export function runAt(run: Run, place: Place): Run {
  const { tenant, stack } = identityOf(run);
  const other = { ...run, ...OTHERS[place](run) };
  const { formerStacks, formerTenants } = other.target;
  const target = { ...other.target, formerStacks: [...formerStacks, stack], formerTenants: [...formerTenants, tenant] };
  return { ...other, target };
}

/** `at`: when its report was written. */
export async function approvalOf(plan: Plan, given: Elsewhere['given'], at: number): Promise<Approval> {
  const { whole: fingerprint } = plan.fingerprint;
  if (given === 'digits') return { fingerprint, approved: null, allowSubset: false, maxAgeMs: null };
  const folder = await mkdtemp(join(tmpdir(), 'muster-approved-'));
  try {
    const context = { version: '0', command: 'plan', at, durationMs: 0, only: null, options: [] };
    await writeFile(join(folder, 'plan.json'), JSON.stringify(planDocument(plan, context)));
    const words = readApprovalWords({ fingerprint: '@plan.json', allowSubset: given === 'a report, or less' });
    if (words === null) throw new Error('a report is an approval');
    return await openApproval(words, folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
