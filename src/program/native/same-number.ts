// `policy.sameNumber: block` for resources that no plan sees together: whoever is checked later is held beside those before, and a second
// id of one customer is refused before it is sent.

import { declarationOf } from '../../../providers/declaration.ts';
import type { Family, Properties } from '../../../providers/declaration.ts';
import { checkPeopleData } from '../../core/desired/declarations/people-data.ts';
import { Findings } from '../../core/desired/text/findings.ts';
import { ToolError } from '../../core/model/errors.ts';
import type { DesiredRecord } from '../../core/model/record.ts';
import type { Policy } from '../../core/model/target.ts';

/** `inputs`: as `check` answers them. What is wrong with them beside what was checked before, one line each. */
export type SameNumberCheck = (family: Family, inputs: Properties, policy: Policy) => readonly string[];

export function openSameNumberCheck(): SameNumberCheck {
  const checked = new Map<string, readonly DesiredRecord[]>();
  return (family, inputs, { sameNumber = 'warn' }) => {
    if (sameNumber !== 'block' || family === 'user') return [];
    const { owner, records } = declarationOf(family, inputs);
    const others = [...checked].flatMap(([name, each]) => (name === owner ? [] : each));
    const findings = new Findings();
    checkPeopleData({ users: [], records: [...others, ...records] }, sameNumber, findings);
    try {
      findings.stop();
    } catch (error) {
      if (error instanceof ToolError) return error.diagnostics.map(({ message }) => message);
      throw error;
    }
    checked.set(owner, records);
    return [];
  };
}
