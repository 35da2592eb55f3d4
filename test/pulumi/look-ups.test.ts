// Look-ups on a target with `state: pulumi`: recorded state out of the stack, and nothing written to it or to the service.

import { expect, test } from 'vitest';

import type { DesiredInput } from '../../src/core/desired/declarations/define.ts';
import { musterProcess } from '../cli/muster.ts';
import { engineEnvironment, pulumiIsHere, stackStory } from './stack.ts';

const ANA = 'ana@example.com';
const ROSTER: DesiredInput = {
  users: [{ loginUserId: ANA, firstName: 'Ana', lastName: 'Wolpertinger', userTemplateName: 'Agents' }],
  campaigns: [{ campaignName: 'Summer', records: [{ clientId: 'C-1', preferredAgent: ANA, data: { Name: 'Maria' } }] }],
};

test.skipIf(!pulumiIsHere())(
  'get, search and why read recorded state from the stack, and say what a stack does not keep',
  { timeout: 300_000 },
  async () => {
    const story = await stackStory();
    const cloud = { AWS_ACCESS_KEY_ID: 'any', AWS_SECRET_ACCESS_KEY: 'any' };
    const environment = { ...engineEnvironment(story.folder), ...cloud };
    const run = (...words: string[]) => musterProcess(words, { folder: story.folder, environment });
    story.declare(ROSTER);
    expect(await run('apply', '--auto-approve')).toMatchObject({ exit: 0 });
    await story.sandbox.control.work({ campaignName: 'Summer', clientId: 'C-1', agent: ANA, state: 'COMPLETED' });
    await story.sandbox.control.resetCounters();

    const user = await run('get', 'user', ANA);
    expect(user).toMatchObject({ exit: 0, err: '' });
    expect(user.out).toMatch(/provenance +created/u);
    const record = await run('get', 'record', 'Summer', 'C-1');
    expect(record).toMatchObject({ exit: 0, err: '' });
    expect(record.out).toMatch(/workedState +COMPLETED/u);
    expect(record.out).toMatch(/work seen +NOTWORKED, 0 attempts/u);
    const search = await run('search', 'Summer', '--where', 'sys_worked_state=COMPLETED', '--json');
    expect(JSON.parse(search.out)).toMatchObject({ tasks: [{ clientId: 'C-1', recorded: true }] });
    const why = await run('why', 'record:Summer/C-1', '--json');
    expect(why).toMatchObject({ exit: 0, err: '' });
    expect(JSON.parse(why.out)).toMatchObject({
      story: {
        journal: false,
        events: expect.arrayContaining([expect.objectContaining({ by: 'recorded' })]) as object[],
        next: { answer: 'consumed' },
      },
      remarks: [expect.stringContaining('keeps the last write of each object') as string],
    });
    expect((await story.sandbox.control.counters()).writes).toBe(0);
  },
);
