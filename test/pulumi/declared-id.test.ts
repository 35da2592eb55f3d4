// A record whose previewRecordId the program names, beside one that a reading shows first. The output of the same name says what was
// seen, and the declaration must not be lost under it: a refresh would read another task.

import { expect, test } from 'vitest';

import { receiptsIn } from '../support/receipts.ts';
import { stand } from './handler-stand.ts';

const KEY = { campaignName: 'Summer', clientId: 'C-1' };

test('is read by its own id in a refresh, and what a person deleted beside it does not end it', async () => {
  const { sandbox, records, again } = await stand();
  const { control } = sandbox;
  await control.setSwitches({ S5: 'removed-visible', S11: { intake: 'twin', idSearch: 'oldest' } });
  const rows = [{ Id: 'C-1', Name: 'From the file' }];
  await control.loadIntake({ campaignName: 'Summer', idColumn: 'Id', rows });
  await control.loadIntake({ campaignName: 'Summer', idColumn: 'Id', rows });
  const [first, second] = await control.records('Summer');
  const named = { ...KEY, data: '[["Name","Maria",1]]', adopt: true, previewRecordId: second?.previewRecordID };
  const { id, outs } = await records.create({ ...named, twins: { [first?.previewRecordID ?? '']: 'remove' } });
  const read = await again().records.read(id, outs);
  if (read.id === undefined) throw new Error('nothing was read');
  expect(read.inputs).toMatchObject({ previewRecordId: second?.previewRecordID });
  expect(receiptsIn(read.props).recorded).toMatchObject([{ previewRecordId: second?.previewRecordID, consumed: null }]);
  const [task] = (await control.records('Summer')).filter(({ workedState }) => workedState !== 'REMOVED');
  expect(task?.previewRecordID).toBe(second?.previewRecordID);
});
