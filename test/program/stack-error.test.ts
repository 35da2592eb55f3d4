// What the command says where Pulumi's own commands fail.

import { expect, test } from 'vitest';

import { stackError } from '../../src/program/stack-memory.ts';

test.each([
  'error: could not import deployment: blob (key ".pulumi/locks/organization/team/test/a.json") (code=NotFound): stat x',
  'error: 2 errors occurred:\n  1) stat /s/.pulumi/locks/organization/team/test/a.json: no such file or directory\n  2) NotFound',
])('a lock that was let go of while it was read is a stack that another update holds', (text) => {
  expect(stackError(new Error(text))).toMatchObject({ code: 'locked' });
});

test('what else is not found is none', () => {
  const text = 'error: stat /s/.pulumi/stacks/team/test.json: no such file or directory';
  expect(stackError(new Error(text))).toMatchObject({ code: 'pulumi-failed' });
});
