// Makes the digests of recorded state anew, with another key, when it goes from a ledger to a Pulumi stack or back: each home has a key of
// its own, and neither holds the values. What the files say and the service shows is digested with both keys. A digest that none of these
// values has is left as it is: it equals nothing with the new key, as it equals neither side now. Pure.

import { isRecord, isUser } from '../model/address.ts';
import type { DesiredRecord, ObservedRecord, RecordedRecord } from '../model/record.ts';
import type { DesiredState, Digest, ObservedState, OpenIntent, RecordedObject } from '../model/state.ts';
import type { DesiredUser } from '../model/user.ts';
import { contentOf, observedFields, recordFields, userFields } from './fields.ts';

export interface RekeyFacts {
  readonly desired: Pick<DesiredState, 'users' | 'records'>;
  readonly observed: Pick<ObservedState, 'records'>;
  readonly from: Digest;
  readonly to: Digest;
}

export interface Rekeying {
  object<T extends RecordedObject>(recorded: T): T;
  intent(open: OpenIntent): OpenIntent;
}

export function rekeying({ desired, observed, from, to }: RekeyFacts): Rekeying {
  const people = new Map(desired.users.map((user) => [user.address, user]));
  // In whatever campaign: a record that moves is declared in another one than it is recorded in.
  const records = Map.groupBy(desired.records, ({ clientId }) => clientId);
  const valuesOf = (recorded: RecordedObject): Values =>
    isUser(recorded)
      ? userValues(people.get(recorded.address))
      : recordValues(records.get(recorded.clientId) ?? [], recorded, observed.records.get(recorded.address));
  const digestsOf = (recorded: RecordedObject, digests: Digests): Digests => {
    const known = valuesOf(recorded);
    const changed = Object.entries(digests).map(([field, digest]): [string, string] => {
      const value = (known.get(field) ?? []).find((each) => from(each) === digest);
      return [field, value === undefined ? digest : to(value)];
    });
    return Object.fromEntries(changed);
  };
  const object = <T extends RecordedObject>(recorded: T): T => ({
    ...recorded,
    digests: digestsOf(recorded, recorded.digests),
    ...(isRecord(recorded) && recorded.shown && { shown: digestsOf(recorded, recorded.shown) }),
  });
  return {
    object,
    intent: (open) => ({ ...open, proposed: open.proposed === null ? null : object(open.proposed) }),
  };
}

type Digests = RecordedRecord['digests'];

/** Field path -> what may have been sent of it. A field without a value is digested as null. */
type Values = ReadonlyMap<string, readonly unknown[]>;

function userValues(declared: DesiredUser | undefined): Values {
  return gathered(declared === undefined || declared.ensure === 'absent' ? [] : [userFields(declared)]);
}

function recordValues(
  declared: readonly DesiredRecord[],
  { clientIdFieldName }: RecordedRecord,
  observed: ObservedRecord | undefined,
): Values {
  const tasks = observed?.tasks ?? [];
  return gathered([
    ...declared.map(recordFields),
    ...tasks.map((task) => observedFields(task, contentOf(task, clientIdFieldName))),
  ]);
}

function gathered(all: readonly ReadonlyMap<string, unknown>[]): Values {
  const values = new Map<string, unknown[]>();
  for (const [field, value] of all.flatMap((fields) => [...fields]))
    values.set(field, [...(values.get(field) ?? [null]), value]);
  return values;
}
