// The native provider as a package of the real command: its schema, and a project that adds it.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { declares, person, PLUGIN, PROGRAM, yamlHost } from './native-story.ts';
import { succeeded, TIMEOUT } from './owner.ts';
import { pulumiIsHere, stackStory } from './stack.ts';

const PROVIDER = join(PLUGIN, 'pulumi-resource-muster');

test.skipIf(!pulumiIsHere())('the command shows the schema that is checked in', { timeout: TIMEOUT }, async () => {
  const story = await stackStory(PROGRAM);
  const { text } = succeeded(await story.pulumi('package', 'get-schema', PROVIDER));
  const shown: unknown = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1));
  expect(shown).toEqual(JSON.parse(readFileSync(join(PLUGIN, 'schema.json'), 'utf8')));
});

test.skipIf(!pulumiIsHere() || yamlHost === null)(
  'a project that adds the package names it, and its program previews as before',
  { timeout: TIMEOUT },
  async () => {
    const story = await stackStory(PROGRAM);
    declares(story, { ana: person('ana') });
    succeeded(await story.pulumi('package', 'add', PROVIDER));
    expect(readFileSync(join(story.folder, 'Pulumi.yaml'), 'utf8')).toMatch(/packages"?:\s*\{?\s*"?muster"?:/u);
    expect(succeeded(await story.preview()).operations).toContain('create ana');
  },
);
