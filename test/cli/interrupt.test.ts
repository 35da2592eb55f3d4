// An apply that is interrupted on its way ends with 8, and the next run takes up what was left. The apply is a process: a signal goes to
// a process, and so does the exit code.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { freshFolder, initialised, LAUNCHER, muster } from './muster.ts';

const folder = freshFolder();

initialised(folder);

test('an interrupted apply settles what is on its way, frees the target, and the next run finishes', async () => {
  await muster(['sandbox', 'delay', '150'], { folder });
  const env = { ...process.env, CI: '' };
  const child = spawn(process.execPath, [LAUNCHER, 'apply', '--auto-approve'], { cwd: folder, env, stdio: 'pipe' });
  const ended = once(child, 'exit');
  let err = '';
  child.stderr.on('data', (part: Buffer) => (err += part.toString()));
  for await (const part of child.stdout) {
    if (String(part).includes('Plan: 4 to add')) break;
  }
  child.kill('SIGINT');
  expect(await ended).toEqual([8, null]);
  expect(err).toContain('Stopping');
  await muster(['sandbox', 'delay', '0'], { folder });
  expect(await muster(['apply', '--auto-approve'], { folder })).toMatchObject({ exit: 0 });
  expect((await muster(['plan'], { folder })).out).toMatch(/^Nothing to do: 4 objects/u);
  const users = await muster(['sandbox', 'users', '--json'], { folder });
  expect(JSON.parse(users.out)).toHaveLength(2);
});
