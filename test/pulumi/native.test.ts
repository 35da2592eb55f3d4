// The native provider with the real command.

import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';

import { isWrite } from '../matrix/log-entry.ts';
import { withSandbox } from '../support/sandbox.ts';
import { declares, list, maria, person, PLUGIN, PROGRAM, withYaml, writesIn, yamlHost } from './native-story.ts';
import type { Resource } from './native-story.ts';
import { succeeded, TIMEOUT, writesOf } from './owner.ts';
import { pulumiIsHere, stackStory } from './stack.ts';
import type { Ended, Story } from './stack.ts';

const example = (name: string): string => fileURLToPath(new URL(`../../examples/${name}`, import.meta.url));

test.skipIf(!pulumiIsHere())(
  'a program of another language declares, previews by path, refreshes and destroys',
  { timeout: TIMEOUT },
  async () => {
    const story = await stackStory(PROGRAM);
    const rows = { 'W-1': { data: { Name: 'One' } }, 'W-2': { data: { Name: 'Two' }, skillQueue: 'q1' } };
    const all = { ana: person('ana'), maria: maria({ Name: 'Maria', City: 'Lima' }), list: list(rows) };
    declares(story, all);
    succeeded(await story.up());
    expect(await writesOf(story)).toEqual([
      'add-user ana@example.com',
      'addOrUpdateCampaignRecord Summer/C-1',
      'addOrUpdateCampaignRecord Winter/W-1',
      'addOrUpdateCampaignRecord Winter/W-2',
    ]);
    const changed = { ...rows, 'W-2': { data: { Name: 'Two' }, skillQueue: 'q2' } };
    declares(story, { ...all, maria: maria({ Name: 'Mario', City: 'Lima' }), list: list(changed) });
    const preview = succeeded(await story.pulumi('preview', '--diff'));
    expect(preview.text).toMatch(/~ data: \{\s+~ Name: \[secret\] => \[secret\]\s+\}/u);
    expect(preview.text).toMatch(/~ records: \{\s+~ W-2: \{\s+~ skillQueue: "q1" => "q2"/u);
    expect(preview.operations.toSorted()).toEqual(['update list', 'update maria']);
    expect(preview.text).not.toMatch(/Mari[ao]|receipts|schemaVersion|owner/u);
    const [up, sent] = await writesIn(story, () => story.up());
    succeeded(up);
    expect(sent).toEqual(['addOrUpdateCampaignRecord Summer/C-1', 'addOrUpdateCampaignRecord Winter/W-2']);
    for (const args of [['preview'], ['refresh', '--yes'], ['preview']])
      expect(succeeded(await story.pulumi(...args)).operations).toEqual([]);
    const [gone, removed] = await writesIn(story, () => story.pulumi('destroy', '--yes', '--skip-preview'));
    expect([gone.code, removed]).toEqual([1, []]);
    expect(gone.text).toContain('MUSTER_ALLOW=deletes=4');
    vi.stubEnv('MUSTER_ALLOW', 'deletes=4');
    onTestFinished(() => void vi.unstubAllEnvs());
    const [, deleted] = await writesIn(story, async () =>
      succeeded(await story.pulumi('destroy', '--yes', '--skip-preview')),
    );
    expect(deleted).toEqual([
      'delete-user ana@example.com',
      'deleteRecordFromCampaign Summer/C-1',
      'deleteRecordFromCampaign Winter/W-1',
      'deleteRecordFromCampaign Winter/W-2',
    ]);
  },
);

test.skipIf(!pulumiIsHere())(
  'what is there is imported without a request, and previews empty as it was printed',
  { timeout: TIMEOUT },
  async () => {
    const story = await stackStory(PROGRAM);
    const { control } = story.sandbox;
    await control.addUser({ loginUserId: 'eve@example.com', inBackend: false });
    await control.loadIntake({ campaignName: 'Beta', idColumn: 'Id', rows: [{ Id: 'OLD', Name: 'Maria' }] });
    declares(story, {});
    const imported = async (...args: readonly string[]): Promise<Ended> =>
      story.pulumi('import', ...args, '--yes', '--protect=false', '--generate-code=false');
    succeeded(await imported('muster:index:User', 'eve', 'eve@example.com'));
    succeeded(await imported('muster:index:PinnedRecord', 'old', 'Beta/OLD'));
    const eve = { type: 'muster:User', properties: { loginUserId: 'eve@example.com', adopt: true } };
    const data = { Name: { value: 'Maria', displayOrder: 2 } };
    const old = {
      type: 'muster:PinnedRecord',
      properties: { campaignName: 'Beta', clientId: 'OLD', adopt: true, marker: false, data },
    };
    declares(story, { eve, old });
    for (const args of [['--diff'], ['--refresh']])
      expect(succeeded(await story.pulumi('preview', ...args)).operations).toEqual([]);
    declares(story, { eve: person('eve', { adopt: true }), old });
    expect(succeeded(await story.pulumi('preview')).operations).toEqual([]);
    for (const [args, why] of [
      [
        ['muster:index:User', 'nobody', 'nobody@example.com'],
        'user:nobody@example.com: expected somebody who is in the service',
      ],
      [['muster:index:PinnedRecord', 'bad', 'OLD'], 'expected <campaignName>/<clientId>; given OLD'],
      [['muster:index:PinnedRecord', 'again', 'Beta/OLD'], 'is held by a resource of this stack already'],
      [['muster:index:RecordSet', 'all', 'Beta/all'], 'a RecordSet is not imported'],
    ] as const) {
      const { code, text } = await imported(...args);
      expect([code !== 0, text]).toEqual([true, expect.stringContaining(why)]);
      expect(text).not.toMatch(/^\s+at /mu);
    }
    // Nothing of a person is made without names, whatever is allowed.
    declares(story, { eve, old });
    await control.removeUser('eve@example.com');
    vi.stubEnv('MUSTER_ALLOW', 'restores=1');
    onTestFinished(() => void vi.unstubAllEnvs());
    const gone = await story.pulumi('up', '--yes', '--skip-preview', '--refresh');
    expect([gone.code !== 0, gone.text]).toEqual([true, expect.stringContaining('cannot be made without firstName')]);
    // The marker that the import left for the first write; where the engine stopped before it, nothing.
    expect([[], ['addOrUpdateCampaignRecord Beta/OLD']]).toContainEqual(await writesOf(story));
  },
);

test.skipIf(!pulumiIsHere())(
  'a customer under several ids is added once where the project says so',
  { timeout: TIMEOUT },
  async () => {
    const story = await stackStory(PROGRAM);
    const file = join(story.folder, 'muster.yaml');
    const project = JSON.parse(readFileSync(file, 'utf8')) as object;
    writeFileSync(file, JSON.stringify({ ...project, policy: { sameNumber: 'block' } }));
    const data = { Name: 'Maria', phone: '+34911234567' };
    const one = (clientId: string): Resource => ({
      type: 'muster:PinnedRecord',
      properties: { campaignName: 'Winter', clientId, data },
    });
    declares(story, { list: list({ 'W-1': { data }, 'W-2': { data } }) });
    const twice = await story.up();
    expect([twice.code !== 0, twice.text]).toEqual([true, expect.stringContaining('expected each customer once')]);
    expect(await writesOf(story)).toEqual([]);
    declares(story, { one: one('C-1'), two: one('C-2'), three: one('C-3') });
    expect((await story.up()).code).not.toBe(0);
    expect((await writesOf(story)).length).toBeLessThan(2);
    declares(story, { one: one('C-1'), list: list({ 'W-3': { data: { ...data, Name: 'Ana' } } }) });
    succeeded(await story.up());
  },
);

test.skipIf(!pulumiIsHere())(
  'an update that was killed is asked for, a wrong declaration is refused in one line, and nothing is sent',
  { timeout: TIMEOUT },
  async () => {
    const story = await stackStory(PROGRAM);
    const { control } = story.sandbox;
    const records = { 'W-1': { data: { Name: 'One' } }, 'W-2': { data: { Name: 'Two' } } };
    declares(story, { list: list(records) });
    await control.arm({ operation: 'write', kind: 'commit-then-hang', count: 'always' });
    await story.killedUp(async () => (await control.counters()).writes >= 2);
    succeeded(await story.pulumi('cancel', '--yes'));
    await control.clearFaults();
    for (const clientId of ['W-1', 'W-2']) {
      await control.work({ campaignName: 'Winter', clientId, agent: 'ana@example.com', state: 'COMPLETED' });
      await control.removeRecord({ campaignName: 'Winter', clientId });
    }
    const [asked, sent] = await writesIn(story, () => story.up());
    expect([asked.code === 0, sent]).toEqual([false, []]);
    expect(asked.text).toContain('MUSTER_ALLOW=interrupted=2');
    declares(story, { ana: person('ana', { onRemove: 'never' }) });
    const wrong = await story.pulumi('preview');
    expect([wrong.code !== 0, wrong.text]).toEqual([
      true,
      expect.stringContaining('onRemove: expected one of release, keep'),
    ]);
    succeeded(await story.pulumi('config', 'set', 'muster:target', 'nowhere'));
    declares(story, { ana: person('ana') });
    const lost = await story.pulumi('preview');
    expect([lost.code === 0, lost.text]).toEqual([
      false,
      expect.stringMatching(/expected one of test; given nowhere/u),
    ]);
    expect(wrong.text + lost.text).not.toMatch(/^\s+at /mu);
  },
);

test.skipIf(!pulumiIsHere())(
  'a Roster is planned and guarded like a program of desired files, and takes over its stack without a request',
  { timeout: TIMEOUT },
  async () => {
    const story = await stackStory();
    const project = readFileSync(join(story.folder, 'Pulumi.yaml'), 'utf8');
    const elsewhere = { type: 'pulumi:providers:muster', properties: { target: 'nowhere' } };
    const roster = (more: object = {}): void => {
      writeFileSync(join(story.folder, 'index.js'), PROGRAM);
      const others = 'options' in more && JSON.stringify(more).includes('elsewhere') ? { elsewhere } : {};
      declares(story, { ...others, all: { type: 'muster:Roster', ...more } });
    };
    const users = ['ana', 'ben'].map((name) => person(name).properties);
    const records = [1, 2, 3].map((number) => ({ clientId: `C-${number}`, preferredAgent: 'ana@example.com' }));
    const campaigns = [{ campaignName: 'Summer', records }];
    story.declare({ users, campaigns } as never);
    succeeded(await story.up());
    roster();
    const [taken, sent] = await writesIn(story, () => story.up());
    expect(succeeded(taken).operations.filter((each) => /user:|record:/u.test(each))).toEqual([]);
    expect(sent).toEqual([]);
    expect(succeeded(await story.preview()).operations).toEqual([]);
    await story.sandbox.control.removeUser('ben@example.com');
    const [stopped, none] = await writesIn(story, () => story.up());
    expect([stopped.code, none]).toEqual([1, []]);
    expect(stopped.text).toMatch(/error: .*Roster resource 'all' has a problem: .*MUSTER_ALLOW=restores=1/su);
    for (const [more, why] of [
      [{ options: { protect: true } }, 'protect has no effect on a Roster'],
      [{ properties: { target: 'nowhere' } }, 'expected one of test; given nowhere'],
      [{ options: { provider: '${elsewhere}' } }, 'expected one of test; given nowhere'],
    ] as const) {
      roster(more);
      const refused = await story.preview();
      expect([refused.code, refused.text]).toEqual([1, expect.stringContaining(why)]);
      expect(stopped.text + refused.text).not.toMatch(/^\s+at .*\/(?:src|providers|dist)\//mu);
    }
    writeFileSync(join(story.folder, 'Pulumi.yaml'), project);
    writeFileSync(join(story.folder, 'index.js'), `import 'musterctl/program';\n`);
    vi.stubEnv('MUSTER_ALLOW', 'restores=1');
    onTestFinished(() => void vi.unstubAllEnvs());
    const [back, again] = await writesIn(story, () => story.up());
    expect(again).toEqual(['add-user ben@example.com']);
    expect(succeeded(back).operations).toContain('delete all');
  },
);

test.skipIf(!pulumiIsHere())(
  'two providers of two tenants stand beside each other, and one that is replaced removes nobody',
  { timeout: TIMEOUT },
  async () => {
    const story = await stackStory(PROGRAM);
    const other = await withSandbox();
    const given = (name: string, { target }: Story['sandbox']): object => {
      const { host, port, platform, companyCode, environment, apiKey, ca = '' } = target;
      writeFileSync(join(story.folder, `${name}.pem`), ca);
      return { host, port, platform, companyCode, environment, ...apiKey, caFile: `${name}.pem` };
    };
    const provider = (name: string, sandbox: Story['sandbox']): Resource => ({
      type: 'pulumi:providers:muster',
      properties: { ...given(name, sandbox) },
    });
    const at = (name: string, ...people: readonly string[]) =>
      Object.fromEntries(
        people.map((each) => [`${name}${each}`, { ...person(each), options: { provider: `\${${name}}` } }]),
      );
    const here = provider('here', story.sandbox);
    const there = { there: provider('there', other), ...at('there', 'ana', 'eva') };
    const people = ['ana', 'ben', 'ida', 'uwe'];
    declares(story, { here, ...there, ...at('here', ...people) });
    succeeded(await story.up());
    const writes = [await writesOf(story), (await other.control.log()).filter(isWrite).length];
    expect(writes).toEqual([people.map((each) => `add-user ${each}@example.com`), 2]);
    expect(succeeded(await story.preview()).operations).toEqual([]);
    // Another name is another provider: the engine makes everything with it, and deletes it with the one of before.
    const renamed = Object.fromEntries(
      Object.entries(at('here', ...people)).map(([name, each]) => [
        name,
        { ...each, options: { provider: '${renamed}' } },
      ]),
    );
    declares(story, { renamed: provider('here', story.sandbox), ...there, ...renamed });
    const [replaced, sent] = await writesIn(story, () => story.pulumi('up', '--yes', '--skip-preview', '--refresh'));
    succeeded(replaced);
    expect(sent).toEqual([]);
    expect(succeeded(await story.preview()).operations).toEqual([]);
    declares(story, { renamed: provider('there', other), ...there, ...renamed });
    const [moved, none] = await writesIn(story, () => story.up());
    expect([moved.code !== 0, none]).toEqual([true, []]);
    expect(moved.text).toMatch(/recorded for target .*, not for 127\.0\.0\.1@/u);
    const { secretName: _, ...unsaid } = { ...here.properties };
    declares(story, { here: { ...here, properties: unsaid } });
    const refused = await story.preview();
    expect([refused.code !== 0, refused.text]).toEqual([true, expect.stringContaining('secretName')]);
    expect(moved.text + refused.text).not.toMatch(/^\s+at /mu);
  },
);

test.skipIf(!pulumiIsHere() || yamlHost === null)(
  'the example goes up with its files and its customer beside them, and has nothing to do afterwards',
  { timeout: TIMEOUT },
  async () => {
    const story = await stackStory();
    withYaml();
    cpSync(join(example('yaml'), 'teams'), join(story.folder, 'teams'), { recursive: true });
    cpSync(join(example('yaml'), 'Pulumi.yaml'), join(story.folder, 'Pulumi.yaml'));
    const project = join(story.folder, 'muster.yaml');
    const settings = JSON.parse(readFileSync(project, 'utf8')) as object;
    writeFileSync(project, JSON.stringify({ ...settings, desired: ['teams/*.yaml'] }));
    succeeded(await story.pulumi('stack', 'init', 'example'));
    const [, sent] = await writesIn(story, async () => succeeded(await story.up()));
    expect(sent).toEqual([
      'add-user ana.ruiz@example.com',
      'addOrUpdateCampaignRecord Summer Renewals/C-1001',
      'addOrUpdateCampaignRecord Winter Renewals/C-2001',
      'addOrUpdateCampaignRecord Winter Renewals/C-2002',
    ]);
    for (const args of [['preview'], ['up', '--yes', '--skip-preview']])
      expect(succeeded(await story.pulumi(...args)).operations).toEqual([]);
  },
);

test.skipIf(!pulumiIsHere())(
  'the example in TypeScript goes up, has nothing to do afterwards, and goes on as classes without a request',
  { timeout: TIMEOUT },
  async () => {
    const story = await stackStory();
    for (const name of ['Pulumi.yaml', 'index.ts']) cpSync(join(example('native'), name), join(story.folder, name));
    succeeded(await story.pulumi('stack', 'init', 'example'));
    const [up, sent] = await writesIn(story, () => story.up());
    expect(
      succeeded(up)
        .operations.filter((each) => !each.endsWith('default'))
        .toSorted(),
    ).toEqual(['create ana', 'create maria', 'create winter']);
    expect(sent).toEqual([
      'add-user ana.ruiz@example.com',
      'addOrUpdateCampaignRecord Summer Renewals/C-1001',
      'addOrUpdateCampaignRecord Winter Renewals/C-2001',
      'addOrUpdateCampaignRecord Winter Renewals/C-2002',
    ]);
    expect(succeeded(await story.up()).operations).toEqual([]);
    const outputs: unknown = JSON.parse((await story.pulumi('stack', 'output', '--json')).text);
    expect(outputs).toEqual({ state: 'NOTWORKED', winterCustomers: 2 });
    const program = join(story.folder, 'index.ts');
    const text = readFileSync(program, 'utf8');
    writeFileSync(program, text.replace('native = true', 'native = false'));
    await goesOn(story);
  },
);

const CLASSES = `
import { PinnedRecord, RecordSet, User } from 'musterctl';
const was = (type, name) => ({ aliases: ['urn:pulumi:dev::team::muster:index:' + type + '::' + name] });
const [list, { Name }] = [{ 'W-1': { data: { Name: 'One' } }, 'W-2': { skillQueue: 'q1' } }, { Name: 'Maria' }];
const ana = new User('ana', {
  loginUserId: 'ana@example.com', firstName: 'Firstana', lastName: 'Ruiz', userTemplateName: 'Agents' }, was('User', 'ana'));
new PinnedRecord('maria', {
  campaignName: 'Summer', clientId: 'C-1', preferredAgent: ana.loginUserId, data: { Name } }, was('PinnedRecord', 'maria'));
const records = Object.entries(list).map(([clientId, row]) => ({ clientId, ...row }));
new RecordSet('list', { campaignName: 'Winter', records }, was('RecordSet', 'list'));
`;

test.skipIf(!pulumiIsHere())(
  'resources go from the classes to the native provider and back by their aliases, without a request that writes',
  { timeout: TIMEOUT },
  async () => {
    const story = await stackStory(CLASSES);
    const project = JSON.parse(readFileSync(join(story.folder, 'Pulumi.yaml'), 'utf8')) as object;
    succeeded(await story.up());
    const was = (type: string, name: string) => ({
      aliases: [`urn:pulumi:dev::team::pulumi-nodejs:dynamic/muster:${type}::${name}`],
    });
    writeFileSync(join(story.folder, 'index.js'), PROGRAM);
    declares(story, {
      ana: { ...person('ana'), options: was('User', 'ana') },
      maria: { ...maria({ Name: 'Maria' }), options: { ...was('PinnedRecord', 'maria'), dependsOn: ['${ana}'] } },
      list: {
        ...list({ 'W-1': { data: { Name: 'One' } }, 'W-2': { skillQueue: 'q1' } }),
        options: was('RecordSet', 'list'),
      },
    });
    await goesOn(story);
    writeFileSync(join(story.folder, 'index.js'), CLASSES);
    // The engine starts the provider of before once more.
    const plugins = { providers: [{ name: 'muster', path: PLUGIN }] };
    writeFileSync(join(story.folder, 'Pulumi.yaml'), JSON.stringify({ ...project, plugins }));
    await goesOn(story);
  },
);

async function goesOn(story: Story): Promise<void> {
  const [up, sent] = await writesIn(story, () => story.up());
  const others = succeeded(up).operations.filter((each) => !/^update|^(?:create|delete) default/u.test(each));
  expect(others).toEqual([]);
  expect(sent).toEqual([]);
  for (const args of [['preview'], ['refresh', '--yes'], ['preview', '--diff']])
    expect(succeeded(await story.pulumi(...args)).operations).toEqual([]);
}

test.skipIf(!pulumiIsHere())(
  'a program of classes goes to the native provider by `native: true` and back, without a request, and shows nothing of our own',
  { timeout: TIMEOUT },
  async () => {
    const faces = (isNative: boolean): string =>
      CLASSES.replace(/^const was = .*$/mu, `const was = () => ({ native: ${isNative} });`);
    const story = await stackStory(faces(false));
    const project = JSON.parse(readFileSync(join(story.folder, 'Pulumi.yaml'), 'utf8')) as object;
    const plugins = { providers: [{ name: 'muster', path: PLUGIN }] };
    writeFileSync(join(story.folder, 'Pulumi.yaml'), JSON.stringify({ ...project, plugins }));
    succeeded(await story.up());
    for (const [face, skillQueue] of [
      [true, 'q2'],
      [false, 'q3'],
    ] as const) {
      writeFileSync(join(story.folder, 'index.js'), faces(face));
      await goesOn(story);
      await story.sandbox.control.changeRecord({ campaignName: 'Winter', clientId: 'W-2', skillQueue });
      const drifted = succeeded(await story.pulumi('refresh', '--preview-only', '--diff'));
      expect(drifted.operations).toEqual(['update list']);
      expect(drifted.text).not.toMatch(/receipts|schemaVersion|owner|^ *(?:stack|home) *:/mu);
      const [, sent] = await writesIn(story, async () => succeeded(await story.pulumi('up', '--yes', '--refresh')));
      expect(sent).toEqual(['addOrUpdateCampaignRecord Winter/W-2']);
    }
    // Under new names at once: the entries go on, and nobody leaves.
    writeFileSync(
      join(story.folder, 'index.js'),
      faces(true).replace("'maria', {", "'mary', {").replace("'list', {", "'more', {"),
    );
    await goesOn(story);
  },
);
