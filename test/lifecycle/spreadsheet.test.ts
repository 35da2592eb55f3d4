// People from a spreadsheet: a row makes, changes and, where it says so, removes a user. A row that is not there any more takes
// nothing away: half a file is no list of leavers.

import { expect, test } from 'vitest';

import * as engine from '../../src/core/engine.ts';
import { declaredSoFar } from '../../src/desk/adopt.ts';
import type { DesiredUser } from '../../src/core/model/user.ts';
import { renderPeople } from '../../src/formats/csv.ts';
import { adoptStory } from '../support/adopting.ts';
import type { AdoptStory } from '../support/adopting.ts';
import { actionsOf, decisions } from '../support/scenario.ts';

const ASKS = `usersFrom:
  file: people.csv
  columns: {loginUserId: Login, firstName: First, lastName: Last, userTemplateName: Template, createInBackend: Agent, ensure: Status}
`;
const row = (name: string, status = '') => `${name}@example.com,${name},Example,Agents,TRUE,${status}`;
const table = (...rows: readonly string[]) => `${['Login,First,Last,Template,Agent,Status', ...rows].join('\n')}\n`;

interface People extends AdoptStory {
  readonly rows: (...rows: readonly string[]) => void;
  /** Applies, and answers how many writing requests that took. */
  readonly sent: () => Promise<number>;
  readonly inService: (name: string) => Promise<boolean>;
}

async function people(...rows: readonly string[]): Promise<People> {
  const adopting = await adoptStory();
  const { control } = adopting.story.sandbox;
  const put = (...now: readonly string[]): void => adopting.write('teams/people.csv', table(...now));
  adopting.write('teams/people.yaml', ASKS);
  put(...rows);
  await adopting.apply();
  const sent = async (): Promise<number> => {
    await control.resetCounters();
    await adopting.apply();
    return (await control.counters()).writes;
  };
  const inService = async (name: string): Promise<boolean> => (await control.exists(`${name}@example.com`)).inService;
  return { ...adopting, rows: put, sent, inService };
}

test('rows are created once, and after that there is nothing to do', async () => {
  const { plan, sent, story } = await people(row('ana'), row('ben'));
  expect((await story.sandbox.control.counters()).requests['add-user']).toBe(2);
  expect(actionsOf(await plan())).toEqual([]);
  expect(await sent()).toBe(0);
});

test('a row that is not there any more deletes nobody and forgets nobody: the plan names the user until the file says what is meant', async () => {
  const { rows, plan, sent, inService } = await people(row('ana'), row('ben'), row('cara'), row('dan'));
  rows(row('ana'));
  const planned = await plan();
  expect(actionsOf(planned)).toEqual([]);
  expect(decisions(planned)).toEqual(['ben', 'cara', 'dan'].map((name) => `undeclared-user user:${name}@example.com`));
  expect(await sent()).toBe(0);
  for (const name of ['ben', 'cara', 'dan']) expect(await inService(name)).toBe(true);
  rows(row('ana'), row('ben'), row('cara'), row('dan'));
  const again = await plan();
  expect([actionsOf(again), decisions(again)]).toEqual([[], []]);
  expect(await sent()).toBe(0);
});

test('the whole entry taken out takes nobody away either', async () => {
  const { write, plan, sent, inService } = await people(row('ana'), row('ben'));
  write('teams/people.yaml', 'users: [{loginUserId: zoe@example.com, ensure: absent}]\n');
  const planned = await plan();
  expect(actionsOf(planned)).toEqual([]);
  expect(decisions(planned)).toHaveLength(2);
  expect(await sent()).toBe(0);
  expect([await inService('ana'), await inService('ben')]).toEqual([true, true]);
});

test('a leaver is a row with ensure: absent: both sides that muster made are deleted, and the guard counts them', async () => {
  const names = ['ana', 'ben', 'cara', 'dan', 'eva'];
  const { rows, plan, apply, sent, inService, story } = await people(...names.map((name) => row(name)));
  rows(row('ana'), ...names.slice(1).map((name) => row(name, 'absent')));
  const planned = await plan();
  expect(actionsOf(planned)).toEqual(names.slice(1).map((name) => `delete user:${name}@example.com`));
  expect(planned.changes).toMatchObject(names.slice(1).map(() => ({ deleteInBackend: true })));
  expect(planned.guards).toMatchObject([{ code: 'guard-deletes', pass: 'deletes=4', passed: false }]);
  await expect(apply()).rejects.toMatchObject({ code: 'guard-deletes' });
  expect(await inService('ben')).toBe(true);
  rows(row('ana'), row('ben', 'absent'), ...names.slice(2).map((name) => row(name)));
  expect(await sent()).toBe(1);
  expect(await story.sandbox.control.exists('ben@example.com')).toMatchObject({ inService: false, inBackend: false });
  rows(row('ana'), ...names.slice(2).map((name) => row(name)));
  const gone = await plan();
  expect([actionsOf(gone), decisions(gone)]).toEqual([[], []]);
});

test('a user whom somebody removed in the service while the row was gone is forgotten, and a later account of that name left alone', async () => {
  const { rows, plan, apply, story, inService } = await people(row('ana'), row('ben'));
  const { control } = story.sandbox;
  rows(row('ana'));
  await control.removeUser('ben@example.com');
  expect(actionsOf(await plan())).toEqual(['forget user:ben@example.com']);
  await apply();
  await control.addUser({ loginUserId: 'ben@example.com' });
  await apply();
  expect(await inService('ben')).toBe(true);
});

test('a person of the files who goes into the spreadsheet is kept from the next apply on, without a request', async () => {
  const { rows, write, plan, sent, inService } = await people(row('ana'));
  const ben = { loginUserId: 'ben@example.com', firstName: 'ben', lastName: 'Example', userTemplateName: 'Agents' };
  write('teams/ben.yaml', JSON.stringify({ users: [{ ...ben, createInBackend: true }] }));
  expect(await sent()).toBe(1);
  rows(row('ana'), row('ben'));
  write('teams/ben.yaml', 'users: [{loginUserId: zoe@example.com, ensure: absent}]\n');
  expect(actionsOf(await plan())).toEqual(['update user:ben@example.com']);
  expect(await sent()).toBe(0);
  rows(row('ana'));
  expect(decisions(await plan())).toEqual(['undeclared-user user:ben@example.com']);
  expect(await inService('ben')).toBe(true);
});

test('a destroy leaves people of a spreadsheet in the service', async () => {
  const { story, inService, sent, context } = await people(row('ana'));
  const { run } = await context(false);
  await engine.destroy(run, async () => true);
  expect(await inService('ana')).toBe(true);
  expect(await sent()).toBe(0);
  expect((await story.sandbox.control.exists('ana@example.com')).inBackend).toBe(true);
});

/** What a row and an entry of a file say differently: where they stand, and what a missing one does. */
const saidBy = (users: readonly DesiredUser[]) => users.map(({ source: _, onRemove: __, ...said }) => said);

test('people who are taken over into a spreadsheet are read back as the same people, and adopted without a request', async () => {
  const { story, users, write, settles } = await adoptStory();
  const { project, sandbox } = story;
  await sandbox.control.addUser({ loginUserId: 'kim@example.com' });
  await sandbox.control.addUser({ loginUserId: '=lee@example.com', inBackend: false });
  const profile = { firstName: 'Kim, "K"', lastName: '=Park\nJr', userTemplateName: 'Agents;EU' };
  const roster = [
    { loginUserId: 'kim@example.com', profile: { ...profile, primaryEmailAddr: 'kim@example.org' } },
    { loginUserId: '=lee@example.com', profile: { ...profile, firstName: "'Lee" } },
  ];
  const adoption = await users(roster, 'teams/a.yaml');
  const inYaml = await declaredSoFar(project, sandbox.target);
  const csv = renderPeople(adoption);
  const [header = ''] = csv.split('\r\n');
  expect(header).toBe('loginUserId,firstName,lastName,userTemplateName,primaryEmailAddr,createInBackend,adopt');
  write('teams/people.csv', csv);
  const columns = Object.fromEntries(header.split(',').map((name) => [name, name]));
  write('teams/a.yaml', JSON.stringify({ usersFrom: { file: 'people.csv', columns } }));
  const inRows = await declaredSoFar(project, sandbox.target);
  expect(saidBy(inRows.users)).toEqual(saidBy(inYaml.users));
  expect(await settles()).toEqual(['adopt user:=lee@example.com', 'adopt user:kim@example.com']);
});
