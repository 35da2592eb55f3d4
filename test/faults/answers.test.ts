// Answers that are lost, garbled or late, at every writing operation: the run says what it knows, the next one converges,
// and nothing happens twice (three rules: intent first, three outcomes, unknown is settled by reading).

import { describe, expect, test } from 'vitest';

import type { DesiredInput } from '../../src/core/desired/declarations/define.ts';
import type { FaultKind } from '../../src/sandbox/messages/faults.ts';
import { apply } from '../../src/core/engine.ts';
import { STORY_DOORS } from '../support/doors.ts';
import { scenario } from '../support/scenario.ts';
import { WRITES } from '../support/writes.ts';

const ANA = { loginUserId: 'ana@example.com', firstName: 'Ana', lastName: 'Ruiz', userTemplateName: 'Agents' };
const BEN = { ...ANA, loginUserId: 'ben@example.com' };
const record = (clientId: string, skillQueue = 'silver') => ({ clientId, skillQueue, data: { Name: clientId } });

const BEFORE: DesiredInput = {
  users: [ANA, BEN],
  campaigns: [{ campaignName: 'Summer', records: [record('C-1'), record('C-2'), record('C-3'), record('C-5')] }],
};
/** A leaver, a joiner, an update, a move, a delete, one that is taken out of the calls, and a new record: every writing operation. */
const AFTER: DesiredInput = {
  users: [ANA, { ...ANA, loginUserId: 'cho@example.com' }],
  campaigns: [
    {
      campaignName: 'Summer',
      records: [record('C-1', 'gold'), record('C-4'), { ...record('C-5'), ensure: 'removed' }],
    },
    { campaignName: 'Welcome', records: [record('C-2')] },
  ],
};

const KINDS: readonly FaultKind[] = [
  'refuse-before',
  'reset-before',
  'commit-then-reset',
  'commit-then-5xx',
  'commit-late',
  'garbage',
  'truncated',
  'unauthorized',
];

/** Longer than a run waits for what it sent. */
const LATE_MS = 10 * 60_000;

describe.each(STORY_DOORS)('through %s', (_door, open) => {
  describe.each(KINDS)('%s', (kind) => {
    test.each(WRITES)('at %s is settled within two further runs, with every object once', async (operation) => {
      const { sandbox, advance, run, settle } = await open();
      await settle(BEFORE);
      await sandbox.control.arm({ operation, kind, delayMs: LATE_MS, byClock: true });
      await run(AFTER);
      await sandbox.control.clearFaults();
      // Done between two runs: between two readings of one run, that run says that it cannot tell.
      advance(LATE_MS);
      await run(AFTER);
      await settle(AFTER);
      const where = (await sandbox.control.records()).map(
        (task) => `${task.campaignName} ${task.clientId} ${task.workedState}`,
      );
      expect(where.toSorted()).toEqual([
        'Summer C-1 NOTWORKED',
        'Summer C-4 NOTWORKED',
        'Summer C-5 REMOVED',
        'Welcome C-2 NOTWORKED',
      ]);
      const present = (await sandbox.control.users()).filter((user) => user.inService);
      expect(present.map((user) => user.loginUserId).toSorted()).toEqual(['ana@example.com', 'cho@example.com']);
    });
  });
});

test('an answer about another environment ends the run before the next write', async () => {
  const story = await scenario();
  await story.converge(BEFORE);
  await story.sandbox.control.arm({ operation: 'searchPreviewCampaign', kind: 'alien-envelope', count: 'always' });
  await expect(story.apply(AFTER)).rejects.toMatchObject({ code: 'wrong-envelope' });
  await story.sandbox.control.clearFaults();
  await story.converge(AFTER);
});

test('a second run on the same target ends by naming the holder', async () => {
  const story = await scenario();
  await story.apply(BEFORE);

  await apply(story.run(AFTER), async () => {
    await expect(story.apply(AFTER)).rejects.toMatchObject({ code: 'locked' });
    return false;
  });
});
