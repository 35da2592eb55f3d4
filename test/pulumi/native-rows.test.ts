// Rows that leave a set of the native provider: an update, as Pulumi shows it and as its provider is called.

import { expect, test } from 'vitest';

import type { Properties } from '../../providers/declaration.ts';
import { withSandbox } from '../support/sandbox.ts';
import type { OwnSandbox } from '../support/sandbox.ts';
import { explicit, folderOf, plugin, writesOf } from './native-plugin.ts';
import type { Plugin, Saved, Stand } from './native-plugin.ts';
import { declares, list, PROGRAM, writesIn } from './native-story.ts';
import type { Resource } from './native-story.ts';
import { succeeded, TIMEOUT } from './owner.ts';
import { pulumiIsHere, stackStory } from './stack.ts';

const rowsOf = (...ids: readonly string[]) => ({
  campaignName: 'Winter',
  records: Object.fromEntries(ids.map((id) => [id, { data: { Name: id } }])),
});

interface Begun {
  readonly sandbox: OwnSandbox;
  readonly stand: Stand;
  /** Another update: a process of its own. */
  readonly next: () => Promise<Plugin>;
  /** What was written since it was last asked. */
  readonly sent: () => Promise<readonly string[]>;
}

/** A set `list` that holds W-1 to W-3. */
async function begun(settings: Properties = {}): Promise<Begun> {
  const sandbox = await withSandbox();
  const stand = folderOf(null);
  const config = explicit(sandbox, stand);
  const next = () => plugin(stand, config);
  await (await next()).up('list', { ...rowsOf('W-1', 'W-2', 'W-3'), ...settings }, 'RecordSet');
  let before = (await writesOf(sandbox)).length;
  const sent = async (): Promise<readonly string[]> => {
    const all = await writesOf(sandbox);
    const since = all.slice(before);
    before = all.length;
    return since;
  };
  return { sandbox, stand, next, sent };
}

test('a row that leaves is removed by the update, and what it held is known no more', async () => {
  const { next, sent } = await begun();
  const fewer = rowsOf('W-1');
  expect(await (await next()).differs('list', fewer, 'RecordSet')).toEqual([]);
  await (await next()).up('list', fewer, 'RecordSet');
  expect((await sent()).toSorted()).toEqual([
    'deleteRecordFromCampaign Winter/W-2',
    'deleteRecordFromCampaign Winter/W-3',
  ]);
  expect(await (await next()).differs('list', fewer, 'RecordSet')).toBe(false);
  await (await next()).up('list', { campaignName: 'Winter', records: {} }, 'RecordSet');
  expect(await sent()).toEqual(['deleteRecordFromCampaign Winter/W-1']);
});

test('outputs hold rows and data as one text, and a stack that holds them by their values goes on without a request', async () => {
  const { stand, next, sent } = await begun();
  const one = { campaignName: 'Winter', clientId: 'V-1', data: { Name: 'V-1', phone: '+34911234567' } };
  await (await next()).up('one', one, 'PinnedRecord');
  const [list, single] = stand.state as [Saved, Saved];
  expect([list.outputs, single.outputs]).toMatchObject([
    { __records: expect.stringMatching(/^deflate:/u) as unknown, recordCount: 3 },
    { __data: '[["Name","V-1",1],["phone","+34911234567",2]]', clientId: 'V-1' },
  ]);
  expect(Object.keys({ ...list.outputs, ...single.outputs })).not.toContain('records');
  expect(Object.keys({ ...list.outputs, ...single.outputs })).not.toContain('data');
  await sent();
  stand.state.splice(0, 2, byValue(list), byValue(single));
  const all = [
    ['list', rowsOf('W-1', 'W-2', 'W-3'), 'RecordSet'],
    ['one', one, 'PinnedRecord'],
  ] as const;
  for (const [name, properties, type] of all) {
    expect(await (await next()).differs(name, properties, type)).toBe(false);
    expect(await (await next()).refresh(name, type)).toBe(false);
  }
  stand.state.splice(0, 2, byValue(list), byValue(single));
  for (const [name, properties, type] of all) await (await next()).up(name, properties, type);
  expect(await sent()).toEqual([]);
  await (await next()).up('list', rowsOf('W-1', 'W-2'), 'RecordSet');
  expect(await sent()).toEqual(['deleteRecordFromCampaign Winter/W-3']);
});

/** As it was written before. */
function byValue({ outputs, ...entry }: Saved): Saved {
  const { __records: _, __data: __, ...others } = outputs;
  const { records, data } = entry.inputs;
  return {
    ...entry,
    outputs: { ...others, ...(records !== undefined && { records }), ...(data !== undefined && { data }) },
  };
}

test('who was worked and leaves is let go without a request, and is not called again when the line is put back', async () => {
  const { sandbox, next, sent } = await begun();
  await sandbox.control.work({ campaignName: 'Winter', clientId: 'W-2', agent: 'ana@example.com', state: 'COMPLETED' });
  const left = await next();
  await left.up('list', rowsOf('W-1'), 'RecordSet');
  expect(await sent()).toEqual(['deleteRecordFromCampaign Winter/W-3']);
  expect(left.said.join('\n')).toContain('record:Winter/W-2: worked, or gone, and let go without a request');
  await sandbox.control.removeRecord({ campaignName: 'Winter', clientId: 'W-2' });
  await (await next()).up('list', rowsOf('W-1', 'W-2'), 'RecordSet');
  expect(await sent()).toEqual([]);
});

test('a row that another set has taken over before is let go without a request', async () => {
  const { next, sent } = await begun();
  const moved = await next();
  await moved.up('other', rowsOf('W-3'), 'RecordSet');
  await moved.up('list', rowsOf('W-1', 'W-2'), 'RecordSet');
  expect(await sent()).toEqual([]);
  const after = await next();
  for (const [name, rows] of [
    ['list', rowsOf('W-1', 'W-2')],
    ['other', rowsOf('W-3')],
  ] as const)
    expect(await after.differs(name, rows, 'RecordSet')).toBe(false);
});

test.each([
  ['a set', 'RecordSet', rowsOf('W-3')],
  ['a single record', 'PinnedRecord', { campaignName: 'Winter', clientId: 'W-3', data: { Name: 'W-3' } }],
  ['a set of another campaign', 'RecordSet', { ...rowsOf('W-3'), campaignName: 'Summer' }],
])(
  'a row that leaves and is declared later by %s is refused there, before anything is sent',
  async (_, type, other) => {
    const { sandbox, next, sent } = await begun();
    const preview = await next();
    expect(await preview.differs('list', rowsOf('W-1', 'W-2'), 'RecordSet')).toEqual([]);
    await expect(preview.differs('other', other, type)).rejects.toThrow(
      /record:Winter\/W-3 leaves "list", .* let "list" depend on "other"/u,
    );
    // Declared while its set is not written yet, it stays.
    const beside = await next();
    expect(await beside.differs('other', other, type)).toEqual([]);
    await beside.up('list', rowsOf('W-1', 'W-2'), 'RecordSet');
    expect(await sent()).toEqual([]);
    await beside.up('other', other, type);
    const tasks = (await sandbox.control.records()).filter(({ clientId }) => clientId === 'W-3');
    expect(tasks.map(({ campaignName }) => campaignName)).toEqual([other.campaignName]);
    await sent();
    const after = await next();
    await after.up('list', rowsOf('W-1', 'W-2'), 'RecordSet');
    await after.up('other', other, type);
    expect(await sent()).toEqual([]);
  },
);

test('what another entry of the state holds is left alone, whoever declares it', async () => {
  const { next, sent } = await begun();
  await (await next()).make('other', rowsOf('W-3'), 'RecordSet');
  const after = await next();
  await after.up('list', rowsOf('W-1', 'W-2'), 'RecordSet');
  expect(await sent()).toEqual([]);
});

test('a customer who stands in two campaigns since before leaves one of them', async () => {
  const { next, sent } = await begun();
  const made = await next();
  await made.differs('list', rowsOf('W-1', 'W-2', 'W-3'), 'RecordSet');
  await made.up('other', { ...rowsOf('W-3'), campaignName: 'Summer' }, 'RecordSet');
  expect(await sent()).toEqual(['addOrUpdateCampaignRecord Summer/W-3']);
  const after = await next();
  await after.up('list', rowsOf('W-1', 'W-2'), 'RecordSet');
  expect(await sent()).toEqual(['deleteRecordFromCampaign Winter/W-3']);
  expect(await after.differs('other', { ...rowsOf('W-3'), campaignName: 'Summer' }, 'RecordSet')).toBe(false);
});

test('who is to stand in a second campaign, too, is added there in the update after the one in which rows are handed over to it', async () => {
  const { sandbox, next, sent } = await begun();
  const summer = (...ids: readonly string[]) => ({ ...rowsOf(...ids), campaignName: 'Summer' });
  const handed = await next();
  await handed.up('other', summer('W-3'), 'RecordSet');
  await handed.up('list', rowsOf('W-1', 'W-2'), 'RecordSet');
  expect((await sent()).filter((each) => !each.startsWith('transfer'))).toEqual([]);
  const added = await next();
  await added.up('list', rowsOf('W-1', 'W-2'), 'RecordSet');
  await added.up('other', summer('W-3', 'W-2'), 'RecordSet');
  expect(await sent()).toEqual(['addOrUpdateCampaignRecord Summer/W-2']);
  const tasks = (await sandbox.control.records()).map(({ campaignName, clientId }) => `${campaignName}/${clientId}`);
  expect(tasks.toSorted()).toEqual(['Summer/W-2', 'Summer/W-3', 'Winter/W-1', 'Winter/W-2']);
});

test('a new reason for a customer who was finished where the row comes from calls again, also after a refresh', async () => {
  const settings = { marker: false };
  const { sandbox, next, sent } = await begun(settings);
  await sandbox.control.work({ campaignName: 'Winter', clientId: 'W-3', agent: 'ana@example.com', state: 'COMPLETED' });
  const row = (more: object) => ({ campaignName: 'Summer', records: { 'W-3': { data: { Name: 'W-3' }, ...more } } });
  const taken = await next();
  await taken.up('other', { ...row({}), ...settings }, 'RecordSet');
  await taken.up('list', { ...rowsOf('W-1', 'W-2'), ...settings }, 'RecordSet');
  expect(await sent()).toEqual([]);
  const again = await next();
  await again.refresh('other', 'RecordSet');
  await again.up('other', { ...row({ reissue: 'new offer' }), ...settings }, 'RecordSet');
  expect(await sent()).toEqual(['addOrUpdateCampaignRecord Summer/W-3']);
});

test('a row whose removal fails stays with its set, and leaves with the next update', async () => {
  const { sandbox, next, sent } = await begun();
  await sandbox.control.arm({ operation: 'write', kind: 'refuse-before', count: 'always' });
  await expect((await next()).up('list', rowsOf('W-1', 'W-3'), 'RecordSet')).rejects.toThrow('record:Winter/W-2');
  await sandbox.control.clearFaults();
  await sent();
  await (await next()).up('list', rowsOf('W-1', 'W-3'), 'RecordSet');
  expect(await sent()).toEqual(['deleteRecordFromCampaign Winter/W-2']);
});

/** An update of this set was cut off when it was to hold these rows. */
function cutOff({ stand }: Begun, type: 'creating' | 'updating', name: string, inputs: Properties): void {
  const urn = `urn:pulumi:dev::team::muster:index:RecordSet::${name}`;
  stand.pending.push({ type, resource: { urn, type: 'muster:index:RecordSet', inputs } });
}

test('a row that was to move when the update was cut off is moved by the next one, and not added beside', async () => {
  const given = await begun();
  const { sandbox, next, sent } = given;
  const taken = { ...rowsOf('W-3'), campaignName: 'Summer' };
  await (await next()).up('other', { campaignName: 'Summer', records: {} }, 'RecordSet');
  cutOff(given, 'updating', 'other', taken);
  await (await next()).refresh('other', 'RecordSet');
  given.stand.pending.pop();
  const after = await next();
  await after.up('other', taken, 'RecordSet');
  await after.up('list', rowsOf('W-1', 'W-2'), 'RecordSet');
  expect(await sent()).toEqual(expect.arrayContaining(['transferCampaignRecord Winter/W-3']));
  const tasks = (await sandbox.control.records()).filter(({ clientId }) => clientId === 'W-3');
  expect(tasks.filter(({ workedState }) => workedState !== 'REMOVED').map(({ campaignName }) => campaignName)).toEqual([
    'Summer',
  ]);
});

test('a row whose create was cut off is not added in another spelling', async () => {
  const given = await begun();
  const { next, sent } = given;
  const of = (id: string) => ({ ...rowsOf(id), campaignName: 'Summer' });
  cutOff(given, 'creating', 'other', of('C-3'));
  await expect((await next()).up('other', of('c-3'), 'RecordSet')).rejects.toThrow(
    '[other-spelling] record:Summer/c-3',
  );
  expect(await sent()).toEqual([]);
});

test('a reason that another spelling has used calls nobody again', async () => {
  const { sandbox, next, sent } = await begun();
  const called = (clientId: string) =>
    sandbox.control.work({ campaignName: 'Winter', clientId, agent: 'ana@example.com', state: 'COMPLETED' });
  const of = (id: string) => ({ campaignName: 'Winter', records: { [id]: { data: { Name: id }, reissue: 'again' } } });
  await (await next()).up('list', rowsOf('W-1'), 'RecordSet');
  await called('W-1');
  await (await next()).refresh('list', 'RecordSet');
  await sent();
  await (await next()).up('list', of('w-1'), 'RecordSet');
  expect(await sent()).toEqual(['addOrUpdateCampaignRecord Winter/w-1']);
  await called('w-1');
  await (await next()).refresh('list', 'RecordSet');
  for (let runs = 0; runs < 2; runs += 1) await (await next()).up('list', of('W-1'), 'RecordSet');
  expect(await sent()).toEqual([]);
});

test.skipIf(!pulumiIsHere())(
  'Pulumi shows it as an update by its path, also of a set that is protected',
  { timeout: TIMEOUT },
  async () => {
    const story = await stackStory(PROGRAM);
    const rows = { 'W-1': { data: { Name: 'One' } }, 'W-2': { skillQueue: 'q1' } };
    const of = (records: object): Resource => ({ ...list(records), options: { protect: true } });
    declares(story, { list: of(rows) });
    succeeded(await story.up());
    declares(story, { list: of({ 'W-1': rows['W-1'] }) });
    const preview = succeeded(await story.pulumi('preview', '--diff'));
    expect(preview.operations).toEqual(['update list']);
    expect(preview.text).toMatch(/~ records\s*: \{\s+- W-2: \{/u);
    const json = await story.pulumi('preview', '--json');
    expect(json.text).toContain('"records[\\"W-2\\"]"');
    const [up, sent] = await writesIn(story, () => story.up());
    expect([succeeded(up).operations, sent]).toEqual([['update list'], ['deleteRecordFromCampaign Winter/W-2']]);
    for (const args of [['preview'], ['refresh', '--yes'], ['preview']])
      expect(succeeded(await story.pulumi(...args)).operations).toEqual([]);
  },
);
