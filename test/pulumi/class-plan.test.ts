// The plan of a program of the classes, with the real command: said in preview, held to its guards and its fingerprint in `up`.

import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';

import { DATA, ownerStory, present, refused, staysQuiet, succeeded, TIMEOUT, writing, writesOf } from './owner.ts';
import type { Declared } from './owner.ts';
import { pulumiIsHere, stackStory } from './stack.ts';
import type { Ended, Story } from './stack.ts';

const ANA = 'ana@example.com';

const call = (name: string, clientId: string, more: object = {}): Declared => ({
  kind: 'PinnedRecord',
  name,
  args: { campaignName: 'Summer', clientId, data: DATA, ...more },
});

const set = (name: string, ...clientIds: readonly string[]): Declared => ({
  kind: 'RecordSet',
  name,
  args: { campaignName: 'Summer', records: clientIds.map((clientId) => ({ clientId, data: DATA })) },
  options: { protect: true },
});

const person = (name: string): Declared => ({
  kind: 'User',
  name,
  args: { loginUserId: `${name}@example.com`, firstName: 'A', lastName: 'B', userTemplateName: 'Agents' },
});

/** Beside what the project says already. */
function configure({ folder }: Story, more: object): void {
  const file = join(folder, 'muster.yaml');
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), ...more }));
}

/** An `up` with variables, and what it wrote. */
async function upWith(story: Story, environment: Record<string, string>) {
  await story.requests();
  const ended: Ended = await story.up(environment);
  return { ...ended, writes: await writesOf(story) };
}

const fingerprintIn = (text: string): string => /all \d+: +MUSTER_FINGERPRINT=([0-9a-f]{16})/u.exec(text)?.[1] ?? '';

describe.skipIf(!pulumiIsHere())('a program of the classes', () => {
  test('says what it removes, and removes nothing until the exact number is given', { timeout: TIMEOUT }, async () => {
    const story = await ownerStory(set('east', 'T-1', 'T-2', 'T-3', 'T-4'), call('one', 'C-1'), call('two', 'C-2'));
    configure(story, { policy: { deletes: { count: 3, percent: 50 } } });
    story.register(set('east', 'T-1', 'T-5'), call('two', 'C-2'));
    const preview = succeeded(await writing(story, 'preview'));
    expect(preview.text.replaceAll(/\s+/gu, ' ')).toContain(
      '(program) had 6 customers, has 3, 1 of them new; no longer in it: C-1, T-2, T-3, T-4; 4 customers would be deleted; muster asks before it deletes more than 3 customers',
    );
    for (const name of ['C-1', 'T-2', 'T-3', 'T-4']) expect(preview.text).toContain(`- ${name}  no longer declared`);
    expect(preview.text).toContain('MUSTER_ALLOW=deletes=4 pulumi up');
    for (const given of [{}, { MUSTER_ALLOW: 'deletes=3' }, { MUSTER_ALLOW: 'deletes=5' }])
      refused(await upWith(story, given), 'guard-deletes', 'MUSTER_ALLOW=deletes=4.', 'Nothing was changed');
    const up = succeeded(await upWith(story, { MUSTER_ALLOW: 'deletes=4' }));
    expect(up.writes).toHaveLength(5);
    // Rows that leave a set replace nothing, so one that is protected loses them.
    expect(up.operations).toEqual(['update east', 'delete one']);
    expect(await present(story)).toEqual(['Summer/C-2', 'Summer/T-1', 'Summer/T-5']);
    await staysQuiet(story);
  });

  test('adds nobody again from a stack that was put back as it was before', { timeout: TIMEOUT }, async () => {
    const story = await ownerStory(set('east', 'T-1', 'T-2'), call('one', 'C-1'));
    const stack = join(story.folder, '.state/.pulumi/stacks/team/dev.json');
    const copy = readFileSync(stack);
    const more = [set('east', 'T-1', 'T-2', 'T-3', 'T-4'), call('one', 'C-1'), call('two', 'C-2')];
    story.register(...more);
    succeeded(await story.up());
    const key = { campaignName: 'Summer', clientId: 'T-3' };
    await story.sandbox.control.work({ ...key, agent: ANA, state: 'COMPLETED' });
    await story.sandbox.control.removeRecord(key);
    writeFileSync(stack, copy);
    refused(await upWith(story, {}), 'guard-unrecorded', 'Nothing was changed');
    expect(await present(story)).toEqual(['Summer/C-1', 'Summer/C-2', 'Summer/T-1', 'Summer/T-2', 'Summer/T-4']);
    succeeded(await upWith(story, { MUSTER_FIRST_APPLY: '1' }));
    await staysQuiet(story);
  });

  test('is bound by the fingerprint of its preview, whole', { timeout: TIMEOUT }, async () => {
    const story = await ownerStory(call('one', 'C-1'), call('two', 'C-2'));
    story.register(call('one', 'C-1', { skillQueue: 'gold' }), call('three', 'C-3'));
    const { text } = succeeded(await story.preview());
    // A class cannot keep to a part.
    expect(text.match(/MUSTER_FINGERPRINT/gu)).toHaveLength(1);
    const approved = fingerprintIn(text);
    expect(approved).not.toBe('');
    story.register(call('one', 'C-1', { skillQueue: 'silver' }), call('three', 'C-3'));
    refused(await upWith(story, { MUSTER_FINGERPRINT: approved }), 'plan-stale');
    story.register(call('three', 'C-3'), call('one', 'C-1', { skillQueue: 'gold' }));
    const up = succeeded(await upWith(story, { MUSTER_FINGERPRINT: approved }));
    expect(up.writes).toHaveLength(3);
    await staysQuiet(story);
  });

  test('that declares nothing any more is stopped; a destroy is not', { timeout: TIMEOUT }, async () => {
    const all = [call('one', 'C-1'), call('two', 'C-2'), person('ana')];
    const story = await ownerStory(...all);
    story.register();
    expect(succeeded(await story.preview()).text).toContain('all 3 recorded people and customers');
    refused(await upWith(story, {}), 'guard-empty', '`pulumi destroy`');
    story.register(...all);
    await staysQuiet(story);
    succeeded(await story.pulumi('destroy', '--yes', '--skip-preview'));
    expect(await present(story)).toEqual([]);
  });
});

const LINKED = `
import { PinnedRecord, RecordSet, User } from 'musterctl';
import { readFileSync } from 'node:fs';
const rows = JSON.parse(readFileSync('rows.json', 'utf8'));
const ana = new User('ana', {
  loginUserId: '${ANA}', firstName: 'A', lastName: 'B', userTemplateName: 'Agents', createInBackend: true,
});
if (rows.length > 1)
  new PinnedRecord('one', { campaignName: 'Summer', clientId: 'C-1', preferredAgent: ana.loginUserId, data: { Name: 'M' } });
const Id = ana.connectUserId.apply((id) => id ?? 'none');
new RecordSet('late', { campaignName: 'Winter', records: rows.map((clientId) => ({ clientId, data: { Agent: Id } })) });
`;

describe.skipIf(!pulumiIsHere())('what a class takes from another', () => {
  test(
    'is planned where it repeats an argument; what comes later has a plan of its own, and one count of guards',
    { timeout: TIMEOUT },
    async () => {
      const story = await stackStory(LINKED);
      configure(story, { policy: { deletes: { count: 2, percent: 100 } } });
      const rows = (...clientIds: readonly string[]): void =>
        writeFileSync(join(story.folder, 'rows.json'), JSON.stringify(clientIds));
      rows('T-1', 'T-2', 'T-3', 'T-4');
      const preview = succeeded(await story.preview());
      expect(preview.text).toContain('only after other resources are made: RecordSet late');
      expect(preview.text).toContain('Plan: 2 to add');
      expect(preview.text).not.toContain('MUSTER_FINGERPRINT');
      refused(await upWith(story, { MUSTER_FINGERPRINT: '0123456789abcdef' }), 'plan-stale', 'in no plan');
      const first = succeeded(await upWith(story, {}));
      expect(first.writes).toHaveLength(6);
      const log = (await story.sandbox.control.log()).map(({ operation }) => operation);
      expect(log.indexOf('add-user')).toBeLessThan(log.indexOf('addOrUpdateCampaignRecord'));
      await staysQuiet(story);

      rows('T-4');
      const stopped = await upWith(story, {});
      refused(
        stopped,
        'guard-deletes',
        'no longer in it: T-1, T-2, T-3',
        '4 customers would be deleted',
        'MUSTER_ALLOW=deletes=4. Nothing of it',
      );
      expect(await present(story)).toContain('Winter/T-1');
      const less = succeeded(await upWith(story, { MUSTER_ALLOW: 'deletes=4' }));
      expect(less.operations).toEqual(['update late', 'delete one']);
      expect(await present(story)).toEqual(['Winter/T-4', ANA]);
      await staysQuiet(story);
    },
  );
});

/** The record is registered once the plan is made, and the test has let it go on. */
const HELD = `
import { PinnedRecord, User } from 'musterctl';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
const ana = new User('ana', { loginUserId: '${ANA}', firstName: 'A', lastName: 'B', userTemplateName: 'Agents' });
const held = ana.urn.apply(async () => {
  writeFileSync('planned', '');
  while (!existsSync('go')) await new Promise((resolve) => setTimeout(resolve, 50));
  return ana;
});
const Name = readFileSync('name', 'utf8');
new PinnedRecord('one', { campaignName: 'Summer', clientId: 'C-1', data: { Name } }, { dependsOn: held });
`;

describe.skipIf(!pulumiIsHere())('what changes between the plan of the classes and a write', () => {
  test('is not overwritten: the write is refused, and the next update plans it', { timeout: TIMEOUT }, async () => {
    const story = await stackStory(HELD);
    const file = (name: string): string => join(story.folder, name);
    for (const [name, text] of [
      ['name', 'Maria'],
      ['go', ''],
    ] as const)
      writeFileSync(file(name), text);
    succeeded(await upWith(story, {}));
    for (const name of ['planned', 'go']) rmSync(file(name));
    writeFileSync(file('name'), 'Anna');
    const up = upWith(story, {});
    await vi.waitUntil(() => existsSync(file('planned')), { timeout: TIMEOUT });
    await story.sandbox.control.changeRecord({ campaignName: 'Summer', clientId: 'C-1', skillQueue: 'bronze' });
    writeFileSync(file('go'), '');
    refused(await up, '[moved]', 'is not as the plan saw it');
    expect(succeeded(await upWith(story, {})).writes).toContain('addOrUpdateCampaignRecord Summer/C-1');
  });
});
