// One part of a plan through the real Pulumi command: what was not approved is held, and is still offered afterwards.

import { describe, expect, test } from 'vitest';

import type { DesiredInput } from '../../src/core/desired/declarations/define.ts';
import { musterProcess } from '../cli/muster.ts';
import { converge, planOf, upAsPlanned } from './parity.ts';
import { engineEnvironment, pulumiIsHere, stackStory } from './stack.ts';
import type { Story } from './stack.ts';
import { list, record } from '../support/declare.ts';

const person = (name: string) => ({
  loginUserId: `${name}@example.com`,
  firstName: name,
  lastName: 'Example',
  userTemplateName: 'Agents',
});

const BEFORE: DesiredInput = {
  users: [person('a'), person('leaver')],
  campaigns: [list('Summer', record('C-1'), record('C-2'), record('C-3')), list('Winter', record('W-1'))],
};
/** Safe: one person, one task, an update and a move. Destructive: one person, one task. */
const AFTER: DesiredInput = {
  users: [person('a'), person('new')],
  campaigns: [
    list('Summer', record('C-1', { skillQueue: 'gold' }), record('C-4')),
    list('Winter', record('W-1'), record('C-3')),
  ],
};
const SAFE = [
  'create record:Summer/C-4',
  'create user:new@example.com',
  'update record:Summer/C-1',
  'update record:Winter/C-3',
];
const DESTRUCTIVE = ['delete record:Summer/C-2', 'delete user:leaver@example.com'];

interface Parts {
  readonly additions: string;
  readonly removals: string;
}

async function partsOf(story: Story): Promise<Parts> {
  const { additions, removals } = (await planOf(story)).plan.fingerprint;
  return { additions: additions ?? '', removals: removals ?? '' };
}

async function deletes(story: Story): Promise<number> {
  const requests = await story.requests();
  return (requests['delete-user'] ?? 0) + (requests['deleteRecordFromCampaign'] ?? 0);
}

describe.skipIf(!pulumiIsHere())('one part of a plan', { timeout: 280_000 }, () => {
  test('the one that adds is done, a delete is held, and the rest is offered with its own fingerprint', async () => {
    const story = await stackStory();
    story.declare(BEFORE);
    await converge(story);
    story.declare(AFTER);
    const { additions, removals } = await partsOf(story);
    const { text } = await story.preview({ MUSTER_VERBOSE: '1' });
    expect(text).toMatch(new RegExp(`adds or changes \\d.*: +MUSTER_FINGERPRINT=${additions.slice(0, 16)}`, 'u'));
    expect(text).toMatch(new RegExp(`takes away \\d.*: +MUSTER_FINGERPRINT=${removals.slice(0, 16)}`, 'u'));
    await story.requests();

    const up = await upAsPlanned(story, { MUSTER_FINGERPRINT: additions });
    expect(up.code, up.text).toBe(0);
    expect(up.operations.toSorted()).toEqual(SAFE);
    expect(up.text.replaceAll(/\s+/gu, ' ')).toContain('Approved is only what adds or changes: 4 of 6 changes');
    expect(await deletes(story)).toBe(0);
    expect((await story.sandbox.control.exists('leaver@example.com')).inService).toBe(true);

    const again = await story.up({ MUSTER_FINGERPRINT: additions });
    // Nothing is left of what was approved; what is due since has a fingerprint of its own.
    expect([again.code, again.operations], again.text).toEqual([0, []]);
    const left = await partsOf(story);
    expect([left.additions, left.removals === removals]).toEqual(['', false]);
    const rest = await converge(story, { MUSTER_FINGERPRINT: left.removals });
    expect(rest.operations.toSorted()).toEqual(DESTRUCTIVE);
  });

  test('of the command is applied to a stack like to a ledger', async () => {
    const story = await stackStory();
    const cloud = { AWS_ACCESS_KEY_ID: 'any', AWS_SECRET_ACCESS_KEY: 'any' };
    const environment = { ...engineEnvironment(story.folder), ...cloud };
    const run = (...words: string[]) => musterProcess(words, { folder: story.folder, environment });
    story.declare(BEFORE);
    expect(await run('apply', '--auto-approve')).toMatchObject({ exit: 0 });
    // The command leaves the stack of the person selected, and what follows looks at the selected one.
    expect((await story.pulumi('stack', 'select', 'test')).code).toBe(0);
    story.declare(AFTER);
    const { additions, removals } = await partsOf(story);
    const shown = (await run('plan', '--verbose')).out;
    expect(shown).toMatch(new RegExp(`adds or changes 4: +muster apply --fingerprint ${additions.slice(0, 16)}`, 'u'));
    await story.requests();
    const part = await run('apply', '--fingerprint', additions);
    expect(part, part.err).toMatchObject({ exit: 0 });
    expect(part.out).toContain('2 created, 1 updated, 1 moved; 2 left for approval');
    expect(await deletes(story)).toBe(0);
    const rest = await run('apply', '--fingerprint', removals);
    expect(rest, rest.err).toMatchObject({ exit: 0 });
    expect(rest.out).toContain('2 deleted');
    expect(await run('plan', '--detailed-exitcode')).toMatchObject({ exit: 0 });
  });
});
