// The story through the command and its ledger: from an empty service to drift and back.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { countPinsOf, editDesiredFiles, LEAVER } from './edits.ts';
import { commit, expectCounts, expectThat, isOnPath } from './stage.ts';
import type { Stage } from './stage.ts';

const USERS = 40;
const RECORDS = 200;

export async function playStory(stage: Stage): Promise<void> {
  await firstPlanAndApply(stage);
  await lifeHappens(stage);
  await driftReport(stage);
  await secondPlanAndApply(stage, await editInGit(stage));
}

async function firstPlanAndApply(stage: Stage): Promise<void> {
  stage.chapter('1. What would happen? Three teams and two campaigns, and a service that knows nobody');
  const first = await stage.report(['muster', 'plan'], { name: 'plan-first' });
  expectCounts(first.summary.changes, { create: USERS + RECORDS, update: 0, delete: 0 });

  stage.chapter('2. Do it');
  const applied = await stage.report(['muster', 'apply', '--auto-approve', '--quiet'], { name: 'apply-first' });
  expectCounts(applied.summary.settlements, { applied: USERS + RECORDS, failed: 0, unresolved: 0, skipped: 0 });

  stage.chapter('3. A second plan is empty');
  await stage.report(['muster', 'plan', '--expect-no-changes'], { name: 'plan-empty' });
}

/** Events in the service, the same for the command and for Pulumi. */
export async function lifeHappens(stage: Stage): Promise<void> {
  stage.chapter('4. Life happens: agents work, somebody tidies up by hand, an intake file arrives');
  const sandbox = (...words: readonly string[]): Promise<string> => stage.call(['muster', 'sandbox', ...words]);
  await sandbox('work', 'Welcome Calls', 'W-2001', '--code', 'Result=Reached');
  await sandbox('work', 'Welcome Calls', 'W-2004', '--code', 'Result=Reached');
  await sandbox('work', 'Summer Renewals', 'C-1003', '--state', 'REMOVED');
  await sandbox('remove-user', 'tess.de-vries@example.com');
  await sandbox('change-record', 'Welcome Calls', 'W-2010', '--skill-queue', 'winback');
  writeFileSync(join(stage.folder, 'intake.csv'), INTAKE);
  await sandbox('intake', 'Summer Renewals', 'intake.csv');
}

const INTAKE = `CustomerId,Name,phone
C-5001,Gemma Hart,+447700900511
C-5002,Louis Perrin,+33199005002
C-5003,Diane Fuller,+12025550153
`;

async function driftReport(stage: Stage): Promise<void> {
  stage.chapter('5. What changed outside Git? Worked records and intake files are not drift');
  const drift = await stage.report(['muster', 'drift', '--detailed-exitcode'], { name: 'drift', exit: 11 });
  expectCounts(drift.summary.findings, { missing: 1, drift: 1, consumed: 3, extra: 0, unreadable: 0 });
}

/** Answers how many records named the leaver. Where there is no git, the edit is made all the same. */
export async function editInGit(stage: Stage): Promise<number> {
  stage.chapter('6. The team edits: one leaves, one joins, a record moves, a pin changes');
  const pins = countPinsOf(stage.folder, LEAVER);
  const hasGit = isOnPath('git', process.env['PATH'] ?? '');
  if (hasGit) commit(stage, 'Quickstart');
  editDesiredFiles(stage.folder);
  if (!hasGit) {
    stage.say('(There is no git here, so its diff cannot be shown.)');
    return pins;
  }
  await stage.call(['git', 'diff', '--stat', '--', 'teams', 'campaigns']);
  await stage.call(['git', 'diff', '--unified=0', '--', 'teams', 'campaigns/*.yaml'], { name: 'diff' });
  return pins;
}

async function secondPlanAndApply(stage: Stage, pins: number): Promise<void> {
  stage.chapter(
    '7. The plan repairs the drift and carries out the edit; who was removed by hand is restored only by the number',
  );
  const plan = await stage.report(['muster', 'plan'], { name: 'plan-edit' });
  expectCounts(plan.summary.changes, { create: 1, restore: 1, update: pins + 2, move: 1, delete: 1, consumed: 3 });

  stage.chapter('8. Do it, and plan once more');
  const apply = ['muster', 'apply', '--auto-approve', '--allow', 'restores=1', '--quiet'];
  const applied = await stage.report(apply, { name: 'apply-edit' });
  expectCounts(applied.summary.settlements, { applied: pins + 6, failed: 0, unresolved: 0, skipped: 0 });
  await stage.report(['muster', 'plan', '--expect-no-changes']);

  stage.chapter('9. Applying once more sends no write, says the sandbox');
  await stage.call(['muster', 'sandbox', 'counters', '--reset'], { silent: true });
  await stage.call(['muster', 'apply', '--auto-approve']);
  const counted = await stage.call(['muster', 'sandbox', 'counters']);
  const { writes } = JSON.parse(counted) as { writes: number };
  expectThat(writes === 0, 'a run with nothing to do sends no write');
}
