// The sandbox keeps every sentence of both interface documents: one test a sentence, over real HTTPS.

import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { DEFAULT_SWITCHES } from '../../src/sandbox/switches.ts';
import { openSandbox } from '../support/sandbox.ts';
import { openBench } from './bench.ts';
import { DOOR_PROOFS } from './proofs-door.ts';
import { PUT_PROOFS, REMOVE_PROOFS, STATE_PROOFS, STATUS_PROOFS, TRANSFER_PROOFS } from './proofs-record.ts';
import { CRITERION_PROOFS, ERROR_PROOFS, SEARCH_PROOFS } from './proofs-search.ts';
import { ENVELOPE_PROOFS, ITEM_PROOFS, PURPOSE_PROOFS, TASK_PROOFS } from './proofs-task.ts';
import { USER_PROOFS } from './proofs-users.ts';
import { SENTENCES } from './sentences.ts';
import type { Proofs } from './sentences.ts';

vi.setConfig({ testTimeout: 30_000 });

const PROOFS: Proofs = {
  ...PURPOSE_PROOFS,
  ...ENVELOPE_PROOFS,
  ...TASK_PROOFS,
  ...ITEM_PROOFS,
  ...STATE_PROOFS,
  ...PUT_PROOFS,
  ...STATUS_PROOFS,
  ...TRANSFER_PROOFS,
  ...REMOVE_PROOFS,
  ...CRITERION_PROOFS,
  ...SEARCH_PROOFS,
  ...ERROR_PROOFS,
  ...DOOR_PROOFS,
  ...USER_PROOFS,
};

let sandbox: Awaited<ReturnType<typeof openSandbox>>;

beforeAll(async () => {
  sandbox = await openSandbox();
});

afterEach(async () => {
  await sandbox.control.setSwitches(DEFAULT_SWITCHES);
  await sandbox.control.clearFaults();
});

afterAll(() => sandbox.close());

test('every sentence has an id of its own and a proof, and every proof a sentence', () => {
  const ids = SENTENCES.map((sentence) => sentence.id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(Object.keys(PROOFS).toSorted()).toEqual(ids.toSorted());
});

describe.each(['preview-campaign', 'user-provisioning'] as const)('%s', (document) => {
  for (const { id, place, sentence } of SENTENCES.filter((each) => each.document === document)) {
    test(`${id} ${place}: ${sentence}`, async () => {
      const bench = openBench(sandbox, id);
      try {
        await PROOFS[id]?.(bench);
      } finally {
        bench.close();
      }
    });
  }
});
