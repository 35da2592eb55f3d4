// The stories of the matrix: everyday edits beside other people's data, under whatever reading of the documents the profile
// gives. Each step ends in silence by itself (story.step); what else must hold is judged over the whole history.

import type { FaultKind } from '../../src/sandbox/messages/faults.ts';
import { file, inSummer, LATER, login, person, record, seedOthers, summer, SUMMER, WELCOME } from './files.ts';
import type { Story } from './story.ts';
import { WRITES } from '../support/writes.ts';

export type Scenario = (story: Story) => Promise<void>;

const LONG = 'a value that is longer than the limit of those profiles which have one';
const worked = (clientId: string, state: 'WORKED' | 'COMPLETED' | 'REMOVED', campaignName = SUMMER) =>
  ({ campaignName, clientId, agent: login('ana'), state }) as const;
const refusedUnder = (is: boolean, ...addresses: string[]): readonly string[] => (is ? addresses : []);

const create: Scenario = async (story) => {
  const { S15, S20 } = story.profile.switches;
  const long = refusedUnder(S20.kind === '4xx' || S20.kind === 'FAILED', inSummer('C-9'));
  const first = file([
    record('C-1', { preferredAgent: login('ana') }),
    record('C-2', { skillQueue: 'gold', hidden: ['score'] }),
  ]);
  await story.step({ name: 'create', desired: first });
  const more = file([...(first.campaigns?.[0]?.records?.slice(1) ?? []), record('C-9', { data: { Note: LONG } })], {
    users: [
      person('tom', { userTemplateName: 'Unknown template' }),
      person('xia', { adopt: true, createInBackend: true }),
      person('kim'),
      person('lea', { createInBackend: true }),
    ],
  });
  // Two people come into being between the plan and the requests: one in the service, one behind it.
  const meanwhile = (): Promise<void> =>
    story.act(async (control) => {
      await control.addUser({ loginUserId: login('kim') });
      await control.addUser({ loginUserId: login('lea'), inService: false });
    });
  const unseen = refusedUnder(S15 !== 'on', `user:${login('lea')}`);
  const refused = [`user:${login('tom')}`, ...long, ...unseen];
  await story.step({ name: 'create more', desired: more, meanwhile, refused });
};

const update: Scenario = async (story) => {
  const first = [record('C-1', { preferredAgent: login('ana'), skillQueue: 'gold' }), record('C-2'), record('C-3')];
  await story.step({ name: 'create', desired: file(first) });
  await story.writes({ ...summer('C-1'), data: { Note: 'said hello' } });
  await story.step({
    name: 'data, queue, pin and time',
    desired: file([
      record('C-1', { preferredAgent: login('ben'), skillQueue: 'silver' }),
      record('C-2', { data: { Name: 'Other', extra: '1' } }),
      record('C-3', { nextEarliestWorkTime: LATER, timeZone: 'Europe/Madrid', highlight: ['phone'] }),
    ]),
  });
  await story.act((control) => control.changeRecord({ ...summer('C-2'), data: { extra: '2' }, skillQueue: 'bronze' }));
  await story.step({
    name: 'no pin, fewer fields',
    // An item that the file drops and somebody changed: overwriting it is a word of its own.
    allow: { overwrite: 1 },
    desired: file([record('C-1'), record('C-2'), record('C-3', { nextEarliestWorkTime: LATER })]),
  });
};

const move: Scenario = async (story) => {
  const moving = record('C-1', { skillQueue: 'gold', preferredAgent: login('ana'), hidden: ['score'] });
  const plain = record('C-2');
  await story.step({ name: 'create', desired: file([moving, plain, record('X-3'), record('C-3')]) });
  await story.writes({ ...summer('C-1'), data: { Note: 'called before', Other: '2' } });
  await story.writes({ ...summer('C-2'), data: { Note: 'likes mornings', Highlight: 'Name' } });
  const arrived = { ...moving, skillQueue: 'silver' };
  // X-3 of somebody else stands in the target already: a person decides.
  await story.step({
    name: 'move two, one is taken',
    desired: file([record('C-3')], { welcome: [arrived, plain, record('X-3')] }),
  });
  const meanwhile = (): Promise<void> =>
    story.act((control) =>
      control.loadIntake({ campaignName: WELCOME, idColumn: 'Id', rows: [{ Id: 'C-3', Name: 'Other' }] }),
    );
  const both = [arrived, plain, record('X-3')];
  await story.step({ name: 'taken meanwhile', desired: file([], { welcome: [...both, record('C-3')] }), meanwhile });
  await story.step({ name: 'move back', desired: file([moving, record('C-3')], { welcome: [plain, record('X-3')] }) });
};

const remove: Scenario = async (story) => {
  const { S6 } = story.profile.switches;
  const all = [record('C-1'), record('C-2'), record('C-3'), record('C-4')];
  await story.step({
    name: 'create',
    desired: file(all, { users: [person('cho'), person('dan', { createInBackend: true })] }),
  });
  await story.works(worked('C-2', 'WORKED'));
  await story.works(worked('C-3', 'COMPLETED'));
  await story.step({
    name: 'delete',
    desired: file([record('C-4', { ensure: 'absent' })], { users: [person('cho')] }),
  });
  await story.act((control) => control.removeRecord(summer('C-3')));
  const refused = refusedUnder(S6 === 'refused', inSummer('C-1'));
  await story.step({
    name: 'put back',
    desired: file([record('C-1'), record('C-2'), record('C-3')], { users: [person('cho')] }),
    refused,
  });
  const gone = refusedUnder(story.profile.switches.S14 > 0, `user:${login('dan')}`);
  const back = file([record('C-1'), record('C-2'), record('C-3')], { users: [person('cho'), person('dan')] });
  await story.step({ name: 'a leaver returns', desired: back, refused: [...refused, ...gone] });
  await story.pass(61_000);
  await story.step({ name: 'and is free again', desired: back, refused });
};

const offBoard: Scenario = async (story) => {
  const leavers = [
    person('cho', { offboard: { reassignTo: login('ana') } }),
    person('dan', { offboard: 'clear', createInBackend: true }),
    person('eve'),
  ];
  const later = { nextEarliestWorkTime: LATER };
  const pinned = (name: string) => record('C-1', { preferredAgent: login(name), ...later });
  const plain = ['C-2', 'C-3', 'C-4', 'C-5', 'C-6'].map((id) => record(id, later));
  await story.step({ name: 'create', desired: file([pinned('cho'), ...plain], { users: leavers }) });
  // Delivered once, and to be tried again later: before its time no agent is given it.
  await story.act((control) => control.changeRecord({ ...summer('C-6'), nextEarliestWorkTime: null }));
  await story.works({ ...worked('C-6', 'WORKED'), nextEarliestWorkTime: Date.parse(LATER) });
  await story.act(async (control) => {
    for (const { clientId } of plain) await control.changeRecord({ ...summer(clientId), preferredAgent: login('dan') });
    const preferredAgent = login('eve');
    await control.changeRecord({ ...summer('X-1'), preferredAgent, nextEarliestWorkTime: Date.parse(LATER) });
  });
  const first = file([pinned('ana'), ...plain], { users: leavers.slice(1) });
  await story.step({ name: 'one leaves, the file repins', desired: first });
  await story.step({ name: 'two leave, a foreign task holds one', desired: file([pinned('ana'), ...plain]) });
};

const reissue: Scenario = async (story) => {
  const { S5, S6 } = story.profile.switches;
  await story.step({ name: 'create', desired: file([record('C-1'), record('C-2'), record('C-3')]) });
  await story.works(worked('C-1', 'COMPLETED'));
  await story.works(worked('C-2', 'COMPLETED'));
  await story.works(worked('C-3', 'WORKED'));
  const again = record('C-1', { reissue: 'new offer' });
  await story.step({ name: 'reissue one', desired: file([again, record('C-2'), record('C-3')]) });
  await story.works(worked('C-1', 'COMPLETED'));
  await story.act((control) => control.removeRecord(summer('C-2')));
  await story.step({
    name: 'the same reason calls nobody',
    desired: file([again, record('C-2'), record('C-3', { reissue: 'early' })]),
  });
  const refused = refusedUnder(S6 === 'refused' || S5 !== 'gone', inSummer('C-2'));
  const gone = file([again, record('C-2', { reissue: 'asked for it' }), record('C-3', { reissue: 'early' })]);
  await story.step({ name: 'reissue one that is gone', desired: gone, refused });
  await story.works(worked('C-3', 'COMPLETED'));
  await story.step({ name: 'an early reason is used up', desired: gone, refused });
};

const adopt: Scenario = async (story) => {
  await story.step({ name: 'create', desired: file([record('C-1')]) });
  const theirs = file([record('C-1'), record('X-1'), record('X-2')], { users: [person('zoe')] });
  await story.step({ name: 'not without a word', desired: theirs });
  const ours = file(
    [
      record('C-1'),
      record('X-1', { adopt: true, skillQueue: 'gold' }),
      record('X-2', { adopt: true, data: { Name: 'Other X-2' } }),
    ],
    {
      users: [person('zoe', { adopt: true, createInBackend: true }), person('yan', { adopt: true })],
    },
  );
  await story.step({ name: 'adopt', desired: ours });
  await story.step({ name: 'release', desired: file([record('C-1')]) });
};

const collision: Scenario = async (story) => {
  const rows = (...ids: string[]) => ({
    campaignName: SUMMER,
    idColumn: 'Id',
    rows: ids.map((Id) => ({ Id, Name: 'From a file' })),
  });
  await story.act((control) => control.loadIntake(rows('C-1')));
  await story.step({ name: 'one was there before', desired: file([record('C-1'), record('C-2'), record('C-3')]) });
  await story.act((control) => control.loadIntake(rows('C-2')));
  await story.step({
    name: 'one came after',
    desired: file([record('C-1'), record('C-2', { skillQueue: 'gold' }), record('C-3')]),
  });
  const meanwhile = (): Promise<void> => story.act((control) => control.loadIntake(rows('C-3', 'C-4')));
  const more = [
    record('C-1'),
    record('C-2', { skillQueue: 'gold' }),
    record('C-3', { skillQueue: 'gold' }),
    record('C-4'),
  ];
  await story.step({ name: 'two come meanwhile', desired: file(more), meanwhile });
  await story.act((control) => control.loadIntake(rows('C-2')));
  await story.step({ name: 'all leave the file', desired: file([]) });
};

const workedMeanwhile: Scenario = async (story) => {
  const pin = { preferredAgent: login('ana') };
  const first = ['C-1', 'C-2', 'C-3', 'C-4', 'C-5'].map((id) => record(id, pin));
  await story.step({ name: 'create', desired: file(first) });
  const meanwhile = async (): Promise<void> => {
    for (const id of ['C-1', 'C-3', 'C-4']) await story.works(worked(id, id === 'C-1' ? 'WORKED' : 'COMPLETED'));
  };
  const gold = { ...pin, skillQueue: 'gold' };
  const edited = file([record('C-1', gold), record('C-2', gold), record('C-5', pin)], {
    welcome: [record('C-4', pin)],
  });
  await story.step({ name: 'worked between plan and write', desired: edited, meanwhile });
  await story.works(worked('C-2', 'COMPLETED'));
  await story.pass(31 * 60_000);
  await story.step({ name: 'worked and lapsed afterwards', desired: edited });
  const replace = { skillQueue: 'silver', whenWorked: 'replace' } as const;
  await story.step({
    name: 'the file allows writing',
    desired: file([record('C-1', replace), record('C-2', replace), record('C-5')], { welcome: [record('C-4')] }),
  });
};

/** A file and the next one, between which every writing operation is needed. */
const losing =
  (kind: FaultKind): Scenario =>
  async (story) => {
    const who = (name: string) => person(name, { offboard: 'clear' });
    const variants = [
      file([record('C-1'), record('C-2'), record('C-3', { preferredAgent: login('ana') })], { users: [who('cho')] }),
      file([record('C-1', { skillQueue: 'gold' }), record('C-3'), record('C-4')], {
        users: [who('dan')],
        welcome: [record('C-2')],
      }),
    ] as const;
    const { S6, S14 } = story.profile.switches;
    const refused = [
      ...refusedUnder(S6 === 'refused', inSummer('C-4')),
      ...refusedUnder(S14 > 0, `user:${login('cho')}`, `user:${login('dan')}`),
    ];
    await story.step({ name: 'create', desired: variants[0] });
    await story.writes({ ...summer('C-2'), data: { Note: 'called before' } });
    for (const [index, operation] of WRITES.entries()) {
      const desired = variants[index % 2 === 0 ? 1 : 0];
      const faults = [{ operation, kind, delayMs: LATE_MS }];
      await story.step({ name: `${kind} at ${operation}`, desired, faults, refused });
      await story.pass(61_000);
    }
  };
const LATE_MS = 60;

const restart: Scenario = async (story) => {
  await story.step({
    name: 'create',
    desired: file([record('C-1'), record('C-2'), record('C-3')], { users: [person('cho')] }),
  });
  await story.writes({ ...summer('C-2'), data: { Note: 'called before' } });
  const desired = file([record('C-1', { skillQueue: 'gold' }), record('C-4')], {
    users: [person('dan')],
    welcome: [record('C-2')],
  });
  // Every answer to a write is lost and nothing can be read any more: what was begun stays open and is said so.
  const faults = [
    { operation: 'write', kind: 'commit-then-reset', count: 'always' },
    { operation: 'read', kind: 'status', ordinal: 8, count: 'always' },
  ] as const;
  await story.run({ name: 'cut off', desired, faults });
  await story.act((control) => control.arm({ operation: 'read', kind: 'status', count: 'always' }));
  await story.run({ name: 'begun again, nothing can be read', desired });
  await story.step({ name: 'begun again', desired });
};

const rotation: Scenario = async (story) => {
  const rotate = (): Promise<void> => story.act((control) => control.rotateKey());
  await story.step({
    name: 'create, key changed meanwhile',
    desired: file([record('C-1'), record('C-2')]),
    meanwhile: rotate,
  });
  await story.step({
    name: 'update after more than an hour of thought',
    desired: file([record('C-1', { skillQueue: 'gold' }), record('C-3')]),
    meanwhile: () => story.pass(61 * 60_000),
  });
  await story.step({
    name: 'both',
    desired: file([record('C-1')], { users: [person('cho')] }),
    meanwhile: async () => {
      await rotate();
      await story.pass(61 * 60_000);
    },
  });
};

const othersHands: Scenario = async (story) => {
  const all = file([record('C-1'), record('C-2'), record('C-3'), record('C-4')], { users: [person('cho')] });
  await story.step({ name: 'create', desired: all });
  await story.act(async (control) => {
    await control.removeUser(login('cho'));
    await control.removeRecord(summer('C-1'));
  });
  await story.act((control) => control.moveRecord({ ...summer('C-2'), toCampaign: WELCOME }));
  await story.act((control) => control.changeRecord({ ...summer('C-3'), data: { musterStack: null } }));
  await story.pass(61_000);
  await story.step({ name: 'the same file again', desired: all, allow: { restores: 1 } });
  await story.act((control) => control.changeRecord({ ...summer('C-3'), data: { musterStack: null } }));
  await story.step({ name: 'and without them', desired: file([record('C-4')]) });
};

export const SCENARIOS: Readonly<Record<string, Scenario>> = {
  create,
  update,
  move,
  delete: remove,
  'off-board': offBoard,
  reissue,
  adopt,
  'intake collision': collision,
  'worked meanwhile': workedMeanwhile,
  'lost answer': losing('commit-then-reset'),
  'late commit': losing('commit-late'),
  'garbled answer': losing('garbage'),
  restart,
  'key rotation': rotation,
  "others' hands": othersHands,
};

/** Plays a scenario beside other people's data. */
export async function playScenario(story: Story, scenario: Scenario): Promise<void> {
  await seedOthers(story);
  await scenario(story);
}
