// The examples of docs/classes.md run as they stand there: up, and nothing to do afterwards.

import { copyFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

import { pulumiIsHere, stackStory } from './stack.ts';

const EXAMPLES = fileURLToPath(new URL('../../examples/classes', import.meta.url));

describe.skipIf(!pulumiIsHere())('the examples of the classes', { timeout: 240_000 }, () => {
  test('go up, deliver their outputs, and have nothing to do afterwards', async () => {
    const story = await stackStory(`export * from './index.ts';\n`);
    const programs = readdirSync(EXAMPLES).filter((name) => name.endsWith('.ts'));
    for (const name of programs) copyFileSync(join(EXAMPLES, name), join(story.folder, name));
    const up = await story.up();
    expect(up.code, up.text).toBe(0);
    expect(up.operations.toSorted()).toEqual(['create ana', 'create ben', 'create maria', 'create winback']);
    expect(await story.requests()).toMatchObject({ 'add-user': 1, addOrUpdateCampaignRecord: 5 });
    const again = await story.up();
    expect(again.code, again.text).toBe(0);
    expect(again.operations).toEqual([]);
    const writes = Object.keys(await story.requests()).filter((name) => /^(?:add|delete|change|transfer)/u.test(name));
    expect(writes).toEqual([]);
    const outputs: unknown = JSON.parse((await story.pulumi('stack', 'output', '--json')).text);
    expect(outputs).toMatchObject({
      anaIsThere: true,
      benIsThere: 'not there',
      open: 4,
      recordCount: 4,
      state: 'NOTWORKED',
      states: ['NOTWORKED'],
    });
  });
});
