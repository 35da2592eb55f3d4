// Planted bugs about what a person is told where nothing is sent: of an approval that was used, of older files, of a write of before. Each is
// searched in the lives of both doors, but for what a stack does not keep.

import type { Plant } from './plant.ts';

const APPROVAL = 'src/core/reconcile/plan/approval.ts';
const GUARDS = 'src/core/report/words/why-guard.ts';

const USED = 'I37.A1: an approval that was used says by which run, when';
const OLDER = 'I37.A2: older files are a question with both commits, their dates, and what goes back';
const UNSHOWN = 'I37.B9: the list of whom nobody may call is kept out of every report';
const BAD = 'I37, bad input: a finding with its place and the nearest right form';
const PIN = 'I37.D12: why says whether the pin had lapsed';
const WHY = 'src/core/report/documents/why.ts';

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
  {
    name: 'a finding about the do-not-call list shows the line',
    rule: UNSHOWN,
    file: 'src/core/desired/project/project.ts',
    right: 'const message = `policy.doNotCall: expected ${words}`;',
    wrong: "const message = `policy.doNotCall: expected ${words} (${read.text.split('\\n')[line - 1] ?? ''})`;",
  },
  {
    name: 'the question about a listed customer shows the list',
    rule: UNSHOWN,
    file: 'src/core/reconcile/diff/diff.ts',
    right: 'listedAt: `${doNotCall.file}:${line}` })',
    wrong: "listedAt: `${doNotCall.file}:${line} (${[...doNotCall.ids.keys()].join(', ')})` })",
  },
  {
    name: 'a key at another level is known there in its own style alone',
    rule: BAD,
    file: 'src/core/desired/text/keys.ts',
    right: "styleless(path.replaceAll('[]', ''))",
    wrong: "path.replaceAll('[]', '')",
  },
  {
    name: 'what is wrong in a column is said without the key that would read it',
    rule: 'I37.B8: one finding, with the key that would read them',
    file: 'src/core/desired/csv/formats.ts',
    right: '`formats: { phone: GB }`',
    wrong: 'look at them',
  },
];

/** A stack keeps no journal. */
const OF_COMMAND: readonly Plant[] = [
  {
    name: 'why says nothing of a pin whose minutes were over before a write',
    rule: PIN,
    file: WHY,
    right: 'wasPinOver(write.at, story, before) ?',
    wrong: 'wasPinOver(write.at, story, before) && write.at < 0 ?',
  },
  {
    name: 'why counts the minutes of a pin from the write before, whatever time its task waits for',
    rule: PIN,
    file: WHY,
    right: 'return at >= pinLapsesAt({ ...task, createdTime: Math.max(task.createdTime ?? 0, before.at) });',
    wrong: 'return at >= pinLapsesAt({ createdTime: before.at, nextEarliestWorkTime: null });',
  },
];

export const SAID: readonly Plant[] = [
  ...BOTH,
  ...OF_COMMAND,
  ...BOTH.map((plant): Plant => ({ ...plant, name: `${plant.name}, through Pulumi`, door: 'pulumi' })),
];
