// The desired files of the stories: two campaigns fed by others, too, and a roster beside people who are not ours.

import type {
  CampaignInput,
  DesiredInput,
  PresentUserInput,
  RecordInput,
  UserInput,
} from '../../src/core/desired/declarations/define.ts';
import type { Story } from './story.ts';

export const SUMMER = 'Summer';
export const WELCOME = 'Welcome';

export const login = (name: string): string => `${name}@example.com`;

export function person(name: string, more: Partial<PresentUserInput> = {}): UserInput {
  return {
    loginUserId: login(name),
    firstName: name,
    lastName: 'Example',
    userTemplateName: 'Agents',
    ...more,
  };
}

export function record(clientId: string, more: Partial<RecordInput> = {}): RecordInput {
  return { clientId, data: { Name: `Customer ${clientId}`, phone: '+34911234567', score: '7' }, ...more };
}

/** Some time after every story's own. */
export const LATER = '2031-05-01T09:00:00Z';

/** What stays through a story, so that no edit empties a campaign or the roster. */
const ANCHORS = { users: [person('ana'), person('ben', { createInBackend: true })], welcome: [record('W-1')] };

export function file(
  summer: readonly RecordInput[],
  more: { readonly users?: readonly UserInput[]; readonly welcome?: readonly RecordInput[] } = {},
): DesiredInput {
  const lists: CampaignInput[] = [
    { campaignName: SUMMER, intake: true, records: [record('S-0'), ...summer] },
    { campaignName: WELCOME, records: [...ANCHORS.welcome, ...(more.welcome ?? [])] },
  ];
  return { users: [...ANCHORS.users, ...(more.users ?? [])], campaigns: lists };
}

/** People and records of others, in the same environment and the same campaigns. */
export async function seedOthers(story: Story): Promise<void> {
  await story.act(async (control) => {
    await control.addUser({ loginUserId: login('zoe') });
    await control.addUser({ loginUserId: login('yan'), inBackend: false });
    await control.addUser({ loginUserId: login('xia'), inService: false });
    const rows = (...ids: string[]): Record<string, string>[] => ids.map((Id) => ({ Id, Name: `Other ${Id}` }));
    await control.loadIntake({ campaignName: SUMMER, idColumn: 'Id', rows: rows('X-1', 'X-2') });
    await control.loadIntake({ campaignName: WELCOME, idColumn: 'Id', rows: rows('X-3') });
  });
}

export const summer = (clientId: string): { campaignName: string; clientId: string } => ({
  campaignName: SUMMER,
  clientId,
});
export const inSummer = (clientId: string): string => `record:${SUMMER}/${clientId}`;
