// Stories in which what is recorded, or a marker, points at something else than it seems to: expected of each is that nothing of
// others is touched, that nothing is done twice, and that muster refuses by the right code or says what it left alone.

import { MARKER_KEY } from '../../src/core/model/record.ts';
import { file, login, person, record, summer, SUMMER, WELCOME } from './files.ts';
import type { Scenario } from './scenarios.ts';
import type { Story } from './story.ts';

const FIRST = file([record('C-1'), record('C-2')], { users: [person('cho')] });
/** An update, a delete, two creates and a leaver. */
const NEXT = file([record('C-1', { skillQueue: 'gold' }), record('C-3')], { users: [person('dan')] });

/** Others made the same ids where the target points now. */
const rePointed: Scenario = async (story) => {
  await story.step({ name: 'create', desired: FIRST });
  const { control, target } = await story.openNeighbour();
  for (const name of ['ana', 'ben', 'cho']) await control.addUser({ loginUserId: login(name) });
  const rows = ['S-0', 'C-1', 'C-2'].map((Id) => ({ Id, Name: `Customer ${Id}` }));
  await control.loadIntake({ campaignName: SUMMER, idColumn: 'Id', rows });
  for (const desired of [FIRST, NEXT, file([])])
    await story.expectRefused({ name: 'pointed elsewhere', desired, at: { target } }, 'other-tenant');
  const named = { ...target, companyCode: 'other' };
  await story.expectRefused({ name: 'another company', desired: NEXT, at: { target: named } }, 'other-tenant');
  await story.step({ name: 'and back', desired: NEXT });
};

/** What one project recorded lies in the place of another one's. */
const swapped: Scenario = async (story) => {
  await story.step({ name: 'create', desired: FIRST });
  const project = { ...story.project, name: 'own-project' };
  for (const desired of [FIRST, NEXT, file([])])
    await story.expectRefused({ name: 'under another project', desired, at: { project } }, 'other-stack');
  await story.step({ name: 'under its own', desired: NEXT });
};

/** A campaign was exported and imported, markers and all. */
const markerCopied: Scenario = async (story) => {
  await story.step({ name: 'create', desired: FIRST });
  if (story.blind) return;
  const task = (await story.control.records(SUMMER)).find(({ clientId }) => clientId === 'C-1');
  const marker = task?.previewRecordData.find(({ key }) => key === MARKER_KEY)?.value ?? '';
  const rows = (Id: string) => [{ Id, Name: 'Of others', [MARKER_KEY]: marker }];
  await story.act(async (control) => {
    await control.loadIntake({ campaignName: SUMMER, idColumn: 'Id', rows: rows('C-9') });
    await control.loadIntake({ campaignName: WELCOME, idColumn: 'Id', rows: rows('C-1') });
  });
  const both = file([record('C-1'), record('C-2'), record('C-9')], { users: [person('cho')] });
  await story.step({ name: 'the copy is declared', desired: both });
  const absent = record('C-9', { ensure: 'absent' });
  const gone = file([record('C-1'), record('C-2'), absent], { users: [person('cho')] });
  await story.step({ name: 'the copy is declared absent', desired: gone });
  await story.step({ name: 'its line is dropped', desired: NEXT });
};

/** Two projects declare the same people and records. */
const twoStacks: Scenario = async (story) => {
  await story.step({ name: 'create', desired: FIRST });
  const other = await story.openStack('neighbour');
  const adopting = file([record('C-1', { adopt: true, skillQueue: 'gold' }), record('C-2', { ensure: 'absent' })]);
  for (const desired of [FIRST, adopting])
    story.expectNoWrite(await story.run({ name: 'by another project', desired }, true, other));
  await story.step({ name: 'by the first', desired: NEXT });
};

/** Killed while its clock was an hour ahead; an agent calls everybody, and the list is cleared; then the clock is put right. */
const clockMoved: Scenario = async (story) => {
  const HOUR = 60 * 60_000;
  await story.step({ name: 'create', desired: file([]) });
  await story.pass(HOUR);
  const desired = file([record('C-1'), record('C-2'), record('C-3')]);
  await story.run({ name: 'killed', desired, ends: { by: 'kill', afterWrites: 1 } });
  await workAll(story);
  await story.setBack(HOUR);
  await story.run({ name: 'with the clock put right', desired });
  await story.pass(3 * 60_000);
  await story.run({ name: 'and later', desired });
};

async function workAll(story: Story): Promise<void> {
  const made = (await story.control.records(SUMMER)).filter(({ clientId }) => clientId.startsWith('C-'));
  for (const { clientId } of made) {
    await story.works({ ...summer(clientId), agent: login('ana'), state: 'COMPLETED' });
    await story.act((control) => control.removeRecord(summer(clientId)));
  }
}

/** A person and a record whose creates were cut off, and are carried out after their lines were dropped. */
const lineDropped: Scenario = async (story) => {
  const keeps = file([record('C-1')]);
  await story.step({ name: 'create', desired: keeps });
  const late = { kind: 'commit-late', delayMs: 70_000, byClock: true } as const;
  const desired = file([record('C-1'), record('C-2')], { users: [person('cho', { onRemove: 'delete' })] });
  const faults = [
    { operation: 'add-user', ...late },
    { operation: 'addOrUpdateCampaignRecord', ...late },
  ];
  await story.run({ name: 'cut off', desired, faults });
  await story.pass(20_000);
  await story.run({ name: 'without the lines', desired: keeps });
  await story.pass(60_000);
  // The requests are carried out while it reads.
  await story.run({ name: 'carried out now', desired: keeps, meanwhile: () => Promise.resolve() });
  await story.step({ name: 'carried out since', desired: keeps });
  await story.pass(3 * 60_000);
  await story.step({ name: 'and later', desired: keeps });
  await story.expectNobody([login('cho')], ['C-2']);
};

/** A signal, and where there is a lock its loss, in the middle of ten writes: the next run finishes, with every object once. */
const stopped: Scenario = async (story) => {
  const many = ['C-3', 'C-4', 'C-5', 'C-6', 'C-7', 'C-8'].map((id) => record(id));
  const users = ['cho', 'dan', 'eve'].map((name) => person(name));
  const signal = { by: 'signal', afterWrites: 2 } as const;
  await story.step({ name: 'stopped', desired: file(many, { users }), ends: signal });
  const edited = file(many.map((each) => ({ ...each, skillQueue: 'gold' })));
  const by = story.canLoseLock ? 'lock' : 'signal';
  await story.step({ name: 'stopped again', desired: edited, ends: { by, afterWrites: 2 } });
};

export const IDENTITY: Readonly<Record<string, Scenario>> = {
  'target re-pointed': rePointed,
  'ledger swapped': swapped,
  'marker copied': markerCopied,
  'two stacks': twoStacks,
  'clock moved': clockMoved,
  'line dropped while an intent is open': lineDropped,
  stopped,
};
