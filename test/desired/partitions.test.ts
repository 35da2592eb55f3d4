// What a partition reads of the others: which records there are and to whom they are pinned, from every kind of file, and no more.

import { expect, test } from 'vitest';

import { withinPartition } from '../../src/core/desired/project/partitions.ts';
import { loadDesired } from '../../src/core/desired/project/load.ts';
import { chooseTarget, loadProject, targetsToCheck } from '../../src/core/desired/project/project.ts';
import { ToolError } from '../../src/core/model/errors.ts';
import type { DesiredState, Project } from '../../src/core/model/state.ts';
import { errorOf, projectFolder } from './project-folder.ts';
import type { Files } from './project-folder.ts';

const FILES: Files = {
  'muster.yaml': `name: contact-centre
desired: ["desired/**/*.yaml", "desired/**/*.json"]
targets: {sandbox: {sandbox: true}}
partitions:
  people: {teams: ["desired/teams/*"]}
  summer: {campaigns: ["Summer*"]}
  winter: {campaigns: ["Winter*"]}
`,
  'desired/teams/all.yaml': `users:
  - {loginUserId: ana@example.com, firstName: Ana, lastName: Ruiz, userTemplateName: Agents}
  - {loginUserId: ben@example.com, ensure: absent}
`,
  'desired/summer.yaml': `campaigns:
  - campaignName: Summer
    records:
      - {clientId: S-1, preferredAgent: ana@example.com, data: {Name: One}}
`,
  'desired/winter.yaml': `campaigns:
  - campaignName: Winter
    defaults: {skillQueue: gold}
    recordsFrom: {file: winter.csv, columns: {clientId: id, preferredAgent: agent, data: {Name: name}}}
    records:
      - {clientId: W-1, preferredAgent: ana@example.com, data: {Name: One}}
      - {clientId: W-2, ensure: absent}
`,
  'desired/winter.csv': 'id,agent,name\nW-3,ana@example.com,Three\nW-4,,Four\n',
  'desired/more.json':
    '{"campaigns": [{"campaignName": "Winter", "records": [{"clientId": "W-5", "data": {"Name": "Five"}}]}]}',
};

async function projectOf(files: Files = {}): Promise<Project> {
  return loadProject(await projectFolder({ ...FILES, ...files }));
}

async function partition(name: string, files: Files = {}): Promise<DesiredState> {
  const project = await projectOf(files);
  return loadDesired(project, chooseTarget(project, `sandbox.${name}`));
}

test.each(['people', 'summer', 'winter'])('%s is what it is of all files read as a whole', async (name) => {
  const project = await projectOf();
  const target = chooseTarget(project, `sandbox.${name}`);
  const [whole = target] = targetsToCheck(project, null);
  const { others, ...own } = withinPartition(await loadDesired(project, whole), target, []);
  const { others: known, ...read } = await loadDesired(project, target);
  expect(read).toEqual(own);
  expect([...(known?.holders ?? [])].toSorted()).toEqual([...(others?.holders ?? [])].toSorted());
  expect(known?.campaigns).toEqual(others?.campaigns);
});

test.each([
  ['desired/winter.yaml', 'preferredAgent: ana', 'preferredAgent: ben', 'desired/winter.yaml:6'],
  ['desired/winter.csv', 'W-4,,', 'W-4,ben@example.com,', 'desired/winter.csv:3'],
])('a pin to a leaver is refused wherever it stands (%s)', async (file, from, to, place) => {
  const changed = { [file]: String(FILES[file]).replace(from, to) };
  const { diagnostics } = await errorOf(() => partition('summer', changed));
  expect(diagnostics.map(({ code, source }) => `${code} ${source.file}:${source.line}`)).toEqual([
    `pinned-to-leaver ${place}`,
  ]);
});

test('a campaign that muster.yaml gives to another partition makes other files, the same for all partitions', async () => {
  const moved = {
    'muster.yaml': String(FILES['muster.yaml'])
      .replace('["Summer*"]', '["S*", "Winter*"]')
      .replace('["Winter*"]}\n', '["None"]}\n'),
  };
  const contents = async (files: Files): Promise<string[]> =>
    Promise.all(['people', 'summer', 'winter'].map(async (name) => (await partition(name, files)).content));
  const [before, after] = [new Set(await contents({})), new Set(await contents(moved))];
  expect([before.size, after.size]).toEqual([1, 1]);
  expect([...after]).not.toEqual([...before]);
});

test('a task of a leaver that is to end is no pin', async () => {
  const changed = String(FILES['desired/winter.yaml']).replace(
    'ensure: absent',
    'ensure: absent, preferredAgent: ben@example.com',
  );
  expect((await partition('summer', { 'desired/winter.yaml': changed })).records).toHaveLength(1);
});

test.each(['"clientId": 5', '"clientId": "W-5", "preferredAgent": 5', '"clientId": "W-5", "ensure": 5', '"data": {}'])(
  'a record of another partition that cannot be told is refused, never taken for gone (%s)',
  async (keys) => {
    const file = `{"campaigns": [{"campaignName": "Winter", "records": [{${keys}}]}]}`;
    const { diagnostics } = await errorOf(() => partition('summer', { 'desired/more.json': file }));
    expect(new Set(diagnostics.map(({ source }) => source.file))).toEqual(new Set(['desired/more.json']));
  },
);

test.each(['preferredAgent: ~', "preferredAgent: ''", 'preferredAgent: [ana]', 'ensure: ~', 'ensure: abesnt'])(
  'whatever its agent or state says, it is refused or known to be declared (%s)',
  async (words) => {
    const changed = String(FILES['desired/winter.yaml']).replace(
      '{clientId: W-2, ensure: absent}',
      `{clientId: W-2, ${words}}`,
    );
    const others = await partition('summer', { 'desired/winter.yaml': changed }).then(
      (desired) => desired.others,
      (error: unknown) => (error instanceof ToolError ? null : undefined),
    );
    expect(others === null || others?.holders.get('record:Winter/W-2')).toBe(others === null || 'winter');
  },
);

test('what else is wrong with it stops its own partition and the check of the whole, and no other', async () => {
  const changed = {
    'desired/winter.yaml': String(FILES['desired/winter.yaml']).replace('data: {Name: One}', 'timeZone: Europe/Madird'),
  };
  expect((await partition('summer', changed)).records).toHaveLength(1);
  const project = await projectOf(changed);
  const checked = [chooseTarget(project, 'sandbox.winter'), ...targetsToCheck(project, null)];
  for (const target of checked) {
    const { diagnostics } = await errorOf(() => loadDesired(project, target));
    expect(diagnostics.map(({ code }) => code)).toEqual(['unknown-time-zone']);
  }
});
