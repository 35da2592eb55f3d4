// A plan from hand-built facts: what a test is about is given, everything else has a value.

import type { DesiredState, ObservedState, RecordedObject, RecordedState } from '../../src/core/model/state.ts';
import type { DesiredRecord, ObservedTask } from '../../src/core/model/record.ts';
import type { DesiredPresentUser } from '../../src/core/model/user.ts';
import type { Plan } from '../../src/core/reconcile/plan-value.ts';
import { diff } from '../../src/core/reconcile/diff/diff.ts';
import { makePlan } from '../../src/core/reconcile/plan/plan.ts';
import type { PlanInput } from '../../src/core/reconcile/plan/input.ts';
import {
  NOW,
  LINEAGE,
  desiredState,
  digest,
  observedState,
  recordedRecord,
  recordedState,
  recordedUser,
  seenRecord,
  seenUser,
  target,
  taskOf,
} from './values.ts';

export interface Facts {
  readonly desired: DesiredState;
  readonly recorded: RecordedState;
  readonly observed: ObservedState;
}

export function planOf(facts: Facts, parts: Partial<PlanInput> = {}): Plan {
  const now = parts.now ?? NOW;
  const key = parts.digest ?? digest;
  return makePlan({
    ...facts,
    project: 'contact-centre',
    target: target(),
    policy: { deletes: { count: 3, percent: 10 } },
    diff: diff({ ...facts, lineage: LINEAGE, digest: key, now }),
    allow: {},
    removesAll: false,
    now,
    digest: key,
    managed: facts.recorded,
    declared: facts.desired,
    maxRequests: null,
    ...parts,
  });
}

type Declared = DesiredPresentUser | DesiredRecord;

/** `was` is recorded and stands in the service as it was written; `wanted` is what the files say now. */
export function facts(
  was: readonly Declared[],
  wanted: readonly (DesiredState['users'][number] | DesiredRecord)[],
): Facts {
  const records = was.filter((object) => object.kind === 'record');
  const recorded: RecordedObject[] = was.map((object) =>
    object.kind === 'user' ? recordedUser(object) : recordedRecord(object),
  );
  const absent = wanted.filter((object) => was.every(({ address }) => address !== object.address));
  return {
    desired: desiredState(...wanted),
    recorded: recordedState(...recorded),
    observed: observedState({
      users: new Map([
        ...was.flatMap((object) => (object.kind === 'user' ? [[object.address, seenUser('present')] as const] : [])),
        ...absent.flatMap((object) =>
          object.kind === 'user' ? [[object.address, seenUser('absent', 'absent')] as const] : [],
        ),
      ]),
      records: new Map([
        ...records.map((record) => [record.address, seenRecord(taskOf(record))] as const),
        ...absent.flatMap((object) => (object.kind === 'record' ? [[object.address, seenRecord()] as const] : [])),
      ]),
    }),
  };
}

/** The same facts with the task of one record as somebody left it. */
export function touched(given: Facts, record: DesiredRecord, parts: Partial<ObservedTask>): Facts {
  const records = new Map(given.observed.records);
  records.set(record.address, seenRecord(taskOf(record, parts)));
  return { ...given, observed: { ...given.observed, records } };
}
