// Done is what reading shows: a removal on each side it was to happen, and a create that the service only spoke of.

import { describe, expect, test } from 'vitest';

import type { DesiredInput } from '../../src/core/desired/declarations/define.ts';
import { anchor, list, person, record } from '../support/declare.ts';
import { decisions, fates, scenario } from '../support/scenario.ts';
import type { Scenario } from '../support/scenario.ts';

const ANA = 'ana@example.com';
const both = person('ana', { createInBackend: true });

describe('a person who is removed from both sides', () => {
  test('and stays in the backing instance is said with that side, asked for once more, and then named by every plan', async () => {
    // SUCCESS, and only the account in the service goes.
    const story: Scenario = await scenario({
      onRequest: ({ operation, outcome }) =>
        operation === 'delete-user' && outcome.startsWith('claims-done')
          ? void story.sandbox.control.removeUser(ANA)
          : undefined,
    });
    const { control } = story.sandbox;
    await story.converge({ users: [anchor, both] });
    await control.setSwitches({ S30: 'left' });
    await control.arm({ operation: 'delete-user', kind: 'claims-done' });
    const wanted: DesiredInput = { users: [anchor] };
    const first = await story.apply(wanted);
    expect(fates(first)).toEqual([
      expect.stringMatching(new RegExp(`^failed user:${ANA} \\(still-there: .*still there in the second system`, 'u')),
    ]);
    expect(await story.changes(wanted)).toEqual([`delete user:${ANA}`]);
    const again = await story.apply(wanted);
    expect(fates(again)).toEqual([expect.stringContaining('still-there')]);
    const plan = await story.plan(wanted);
    expect(plan.changes).toEqual([]);
    expect(plan.verdicts).toContainEqual(expect.objectContaining({ reason: { kind: 'backend-left', asked: true } }));
    const { findings } = await story.drift(wanted);
    expect(findings.map((each) => `${each.class} ${each.address}`)).toContain(`extra user:${ANA}`);
    expect((await control.exists(ANA)).inBackend).toBe(true);
  });
});

describe('a delete on both sides whose answer was lost, and which took the service side only', () => {
  /** Half of it is carried out before the connection is cut. */
  async function halfGone(
    wanted: DesiredInput,
    more: { onRemove?: 'release' | 'delete' | 'delete-with-backend' } = {},
  ): Promise<Scenario> {
    const story: Scenario = await scenario({
      switches: { S30: 'removed' },
      onRequest: ({ operation, outcome }) =>
        operation === 'delete-user' && outcome.startsWith('reset-before')
          ? void story.sandbox.control.removeUser(ANA)
          : undefined,
    });
    await story.converge({ users: [anchor, { ...both, ...more }] });
    await story.sandbox.control.arm({ operation: 'delete-user', kind: 'reset-before' });
    expect(fates(await story.apply(wanted))).toEqual([
      expect.stringMatching(/^unresolved .*still seen in the second system/su),
    ]);
    return story;
  }

  test.each<[string, DesiredInput, { onRemove?: 'release' | 'delete' | 'delete-with-backend' }]>([
    ['its line went', { users: [anchor] }, {}],
    ['ensure: absent', { users: [anchor, { loginUserId: ANA, ensure: 'absent' }] }, {}],
    ['its line went, adopted there, delete-with-backend', { users: [anchor] }, { onRemove: 'delete-with-backend' }],
    [
      'ensure: absent of a line with delete-with-backend',
      { users: [anchor, { loginUserId: ANA, ensure: 'absent' }] },
      { onRemove: 'delete-with-backend' },
    ],
  ])('is not settled as done by the next run, which asks for what is left (%s)', async (_title, wanted, more) => {
    const story = await halfGone(wanted, more);
    expect(await story.changes(wanted)).toEqual([`delete user:${ANA}`]);
    expect((await story.plan(wanted)).changes).toMatchObject([{ cause: { kind: 'backend-only' } }]);
    await story.converge(wanted);
    expect(await story.sandbox.control.exists(ANA)).toMatchObject({ inService: false, inBackend: false });
  });

  test('is not settled while a word that no document lists speaks of the backing side', async () => {
    const wanted: DesiredInput = { users: [anchor] };
    const story = await halfGone(wanted);
    const { control } = story.sandbox;
    const word = { operation: 'query-existence', key: ANA, kind: 'overlaid', count: 'always' } as const;
    await control.arm({ ...word, overlay: { backendStatus: 'DISABLED' } });
    for (const _run of [1, 2]) expect(decisions((await story.apply(wanted)).plan)).toEqual([`not-proven user:${ANA}`]);
    await control.clearFaults();
    await story.converge(wanted);
    expect((await control.exists(ANA)).inBackend).toBe(false);
  });
});

describe('a create on both sides whose answer was lost', () => {
  async function halfMade(side: 'service' | 'backing instance'): Promise<Scenario> {
    const made = { inService: side === 'service', inBackend: side !== 'service' };
    const story: Scenario = await scenario({
      onRequest: ({ operation, outcome }) =>
        operation === 'add-user' && outcome.startsWith('reset-before')
          ? void story.sandbox.control.addUser({ loginUserId: ANA, ...made })
          : undefined,
    });
    await story.converge({ users: [anchor] });
    await story.sandbox.control.arm({ operation: 'add-user', kind: 'reset-before' });
    return story;
  }

  test('and which made the service side only says so, and the next plan names it as partial', async () => {
    const story = await halfMade('service');
    const wanted: DesiredInput = { users: [anchor, both] };
    expect(fates(await story.apply(wanted))).toEqual([
      expect.stringMatching(new RegExp(`^unresolved user:${ANA} .*in the service, and not in the second system`, 'u')),
    ]);
    for (const _run of [1, 2]) expect(decisions((await story.apply(wanted)).plan)).toEqual([`partial user:${ANA}`]);
    expect(decisions(await story.plan({ users: [anchor] }))).toEqual([`probably-ours user:${ANA}`]);
  });

  test('and which made the backing side only is named until a person decides, also when its line is gone', async () => {
    const story = await halfMade('backing instance');
    expect(fates(await story.apply({ users: [anchor, both] }))).toEqual([expect.stringContaining('is not seen')]);
    story.advance(121_000);
    for (const users of [[anchor], [anchor, { loginUserId: ANA, ensure: 'absent' } as const]])
      expect(decisions((await story.apply({ users })).plan)).toEqual([`probably-ours user:${ANA}`]);
    const gone = { loginUserId: ANA, ensure: 'absent', adopt: true, onRemove: 'delete-with-backend' } as const;
    await story.sandbox.control.setSwitches({ S30: 'removed' });
    await story.converge({ users: [anchor, gone] });
    expect((await story.sandbox.control.exists(ANA)).inBackend).toBe(false);
  });
});

describe('a person whom somebody took out of the service only', () => {
  test('leaves the backing instance by ensure: absent as by a line that went', async () => {
    const story = await scenario({ switches: { S30: 'removed' } });
    await story.converge({ users: [anchor, both] });
    await story.sandbox.control.removeUser(ANA);
    await story.converge({ users: [anchor, { loginUserId: ANA, ensure: 'absent' }] });
    expect((await story.sandbox.control.exists(ANA)).inBackend).toBe(false);
  });

  test('leaves the backing instance, too, once no line declares the account that muster made there', async () => {
    const story = await scenario({ switches: { S30: 'removed' } });
    const { control } = story.sandbox;
    await story.converge({ users: [anchor, both] });
    await control.removeUser(ANA);
    expect((await control.exists(ANA)).inBackend).toBe(true);
    const wanted: DesiredInput = { users: [anchor] };
    expect(await story.changes(wanted)).toEqual([`delete user:${ANA}`]);
    expect(fates(await story.apply(wanted))).toEqual([`applied user:${ANA}`]);
    expect((await control.exists(ANA)).inBackend).toBe(false);
    await story.converge(wanted);
  });
});

describe('what the service says it made', () => {
  test('and did not is unconfirmed, of a record and of a person on both sides; the next run makes the person once and asks about the record', async () => {
    const story = await scenario();
    const { control } = story.sandbox;
    await story.converge({ users: [anchor] });
    await control.arm({ operation: 'add-user', kind: 'claims-done' });
    await control.arm({ operation: 'addOrUpdateCampaignRecord', kind: 'claims-done' });
    const of = (reissue?: string): DesiredInput => ({
      users: [anchor, both],
      campaigns: [list('Summer', { ...record('C-1'), ...(reissue && { reissue }) })],
    });
    const result = await story.apply(of());
    expect(fates(result).filter((fate) => fate.includes('unconfirmed'))).toHaveLength(2);
    await story.apply(of());
    expect(await control.records('Summer')).toEqual([]);
    await story.apply(of('not called'));
    await story.converge(of('not called'));
    expect((await control.records('Summer')).map(({ clientId }) => clientId)).toEqual(['C-1']);
    expect((await control.exists(ANA)).inBackend).toBe(true);
  });

  test('on one side only names that side, and recorded state says so from then on', async () => {
    const story: Scenario = await scenario({
      onRequest: ({ operation, outcome }) =>
        operation === 'add-user' && outcome.startsWith('claims-done')
          ? void story.sandbox.control.addUser({ loginUserId: ANA, inBackend: false })
          : undefined,
    });
    const { control } = story.sandbox;
    await story.converge({ users: [anchor] });
    await control.arm({ operation: 'add-user', kind: 'claims-done' });
    const wanted: DesiredInput = { users: [anchor, both] };
    expect(fates(await story.apply(wanted))).toEqual([expect.stringContaining('not in the second system')]);
    expect(decisions(await story.plan(wanted))).toEqual([`partial user:${ANA}`]);
  });
});
