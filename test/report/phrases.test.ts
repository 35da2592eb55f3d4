// Phrases of a plan that made readers stop, each in every format for people: on which sides somebody is created, what a command does to
// one change, what is sent again, and that a plan which asks about ids is not offered in parts.

import { describe, expect, test } from 'vitest';

import { eachPart, type ChangePart } from '../../src/core/model/parts.ts';
import type { Change } from '../../src/core/reconcile/change.ts';
import type { Guard } from '../../src/core/reconcile/guard.ts';
import type { Plan } from '../../src/core/reconcile/plan-value.ts';
import { planDocument } from '../../src/core/report/documents/plan.ts';
import { PLAIN } from '../../src/core/report/words/style.ts';
import { render } from '../../src/formats/formats.ts';
import { context, desiredUser, emptyPlan, recordChange, userChange } from './values.ts';

const FORMATS = ['text', 'markdown', 'html'] as const;
const said = (plan: Plan, format: (typeof FORMATS)[number]): string =>
  render(format, planDocument(plan, context), { style: PLAIN, width: 100, verbose: false });

type Placed = readonly [Change, ChangePart, Change['address']?];

function planOf(placed: readonly Placed[], guards: readonly Guard[] = []): Plan {
  const { approval } = emptyPlan;
  const digests = placed.map(([{ address, action }, part, tiedTo = null]) => ({
    ...{ address, action, part, tiedTo, isApart: false, digest: 'd4'.repeat(32), fields: [], rests: '' },
  }));
  const parts = new Set(placed.map(([, part]) => part));
  return {
    ...emptyPlan,
    guards,
    changes: placed.map(([change]) => change),
    fingerprint: { whole: 'a1'.repeat(32), ...eachPart((part) => (parts.has(part) ? 'b1'.repeat(32) : null)) },
    approval: { ...approval, changes: digests },
  };
}

const pin = {
  field: 'preferredAgent',
  privacy: 'public',
  before: 'ana@example.com',
  after: 'ben@example.com',
} as const;
const reissued = recordChange('C-1', 3, {
  action: 'update',
  cause: { kind: 'reissue', reason: 'asked to be called again' },
  fields: [{ field: 'workedState', privacy: 'public', before: 'COMPLETED', after: 'NOTWORKED' }],
});
const repinned = recordChange('C-2', 4, {
  action: 'update',
  cause: { kind: 'differs', platformMoved: [] },
  fields: [pin],
});
const deleted = recordChange('C-3', 5, { action: 'delete', cause: { kind: 'declared-absent' }, fields: [] });
const added = userChange('ben@example.com', 6);

test.each(FORMATS)('in %s, somebody is created in the service only, or in the second system too', (format) => {
  const one = userChange('ana@example.com', 3, { desired: desiredUser('ana@example.com', 3, false) });
  const two = userChange('ben@example.com', 4, { desired: desiredUser('ben@example.com', 4, true) });
  const plan = planOf([one, two].map((each) => [each, 'additions']));
  expect(said(plan, format)).toContain('template Agents-EU (service only)');
  expect(said(plan, format)).toContain('template Agents-EU (second system too)');
});

describe('what a command does', () => {
  test('stands beside each change: a new reason calls again, and takes nothing away', () => {
    const plan = planOf([
      [reissued, 'removals'],
      [repinned, 'removals'],
      [deleted, 'removals'],
      [added, 'removals', repinned.address],
    ]);
    const rows = said(plan, 'markdown')
      .match(/^\| `(?:record|user):.*/gmu)
      ?.map((line) => line.split(' | ').slice(0, 2));
    expect(rows).toEqual([
      ['| `user:ben@example.com`', 'done with what it is tied to'],
      ['| `record:Summer Renewals/C-3`', 'takes away'],
      ['| `record:Summer Renewals/C-1`', 'calls again'],
      ['| `record:Summer Renewals/C-2`', 're-pins'],
    ]);
  });

  test.each([
    [[reissued], 'calls again 1'],
    [[repinned], 're-pins 1'],
    [[reissued, repinned], 'calls again 1, re-pins 1'],
    [[reissued, repinned, deleted], 'calls again 1, re-pins 1, takes away 1'],
  ] as const)('is the name of its part, in every format', (removed, name) => {
    const plan = planOf([...removed.map((each): Placed => [each, 'removals']), [added, 'additions']]);
    for (const format of ['markdown', 'html'] as const) expect(said(plan, format)).toContain(name);
  });
});

describe('a plan in parts', () => {
  const placed: readonly Placed[] = [
    [deleted, 'removals'],
    [added, 'additions'],
  ];
  const ids = {
    ...{ code: 'guard-ids', count: 1, pass: 'ids=1', passed: false, allowed: null },
    files: [{ file: 'campaigns/summer.csv', kind: 'record', how: 'zeros', ids: [] }],
  } satisfies Guard;

  test('is offered in parts, where one can be applied before the others', () => {
    expect(said(planOf(placed), 'text')).toContain('see its parts:');
    const asks = {
      code: 'guard-restores',
      count: 1,
      pass: 'restores=1',
      passed: false,
      allowed: null,
      pinned: [],
    } as const;
    expect(said(planOf(placed, [asks]), 'text')).toContain('see unblocked parts:');
  });

  test('is not, while it asks about ids: no part can be applied before the answer', () => {
    expect(said(planOf(placed, [ids]), 'text')).not.toContain('plan --parts');
    expect(said(planOf(placed, [{ ...ids, passed: true, allowed: 1 }]), 'text')).toContain('plan --parts');
  });
});

describe('what a yes to ids may cost', () => {
  const ids = {
    ...{ code: 'guard-ids', count: 1, pass: 'ids=1', passed: false, allowed: null },
    files: [{ file: 'campaigns/summer.csv', kind: 'record', how: 'other-number', ids: [] }],
  } satisfies Guard;
  const cost = (...changes: Change[]): string =>
    said(
      planOf(
        changes.map((each) => [each, 'additions']),
        [ids],
      ),
      'text',
    ).replaceAll(/\s+/gu, ' ');

  test('is a call again also where customers are only changed, and somebody new joins', () => {
    expect(cost(repinned, added)).toContain('(who was called may be called again, who left may get access)');
  });

  test('is no access where nobody gets any', () => {
    expect(cost(repinned, deleted)).toContain('(who was called may be called again)');
    expect(cost(added)).toContain('(who left may get access)');
  });
});

describe('warnings', () => {
  const crowded = (login: string) => ({
    ...({ code: 'pins-crowded', loginUserId: login, records: 14, from: null, zone: null, limit: 4 } as const),
    ...({ address: `user:${login}`, source: { file: 'campaigns/summer.yaml', line: 101, column: 7 } } as const),
  });
  const planned = (...logins: string[]): Plan => ({
    ...planOf(['ana@example.com', 'ben@example.com'].map((login, at) => [userChange(login, at + 3), 'additions'])),
    warnings: logins.map(crowded),
  });

  test.each(FORMATS)('in rows are counted in the headline (%s)', (format) => {
    const text = said(planned('ana@example.com', 'ben@example.com'), format).replaceAll(/\s+/gu, ' ');
    expect(text).toMatch(/2 warnings(?! \()/u);
    expect(said(planned('ana@example.com'), format).replaceAll(/\s+/gu, ' ')).toMatch(/1 warning(?! \()/u);
  });

  test.each(FORMATS)('of which some stand elsewhere say how many are in rows (%s)', (format) => {
    const text = said(planned('ana@example.com', 'kim@example.com'), format).replaceAll(/\s+/gu, ' ');
    expect(text).toMatch(/2 warnings \(1 marked `?!`? in the rows\)/u);
  });

  const at = (minute: number, ...logins: string[]): Plan['warnings'] =>
    logins.map(
      (login) => ({ ...crowded(login), code: 'pins-crowded', from: Date.UTC(2026, 11, 1, 9, minute) }) as const,
    );

  test.each(FORMATS)('that differ in what they say are not said as one (%s)', (format) => {
    const plan = { ...planned(), warnings: [...at(0, 'a@x.com', 'b@x.com', 'c@x.com'), ...at(30, 'd@x.com')] };
    const text = said(plan, format).replaceAll(/\s+/gu, ' ');
    expect(text).toContain('2026-12-01 09:00');
    expect(text).toContain('2026-12-01 09:30');
  });

  test('of many that differ the first are said, and the others counted', () => {
    const logins = Array.from({ length: 9 }, (_, index) => `p${index}@x.com`);
    const plan = { ...planned(), warnings: logins.flatMap((login, index) => at(index, login)) };
    const text = said(plan, 'text').replaceAll(/\s+/gu, ' ');
    expect(text).toContain('user p3@x.com and 5 others: the same, each at its own time or place');
    expect(text).not.toContain('09:03');
  });

  test('of some of a row name them in a comment, and not the whole row', () => {
    const plan = { ...planned('ben@example.com') };
    expect(said(plan, 'markdown')).toMatch(/^- \*\*!\*\* `?ben@example\.com`?: /mu);
    expect(said(plan, 'markdown')).not.toMatch(/^- \*\*!\*\* `2 people`/mu);
  });

  test('stand before the list of changes in a comment', () => {
    const text = said(planned('ana@example.com', 'kim@example.com'), 'markdown');
    const list = text.indexOf('**People');
    for (const name of ['ana', 'kim']) {
      const at = text.indexOf(`14 customers pinned to \`${name}@example.com\``);
      expect(at).toBeGreaterThan(0);
      expect(at).toBeLessThan(list);
    }
  });
});
