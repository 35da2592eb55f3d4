// A person leaves through the real Pulumi command: what no handler can settle stops the removal, and is named.

import { describe, expect, test } from 'vitest';

import type { DesiredInput, RecordInput } from '../../src/core/desired/declarations/define.ts';
import { converge } from './parity.ts';
import { pulumiIsHere, stackStory } from './stack.ts';
import { record } from '../support/declare.ts';

const ANA = { loginUserId: 'ana@example.com', firstName: 'Ana', lastName: 'Ruiz', userTemplateName: 'Agents' };
const BEN = { ...ANA, loginUserId: 'ben@example.com', offboard: { reassignTo: 'ana@example.com' } } as const;
const list = (campaignName: string, ...records: RecordInput[]) => ({ campaignName, records });
const TIMEOUT = 240_000;

describe.skipIf(!pulumiIsHere())('off-boarding in a stack', { timeout: TIMEOUT }, () => {
  test('takes a worked task along whose line has left, and stops a destroy that runs no program', async () => {
    const story = await stackStory();
    const { control } = story.sandbox;
    const desired = (records: RecordInput[], users: NonNullable<DesiredInput['users']>): DesiredInput => ({
      users,
      campaigns: [list('Summer', ...records)],
    });
    story.declare(desired([record('C-1'), record('C-2')], [ANA, BEN]));
    expect((await story.up()).code).toBe(0);
    const key = { campaignName: 'Summer', clientId: 'C-1' };
    await control.work({ ...key, agent: 'ben@example.com', state: 'WORKED', nextEarliestWorkTime: Date.now() + 1e7 });
    await control.changeRecord({ ...key, preferredAgent: 'ben@example.com' });
    story.declare(desired([record('C-2')], [ANA, BEN]));
    await converge(story);
    story.declare(desired([record('C-2')], [ANA]));
    await converge(story);
    expect((await control.exists('ben@example.com')).inService).toBe(false);
    const [task] = (await control.records('Summer')).filter(({ clientId }) => clientId === 'C-1');
    expect(task).toMatchObject({ preferredAgent: 'ana@example.com', workedState: 'WORKED' });
    const destroyed = await story.pulumi('destroy', '--yes', '--skip-preview');
    expect(destroyed.text).toContain('[offboard-blocked]');
    expect((await control.exists('ana@example.com')).inService).toBe(true);
    await control.changeRecord({ ...key, preferredAgent: '' });
    const again = await story.pulumi('destroy', '--yes', '--skip-preview');
    expect(again.code, again.text).toBe(0);
    expect((await control.exists('ana@example.com')).inService).toBe(false);
  });

  test('takes the pin along with a move', async () => {
    const story = await stackStory();
    const { control } = story.sandbox;
    const before = [list('Summer', record('C-1'), record('C-2')), list('Winter', record('W-1'))];
    story.declare({ users: [ANA, BEN], campaigns: before });
    await converge(story);
    await control.changeRecord({ campaignName: 'Summer', clientId: 'C-1', preferredAgent: 'ben@example.com' });
    const after = [list('Summer', record('C-2')), list('Winter', record('C-1'), record('W-1'))];
    story.declare({ users: [ANA], campaigns: after });
    await converge(story);
    expect((await control.exists('ben@example.com')).inService).toBe(false);
    const moved = (await control.records('Winter')).find(({ clientId }) => clientId === 'C-1');
    expect(moved).toMatchObject({ preferredAgent: 'ana@example.com' });
  });
});
