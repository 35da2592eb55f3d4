import { getRecord, getUser, getUserOutput, searchRecords } from 'musterctl';

import { ana } from './user.ts';

/** Read in preview and in `up`, before anything is made. */
const { exists, backendStatus } = await getUser({ loginUserId: 'ben.okafor@example.com' });
export const benIsThere = exists ? `there, backing instance: ${backendStatus ?? 'not said'}` : 'not there';

/** Of several tasks with one clientId each is in the list. */
const { tasks } = await getRecord({ campaignName: 'Summer Renewals', clientId: 'C-1001' });
export const states = tasks.map(({ workedState }) => workedState);

/** `complete` says whether these are all that match. */
const found = await searchRecords({
  campaignName: 'Winter Renewals',
  where: [{ key: 'sys_worked_state', value: 'NOTWORKED' }],
});
export const open = found.complete ? found.tasks.length : `${found.tasks.length} or more`;

/** Waits until Ana was made. */
export const anaIsThere = getUserOutput({ loginUserId: ana.loginUserId }).exists;
