// What a plan with `--since` read and did not read, in one or two sentences.

import type { PlanSince, SinceWhole } from '../../reconcile/plan-value.ts';
import { count, duration, moment } from './words.ts';

const BECAUSE: Readonly<Record<SinceWhole, string>> = {
  settings: 'muster.yaml differs',
  profile: 'the service profile differs',
  unloadable: 'the desired files of that commit cannot be loaded',
  program: 'a program is among the desired files, and what it read at that commit is not known',
  overdue: 'the last whole reading is too old, or none is known here',
  'nothing-recorded': 'nothing is recorded yet',
  'set-cut-off': 'a set was cut off, and what it made is not recorded',
  'nobody-seen': 'nobody whom muster asked for is in the service',
  'unproven-removal': 'it removes somebody of whom only a whole reading tells whether recorded state is the latest',
};

/** Null without `--since`. */
export function sinceText({
  since,
  at,
}: {
  readonly since: PlanSince<string> | null;
  readonly at: string;
}): string | null {
  if (since === null) return null;
  const { ref, commit, because, notRead, lastCompleteAt } = since;
  const what = `what differs from ${ref} (${commit.slice(0, 8)})`;
  if (because !== null) return `Everything was read, not only ${what}: ${BECAUSE[because]}.`;
  const people = `${notRead.user.toLocaleString('en')} ${notRead.user === 1 ? 'person' : 'people'}`;
  const age = lastCompleteAt === null ? 0 : Date.parse(at) - Date.parse(lastCompleteAt);
  const last =
    lastCompleteAt === null
      ? 'when everything was read last is not known here'
      : `everything was read last ${duration(Math.max(0, age))} before, at ${moment(lastCompleteAt)}`;
  return `Planned is ${what}, and what depends on it: ${people} and ${count(notRead.record, 'record')} were not read; ${last}.`;
}
