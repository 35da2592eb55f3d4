import { RecordSet } from 'musterctl';
import type { RecordInput } from 'musterctl';

import { ana } from './user.ts';

const CUSTOMERS = ['Jonas Weber', 'Lena Koch', 'Tomas Novak'];

/** In the keys of desired files; each record is planned, written and recorded by itself. */
const records: RecordInput[] = CUSTOMERS.map((name, index) => ({
  clientId: `W-${index + 1}`,
  skillQueue: 'winback',
  data: { Name: name },
}));

export const winback = new RecordSet('winback', {
  campaignName: 'Winter Renewals',
  records: [...records, { clientId: 'W-4', preferredAgent: ana.loginUserId, data: { Name: 'Olga Petrova' } }],
});

/** How many of them are recorded, those that were worked among them. */
export const recordCount = winback.recordCount;
