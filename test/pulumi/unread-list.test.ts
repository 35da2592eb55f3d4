// A do-not-call list that cannot be read stops everything, and is one mistake: not one for each resource of the stack.

import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

import { declares, list, maria, person, PROGRAM } from './native-story.ts';
import { pulumiIsHere, stackStory } from './stack.ts';
import type { Story } from './stack.ts';

const PEOPLE = ['a', 'b', 'c'].map((name) => ({
  ...{ loginUserId: `${name}@example.com`, firstName: name, lastName: 'Example', userTemplateName: 'Agents' },
}));
const PROGRAMS = {
  'desired files': `import 'musterctl/program';\n`,
  classes: `import * as muster from 'musterctl';\nfor (const args of ${JSON.stringify(PEOPLE)}) new muster.User(args.firstName, args);\n`,
};

/** The list is gone afterwards. */
async function upWithList(story: Story): Promise<void> {
  const [file, noCalls] = ['muster.yaml', 'no-calls.txt'].map((name) => join(story.folder, name)) as [string, string];
  const project = JSON.parse(readFileSync(file, 'utf8')) as object;
  writeFileSync(file, JSON.stringify({ ...project, policy: { doNotCall: 'no-calls.txt' } }));
  writeFileSync(noCalls, '+34911234567\n');
  expect(await story.up()).toMatchObject({ code: 0 });
  rmSync(noCalls);
}

describe.skipIf(!pulumiIsHere())('a do-not-call list that is not there any more', () => {
  test.each(Object.entries(PROGRAMS))(
    'is said once in a program of %s',
    { timeout: 400_000 },
    async (_kind, program) => {
      const story = await stackStory(program);
      story.declare({ users: PEOPLE });
      await upWithList(story);
      for (const words of ['preview', 'up'] as const) {
        const { code, text, operations } = await story[words]();
        expect([code !== 0, operations]).toEqual([true, []]);
        const [, diagnostics = ''] = text.split('Diagnostics:');
        // Pulumi's SDK repeats it on standard error, under the stack.
        expect(diagnostics.match(/error: (?:Preview failed: )?\[unreadable-file\]/gu), text).toHaveLength(1);
      }
    },
  );

  test(
    'is said once in a refresh and in a destroy of native resources, which stay as they are',
    { timeout: 400_000 },
    async () => {
      const story = await stackStory(PROGRAM);
      const rows = { 'W-1': { data: { Name: 'One' } } };
      declares(story, { ana: person('ana'), ben: person('ben'), maria: maria({ Name: 'Maria' }), list: list(rows) });
      await upWithList(story);
      for (const args of [
        ['refresh', '--yes'],
        ['destroy', '--yes', '--skip-preview'],
      ]) {
        const { code, text, operations } = await story.pulumi(...args);
        const [, diagnostics = ''] = text.split('Diagnostics:');
        expect([code !== 0, operations.filter((each) => !each.startsWith('delete'))], text).toEqual([true, []]);
        expect(diagnostics.match(/no-calls\.txt/gu), text).toHaveLength(1);
      }
      expect((await story.pulumi('stack', 'export')).text.match(/"type": "muster:index:/gu)).toHaveLength(4);
    },
  );
});
