// Planted bugs about what a person is told where nothing is sent: of an approval that was used, of older files, of a write of before. Each is
// searched in the lives of both doors, but for what a stack does not keep.

import type { Plant } from './plant.ts';

const APPROVAL = 'src/core/reconcile/plan/approval.ts';
const GUARDS = 'src/core/report/words/why-guard.ts';

const USED = 'I37.A1: an approval that was used says by which run, when';
const OLDER = 'I37.A2: older files are a question with both commits, their dates, and what goes back';

const BOTH: readonly Plant[] = [
  {
    name: 'of an approval that was used nobody says by whom',
    rule: USED,
    file: APPROVAL,
    right: '`, which was carried out by ${doneBy(begun.run)};`',
    wrong: "','",
  },
  {
    name: 'an approval that was used is said to be of the latest apply',
    rule: USED,
    file: APPROVAL,
    right: 'carried out by ${doneBy(begun.run)};`',
    wrong: 'carried out by ${doneBy(facts.applied[0] ?? begun.run)};`',
  },
  {
    name: 'the question about older files says no date of a commit',
    rule: OLDER,
    file: GUARDS,
    right: ' of ${timeIn(committedAt, zone)}',
    wrong: '${timeIn(committedAt, zone).slice(99)}',
  },
  {
    name: 'the question about older files takes the commit of now for the one that was applied',
    rule: OLDER,
    file: GUARDS,
    right: '`commit ${commit(last)} was applied last',
    wrong: '`commit ${commit(now)} was applied last',
  },
  {
    name: 'of whom older files take something back nobody says',
    rule: OLDER,
    file: 'src/core/engine/files-version.ts',
    right: 'return back ? { ...guard, back } : guard;',
    wrong: 'return guard;',
  },
];

export const SAID: readonly Plant[] = [
  ...BOTH,
  ...BOTH.map((plant): Plant => ({ ...plant, name: `${plant.name}, through Pulumi`, door: 'pulumi' })),
];
