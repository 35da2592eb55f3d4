// docs/drift.md: changes in the service and in the files after an apply, a rule that expired, a baseline, the age of the last run.

import type { Stage } from '../demo/stage.ts';
import { applied, happens, projectFile, SILENT, user, writeInto, writeProject } from './scene.ts';

const TEAM = 'teams/support.yaml';
const SUMMER = 'campaigns/summer.yaml';
const SUPPORT = ['ana.ruiz@example.com', 'ben.okafor@example.com'];

const PEOPLE = `users:
${SUPPORT.map((login) => user(login)).join('')}  - loginUserId: old.agent@example.com
    ensure: absent
`;

/** Queues of R-3, R-4 and R-5. */
const renewals = (queues: readonly string[]): string => `campaigns:
  - campaignName: Summer Renewals
    defaults: { skillQueue: renewals }
    records:
      - { clientId: R-1, data: { Name: Maria Lopez, phone: '+34911234567' } }
      - { clientId: R-2, data: { Name: Jan de Vries, phone: '+31201234567' } }
${queues.map((queue, index) => `      - { clientId: R-${index + 3}, skillQueue: ${queue} }\n`).join('')}`;

const QUEUES = ['renewals', 'renewals', 'renewals'];

const WELCOME = `campaigns:
  - campaignName: Welcome Calls
    records:
      - clientId: C-1001
        preferredAgent: ana.ruiz@example.com
      - clientId: C-1002
        preferredAgent: ana.ruiz@example.com
`;

async function declared(stage: Stage, extra = ''): Promise<void> {
  writeProject(stage, {
    'muster.yaml': projectFile(extra),
    [TEAM]: PEOPLE,
    [SUMMER]: renewals(QUEUES),
    'campaigns/welcome.yaml': WELCOME,
  });
  await applied(stage);
}

export async function changed(stage: Stage): Promise<void> {
  await declared(stage);
  // With its first update the id of a task is recorded: without its marker it is known by that.
  writeInto(stage, SUMMER, renewals(QUEUES).replace('Jan de Vries', 'Johannes de Vries'));
  await applied(stage);
  await happens(stage, 'remove-user', 'ben.okafor@example.com');
  await happens(stage, 'add-user', 'old.agent@example.com');
  await happens(stage, 'change-record', 'Summer Renewals', 'R-1', '--skill-queue', 'winback');
  const overwritten = ['--set', 'Name=J. de Vries', '--set', 'phone=+31207654321', '--unset', 'musterStack'];
  await happens(stage, 'change-record', 'Summer Renewals', 'R-2', ...overwritten);
  await happens(stage, 'change-record', 'Summer Renewals', 'R-3', '--skill-queue', 'silver');
  await happens(stage, 'change-record', 'Summer Renewals', 'R-4', '--skill-queue', 'gold');
  await happens(stage, 'work', 'Welcome Calls', 'C-1002');
  writeInto(stage, SUMMER, renewals(['bronze', 'gold', 'gold']).replace('Jan de Vries', 'Johannes de Vries'));
  await stage.call(['muster', 'drift', '--detailed-exitcode'], { name: 'drift', exit: 11 });
  await stage.call(['muster', 'drift', '--verbose', '--no-history'], {
    name: 'drift-verified',
    only: [/^No alarm/u],
  });
}

export async function ignored(stage: Stage): Promise<void> {
  await declared(
    stage,
    `ignore:
- address: record:Summer Renewals/R-3
  property: skillQueue
  owner: ops
  reason: pilot until the new queue is live
  expires: 2026-01-31
`,
  );
  await happens(stage, 'change-record', 'Summer Renewals', 'R-3', '--skill-queue', 'silver');
  await stage.call(['muster', 'drift'], { name: 'expired-rule', only: [/^contact-centre/u, /^Ignore rules/u] });
}

export async function baseline(stage: Stage): Promise<void> {
  await declared(stage);
  await happens(stage, 'remove-record', 'Welcome Calls', 'C-1001');
  const why = ['--owner', 'ops', '--reason', 'pilot until the new queue is live', '--expires'];
  const day = new Date(Date.now() + 90 * 86_400_000).toISOString().slice(0, 10);
  await stage.call(['muster', 'drift', 'baseline', '--only', 'record:Welcome*', ...why, day], { name: 'baseline' });
  await stage.call(['muster', 'drift'], SILENT);
  await stage.call(['muster', 'drift', '--max-age', '26h'], { name: 'max-age' });
}
