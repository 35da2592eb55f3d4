// Declarations as stories write them: a person, a record and a list, with what a story says about them laid over.

import type { CampaignInput, RecordInput, UserInput } from '../../src/core/desired/declarations/define.ts';

/** `person('ana')` is ana@example.com. */
export const person = (name: string, more: Partial<UserInput> = {}): UserInput => ({
  loginUserId: `${name}@example.com`,
  firstName: name,
  lastName: 'Example',
  userTemplateName: 'Agents',
  ...more,
});

export const record = (clientId: string, more: Partial<RecordInput> = {}): RecordInput => ({
  clientId,
  data: { Name: clientId },
  ...more,
});

export const list = (campaignName: string, ...records: RecordInput[]): CampaignInput => ({ campaignName, records });

/** A person of ours who is there from the first apply on: without one, everybody gone could be the wrong tenant. */
export const anchor = person('anchor');
