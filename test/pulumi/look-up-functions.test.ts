// getUser, getRecord and searchRecords in a program, with the real command: what the service shows, and nothing written.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { succeeded, TIMEOUT, writesOf } from './owner.ts';
import { pulumiIsHere, stackStory } from './stack.ts';

const PROGRAM = `
import { getRecord, getUser, getUserOutput, getRecordOutput, searchRecords, User } from 'musterctl';
import * as pulumi from '@pulumi/pulumi';
import { writeFileSync } from 'node:fs';
const where = [{ key: 'sys_worked_state', value: 'WORKED' }];
const seen = {
  ana: await getUser({ loginUserId: 'ana@example.com' }),
  nobody: await getUser({ loginUserId: 'nobody@example.com', target: 'test' }),
  record: await getRecord({ campaignName: 'Summer', clientId: 'C-1' }),
  none: await getRecord({ campaignName: 'Summer', clientId: 'C-9' }),
  found: await searchRecords({ campaignName: 'Summer', where }),
};
const wrong = [
  () => searchRecords({ campaignName: 'Summer', where: [{ ...where[0], condition: 'EQUAL' }] }),
  () => searchRecords({ campaignName: 'Summer', where: [where[0], undefined] }),
  () => searchRecords({ campaignName: 'Summer' }),
  () => searchRecords({ campaignName: 'Summer', where, limit: 'all' }),
  () => getRecord({ campaignName: 'Summer', clientID: 'C-1' }),
  () => getRecord(),
  () => getUser({ login: 'ana@example.com' }),
  () => getUser({ loginUserId: undefined }),
];
seen.wrong = await Promise.all(wrong.map((ask) => ask().then(() => 'taken', (error) => error.stack)));
writeFileSync('seen.json', JSON.stringify(seen));
const eva = new User('eva', { loginUserId: 'eva@example.com', firstName: 'E', lastName: 'V', userTemplateName: 'Agents' });
export const made = getUserOutput({ loginUserId: eva.loginUserId }).exists;
export const tasks = getRecordOutput({ campaignName: 'Summer', clientId: pulumi.output('C-1') }).tasks;
`;

interface Seen {
  readonly record: { readonly tasks: readonly object[] };
  readonly [name: string]: unknown;
}

test.skipIf(!pulumiIsHere())(
  'look-ups of a program show what the service says, field by field, and write nothing',
  { timeout: TIMEOUT },
  async () => {
    const story = await stackStory(PROGRAM);
    const { control } = story.sandbox;
    await control.addUser({ loginUserId: 'ana@example.com', inBackend: true });
    await control.loadIntake({ campaignName: 'Summer', idColumn: 'Id', rows: [{ Id: 'C-1', Name: 'Maria' }] });
    await control.work({ campaignName: 'Summer', clientId: 'C-1', agent: 'ana@example.com', state: 'WORKED' });
    await story.requests();
    succeeded(await story.preview());
    expect(await writesOf(story)).toEqual([]);
    const seen = JSON.parse(readFileSync(join(story.folder, 'seen.json'), 'utf8')) as Seen;
    expect(seen['ana']).toMatchObject({ exists: true, backendStatus: 'EXISTS' });
    expect(seen['ana']).toHaveProperty('message', expect.any(String));
    expect(seen['nobody']).toMatchObject({ exists: false, backendStatus: null, connectUserId: null });
    const task = {
      clientId: 'C-1',
      workedState: 'WORKED',
      lastAttemptAgent: 'ana@example.com',
      data: { Name: 'Maria' },
    };
    expect(seen.record).toMatchObject({ complete: true, tasks: [task] });
    expect(Object.keys(seen.record.tasks[0] ?? {})).toEqual(
      expect.arrayContaining(['workCodes', 'workAttempts', 'lastAttemptTime']),
    );
    expect(JSON.stringify(seen.record)).toMatch(/"lastAttemptTime":"\d{4}-\d\d-\d\dT/u);
    expect(seen['none']).toEqual({ tasks: [], complete: true });
    expect(seen['found']).toMatchObject({ tasks: [task], complete: true });
    expect(seen['wrong']).toEqual([
      expect.stringMatching(
        /^searchRecords: \[bad-criterion\] where\[0\]\.condition: .* EQUAL; did you mean EQUALS\?$/u,
      ),
      'searchRecords: [bad-usage] where[1].key: expected text; given undefined',
      'searchRecords: [bad-usage] where: expected a list; given undefined',
      'searchRecords: [bad-usage] limit: expected a number; given string',
      'getRecord: [bad-usage] clientID: is no argument; did you mean clientId?',
      'getRecord: [bad-usage] campaignName: expected text; given undefined',
      'getUser: [bad-usage] login: is no argument; there are target, loginUserId',
      'getUser: [bad-usage] loginUserId: expected text; given undefined',
    ]);
    succeeded(await story.up());
    expect(await writesOf(story)).toEqual(['add-user eva@example.com']);
    expect((await story.pulumi('stack', 'output', 'made')).text.trim()).toBe('true');
    expect((await story.pulumi('stack', 'output', 'tasks')).text.trim()).toBe('[secret]');
  },
);
