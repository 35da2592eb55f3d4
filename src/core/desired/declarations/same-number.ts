// `policy.sameNumber` for declarations that come one after the other, and that no list holds together: whoever is checked later is held beside
// those before, by name and number. With `block` a second id of one customer is refused; else the first one is said, once.

import { ToolError } from '../../model/errors.ts';
import type { DesiredRecord } from '../../model/record.ts';
import type { Policy } from '../../model/target.ts';
import { Findings } from '../text/findings.ts';
import { checkPeopleData, customerKey } from './people-data.ts';

interface Around {
  readonly policy: Policy;
  /** Shows a person one line. */
  readonly tell: (line: string) => void;
}

/** Who declares these, and no more what was checked of the same owner before. */
interface Declared {
  readonly owner: string;
  readonly records: readonly DesiredRecord[];
}

/** What is wrong with them beside what was checked before, one line each. */
export type SameNumberCheck = (declared: Declared, around: Around) => readonly string[];

export function openSameNumberCheck(): SameNumberCheck {
  const checked = openCustomers();
  let isSaid = false;
  return ({ owner, records }, { policy: { sameNumber = 'warn' }, tell }) => {
    if (sameNumber === 'off') return [];
    const findings = new Findings();
    checkPeopleData({ users: [], records: [...checked.alike(owner, records), ...records] }, sameNumber, findings);
    const [first] = findings.warnings.filter(({ code }) => code === 'same-number');
    if (first !== undefined && !isSaid) tell(`[same-number] ${first.message}. No other one is named here`);
    isSaid ||= first !== undefined;
    const refused = refusedIn(findings);
    if (refused.length === 0) checked.keep(owner, records);
    return refused;
  };
}

function refusedIn(findings: Findings): readonly string[] {
  try {
    findings.stop();
    return [];
  } catch (error) {
    if (error instanceof ToolError) return error.diagnostics.map(({ message }) => message);
    throw error;
  }
}

interface Customers {
  /** Records of other owners with a name and number of these. */
  alike(owner: string, records: readonly DesiredRecord[]): readonly DesiredRecord[];
  /** In place of what the owner declared before. */
  keep(owner: string, records: readonly DesiredRecord[]): void;
}

/** Many thousands: whoever asks looks at those with the same number only. */
function openCustomers(): Customers {
  const owners = new Map<string, ReadonlyMap<string, readonly DesiredRecord[]>>();
  const byKey = new Map<string, Set<string>>();
  return {
    alike: (owner, records) =>
      [...keyed(records).keys()].flatMap((key) =>
        [...(byKey.get(key) ?? [])].flatMap((other) => (other === owner ? [] : (owners.get(other)?.get(key) ?? []))),
      ),
    keep: (owner, records) => {
      for (const key of owners.get(owner)?.keys() ?? []) byKey.get(key)?.delete(owner);
      const own = keyed(records);
      owners.set(owner, own);
      for (const key of own.keys()) byKey.set(key, (byKey.get(key) ?? new Set()).add(owner));
    },
  };
}

function keyed(records: readonly DesiredRecord[]): ReadonlyMap<string, readonly DesiredRecord[]> {
  const known = records.flatMap((record) => {
    const key = customerKey(record);
    return key === null ? [] : [{ key, record }];
  });
  const groups = [...Map.groupBy(known, ({ key }) => key)];
  return new Map(groups.map(([key, group]) => [key, group.map(({ record }) => record)]));
}
