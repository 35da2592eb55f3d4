// The sandbox keeps every sentence of both interface documents: one test a sentence, over real HTTPS.

import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { DEFAULT_SWITCHES } from '../../src/sandbox/world/switches.ts';
import { titlesById, titlesOf } from '../../scripts/generate-statements.ts';
import { openSandbox } from '../support/sandbox.ts';
import { openBench } from './bench.ts';
import { DOOR_PROOFS } from './proofs-door.ts';
import { PUT_PROOFS, REMOVE_PROOFS, STATE_PROOFS, STATUS_PROOFS, TRANSFER_PROOFS } from './proofs-record.ts';
import { PREVIEW_ROW_PROOFS, USER_ROW_PROOFS } from './proofs-rows.ts';
import { CRITERION_PROOFS, ERROR_PROOFS, SEARCH_PROOFS } from './proofs-search.ts';
import { ENVELOPE_PROOFS, ITEM_PROOFS, PURPOSE_PROOFS, TASK_PROOFS } from './proofs-task.ts';
import { USER_PROOFS } from './proofs-users.ts';
import { SENTENCES } from './sentences.ts';
import type { Proofs } from './sentences.ts';
import { NAMED_IDS, UNSEEN, verdictOf } from './verdicts.ts';

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
  ...PREVIEW_ROW_PROOFS,
  ...USER_ROW_PROOFS,
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

test('every sentence has an id of its own and a proof, unless no request can show it, and every proof a sentence', () => {
  const ids = SENTENCES.map((sentence) => sentence.id);
  expect(new Set(ids).size).toBe(ids.length);
  expect([...Object.keys(PROOFS), ...UNSEEN].toSorted()).toEqual(ids.toSorted());
});

test('every verdict is about a sentence, and no test title names one that there is not', () => {
  const ids = new Set(SENTENCES.map((sentence) => sentence.id));
  expect(NAMED_IDS.filter((id) => !ids.has(id))).toEqual([]);
  expect([...titlesById().keys()].filter((id) => !ids.has(id))).toEqual([]);
});

test('no sentence is wrong or refused without a reason', () => {
  const bad = SENTENCES.filter(({ id }) => ['wrong', 'refused'].includes(verdictOf(id).verdict));
  expect(bad.map(({ id }) => id)).toEqual([]);
});

test('the titles of tests are read with the names that they begin with', () => {
  const text = "test('P-001 a', f); it.each([1])('U-002 b', f); test.skipIf(x)(`P-003 c`, f); other('P-004 d', f);";
  expect(titlesOf('a.test.ts', text)).toEqual(['P-001 a', 'U-002 b', 'P-003 c']);
});

describe.each(['preview-campaign', 'user-provisioning'] as const)('%s', (document) => {
  const seen = SENTENCES.filter((each) => each.document === document && !UNSEEN.includes(each.id));
  for (const { id, place, sentence } of seen) {
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
