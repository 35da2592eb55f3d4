import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'vitest';

import { TIMEOUT, writesOf } from './owner.ts';
import { pulumiIsHere, stackStory } from './stack.ts';
import type { Story } from './stack.ts';

const PLUGIN = fileURLToPath(new URL('../../plugin', import.meta.url));

function declares(story: Story, resources: object, more: object = {}): void {
  const plugins = { providers: [{ name: 'muster', path: PLUGIN }] };
  writeFileSync(
    join(story.folder, 'Pulumi.yaml'),
    JSON.stringify({ name: 'team', runtime: 'yaml', plugins, resources, ...more }),
  );
}

test.skipIf(!pulumiIsHere())('try', { timeout: TIMEOUT }, async () => {
  const story = await stackStory();
  const ana = {
    type: 'muster:User',
    properties: { loginUserId: 'ana@example.com', firstName: 'Ana', lastName: 'R', userTemplateName: 'Agents' },
  };
  const record = (data: object, more = {}) => ({
    type: 'muster:PinnedRecord',
    properties: { campaignName: 'Summer', clientId: 'C-1', preferredAgent: '${ana.loginUserId}', data, ...more },
  });
  declares(story, { ana, maria: record({ Name: 'Maria', City: 'Lima' }) });
  const say = async (...args: string[]) => {
    const ended = await story.pulumi(...args);
    console.log(
      `$ pulumi ${args.join(' ')}\n${ended.text}\nwrites: ${JSON.stringify(await writesOf(story))} exit ${ended.code}`,
    );
    return ended;
  };
  await say('preview', '--diff');
  await say('up', '--yes', '--skip-preview', '--diff');
  await say('preview', '--diff');
  declares(story, { ana, maria: record({ Name: 'Mario', City: 'Lima' }) });
  await say('preview', '--diff');
  await say('up', '--yes', '--skip-preview');
  await say('refresh', '--yes');
  await say('preview', '--diff');
  await story.sandbox.control.addUser({ loginUserId: 'eve@example.com', inBackend: true });
  await say('import', 'muster:index:User', 'eve', 'eve@example.com', '--yes', '--protect=false');
  console.log(readFileSync(join(story.folder, 'Pulumi.yaml'), 'utf8'));
  await say('destroy', '--yes', '--skip-preview');
});
