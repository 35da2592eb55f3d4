import { describe, expect, test } from 'vitest';

import type { DesiredRecord } from '../../src/core/model/record.ts';
import type { AppliedRun } from '../../src/core/model/applied.ts';
import { spreadsheetForm } from '../../src/core/model/saved-id.ts';
import type { Plan } from '../../src/core/reconcile/plan-value.ts';
import { takePart } from '../../src/core/reconcile/plan/approval.ts';
import { stopOnGuards } from '../../src/core/reconcile/plan/guards.ts';
import { guardErrorWith, whyGuard } from '../../src/core/report/words/why-guard.ts';
import { facts, planOf, touched } from '../support/plans.ts';
import {
  aCampaign,
  aLeaver,
  aRecord,
  aUser,
  digest,
  recordedRecord,
  recordedState,
  seenRecord,
} from '../support/values.ts';

const source = { file: 'list.csv', line: 2, column: 1 };
const row = (clientId: string, customer = clientId, more = {}) =>
  aRecord({
    clientId,
    source,
    data: [
      { key: 'Name', value: `Name of ${customer}`, displayOrder: 1 },
      { key: 'Phone', value: `+44${customer}`, displayOrder: 2 },
    ],
    ...more,
  });
const asked = (plan: Plan): (string | number)[][] =>
  plan.guards.flatMap((guard) =>
    guard.code === 'guard-ids' ? guard.files.map(({ how, ids }) => [how, ids.length]) : [],
  );

describe('a new id that a spreadsheet makes of one that is used up', () => {
  test.each([
    ['00123', '123', 'zeros'],
    ['123', '00123', 'zeros'],
    ['123', '123.0', 'digits'],
    ['1234', '1,234', 'digits'],
    ['3415250000123', '3.41525E+12', 'exponent'],
    ['3.41525E+12', '3415250000123', 'exponent'],
    ['3415250000123', '3,41525E+12', 'exponent'],
    ['12345678901234567', '12345678901234500', 'exponent'],
    // As LibreOffice 7.4 saved them, opened in English and saved in German.
    ['34152500000014567123', '3,41525000000146E+019', 'exponent'],
    ['10E12', '10000000000000', 'exponent'],
    ['12.10', '12,1', 'digits'],
    ['01.50', '1.5', 'digits'],
    ['3-4', '03.04.2026', 'date'],
    ['3.4', '03.04.2026', 'date'],
    ['3-4', '03-Apr', 'date'],
    ['3-4', '2026-04-03', 'date'],
    ['MAR4', '04-Mar', 'date'],
    ['2026-04-03', '03/04/2026', 'date'],
    ['C-7', '="C-7"', 'quotes'],
    ['C-7', "'C-7", 'quotes'],
    ['1-2', "'1-2", 'quotes'],
    ['12/24', '="12/24"', 'quotes'],
    ['+447700900101', '447700900101', 'digits'],
    ['1E5', '1.00E+05', 'exponent'],
    ['3415250000123', '3,415,250,000,123.00', 'digits'],
    ['1.000', '1', 'digits'],
    ['1.000', '1000', 'digits'],
    ['5%', '0.05', 'digits'],
    ['(5551)', '-5551', 'digits'],
    ['3-4', '46115', 'date'],
    ['1.10', '44206', 'date'],
    ['20240102', '2024-01-02', 'date'],
    ['12-2024', '2024-12-01', 'date'],
    ['12-2024', 'Dec-24', 'date'],
    ['10:30', '10:30:00', 'date'],
    ['10:30', '0.4375', 'date'],
    ['22:30', '10:30 PM', 'date'],
    ['C-7', 'C–7', 'quotes'],
    ['É-1', 'Ã‰-1', 'quotes'],
  ])('%s -> %s is asked about, in every part', (before, after, how) => {
    const old = row(before, '1');
    const given = touched(facts([old, row('K')], [row('K'), row(after, '2')]), old, { workedState: 'COMPLETED' });
    const plan = planOf(given);
    expect(asked(plan)).toEqual([[how, 1]]);
    // Who is let go because they were called is not said to be open.
    expect(plan.guards).toMatchObject([{ files: [{ ids: [{ stays: 'finished' }] }] }]);
    expect(() => stopOnGuards(takePart(plan, 'additions'), guardErrorWith('--allow '))).toThrow('--allow ids=1');
    expect(planOf(given, { allow: { ids: 1 } }).guards).toMatchObject([{ code: 'guard-ids', passed: true }]);
  });

  test("'C-2 beside a declared C-2 that is gone, and of whom a person decides, is asked about, too", () => {
    const [old, kept] = [row('C-2', '1'), row('K')];
    const given = facts([old, kept], [old, kept, row("'C-2", '2')]);
    const gone = { ...given, observed: { ...given.observed, records: new Map(given.observed.records) } };
    gone.observed.records.set(old.address, seenRecord());
    expect(asked(planOf(gone))).toEqual([['quotes', 1]]);
    // As long as it stands there, whoever the new row names is somebody else.
    expect(asked(planOf(given))).toEqual([]);
  });

  test.each([
    ['C-00123', 'C-123'],
    ['123', '124'],
    ['2-11', '11-2'],
    ['1-2', '12-1'],
    ['12345678901234567', '12345678901234568'],
    ['9-99', '99-9'],
    ['1.5', '5.1'],
    ['1.05', '1.5'],
    ['1.10', '1.01'],
    ['12-24', '24-12'],
    ['5551', '-5551'],
    ['10:30', '22:30'],
    ['45324', '45325'],
    ['20240102', '20250102'],
    ['É-1', 'E-1'],
  ])('%s and %s are two', (before, after) => {
    const old = row(before, '1');
    const given = facts([old, row('K')], [row('K'), row(after, '2')]);
    expect(asked(planOf(touched(given, old, { workedState: 'COMPLETED' })))).toEqual([]);
  });

  test.each([
    ['finished', { workedState: 'COMPLETED' }],
    ['open', { workedState: 'WORKED', workAttempts: 1 }],
  ] as const)('says whether the task that it may be is %s, as the service shows it', (stays, shown) => {
    const [old, kept] = [row('00123', '1'), row('K')];
    const plan = planOf(touched(facts([old, kept], [kept, row('123', '1')]), old, shown));
    const ids = plan.guards.flatMap((guard) =>
      guard.code === 'guard-ids' ? guard.files.flatMap((each) => each.ids) : [],
    );
    expect(ids.map((each) => each.stays)).toEqual([stays]);
  });

  test('names each of those that it may be', () => {
    const [open, done, kept] = [row('123', '1'), row('00123', '2'), row('K')];
    const plan = planOf(touched(facts([open, done, kept], [kept, row('0123')]), done, { workedState: 'COMPLETED' }));
    const [guard] = plan.guards;
    expect(guard).toMatchObject({ code: 'guard-ids', pass: 'ids=1' });
    expect(guard && whyGuard(guard)).toMatch(/^1 new id .* \(0123 \/ 123\); finished, .*: 00123 as 0123;/u);
  });

  test('is said by its spelling where its data are those of the other one, too', () => {
    const stays = row('K');
    expect(asked(planOf(facts([row('00123', '1'), stays], [stays, row('123', '1')])))).toEqual([['zeros', 1]]);
  });

  test.each([
    ['that another partition records', [], [['quotes', 1]]],
    ['unless it is still declared there', ['C-7'], []],
  ])('is asked about where it is one %s', (_, still, expected) => {
    const [old, given] = [recordedRecord(row('C-7')), facts([], [row("'C-7", '2')])];
    const others = {
      holders: new Map(still.map((clientId) => [row(clientId).address, 'south'])),
      leavers: new Set<never>(),
      campaigns: [],
      recorded: new Map([[old.address, { partition: 'south', object: old, isOpen: false }]]),
    };
    expect(asked(planOf({ ...given, desired: { ...given.desired, others } }))).toEqual(expected);
  });

  test('is asked about where the create of that one was cut off, and it is seen finished', () => {
    const [old, kept] = [row('00123', '1'), row('K')];
    const given = touched(facts([old, kept], [old, kept, row('123', '2')]), old, { workedState: 'COMPLETED' });
    const create = { id: 'i-1', address: old.address, action: 'create', fromCampaign: null, at: 0 } as const;
    const openIntents = [{ ...create, proposed: recordedRecord(old) }];
    const managed = { ...recordedState(recordedRecord(kept)), openIntents };
    expect(asked(planOf(given, { managed }))).toEqual([['zeros', 1]]);
  });

  test('is asked about for people, too', () => {
    const [was, stays] = [aUser({ loginUserId: '00123' }), aUser({ loginUserId: 'ana' })];
    expect(asked(planOf(facts([was, stays], [stays, aUser({ loginUserId: '123' })])))).toEqual([['zeros', 1]]);
  });
});

describe('data of another id', () => {
  const [a, b] = [row('A', '1'), row('B', '2')];

  test('make a new id a question where their task is finished or goes', () => {
    expect(asked(planOf(facts([a, b], [b, row('N', '1')])))).toEqual([['same-data', 1]]);
    const done = touched(facts([a, b], [a, b, row('N', '1')]), a, { workedState: 'COMPLETED' });
    expect(asked(planOf(done))).toEqual([['same-data', 1]]);
    expect(asked(planOf(facts([a, b], [a, b, row('N', '1')])))).toEqual([]);
  });

  test('count by the number alone where there is no name, and nobody shares it', () => {
    const bare = (clientId: string) => aRecord({ ...row(clientId, '7'), data: row(clientId, '7').data.slice(1) });
    expect(asked(planOf(facts([bare('A'), b], [b, bare('N')])))).toEqual([['same-data', 1]]);
    expect(asked(planOf(facts([bare('A'), bare('C'), b], [b, bare('C'), bare('N')])))).toEqual([]);
  });

  test('of a row number mean another customer when a row is put in front', () => {
    const before = ['1', '2', '3'].map((customer, at) => row(`C-${at}`, customer));
    const after = ['0', '1', '2', '3'].map((customer, at) => row(`C-${at}`, customer));
    const plan = planOf(facts(before, after));
    expect(asked(plan)).toEqual([
      ['other-customer', 3],
      ['same-data', 1],
    ]);
    expect(plan.guards.map((each) => whyGuard(each))[0]).toBe(
      '3 ids of list.csv now have the names and numbers of other customers (C-0: of somebody new, C-1: of C-0, C-2: of C-1); 1 new id of list.csv has the customer of an id that is finished, in no file any more, or changed (C-3: of C-2); until this is answered, nothing of the plan can be applied',
    );
  });

  test('are looked for beside the scope of a run, and where a task is worked and left as it is', () => {
    const whole = facts([a, b], [row('A', '3'), row('B', '1')]);
    const part = facts([b], [row('B', '1')]);
    expect(asked(planOf(part, { managed: whole.recorded, declared: whole.desired }))).toEqual([['other-customer', 1]]);
    const worked = planOf(touched(whole, a, { workedState: 'WORKED', workAttempts: 1 }));
    expect(asked(worked)).toEqual([['other-customer', 1]]);
    expect(worked.guards.map((each) => whyGuard(each))[0]).toContain(
      'stays open in the service, and is called under both ids: A as B;',
    );
  });

  test('are called under no id any more only where no other campaign has their number', () => {
    const lostIn = (...more: readonly ReturnType<typeof aRecord>[]): unknown =>
      planOf(facts([a, b], [row('A', '3'), row('B', '1'), ...more])).guards.flatMap((each) =>
        each.code === 'guard-ids' ? each.files.flatMap(({ lost }) => lost ?? []) : [],
      );
    expect(lostIn()).toEqual([b.address]);
    const campaign = { ...b.campaign, campaignName: 'Winter' };
    expect(lostIn(aRecord({ ...b, campaign, clientId: 'W-1' }))).toEqual([]);
  });

  test('may be corrected in one row', () => {
    expect(asked(planOf(facts([a, b], [row('A', '9'), b])))).toEqual([]);
  });
});

describe('a number that changes hands', () => {
  const rows = (numbers: readonly string[], more = {}): ReturnType<typeof row>[] =>
    numbers.map((number, at) =>
      row(`C-${at}`, '', {
        data: [
          { key: 'Name', value: `Name ${at}`, displayOrder: 1 },
          { key: 'Phone', value: `+44${number}`, displayOrder: 2 },
        ],
        ...more,
      }),
    );
  const shifted = (before: readonly string[], after: readonly string[]): ReturnType<typeof facts> =>
    facts(rows(before), rows(after));

  test('of a finished customer is asked about, whatever the name', () => {
    const given = shifted(['1', '2'], ['2', '1']);
    const done = touched(given, rows(['1'])[0] ?? row('C-0'), { workedState: 'COMPLETED' });
    expect(asked(planOf(done))).toEqual([['other-number', 1]]);
    expect(planOf(done).guards.map((each) => whyGuard(each))[0]).toContain('finished, and called again: C-0 as C-1;');
  });

  test('of open ones is asked about where three of a file do so: a column was sorted or shifted alone', () => {
    expect(asked(planOf(shifted(['1', '2', '3', '4'], ['4', '3', '2', '1'])))).toEqual([['other-number', 4]]);
    expect(asked(planOf(shifted(['1', '2', '3', '4'], ['0', '1', '2', '3'])))).toEqual([['other-number', 3]]);
  });

  test.each([
    ['two are exchanged', ['1', '2'], ['2', '1']],
    ['one is corrected', ['1', '2'], ['1', '9']],
    ['three are corrected', ['1', '2', '3'], ['7', '8', '9']],
    ['somebody gets the number of a family', ['1', '1', '2'], ['1', '1', '1']],
  ])('is nothing to ask where %s', (_, before, after) => {
    expect(asked(planOf(shifted(before, after)))).toEqual([]);
  });

  test('makes a new id a question where the old row is gone and was called, though the name is written otherwise', () => {
    const [old, kept] = rows(['1', '2']);
    if (!old || !kept) throw new Error('no rows');
    const data = [{ key: 'Name', value: 'NAME 0', displayOrder: 1 }, ...old.data.slice(1)];
    const fresh = aRecord({ ...old, clientId: '9001', address: row('9001').address, data });
    const gone = facts([old, kept], [kept, fresh]);
    expect(asked(planOf(touched(gone, old, { workedState: 'COMPLETED' })))).toEqual([['same-number', 1]]);
    expect(asked(planOf(gone))).toEqual([]);
    const beside = facts([old, kept], [old, kept, fresh]);
    expect(asked(planOf(touched(beside, old, { workedState: 'COMPLETED' })))).toEqual([]);
  });
});

describe('a list without names and numbers', () => {
  const order = (clientId: string, value: string): ReturnType<typeof row> =>
    row(clientId, '', { data: [{ key: 'Order', value, displayOrder: 1 }] });
  const done = { workedState: 'COMPLETED' } as const;

  test('that gets other ids is known by its data, in every part', () => {
    const [a, b] = [order('C-1', 'O-1'), order('C-2', 'O-2')];
    const given = touched(facts([a, b], [order('CUST/1', 'O-1'), order('CUST/2', 'O-2')]), a, done);
    const plan = planOf(given);
    expect(asked(plan)).toEqual([['same-data', 2]]);
    expect(() => stopOnGuards(takePart(plan, 'additions'), guardErrorWith('--allow '))).toThrow('--allow ids=2');
    expect(asked(planOf(touched(facts([a, b], [b, order('N-1', 'O-9')]), a, done)))).toEqual([]);
  });

  test('and whose data tell nobody apart: as many finished ones are gone as new ones come', () => {
    const listed = (...ids: readonly string[]): ReturnType<typeof row>[] => ids.map((id) => order(id, 'r'));
    const after = (...ids: readonly string[]): (string | number)[][] => {
      const before = listed('A', 'B', 'C', 'K');
      const given = facts(before, listed('K', ...ids));
      return asked(planOf(before.slice(0, 3).reduce((all, each) => touched(all, each, done), given)));
    };
    expect(after('X', 'Y', 'Z')).toEqual([['as-many', 3]]);
    expect(after('X', 'Y')).toEqual([]);
    expect(after('W', 'X', 'Y', 'Z')).toEqual([]);
  });
});

describe('a column or a file that changed places', () => {
  const people = { file: 'people.csv', line: 2, column: 1 };
  const run = (address: ReturnType<typeof row>['address']): AppliedRun => ({
    ...{ generation: 1, run: 'r', at: 0, files: null, approved: null, fingerprints: {}, desired: 'd', binds: 'b' },
    changes: [{ address, action: 'delete', digest: 'x', isBegun: true }],
  });

  test('gives access back to somebody whom muster removed, and takes it from another', () => {
    const [bob, cam] = ['bob', 'cam'].map((loginUserId) => aUser({ loginUserId, source: people }));
    const exchangedIn = (file: string): (string | number)[][] => {
      const gone = aLeaver({ loginUserId: 'bob', source: people });
      const given = facts(bob ? [bob] : [], [gone, ...(cam ? [{ ...cam, source: { ...people, file } }] : [])]);
      return asked(planOf(given, { applied: [run(cam?.address ?? gone.address)] }));
    };
    expect(exchangedIn('people.csv')).toEqual([['absences', 2]]);
    expect(exchangedIn('others.csv')).toEqual([]);
    // Outside of a table no column can be sorted.
    const [gone, back] = ['bob', 'cam'].map((loginUserId) => ({ loginUserId, source: { ...people, file: 'p.yaml' } }));
    const given = facts([aUser(gone)], [aLeaver(gone), aUser(back)]);
    expect(asked(planOf(given, { applied: [run(aUser(back).address)] }))).toEqual([]);
  });

  test('is nothing to ask of what is done every day', () => {
    const [ana, ben] = [aUser(), aUser({ loginUserId: 'ben' })];
    const [one, two, three] = ['1', '2', '3'].map((id) => row(`C-${id}`, id, { preferredAgent: ana.loginUserId }));
    if (!one || !two || !three) throw new Error('no rows');
    const named = { ...one, data: [{ key: 'Name', value: 'Corrected', displayOrder: 1 }, ...one.data.slice(1)] };
    const pinned = { ...two, preferredAgent: ben.loginUserId };
    expect(asked(planOf(facts([ana, ben, one, two, three], [ana, ben, named, pinned, three])))).toEqual([]);
    // Somebody is back, and nobody of that file goes.
    expect(asked(planOf(facts([ana], [ana, ben]), { applied: [run(ben.address)] }))).toEqual([]);
  });

  test('is nothing to ask where somebody new comes', () => {
    const given = facts(
      [aUser({ loginUserId: 'bob', source: people })],
      [aLeaver({ loginUserId: 'bob', source: people }), aUser({ loginUserId: 'dan', source: people })],
    );
    expect(asked(planOf(given))).toEqual([]);
  });

  test('takes all pins of a file', () => {
    const ana = aUser();
    const pinned = ['1', '2', '3'].map((id) => row(`C-${id}`, id, { preferredAgent: ana.loginUserId }));
    const bare = pinned.map(({ preferredAgent: _, ...each }) => each);
    expect(asked(planOf(facts([ana, ...pinned], [ana, ...bare])))).toEqual([['pins', 3]]);
    expect(asked(planOf(facts([ana, ...pinned], [ana, ...bare.slice(0, 2), ...pinned.slice(2)])))).toEqual([]);
    expect(asked(planOf(facts([ana, ...pinned.slice(1)], [ana, ...bare.slice(1)])))).toEqual([]);
    // Whoever leaves is to have no customers.
    const leaver = aLeaver({ loginUserId: ana.loginUserId });
    expect(asked(planOf(facts([ana, ...pinned], [leaver, ...bare])))).toEqual([]);
  });

  test('exchanges two lists', () => {
    const listed = (file: string, campaignName: string, ids: readonly string[]): ReturnType<typeof row>[] =>
      ids.map((id) => row(id, id, { source: { ...source, file }, campaign: aCampaign({ campaignName }) }));
    const before = [...listed('a.csv', 'Sales', ['A-1', 'A-2', 'A-3']), ...listed('b.csv', 'Renew', ['B-1', 'B-2'])];
    const swapped = [...listed('a.csv', 'Sales', ['B-1', 'B-2']), ...listed('b.csv', 'Renew', ['A-1', 'A-2', 'A-3'])];
    expect(asked(planOf(facts(before, swapped)))).toEqual([
      ['lists', 3],
      ['lists', 2],
    ]);
    const oneWay = [...listed('b.csv', 'Renew', ['A-1', 'A-2', 'A-3', 'B-1', 'B-2'])];
    expect(asked(planOf(facts(before, oneWay)))).toEqual([]);
    const some = [...listed('a.csv', 'Sales', ['A-1', 'B-1', 'B-2']), ...listed('b.csv', 'Renew', ['A-2', 'A-3'])];
    expect(asked(planOf(facts(before, some)))).toEqual([]);
  });
});

test('what only a spreadsheet writes is known', () => {
  const forms = ['3.41525E+12', '3,4E+05', '03-Apr', 'Apr-24', '2026-04-03', '3-4', 'C-7', '1E5', '123'];
  expect(forms.map(spreadsheetForm)).toEqual(['exponent', 'exponent', 'date', 'date', 'date', null, null, null, null]);
});

test('one number in all rows is compared with each of them once: twice as many rows are twice the work', () => {
  const digestsOf = (rows: number): number => {
    let count = 0;
    const was = Array.from({ length: rows }, (_, at) => row(`C-${at}`, 'one number', { data: dataOf(at) }));
    const now = Array.from({ length: rows }, (_, at) => row(`D-${at}`, 'one number', { data: dataOf(at) }));
    const counting: typeof digest = (value) => {
      count += 1;
      return digest(value);
    };
    planOf(facts(was, now), { digest: counting });
    return count;
  };
  expect(digestsOf(80) / digestsOf(40)).toBeLessThan(2.2);
});

const dataOf = (at: number): DesiredRecord['data'] => [
  { key: 'Name', value: `Name ${at}`, displayOrder: 1 },
  { key: 'Phone', value: '+447700900123', displayOrder: 2 },
];
