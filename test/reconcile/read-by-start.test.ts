// What a service could show that the sandbox never does: answers as values.

import { expect, test } from 'vitest';

import { undeclaredCampaign } from '../../src/core/model/record.ts';
import type { ObservedTask } from '../../src/core/model/record.ts';
import { readByStart } from '../../src/core/reconcile/observe/read-by-start.ts';
import type { Criterion, ServiceReader } from '../../src/core/service/service.ts';

const KEYS = Array.from({ length: 100 }, (_, index) => `B-${index}`);
const campaign = { ...undeclaredCampaign('Summer'), intake: false };

const taskOf = (clientId: string, id = clientId): ObservedTask => ({
  previewRecordId: `R-${clientId}`,
  clientId,
  workedState: 'NOTWORKED',
  workAttempts: 0,
  lastAttemptAgent: null,
  lastAttemptTime: null,
  workCodes: [],
  preferredAgent: null,
  skillQueue: null,
  createdTime: 0,
  lastUpdatedTime: 0,
  nextEarliestWorkTime: null,
  items: [{ key: 'Id', value: id }],
});

function answering(show: (criterion: Criterion) => readonly ObservedTask[]): ServiceReader {
  const notAsked = (): never => {
    throw new Error('not asked here');
  };
  return {
    queryUser: notAsked,
    findTask: notAsked,
    findRecord: async () => ({ kind: 'done', value: [] }),
    searchRecords: async (_campaign, criterion) => {
      const tasks = show(criterion);
      return { kind: 'done', value: { tasks, complete: true, shown: tasks.length } };
    },
  };
}

const absent = async (show: (criterion: Criterion) => readonly ObservedTask[]): Promise<number> =>
  (await readByStart({ reader: answering(show), campaign, clientIds: KEYS, ours: [] })).absent.size;
const byStart = ({ condition }: Criterion): boolean => condition === 'BEGINSWITH';

test('keys that no search shows are absent', async () => {
  expect(await absent(() => [])).toBe(KEYS.length);
});

test.each([
  ['a task that does not begin as it was asked', (asked: Criterion) => (byStart(asked) ? [taskOf('A-1')] : [])],
  ['a task in another state than was asked', ({ value }: Criterion) => (value === 'REMOVED' ? [taskOf('A-1')] : [])],
  ['a task whose id item names another', (asked: Criterion) => (byStart(asked) ? [] : [taskOf('A-1', 'A-2')])],
] as const)('after %s no key is absent', async (_title, show) => {
  expect(await absent(show)).toBe(0);
});
