// A record whose previewRecordId the file names, before a service that shows that very task with another clientId: an id given anew, or
// a task that others made another record of. The sandbox never does that.

import { expect, onTestFinished, test } from 'vitest';

import { findNamed, observeNamed } from '../../src/core/reconcile/observe/named.ts';
import type { ServiceClient } from '../../src/core/service/service.ts';
import { echo, startDouble } from '../service/double.ts';
import { wireTask } from '../service/wire-samples.ts';
import { aRecord, NOW, seenRecord, taskOf } from '../support/values.ts';

const desired = aRecord({ previewRecordId: 'P-1' });
const { campaign, clientId } = desired;

/** Searches by the id of the task show it, with this clientId; searches by clientId show nothing. */
async function showing(shown: string): Promise<ServiceClient> {
  const double = await startDouble((response, seen) => {
    const isNamed = seen.body['previewRecordId'] === 'P-1';
    const items = [{ key: 'Id', value: shown, displayOrder: 1 }];
    const tasks = [wireTask({ clientId: shown, previewRecordData: items })];
    response.end(isNamed ? echo(seen, 'SUCCESS', { previewRecordClientData: tasks }) : echo(seen, 'NORECORDFOUND'));
  });
  onTestFinished(double.stop);
  return double.open();
}

const readAgain = async (reader: ServiceClient): Promise<unknown> => {
  const observed = seenRecord(taskOf(desired, { previewRecordId: 'P-1' }));
  const outcome = await findNamed({ campaign, clientId, desired, observed }, reader);
  return outcome.kind === 'done' && outcome.value.map((task) => task.previewRecordId);
};

test('the named task is the record, before a write as in the plan', async () => {
  const reader = await showing(clientId);
  const seen = await observeNamed({ reader, desired, recorded: null, clock: () => NOW });
  expect([seen.presence, await readAgain(reader)]).toEqual(['present', ['P-1']]);
});

test('a named task that carries another clientId is another record: neither planned for nor written', async () => {
  const reader = await showing('C-9');
  const seen = await observeNamed({ reader, desired, recorded: null, clock: () => NOW });
  expect([seen.presence, await readAgain(reader)]).toEqual(['absent', []]);
});
