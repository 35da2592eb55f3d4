// A do-not-call list that cannot be read stops everything, and is one mistake: not one for each resource of the stack.

import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

import { pulumiIsHere, stackStory } from './stack.ts';

const PEOPLE = ['a', 'b', 'c'].map((name) => ({
  ...{ loginUserId: `${name}@example.com`, firstName: name, lastName: 'Example', userTemplateName: 'Agents' },
}));
const PROGRAMS = {
  'desired files': `import 'musterctl/program';\n`,
  classes: `import * as muster from 'musterctl';\nfor (const args of ${JSON.stringify(PEOPLE)}) new muster.User(args.firstName, args);\n`,
};

describe.skipIf(!pulumiIsHere())('a do-not-call list that is not there any more', () => {
  test.each(Object.entries(PROGRAMS))(
    'is said once in a program of %s',
    { timeout: 400_000 },
    async (_kind, program) => {
      const story = await stackStory(program);
      story.declare({ users: PEOPLE });
      const [file, list] = ['muster.yaml', 'no-calls.txt'].map((name) => join(story.folder, name)) as [string, string];
      const project = JSON.parse(readFileSync(file, 'utf8')) as object;
      writeFileSync(file, JSON.stringify({ ...project, policy: { doNotCall: 'no-calls.txt' } }));
      writeFileSync(list, '+34911234567\n');
      expect(await story.up()).toMatchObject({ code: 0 });
      rmSync(list);
      for (const words of ['preview', 'up'] as const) {
        const { code, text, operations } = await story[words]();
        expect([code !== 0, operations]).toEqual([true, []]);
        const [, diagnostics = ''] = text.split('Diagnostics:');
        // Pulumi's SDK repeats it on standard error, under the stack.
        expect(diagnostics.match(/error: (?:Preview failed: )?\[unreadable-file\]/gu), text).toHaveLength(1);
      }
    },
  );
});
