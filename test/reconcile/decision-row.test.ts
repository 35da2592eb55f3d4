// The row of a decision table that `muster why` names is the row in which docs/semantics.md has the same facts: asked for every
// cell of the tables that are made of facts.

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

import * as records from '../../scripts/semantics/records.ts';
import * as users from '../../scripts/semantics/users.ts';
import * as v from '../../scripts/semantics/values.ts';
import { DECISION_TABLES, tablePlace } from '../../src/model/decision-tables.ts';
import type { DecisionRow, DecisionTable, FactTable } from '../../src/model/decision-tables.ts';
import { decisionRow } from '../../src/reconcile/diff/decision-row.ts';

const page = readFileSync(new URL('../../docs/semantics.md', import.meta.url), 'utf8');

function ruleOfRecord({ facts }: records.Situation<FactTable>): DecisionRow | null {
  const { desired, recorded = null, observed } = facts;
  const situation = {
    kind: 'record',
    desired,
    recorded,
    observed,
    lineage: v.LINEAGE,
    digest: v.digest,
    now: v.NOW,
  } as const;
  return decisionRow(situation, records.askRecord(facts));
}

/** Some cells of these tables belong to a table of their own, which a cause or reason names. */
function isOf(rule: DecisionRow | null, table: DecisionTable): boolean {
  return rule?.table === table || (rule?.row === null && rule.column === null);
}

describe('a record', () => {
  const cells = records.declaredSituations();

  test.each(cells.map((each) => [each.row, each.column, each] as const))(
    'declared, seen %s, %s',
    (row, column, each) => {
      const rule = ruleOfRecord(each);
      expect(isOf(rule, 'declared-record')).toBe(true);
      // What was never ours and is not there is the same row, whatever marker is not there either.
      const said =
        row === 'none' || row === 'could not be read' ? column.replace('not recorded, our marker', 'not ours') : column;
      if (rule?.row !== null) expect(rule).toEqual({ table: 'declared-record', row: [row], column: said });
    },
  );

  test('a table of facts answers most of its own cells itself', () => {
    const own = cells.filter((each) => ruleOfRecord(each)?.table === 'declared-record');
    expect(own.length).toBeGreaterThanOrEqual(cells.length - 4);
  });

  test.each(records.endingSituations().map((each) => [each.row, each.column, each] as const))(
    'that is to go or to end, seen %s, %s',
    (row, column, each) => {
      const rule = ruleOfRecord(each);
      expect(isOf(rule, 'ending-record')).toBe(true);
      const state = row.replace(/ (?:as declared|with other values)$/u, '');
      // Where nothing is seen, nobody can tell whether it still had our marker.
      const isUnseen = row === 'none' || row === 'could not be read';
      const said = isUnseen ? column.replace('lost our marker', 'created by us') : column;
      if (rule?.row !== null) expect(rule).toEqual({ table: 'ending-record', row: [state], column: said });
    },
  );
});

describe('a user', () => {
  const ruleOfUser = ({ facts }: users.Situation<FactTable>): DecisionRow | null => {
    const { desired, recorded = null, observed } = facts;
    return decisionRow({ kind: 'user', desired, recorded, observed }, users.askUser(facts));
  };

  test.each([
    ['declared-user', users.declaredSituations()],
    ['undeclared-user', users.removalSituations()],
    ['leaver', users.leaverSituations()],
  ] as const)('in every cell of the table %s', (table, cells) => {
    for (const each of cells) {
      const rule = ruleOfUser(each);
      // A dropped user who is there is the subject of the table about removal.
      if (table === 'leaver' && rule?.table === 'undeclared-user') {
        expect(each.row[0]).toBe('present');
        continue;
      }
      const isUnproven = each.column.includes('no known user') && each.row[0] !== 'absent';
      const column = isUnproven ? 'dropped from the file, ours' : each.column;
      expect(rule).toEqual({ table, row: each.row, column });
    }
  });
});

describe('every table', () => {
  test.each(Object.keys(DECISION_TABLES) as DecisionTable[])('%s has its heading on the page', (name) => {
    expect(page).toMatch(new RegExp(`^##+ ${DECISION_TABLES[name].replaceAll(/[.*+?^$()|]/gu, '\\$&')}$`, 'mu'));
  });

  test('is named by an anchor as GitHub makes it', () => {
    expect(tablePlace('declared-record')).toBe('docs/semantics.md#a-declared-record');
    expect(tablePlace('leaver')).toBe('docs/semantics.md#leavers-ensure-absent');
    expect(tablePlace('worked-record')).toBe('docs/semantics.md#a-record-that-an-agent-has-touched-whenworked');
  });

  test('no declaration and no recorded state is in no table', () => {
    const observed = v.seenUser('absent', 'absent');
    const situation = { kind: 'user', desired: null, recorded: null, observed } as const;
    expect(decisionRow(situation, { change: null, verdict: null })).toBeNull();
  });
});
