// Taking over what exists: the files gain declarations, the service notices nothing, and one apply later all is quiet.

import { symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

import { readCriterion } from '../../src/desk/adopt.ts';
import { parseRoster } from '../../src/desk/edit/roster.ts';
import { updateProfile } from '../../src/core/model/profile.ts';
import { whyLeftOut } from '../../src/core/report/words/why-finding.ts';
import { adoptStory, leftOut, taken } from '../support/adopting.ts';

const profile = { firstName: 'Kim', lastName: 'Park', userTemplateName: 'Agents' };
const person = (loginUserId: string, more = {}) => ({ loginUserId, profile: { ...profile, ...more } });
const SUMMER = 'Summer Renewals';
/** Somebody who knows has said that queues are shown by their codes. */
const CODES_SHOWN = {
  profile: updateProfile(null, { target: 'sandbox', at: Date.parse('2026-11-21'), how: 'probe' }, [
    { id: 'queue-name', answer: 'equals', evidence: 'asked' },
  ]),
};
const rows = (count: number, start = 1) =>
  Array.from({ length: count }, (_, index) => {
    const id = `C-${String(start + index).padStart(4, '0')}`;
    return { Id: id, Name: `Customer ${id}`, phone: '+34911234567' };
  });
const intake = (list: readonly Record<string, string>[]) => ({ campaignName: SUMMER, idColumn: 'Id', rows: list });

describe('people who exist', () => {
  test('are declared with the names of a roster, adopted without a request, and then not changed', async () => {
    const { story, users, settles, read } = await adoptStory();
    await story.sandbox.control.addUser({ loginUserId: 'kim@example.com' });
    await story.sandbox.control.addUser({ loginUserId: 'lee@example.com', inBackend: false });
    const result = await users([person('kim@example.com'), person('lee@example.com')], 'teams/a.yaml');
    expect(result).toMatchObject({ complete: true, unfilled: [], written: true, coverage: { asked: 2, answered: 2 } });
    expect(read('teams/a.yaml').match(/createInBackend/gu)).toHaveLength(1);
    expect(await settles()).toEqual(['adopt user:kim@example.com', 'adopt user:lee@example.com']);
  });

  test('stay undeclared where they are absent, declared in another spelling, or recorded', async () => {
    const { story, users, settles, write, exists } = await adoptStory();
    await story.sandbox.control.addUser({ loginUserId: 'kim@example.com' });
    await users([person('kim@example.com')], 'teams/a.yaml');
    await settles();
    write(
      'teams/a.yaml',
      'users:\n  - {loginUserId: Lee@example.com, firstName: L, lastName: L, userTemplateName: T}\n',
    );
    const roster = ['kim@example.com', 'lee@example.com', 'ghost@example.com'].map((id) => person(id));
    const result = await users(roster, 'teams/b.yaml');
    expect(leftOut(result)).toEqual([
      'absent user:ghost@example.com',
      'declared user:lee@example.com',
      'recorded user:kim@example.com',
    ]);
    expect(result.files).toEqual([]);
    expect(exists('teams/b.yaml')).toBe(false);
  });

  test('without known names are written for a person to fill in, and refused by every command until then', async () => {
    const { story, users, plan, read, write, settles } = await adoptStory();
    await story.sandbox.control.addUser({ loginUserId: 'kim@example.com' });
    const result = await users([{ loginUserId: 'kim@example.com', profile: {} }], 'teams/a.yaml');
    expect(result.unfilled).toEqual(['user:kim@example.com']);
    await expect(plan()).rejects.toMatchObject({ code: 'wrong-type', exit: 2 });
    write('teams/a.yaml', read('teams/a.yaml').replaceAll(/: # FILL IN/gu, ': Known'));
    expect(await settles()).toEqual(['adopt user:kim@example.com']);
  });

  test('whose backing side nobody can see get no createInBackend, and a remark', async () => {
    const { story, users, read, settles } = await adoptStory();
    await story.sandbox.control.addUser({ loginUserId: 'kim@example.com' });
    await story.sandbox.control.setSwitches({ S15: 'null' });
    await users([person('kim@example.com')], 'teams/a.yaml');
    expect(read('teams/a.yaml')).toMatch(/# createInBackend is left out/u);
    expect(await settles()).toEqual(['adopt user:kim@example.com']);
  });

  test('a reading that fails is reported as such and nothing is concluded from it', async () => {
    const { story, users } = await adoptStory();
    await story.sandbox.control.addUser({ loginUserId: 'kim@example.com' });
    await story.sandbox.control.arm({ kind: 'garbage', operation: 'query-existence', count: 'always' });
    const result = await users([person('kim@example.com')], 'teams/a.yaml');
    expect(leftOut(result)).toEqual(['unreadable user:kim@example.com']);
    expect(result).toMatchObject({ complete: false, files: [], coverage: { asked: 1, answered: 0 } });
  });

  test('come from lines or from a table; an unknown column is an error', () => {
    expect(parseRoster('# who\na@x\n\nb@x\na@x\n', 'list')).toHaveLength(2);
    expect(parseRoster('\ufeffloginUserId,firstName\n"a@x","Ann, B"\n', 'x.csv')).toEqual([
      { loginUserId: 'a@x', profile: { firstName: 'Ann, B' } },
    ]);
    expect(() => parseRoster('loginUserId,fistName\na@x,A\n', 'x.csv')).toThrow(/did you mean firstName/u);
  });
});

describe('a campaign that exists', () => {
  test('is declared task by task, exactly as it is', async () => {
    const { story, campaign, settles, read } = await adoptStory();
    const { control } = story.sandbox;
    await control.addUser({ loginUserId: 'kim@example.com' });
    await control.loadIntake(intake([...rows(6), { Id: 'C-0007', Name: 'NO', phone: '777' }]));
    await control.changeRecord({
      campaignName: SUMMER,
      clientId: 'C-0001',
      preferredAgent: 'kim@example.com',
      nextEarliestWorkTime: Date.parse('2030-01-07T08:00:00Z'),
    });
    await control.changeRecord({
      campaignName: SUMMER,
      clientId: 'C-0002',
      data: { Highlight: 'phone', Hidden: 'Name', SkillQueue: 'gold', note: '00123', tricky: 'a: b # c' },
    });
    await control.changeRecord({ campaignName: SUMMER, clientId: 'C-0003', preferredAgent: 'ghost@example.com' });
    await control.work({
      campaignName: SUMMER,
      clientId: 'C-0004',
      agent: 'kim@example.com',
      state: 'WORKED',
      nextEarliestWorkTime: Date.parse('2030-01-08T08:00:00Z'),
    });
    await control.work({ campaignName: SUMMER, clientId: 'C-0005', agent: 'kim@example.com', state: 'COMPLETED' });
    await control.loadIntake(intake(rows(1, 6)));
    const result = await campaign({ campaignName: SUMMER });
    expect(taken(result)).toEqual(['C-0001', 'C-0002', 'C-0003', 'C-0004'].map((id) => `record:${SUMMER}/${id}`));
    expect(leftOut(result)).toEqual([`refused record:${SUMMER}/C-0007`, `twin record:${SUMMER}/C-0006`]);
    expect(result).toMatchObject({ complete: true, finished: 1, agents: ['kim@example.com'], marked: 0 });
    expect(JSON.stringify(result.leftOut)).not.toContain('777');
    const text = read('campaigns/summer.yaml');
    expect(text).not.toMatch(/musterStack|Highlight:|Hidden:|SkillQueue:|\bId:/u);
    expect(text).toContain('# pinned to ghost@example.com, who is not in the service');
    expect(text).toContain('# being worked: WORKED, attempts 1');
    expect(await settles()).toHaveLength(4);
  });

  test.each([
    ['differs', {}, false],
    ['equals', {}, false],
    ['equals', CODES_SHOWN, true],
  ] as const)('shows queues: no name is declared as a code (S29 %s, profile %o)', async (S29, known, isDeclared) => {
    const { story, campaign, settles, read } = await adoptStory({ switches: { S29 } });
    await story.sandbox.control.loadIntake(intake(rows(1)));
    await story.sandbox.control.changeRecord({ campaignName: SUMMER, clientId: 'C-0001', skillQueue: 'gold' });
    await campaign({ campaignName: SUMMER }, true, known);
    const text = read('campaigns/summer.yaml');
    if (isDeclared) expect(text).toContain('skillQueue: gold');
    else expect(text).toMatch(/# the service shows the name of its skill queue/u);
    expect(text.includes('skillQueue: gold')).toBe(isDeclared);
    expect(await settles()).toHaveLength(1);
  });

  test('keeps pins to agents whose ids are no logins, where the policy says so', async () => {
    const { story, campaign, read } = await adoptStory();
    await story.sandbox.control.loadIntake(intake(rows(1)));
    await story.sandbox.control.changeRecord({ campaignName: SUMMER, clientId: 'C-0001', preferredAgent: '4711' });
    const policy = { ...story.project.policy, agents: 'any' } as const;
    await campaign({ campaignName: SUMMER }, true, { project: { ...story.project, policy } });
    expect(read('campaigns/summer.yaml')).toContain('preferredAgent: "4711"');
  });

  test('whose ids hold hidden characters are taken as they are, and the file shows each as an escape', async () => {
    const { story, campaign, read, settles } = await adoptStory();
    const row = (id: string, more: object = {}): Record<string, string> => ({ Id: id, Name: 'x', ...more });
    await story.sandbox.control.loadIntake(intake([row('C-0001'), row('C-0001\u200b'), row('C-0002\u00a0')]));
    const result = await campaign({ campaignName: SUMMER });
    expect(taken(result)).toEqual(['C-0001', 'C-0001\u200b', 'C-0002\u00a0'].map((id) => `record:${SUMMER}/${id}`));
    expect(read('campaigns/summer.yaml').match(/clientId: ".*"/gu)).toEqual([
      String.raw`clientId: "C-0001\u200b"`,
      String.raw`clientId: "C-0002\u00a0"`,
    ]);
    expect(await settles()).toHaveLength(3);
  });

  test('declared with markers says how many records apply would write the marker onto', async () => {
    const { story, campaign, write, read, plan } = await adoptStory();
    await story.sandbox.control.loadIntake(intake(rows(3)));
    write(
      'campaigns/summer.yaml',
      `campaigns:\n  - campaignName: ${SUMMER}   # ours\n    records:\n      - clientId: C-0001\n        adopt: true\n`,
    );
    const before = read('campaigns/summer.yaml');
    const result = await campaign({ campaignName: SUMMER });
    expect(result).toMatchObject({ marked: 2, complete: true });
    expect(leftOut(result)).toEqual([`declared record:${SUMMER}/C-0001`]);
    expect(read('campaigns/summer.yaml').startsWith(before)).toBe(true);
    expect((await plan()).changes.map(({ action, fields }) => [action, ...fields.map(({ field }) => field)])).toEqual(
      Array.from({ length: 3 }, () => ['adopt', 'marker']),
    );
  });

  test('leaves out records of another stack, and those that defaults would change', async () => {
    const { story, campaign, write } = await adoptStory();
    const { control } = story.sandbox;
    await control.loadIntake(intake(rows(3)));
    await control.changeRecord({ campaignName: SUMMER, clientId: 'C-0001', data: { musterStack: 'other.prod/0101' } });
    await control.changeRecord({ campaignName: SUMMER, clientId: 'C-0002', data: { ItemTimeZone: 'Europe/Madrid' } });
    write(
      'campaigns/settings.yaml',
      `campaigns:\n  - campaignName: ${SUMMER}\n    defaults: {timeZone: Europe/Paris}\n`,
    );
    const result = await campaign({ campaignName: SUMMER });
    expect(leftOut(result)).toEqual([`differs record:${SUMMER}/C-0003`, `foreign record:${SUMMER}/C-0001`]);
    expect(taken(result)).toEqual([`record:${SUMMER}/C-0002`]);
  });

  test('can be taken over by criteria, all of which must fit, or by clientIds', async () => {
    const { story, campaign } = await adoptStory();
    await story.sandbox.control.loadIntake(intake(rows(12)));
    await story.sandbox.control.changeRecord({ campaignName: SUMMER, clientId: 'C-0011', data: { tier: 'gold' } });
    const criteria = ['tier=gold', 'Id BEGINSWITH C-001'].map(readCriterion);
    const part = await campaign({ campaignName: SUMMER, criteria }, false);
    expect(taken(part)).toEqual([`record:${SUMMER}/C-0011`]);
    const asked = await campaign({ campaignName: SUMMER, clientIds: ['C-0002', 'C-9999'] }, false);
    expect([taken(asked), leftOut(asked)]).toEqual([[`record:${SUMMER}/C-0002`], [`absent record:${SUMMER}/C-9999`]]);
    expect(() => readCriterion('sys_item_time_zone=UTC')).toThrow(/does not show/u);
  });
});

test('a campaign for which no search is answered is not searched by every letter', async () => {
  const { story, campaign } = await adoptStory();
  await story.sandbox.control.resetCounters();
  await expect(campaign({ campaignName: 'Unknown Calls' })).rejects.toThrow('answered no search');
  expect((await story.sandbox.control.counters()).requests['searchPreviewCampaign']).toBe(4);
});

describe('a campaign larger than an answer', () => {
  test('is proved complete by splitting the ids, even under an unknown limit of the service', async () => {
    const { story, campaign, settles } = await adoptStory();
    await story.sandbox.control.loadIntake(intake(rows(70)));
    await story.sandbox.control.setSwitches({ S4: 25 });
    const result = await campaign({ campaignName: SUMMER });
    expect(result.how).toMatch(/by the start of Id, \d+ searches/u);
    expect(result).toMatchObject({ complete: true });
    expect(taken(result)).toHaveLength(70);
    expect(await settles()).toHaveLength(70);
  });

  test('whose tasks lost their id item cannot be proved: nothing is written, unless a part is asked for', async () => {
    const { story, campaign, exists } = await adoptStory();
    await story.sandbox.control.loadIntake(intake(rows(70)));
    await story.sandbox.control.changeRecord({ campaignName: SUMMER, clientId: 'C-0003', data: { Id: null } });
    await story.sandbox.control.setSwitches({ S4: 25, S3: 'oldest-first' });
    const refused = await campaign({ campaignName: SUMMER });
    expect(refused).toMatchObject({ complete: false, files: [], taken: [], written: false });
    expect(refused.how).toMatch(/1 tasks were seen that no search by Id shows/u);
    expect(exists('campaigns/summer.yaml')).toBe(false);
    const part = await campaign({ campaignName: SUMMER, partial: true });
    expect(part).toMatchObject({ complete: false, written: true });
    expect(taken(part)).toHaveLength(70);
  });
});

const DECLARED = `# Which tasks go to whom.
campaigns:
  - campaignName: Summer Renewals
    defaults: {skillQueue: renewals}
    records:
      # the important one
      - clientId: C-1
        preferredAgent: 'kim@example.com'   # hers
        nextEarliestWorkTime: 2030-01-07T09:00:00+01:00
        data:
          Name: Maria Lopez
          phone:   "+34911234567"   # mobile

          note: plain
        highlight: [phone]
      - {clientId: C-2, skillQueue: gold, data: {Name: Jo, city: Bonn}}
`;

describe('values that changed in the service', () => {
  test('are changed where they are declared, and every other byte stays', async () => {
    const { story, write, read, apply, drift, settles } = await adoptStory();
    const { control } = story.sandbox;
    for (const name of ['kim', 'lee']) await control.addUser({ loginUserId: `${name}@example.com` });
    write('campaigns/summer.yaml', DECLARED);
    await apply();
    const key = { campaignName: SUMMER };
    await control.changeRecord({
      ...key,
      clientId: 'C-1',
      preferredAgent: 'lee@example.com',
      data: { phone: '+34600000000', Highlight: 'Name|phone' },
      nextEarliestWorkTime: Date.parse('2031-01-07T08:00:00Z'),
    });
    await control.changeRecord({ ...key, clientId: 'C-2', skillQueue: 'silver', data: { city: null } });
    const look = await drift(CODES_SHOWN, false);
    expect(read('campaigns/summer.yaml')).toBe(DECLARED);
    const result = await drift(CODES_SHOWN);
    expect(result.files).toEqual(look.files);
    expect(leftOut(result)).toEqual([]);
    expect(read('campaigns/summer.yaml')).toBe(
      DECLARED.replace("'kim@example.com'", "'lee@example.com'")
        .replace('2030-01-07T09:00:00+01:00', '2031-01-07T08:00:00Z')
        .replace('"+34911234567"', '"+34600000000"')
        .replace('[phone]', '[Name, phone]')
        .replace('skillQueue: gold', 'skillQueue: silver')
        .replace(', city: Bonn', ''),
    );
    expect(await settles()).toEqual([]);
    expect((await drift()).files).toEqual([]);
  });

  test('are not in the patch where the service shows the name of a queue, whose code nobody knows', async () => {
    const { story, write, read, apply, drift } = await adoptStory({ switches: { S29: 'differs' } });
    await story.sandbox.control.addUser({ loginUserId: 'kim@example.com' });
    write('campaigns/summer.yaml', DECLARED);
    await apply();
    await story.sandbox.control.changeRecord({ campaignName: SUMMER, clientId: 'C-2', skillQueue: 'silver' });
    const result = await drift();
    expect(result.leftOut.map((each) => `${each.address} ${whyLeftOut(each)}`)).toEqual([
      `record:${SUMMER}/C-2 skillQueue: the service shows a name, and a file takes the code`,
    ]);
    expect(read('campaigns/summer.yaml')).toBe(DECLARED);
  });

  test('are not in the patch where Git changed, and where the value comes from defaults or a CSV file', async () => {
    const { story, write, read, apply, drift } = await adoptStory();
    const { control } = story.sandbox;
    const table =
      'campaigns:\n  - campaignName: Table\n    recordsFrom: {file: ../t.csv, columns: {clientId: Id, data: {Name: Name}}}\n';
    await control.addUser({ loginUserId: 'kim@example.com' });
    write('campaigns/summer.yaml', DECLARED);
    write('campaigns/table.yaml', table);
    write('t.csv', 'Id,Name\nT-1,Jo\n');
    await apply();
    write('campaigns/summer.yaml', DECLARED.replace('note: plain', 'note: new'));
    await control.changeRecord({
      campaignName: SUMMER,
      clientId: 'C-1',
      skillQueue: 'silver',
      data: { Name: 'Maria L.' },
    });
    await control.changeRecord({ campaignName: 'Table', clientId: 'T-1', data: { Name: 'Jon' } });
    const result = await drift(CODES_SHOWN);
    expect(leftOut(result)).toEqual([`elsewhere record:${SUMMER}/C-1`, 'elsewhere record:Table/T-1']);
    expect(result.leftOut.map((each) => whyLeftOut(each)).join('; ')).toMatch(
      /skillQueue: .*defaults.*; data\.Name: comes from t\.csv|data\.Name: comes from t\.csv/u,
    );
    expect(result.leftOut.map(({ source }) => source?.line)).toEqual(expect.arrayContaining([2, 7]));
    expect(read('campaigns/summer.yaml')).toBe(
      DECLARED.replace('note: plain', 'note: new').replace('Maria Lopez', 'Maria L.'),
    );
    expect(read('campaigns/table.yaml')).toBe(table);
  });

  test('can be narrowed to some addresses, and JSON stays JSON', async () => {
    const { story, write, read, apply, drift } = await adoptStory();
    const json =
      '{"campaigns": [{"campaignName": "Summer Renewals",\n  "records": [{"clientId": "C-1", "data": {"Name": "Jo"}},\n    {"clientId": "C-2", "data": {"Name": "Al"}}]}]}\n';
    write('more/summer.json', json);
    await apply();
    for (const clientId of ['C-1', 'C-2']) {
      await story.sandbox.control.changeRecord({ campaignName: SUMMER, clientId, data: { Name: 'New "name"' } });
    }
    expect(taken(await drift({ only: `record:${SUMMER}/C-2` }))).toEqual([`record:${SUMMER}/C-2`]);
    expect(read('more/summer.json')).toBe(json.replace('"Al"', String.raw`"New \"name\""`));
  });

  test('a value that may not be declared is left out and named without being shown', async () => {
    const { story, write, read, apply, drift } = await adoptStory();
    await story.sandbox.control.addUser({ loginUserId: 'kim@example.com' });
    write('campaigns/summer.yaml', DECLARED);
    await apply();
    await story.sandbox.control.changeRecord({ campaignName: SUMMER, clientId: 'C-1', data: { phone: '0911 234' } });
    const result = await drift();
    expect(leftOut(result)).toEqual([`refused record:${SUMMER}/C-1`]);
    expect(JSON.stringify(result)).not.toContain('0911');
    expect(read('campaigns/summer.yaml')).toBe(DECLARED);
  });
});

describe('files', () => {
  test.each([
    ['notes/a.yaml', 'not-desired-file'],
    ['teams/a.json', 'not-desired-file'],
    ['../teams/a.yaml', 'not-desired-file'],
    ['teams/link/a.yaml', 'link-outside'],
  ])('%s is refused before anything is written: %s', async (into, code) => {
    const { story, users, write } = await adoptStory();
    await story.sandbox.control.addUser({ loginUserId: 'kim@example.com' });
    write('teams/x.yaml', 'users:\n  - {loginUserId: x@example.com, ensure: absent}\n');
    symlinkSync(tmpdir(), join(story.project.directory, 'teams', 'link'));
    const run = users([person('kim@example.com')], into);
    await expect(run).rejects.toMatchObject({ code });
  });

  test('that changed since they were read are not written over', async () => {
    const { openInto, writeFiles } = await import('../../src/desk/adopt/files.ts');
    const { story, write, read } = await adoptStory();
    const { directory } = story.project;
    write('teams/a.yaml', 'users: # before\n');
    const opened = await openInto(directory, 'teams/a.yaml');
    const fresh = await openInto(directory, 'teams/new.yaml');
    write('teams/a.yaml', 'users: # meanwhile\n');
    write('teams/new.yaml', 'users: # meanwhile\n');
    for (const each of [opened, fresh]) {
      await expect(writeFiles(directory, [{ opened: each, after: 'x' }])).rejects.toMatchObject({
        code: 'file-changed',
      });
    }
    expect([read('teams/a.yaml'), read('teams/new.yaml')]).toEqual(
      Array.from({ length: 2 }, () => 'users: # meanwhile\n'),
    );
  });
});
