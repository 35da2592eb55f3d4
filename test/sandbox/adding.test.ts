// add-user where a switch decides: an environment with an existing directory, a template without backing instance, a user who was
// just deleted.

import { expect, onTestFinished, test } from 'vitest';
import { withSandbox } from '../support/sandbox.ts';
import type { OwnSandbox } from '../support/sandbox.ts';
import { openBench } from './bench.ts';
import type { Bench } from './bench.ts';

async function opened(options: { readonly clock?: () => number } = {}): Promise<[OwnSandbox, Bench]> {
  const sandbox = await withSandbox(options);
  const bench = openBench(sandbox, 'A');
  onTestFinished(() => bench.close());
  return [sandbox, bench];
}

const said = async (reply: ReturnType<Bench['add']>): Promise<unknown> => {
  const { http, body } = await reply;
  return [http, body.result, body.message];
};

test('with an existing directory the primary e-mail is required and checked; with SAML it is ignored', async () => {
  const [sandbox, bench] = await opened();
  expect(await said(bench.add({ loginUserId: 'a@example.com', primaryEmailAddr: 'no address' }))).toEqual([
    200,
    'SUCCESS',
    'the user was created',
  ]);
  await sandbox.control.setSwitches({ identity: 'directory' });
  expect(await said(bench.add())).toEqual([200, 'INVALID_ARGUMENTS', 'primaryEmailAddr is required']);
  const wrong = { primaryEmailAddr: 'no address' };
  const reason = 'primaryEmailAddr must be an e-mail address';
  expect(await said(bench.add(wrong))).toEqual([200, 'INVALID_ARGUMENTS', reason]);
  const right = { primaryEmailAddr: 'ana@example.com' };
  expect(await said(bench.add(right))).toEqual([200, 'SUCCESS', 'the user was created']);
});

test('a template whose name begins with NoBackend, or that is listed, may not update the backing instance', async () => {
  const [sandbox, bench] = await opened();
  await sandbox.control.setSwitches({ templatesWithoutBackend: ['Agents-US'] });
  const refused = [200, 'FAIL', 'the template may not update the backing instance'];
  const template = (userTemplateName: string): Promise<unknown> =>
    said(bench.add({ userTemplateName, createInBackend: true }));
  expect(await template('NoBackend-EU')).toEqual(refused);
  expect(await template('Agents-US')).toEqual(refused);
  expect(await template('Agents-NoBackend')).toEqual([200, 'SUCCESS', 'the user was created']);
});

test('a deleted id is blocked until its time is over, to the millisecond, and says so', async () => {
  const start = Date.now();
  const [sandbox, bench] = await opened({ clock: () => start });
  await sandbox.control.setSwitches({ S14: 60_000 });
  await bench.add();
  await bench.users('delete-user', { loginUserId: bench.login });
  await sandbox.control.advanceClock(59_999);
  expect(await said(bench.add())).toEqual([200, 'ALREADY_EXISTS', 'the user was just deleted']);
  await sandbox.control.setSwitches({ S12: '409' });
  expect(await said(bench.add())).toEqual([409, 'FAIL', 'the user was just deleted']);
  await sandbox.control.advanceClock(1);
  expect(await said(bench.add())).toEqual([200, 'SUCCESS', 'the user was created']);
});
