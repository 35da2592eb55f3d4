// What a line of the sandbox's log is about.

import type { LogEntry } from '../../src/sandbox/messages/traffic.ts';

const WRITES: readonly string[] = [
  'add-user',
  'delete-user',
  'addOrUpdateCampaignRecord',
  'changeCampaignRecordStatus',
  'transferCampaignRecord',
  'deleteRecordFromCampaign',
];

export const isWrite = ({ operation }: LogEntry): boolean => WRITES.includes(operation);
/** The second line of a request that was cut off at first. */
export const isLate = ({ outcome }: LogEntry): boolean => outcome.startsWith('commit-late: ');
