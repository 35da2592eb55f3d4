// How sure each declared field is after one reading:
//
//   verified      read back now                  presence; records: data, pin, time; the queue where it is shown
//   assumed       the file still says what we    users: names, template, e-mails; createInBackend where the backing
//                 recorded as sent               instance cannot be seen
//   unverifiable  neither                        the zone, of which no search shows what is in force; what could not be read
//
// Counted by kind and by field name; no value enters. Records that are used up have nothing left to verify.

import { goesOn } from '../../model/record.ts';
import type { DesiredRecord, ObservedRecord } from '../../model/record.ts';
import { isShownAsStored, showsSometimes } from '../../model/record-fields.ts';
import type { DesiredState, Digest, ObservedState, RecordedState } from '../../model/state.ts';
import type { DesiredUser, ObservedUser } from '../../model/user.ts';
import { USER_FIELDS } from '../../model/user-fields.ts';
import { isUser } from '../../model/address.ts';
import type { Kind } from '../../model/address.ts';
import type { Certainty, KindCoverage } from '../finding.ts';
import { namesWhere } from '../../model/fields.ts';
import { contentOf, observedFields, recordFields, userDigests } from '../fields.ts';

type Sureness = keyof Certainty;

/** Shown by presence in the backing instance, where that can be seen. */
const IN_PRESENCE: ReadonlySet<string> = new Set(namesWhere(USER_FIELDS, { comparedWith: 'presence' }));

interface CoverageInput {
  readonly desired: DesiredState;
  readonly recorded: RecordedState;
  readonly observed: ObservedState;
  readonly digest: Digest;
}

type SurenessList = readonly (readonly [string, Sureness])[];

export function coverageOf(input: CoverageInput): Readonly<Record<Kind, KindCoverage>> {
  const { desired, observed } = input;
  const users = desired.users.map((user) => userCoverage(user, observed.users.get(user.address) ?? null, input));
  const records = desired.records.map((record) => {
    const seen = observed.records.get(record.address) ?? null;
    return seen === null ? [] : recordCoverage(record, seen);
  });
  return { user: summed(users.flat()), record: summed(records.flat()) };
}

/** A user shows presence on each side, and nothing else. */
function userCoverage(user: DesiredUser, seen: ObservedUser | null, input: CoverageInput): SurenessList {
  const presence = ['presence', seen === null || seen.service === 'unknown' ? 'unverifiable' : 'verified'] as const;
  const backend: Sureness = seen === null || seen.backend === 'unknown' ? 'unverifiable' : 'verified';
  if (user.ensure === 'absent') return [presence, ['backing instance', backend]];
  const recorded = input.recorded.objects.get(user.address);
  const sent = isUser(recorded) ? recorded.digests : {};
  const inPlace = seen?.service === 'present';
  const fields = Object.entries(userDigests(user, input.digest)).map(([field, now]): readonly [string, Sureness] => {
    if (IN_PRESENCE.has(field) && backend === 'verified') return [field, 'verified'];
    return [field, inPlace && sent[field] === now ? 'assumed' : 'unverifiable'];
  });
  return [presence, ...fields];
}

function recordCoverage(record: DesiredRecord, seen: ObservedRecord): SurenessList {
  const presence = ['presence', seen.presence === 'unknown' ? 'unverifiable' : 'verified'] as const;
  if (!goesOn(record.ensure)) return [presence];
  const [task] = seen.tasks;
  const names = [...recordFields(record).keys(), ...(record.campaign.marker ? ['marker'] : [])];
  if (task === undefined || seen.tasks.length > 1)
    return [presence, ...names.map((name) => [name, 'unverifiable'] as const)];
  const shown = observedFields(task, contentOf(task, record.campaign.clientIdFieldName));
  const isShown = (name: string): boolean =>
    !isShownAsStored(name) && (!showsSometimes(name) || shown.get(name) !== null);
  return [presence, ...names.map((name) => [name, isShown(name) ? 'verified' : 'unverifiable'] as const)];
}

function summed(all: SurenessList): KindCoverage {
  const fields = [...Map.groupBy(all, ([field]) => field)].map(([field, group]) => ({ field, ...counted(group) }));
  return { declared: all.length, ...counted(all), fields: fields.toSorted((a, b) => (a.field < b.field ? -1 : 1)) };
}

function counted(group: SurenessList): Certainty {
  const count = (wanted: Sureness): number => group.filter(([, sureness]) => sureness === wanted).length;
  return { verified: count('verified'), assumed: count('assumed'), unverifiable: count('unverifiable') };
}
