// What Pulumi promises for every resource, through the native provider with the real command: options, targets, plans, the commands of the
// state, and updates that are cancelled or whose provider is killed.

import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';

import { declares, list, maria, person, PLUGIN, PROGRAM, writesIn } from './native-story.ts';
import type { Resource, Resources } from './native-story.ts';
import { succeeded, TIMEOUT } from './owner.ts';
import { pulumiIsHere, stackStory } from './stack.ts';
import type { Ended, Story } from './stack.ts';

const UP = ['up', '--yes', '--skip-preview'];
const ROOT = join(PLUGIN, '..');

const urnOf = (type: string, name: string): string => `urn:pulumi:dev::team::muster:index:${type}::${name}`;

/** With other options beside. */
const given = (resource: Resource, options: object): Resource => ({
  ...resource,
  options: { ...resource.options, ...options },
});

/** A customer of Summer under another clientId. */
const customer = (clientId: string, data: object): Resource => {
  const { properties, ...other } = maria(data);
  return { ...other, properties: { ...properties, clientId } };
};

/** What an `up` that succeeds writes, in words without the operation where that is the usual one. */
async function wrote(story: Story, ...args: readonly string[]): Promise<readonly string[]> {
  const [ended, sent] = await writesIn(story, () => story.pulumi(...UP, ...args));
  succeeded(ended);
  return sent.map((each) => each.replace('addOrUpdateCampaignRecord ', '')).toSorted();
}

function refusedWith([ended, sent]: [Ended, readonly string[]], words: string): void {
  expect([ended.code !== 0, ended.text, sent]).toEqual([true, expect.stringContaining(words), []]);
  expect(ended.text).not.toMatch(/^\s+at /mu);
}

test.skipIf(!pulumiIsHere())(
  'options, targets and plans of Pulumi hold to the letter',
  { timeout: TIMEOUT },
  async () => {
    vi.stubEnv('PULUMI_EXPERIMENTAL', 'true');
    onTestFinished(() => void vi.unstubAllEnvs());
    const story = await stackStory(PROGRAM);
    const one = list({ 'W-1': { data: { Name: 'One' } } });
    const all = {
      ana: given(person('ana'), { protect: true }),
      maria: maria({ Name: 'Maria' }),
      kept: given(customer('C-2', { Name: 'Kept' }), { retainOnDelete: true }),
      list: one,
      // What only the service can say is not known in a preview.
      later: given(customer('C-3', { Of: '${maria.previewRecordId}' }), { deletedWith: '${maria}' }),
    };
    declares(story, all);
    const [planned, none] = await writesIn(story, () => story.pulumi('preview', '--save-plan', 'plan.json'));
    expect([succeeded(planned).operations.length, none]).toEqual([6, []]);
    expect(await wrote(story, '--plan', 'plan.json')).toEqual([
      'Summer/C-1',
      'Summer/C-2',
      'Summer/C-3',
      'Winter/W-1',
      'add-user ana@example.com',
    ]);
    const texts = [readFileSync(join(story.folder, 'plan.json'), 'utf8'), (await story.pulumi('stack', 'export')).text];
    for (const text of texts) expect(text).not.toMatch(/Firstana|Ruiz|"Maria"|"One"|"Kept"/u);
    const changed = { ...all, maria: maria({ Name: 'Mario' }), list: list({ 'W-1': { data: { Name: 'Uno' } } }) };
    declares(story, changed);
    // What the plan does not have is refused before it is done.
    refusedWith(await writesIn(story, () => story.pulumi(...UP, '--plan', 'plan.json')), 'violates plan');
    expect(await wrote(story, '--target', urnOf('PinnedRecord', 'maria'))).toEqual(['Summer/C-1']);
    expect(await wrote(story, '--exclude', urnOf('RecordSet', 'list'))).toEqual([]);
    expect(await wrote(story)).toEqual(['Winter/W-1']);
    // Replaced it stays the same customer: one write, no removal. The engine asks nothing for what is deleted with it.
    const mary = given(maria({ Name: 'Mary' }), { aliases: [{ name: 'maria' }], replaceOnChanges: ['data'] });
    declares(story, { ana: all.ana, list: changed.list, kept: all.kept, mary });
    expect(await wrote(story)).toEqual(['Summer/C-1']);
    // What is retained is let go of without a request.
    declares(story, { ana: all.ana, list: changed.list, mary });
    expect(await wrote(story)).toEqual([]);
    declares(story, { list: changed.list, mary: given(maria({ Name: 'Mary' }), { dependsOn: [] }) });
    refusedWith(await writesIn(story, () => story.pulumi(...UP)), 'because it is protected');
  },
);

test.skipIf(!pulumiIsHere())(
  'what the state is told of a resource sends nothing, and another stack takes none of it unasked',
  { timeout: TIMEOUT },
  async () => {
    const story = await stackStory(PROGRAM);
    const quiet = async (...args: readonly string[]): Promise<void> => {
      const [ended, sent] = await writesIn(story, () => story.pulumi(...args, '--yes'));
      expect([succeeded(ended).code, sent]).toEqual([0, []]);
    };
    const [ana, record] = [person('ana'), maria({ Name: 'Maria' })];
    const set = list({ 'W-1': { data: { Name: 'One' } } });
    declares(story, { ana, maria: record, list: set });
    expect(await wrote(story)).toEqual(['Summer/C-1', 'Winter/W-1', 'add-user ana@example.com']);
    await quiet('state', 'rename', urnOf('PinnedRecord', 'maria'), 'mary');
    await quiet('state', 'delete', urnOf('RecordSet', 'list'));
    // Given up, and known again by its marker.
    declares(story, { ana, mary: record, list: set });
    expect(await wrote(story)).toEqual([]);
    succeeded(await story.pulumi('stack', 'init', 'other', '--no-select'));
    await quiet('state', 'move', '--source', 'dev', '--dest', 'other', urnOf('RecordSet', 'list'));
    declares(story, { ana, mary: record });
    expect(await wrote(story)).toEqual([]);
    declares(story, { list: set });
    refusedWith(await writesIn(story, () => story.pulumi(...UP, '--stack', 'other')), '[other-stack]');
  },
);

/** A plugin that says its process in a file, and is the provider from then on. */
function ownPlugin({ folder }: Story): object {
  const own = join(folder, 'own');
  mkdirSync(own);
  const script = `#!/bin/sh\necho $$ > ${own}/pid\nexec ${PLUGIN}/pulumi-resource-muster "$@"\n`;
  writeFileSync(join(own, 'pulumi-resource-muster'), script, { mode: 0o755 });
  return { name: 'muster', path: own };
}

test.skipIf(!pulumiIsHere())(
  'an update that is cancelled, and one whose provider is killed, are finished by the next one, and nobody is sent twice',
  { timeout: TIMEOUT },
  async () => {
    const story = await stackStory(PROGRAM);
    const { control } = story.sandbox;
    const count = 60;
    const many = Array.from({ length: count }, (_, at): [string, Resource] => [
      `r${at}`,
      {
        type: 'muster:PinnedRecord',
        properties: { campaignName: 'Summer', clientId: `C-${at}`, data: { Of: `${at}` } },
      },
    ]);
    declares(story, Object.fromEntries(many) satisfies Resources, [ownPlugin(story)]);
    await control.arm({ operation: 'write', kind: 'delay', delayMs: 300, count: 'always' });
    const writes = async (): Promise<number> => (await control.counters()).writes;
    const few = [...UP, '--parallel', '5'];
    const cancelled = await story.interrupted(few, async () => (await writes()) >= 10);
    expect([cancelled.code !== 0, await writes()]).toEqual([true, expect.toSatisfy((sent: number) => sent < 25)]);
    const running = story.pulumi(...few);
    while ((await writes()) < 30) await sleep(20);
    process.kill(Number(readFileSync(join(story.folder, 'own', 'pid'), 'utf8')), 'SIGKILL');
    const killed = await running;
    expect([killed.code !== 0, await writes()]).toEqual([true, expect.toSatisfy((sent: number) => sent < count)]);
    await control.clearFaults();
    succeeded(await story.pulumi(...UP, '--parallel', '100'));
    expect(await wrote(story, '--parallel', '100')).toEqual([]);
    expect([await writes(), (await control.records()).length]).toEqual([count, count]);
  },
);

test.skipIf(!pulumiIsHere())('two versions of the provider stand beside each other', { timeout: TIMEOUT }, async () => {
  const story = await stackStory(PROGRAM);
  const next = join(story.folder, 'next');
  mkdirSync(next);
  for (const name of ['src', 'providers', 'schemas', 'node_modules']) symlinkSync(join(ROOT, name), join(next, name));
  cpSync(PLUGIN, join(next, 'plugin'), { recursive: true });
  const text = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { readonly version: string };
  writeFileSync(join(next, 'package.json'), JSON.stringify({ ...text, version: '9.0.0' }));
  const both = [
    { name: 'muster', path: PLUGIN, version: text.version },
    { name: 'muster', path: join(next, 'plugin'), version: '9.0.0' },
  ];
  const of = (name: string, version: string): Resource => given(person(name), { version });
  declares(story, { ana: of('ana', text.version), ben: of('ben', '9.0.0') }, both);
  expect(await wrote(story)).toEqual(['add-user ana@example.com', 'add-user ben@example.com']);
  // The newer one goes on with what the older one made.
  declares(story, { ana: of('ana', '9.0.0'), ben: of('ben', '9.0.0') }, both);
  expect(await wrote(story)).toEqual([]);
  expect(succeeded(await story.preview()).operations).toEqual([]);
});
