// The only person declared was removed outside: everything is read, and nobody known shows that this is the right tenant. Reading it again
// says the same, so no report tells to.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freshFolder, initialised, muster, parsed, saying } from './muster.ts';

const folder = freshFolder();
const USER = '{ loginUserId: a@example.com, firstName: Ana, lastName: Lind, userTemplateName: Agent }';

initialised(folder, async () => {
  writeFileSync(join(folder, 'teams', 'support.yaml'), `users:\n  - ${USER}\n`);
  await muster(['apply', '--auto-approve', '--only', 'user:a@example.com'], { folder });
  await muster(['sandbox', 'remove-user', 'a@example.com'], { folder });
});

test.each([['plan'], ['drift']])('%s says that it cannot be judged, and does not tell to run again', async (verb) => {
  const words = [verb, '--only', 'user:a@example.com'];
  const { exit, out } = await muster(words, { folder });
  expect({ exit, out }).toMatchObject({ exit: 12, out: saying('1 object cannot be judged') });
  expect(out.replaceAll(/\s+/gu, ' ')).toMatch(/! not judged user a@example\.com .*declare somebody who is there/u);
  expect(out).not.toMatch(/again|Could not be read|could be read/u);
  expect(parsed((await muster([...words, '--json'], { folder })).out)).toMatchObject({ next: null });
});
