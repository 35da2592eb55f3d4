// Each reading of what the interface documents leave open, one at a time: the same story ends in the same state, and a
// further run is silent. (One reading lets nothing be concluded; it has a test of its own.)

import { expect, test } from 'vitest';

import type { DesiredInput } from '../../src/core/desired/declarations/define.ts';
import type { Switches } from '../../src/sandbox/world/switches.ts';
import { decisions, scenario } from '../support/scenario.ts';

const ANA = { loginUserId: 'ana@example.com', firstName: 'Ana', lastName: 'Ruiz', userTemplateName: 'Agents' };
const record = (clientId: string, skillQueue = 'silver') => ({
  clientId,
  skillQueue,
  preferredAgent: 'ana@example.com',
  data: { Name: clientId, phone: '+34911234567' },
});
const BEFORE: DesiredInput = {
  users: [ANA, { ...ANA, loginUserId: 'ben@example.com', createInBackend: true }],
  campaigns: [{ campaignName: 'Summer', records: [record('C-1'), record('C-2'), record('C-3'), record('C-5')] }],
};
const AFTER: DesiredInput = {
  users: [ANA, { ...ANA, loginUserId: 'cho@example.com' }],
  campaigns: [
    { campaignName: 'Summer', records: [record('C-1', 'gold'), record('C-4'), record('C-5')] },
    { campaignName: 'Welcome', records: [record('C-2')] },
  ],
};

const READINGS: readonly Partial<Switches>[] = [
  ...(['status', 'error', 'top-level', '404', 'SUCCESS+empty'] as const).map((S1) => ({ S1 })),
  ...(['AND', 'OR', 'refused'] as const).map((S2) => ({ S2 })),
  ...(['scrambled', 'oldest-first', 'newest-first'] as const).map((S3) => ({ S3 })),
  ...(['none', 1000] as const).map((S4) => ({ S4 })),
  ...(['gone', 'removed-visible', 'removed-hidden'] as const).map((S5) => ({ S5 })),
  ...(['moves', 'lost', 'part'] as const).map((S7) => ({ S7 })),
  ...(['new', 'kept'] as const).map((S8) => ({ S8 })),
  ...(['keeps', 'resets'] as const).map((S10) => ({ S10 })),
  ...(['ALREADY_EXISTS', 'FAIL', 'INVALID_ARGUMENTS', '409'] as const).map((S12) => ({ S12 })),
  ...(['on', 'null', 'missing'] as const).map((S15) => ({ S15 })),
  ...(['both', 'previewRecordId', 'previewRecordID'] as const).map((S21) => ({ S21 })),
  ...(['no', 'yes'] as const).map((S23) => ({ S23 })),
  ...(['pinned', 'created'] as const).map((S24) => ({ S24 })),
  ...(['dropped', 'kept'] as const).map((S26) => ({ S26 })),
  ...(['ignored', 'clears'] as const).map((S27) => ({ S27 })),
  ...(['both', 'null', 'empty'] as const).map((S28) => ({ S28 })),
  ...(['equals', 'differs', 'not-shown'] as const).map((S29) => ({ S29 })),
];

test.each(READINGS.map((reading) => [JSON.stringify(reading), reading] as const))(
  'under %s',
  async (_title, switches) => {
    const story = await scenario({ switches });
    await story.converge(BEFORE);
    await story.sandbox.control.work({
      campaignName: 'Summer',
      clientId: 'C-5',
      agent: 'ana@example.com',
      state: 'COMPLETED',
    });
    await story.converge(AFTER);
    const shown = (await story.sandbox.control.records()).filter((task) => task.workedState !== 'REMOVED');
    const where = shown.map((task) => `${task.campaignName} ${task.clientId} ${task.workedState}`);
    expect(where.toSorted()).toEqual([
      'Summer C-1 NOTWORKED',
      'Summer C-4 NOTWORKED',
      'Summer C-5 COMPLETED',
      'Welcome C-2 NOTWORKED',
    ]);
  },
);

test('where absence is only a text in a failure, nothing is concluded and nothing is added', async () => {
  const story = await scenario({ switches: { S1: 'FAILED+text' } });
  const result = await story.apply(BEFORE);
  expect(result.settlements.map((settlement) => settlement.change.kind)).toEqual(['user', 'user']);
  expect(decisions(result.plan).every((decision) => decision.startsWith('unreadable'))).toBe(true);
  expect(await story.sandbox.control.records()).toEqual([]);
});
