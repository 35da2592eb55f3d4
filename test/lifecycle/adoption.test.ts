// The presence matrix, cell by cell: what is planned, sent and recorded for each, and what its removal takes away.

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

import type { DesiredInput, UserInput } from '../../src/core/desired/declarations/define.ts';
import * as engine from '../../src/core/engine.ts';
import type { RecordedUser } from '../../src/core/model/user.ts';
import { decisions, scenario } from '../support/scenario.ts';
import type { Scenario } from '../support/scenario.ts';
import { matrixTables, ON_REMOVE, removalFor, rowsFor } from '../support/adoption-matrix.ts';
import type { Found, Outcome, Removal, Wanted } from '../support/adoption-matrix.ts';

interface Case {
  readonly id: string;
  readonly found: Found;
  readonly wanted: Wanted;
  readonly onRemove: Removal;
  readonly outcome: Outcome;
}

const SIDES = ['absent', 'present'] as const;
const BOTH = [false, true] as const;

function casesOf(shown: boolean): Case[] {
  const founds = SIDES.flatMap((service) => SIDES.map((backend): Found => ({ service, backend, shown })));
  const wishes = BOTH.flatMap((adopt) => BOTH.map((createInBackend): Wanted => ({ adopt, createInBackend })));
  return founds.flatMap((found) =>
    wishes.flatMap((wanted) =>
      ON_REMOVE.map((onRemove): Case => {
        const rows = rowsFor(found, wanted);
        if (rows.length !== 1)
          throw new Error(`expected one row, given ${rows.length}: ${JSON.stringify([found, wanted])}`);
        const words = [
          found.service[0],
          found.backend[0],
          wanted.adopt ? 'y' : 'n',
          wanted.createInBackend ? 'y' : 'n',
          onRemove ?? 'default',
        ];
        return { id: `${words.join('-')}@example.com`, found, wanted, onRemove, outcome: rows[0]!.outcome };
      }),
    ),
  );
}

const anchor: UserInput = {
  loginUserId: 'anchor@example.com',
  firstName: 'An',
  lastName: 'Chor',
  userTemplateName: 'Agents',
};

function person({ id, wanted, onRemove }: Pick<Case, 'id' | 'wanted' | 'onRemove'>): UserInput {
  const names = { firstName: 'A', lastName: 'B', userTemplateName: 'Agents' };
  return { loginUserId: id, ...names, ...wanted, ...(onRemove === null ? {} : { onRemove }) };
}

const roster = (...users: readonly UserInput[]): DesiredInput => ({ users: [anchor, ...users] });

type Provenance = RecordedUser['provenance'] | null;

async function provenances(story: Scenario): Promise<(id: string) => Provenance> {
  const { recorded } = await engine.recall(story.run(roster()));
  return (id) => {
    const object = recorded.objects.get(`user:${id}`);
    return object?.kind === 'user' ? object.provenance : null;
  };
}

type Sides = (id: string) => { readonly inService: boolean; readonly inBackend: boolean };

async function sidesNow({ sandbox }: Scenario): Promise<Sides> {
  const users = new Map((await sandbox.control.users()).map((user) => [user.loginUserId, user]));
  return (id) => users.get(id) ?? { inService: false, inBackend: false };
}

/** Each case in one story: they do not touch each other. */
async function walk(cases: readonly Case[], story: Scenario): Promise<void> {
  const { control } = story.sandbox;
  for (const { id, found } of cases) {
    const [inService, inBackend] = [found.service === 'present', found.backend === 'present'];
    if (inService || inBackend) await control.addUser({ loginUserId: id, inService, inBackend });
  }
  const desired = roster(...cases.map(person));
  const plan = await story.plan(desired);
  const planned = new Map(plan.changes.map((change) => [change.address, change]));
  const conflicts = new Set(decisions(plan));
  for (const { id, outcome } of cases) {
    const change = planned.get(`user:${id}`);
    const shown = conflicts.has(`conflict user:${id}`) ? 'conflict' : wordsOf(change);
    expect([id, shown]).toEqual([id, outcome.plan]);
  }
  const result = await story.apply(desired);
  const failed = new Set(
    result.settlements.filter(({ kind }) => kind === 'failed').map(({ change }) => change.address),
  );
  const made = await provenances(story);
  for (const { id, outcome } of cases) {
    const refused = outcome.plan !== 'conflict' && outcome.result === 'refused';
    expect([id, failed.has(`user:${id}`)]).toEqual([id, refused]);
    const owned =
      outcome.plan === 'conflict' || outcome.result === 'refused'
        ? null
        : { service: outcome.service, backend: outcome.backend };
    expect([id, made(id)]).toEqual([id, owned]);
  }
}

function wordsOf(change: Awaited<ReturnType<Scenario['plan']>>['changes'][number] | undefined): string {
  if (change?.kind !== 'user') return 'nothing';
  if (change.action !== 'create') return change.writes.length === 0 ? change.action : `${change.action} with a request`;
  return change.desired?.ensure === 'present' && change.desired.createInBackend
    ? `create ${change.behaviorIfInBackend}`
    : 'create';
}

/** After the apply: nothing to do but what stays open; then all declarations go. */
async function settleAndRemove(cases: readonly Case[], story: Scenario): Promise<void> {
  const { control } = story.sandbox;
  const settled = cases.filter(({ outcome }) => outcome.plan !== 'conflict' && outcome.result === 'done');
  const desired = roster(...settled.map(person));
  await control.resetCounters();
  const again = await story.apply(desired);
  expect(again.settlements).toEqual([]);
  expect((await control.counters()).writes).toBe(0);
  expect(decisions(again.plan).toSorted()).toEqual(
    settled
      .flatMap(({ id, outcome }) => ('then' in outcome && outcome.then !== null ? [`${outcome.then} user:${id}`] : []))
      .toSorted(),
  );
  const before = await sidesNow(story);
  const count = (await story.plan(roster())).changes.filter(({ action }) => action === 'delete').length;
  await story.converge(roster(), { allow: { deletes: count } });
  const after = await sidesNow(story);
  let deleted = 0;
  for (const { id, outcome, onRemove } of settled) {
    if (!('service' in outcome)) continue;
    const row = removalFor(outcome.service, outcome.backend, onRemove);
    if (row === undefined) throw new Error(`no row for the removal of ${id}`);
    if (row.deletes.length > 0) deleted += 1;
    const there = before(id);
    const now = after(id);
    const expected = {
      inService: row.deletes.includes('service') ? false : there.inService,
      inBackend: row.deletes.includes('backend') ? false : there.inBackend,
    };
    expect([id, now.inService, now.inBackend]).toEqual([id, expected.inService, expected.inBackend]);
  }
  expect(deleted).toBe(count);
  for (const { id, found } of cases.filter((each) => !settled.includes(each))) {
    const now = after(id);
    expect([id, now.inService, now.inBackend]).toEqual([id, found.service === 'present', found.backend === 'present']);
  }
}

describe('both sides of a person', () => {
  test.each([
    ['shown by the service', true],
    ['with a backing side that is not shown', false],
  ])('%s: each case is planned, recorded and removed as the table says', async (_title, shown) => {
    const story = await scenario();
    if (!shown) await story.sandbox.control.setSwitches({ S15: 'null' });
    await story.converge(roster());
    const cases = casesOf(shown);
    expect(cases).toHaveLength(64);
    await walk(cases, story);
    await settleAndRemove(cases, story);
  });

  test('the page shows the tested table', () => {
    expect(readFileSync(new URL('../../docs/adoption.md', import.meta.url), 'utf8')).toContain(matrixTables());
  });
});
