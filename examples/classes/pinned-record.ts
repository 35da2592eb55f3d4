import { PinnedRecord } from 'musterctl';

import { ana } from './user.ts';

/** One task, for Ana before anybody else, from nine in the morning in Madrid. */
export const maria = new PinnedRecord('maria', {
  campaignName: 'Summer Renewals',
  clientId: 'C-1001',
  preferredAgent: ana.loginUserId,
  nextEarliestWorkTime: '2030-01-07T09:00:00+01:00',
  skillQueue: 'renewals',
  timeZone: 'Europe/Madrid',
  data: { Name: 'Maria Lopez', phone: '+34911234567' },
  highlight: ['phone'],
});

/** NOTWORKED until an agent has worked it. */
export const state = maria.workedState;
