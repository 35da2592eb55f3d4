// A create through a class whose answer was lost, and a look-up that gets the answer about somebody else.

import { expect, test } from 'vitest';

import type { Properties } from '../../providers/declaration.ts';
import { receiptsIn } from '../support/receipts.ts';
import { stand } from './handler-stand.ts';

const ANA = { loginUserId: 'ana@example.com', firstName: 'Ana', lastName: 'Ruiz', userTemplateName: 'Agents' };

/** A write that failed, as the engine saves it. */
interface Failed {
  readonly id: string;
  readonly properties: Properties;
}

test('a user whose create was lost is not taken for made, in that update or in the next refresh', async () => {
  const { sandbox, users, again } = await stand();
  const other = { operation: 'query-existence', kind: 'overlaid', overlay: { result: 'SUCCESS' } } as const;
  await sandbox.control.arm({ operation: 'add-user', kind: 'reset-before' });
  // The first reading is that of before the create.
  await sandbox.control.arm({ ...other, ordinal: 2, every: 2, count: 'always' });
  const { id, properties } = (await users.create(ANA).catch((error: unknown) => error)) as Failed;
  expect(receiptsIn(properties)).toMatchObject({ recorded: [], openIntents: [{ action: 'create' }] });
  await sandbox.control.clearFaults();
  await sandbox.control.arm(other);
  await expect(again().users.read(id, properties)).rejects.toThrow('said present, and absent right after it');
  await again().users.update(id, properties, ANA);
  expect((await sandbox.control.exists('ana@example.com')).inService).toBe(true);
});
