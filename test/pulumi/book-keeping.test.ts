// What a resource keeps beside its declaration and what it documents. Pulumi shows no property whose name begins with two underscores, in no
// difference and in no table.

import { expect, test } from 'vitest';

import { ARGUMENTS } from '../../providers/arguments.ts';
import { BESIDE } from '../../providers/declaration.ts';
import type { Properties } from '../../providers/declaration.ts';
import { OUTPUT_NAMES } from '../../providers/receipts.ts';
import { stand } from './handler-stand.ts';

const TASK = { campaignName: 'Summer Renewals', clientId: 'C-1', __home: 'team/dev', target: 'test' };

/** As a stack of before has them. */
const plain = (kept: Properties): Properties =>
  Object.fromEntries(
    Object.entries(kept).map(([name, value]) => [name === '__provider' ? name : name.replace(/^__/u, ''), value]),
  );

test('what a resource keeps of its own is shown by no difference of Pulumi', () => {
  const own = [...BESIDE, ...Object.values(OUTPUT_NAMES).flat()].filter((name) => !name.startsWith('__'));
  const known = [...Object.values(ARGUMENTS).flat(), 'import', 'drift', 'presence', 'backendPresence', 'connectUserId'];
  const documented = [...known, 'workedState', 'workAttempts', 'recordCount', 'consumedCount'];
  expect(own.filter((name) => !documented.includes(name))).toEqual([]);
});

test('a stack of before, with plain names, goes on: seen, equal, and removed', async () => {
  const { records, again } = await stand();
  const { inputs } = await records.check({}, TASK);
  const { id, outs } = await records.create(inputs);
  const before = plain(outs);
  expect(Object.keys(before)).toEqual(expect.arrayContaining(['home', 'schemaVersion', 'receipts']));
  const run = again().records;
  expect(await run.diff(id, before, inputs)).toEqual({ changes: false });
  const read = await run.read(id, before);
  expect(Object.keys(read.id === undefined ? {} : read.props)).not.toContain('receipts');
  await again().records.delete(id, before);
  const gone = await again().records.read(id, before);
  expect(gone.id === undefined ? null : gone.props['presence']).toBe('absent');
});
