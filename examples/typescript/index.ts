// A roster and its call-backs as a program: what YAML would repeat, a loop says once. `reconcile` plans, prints the plan
// and stops on guards like `muster apply`; the classes are for single objects that other resources depend on.
//
//   pulumi stack init sandbox
//   pulumi preview

import { defineDesired, PinnedRecord, reconcile } from 'musterctl';
import type { RecordInput, UserInput } from 'musterctl';

const TEAMS = {
  'Agents-ES': { timeZone: 'Europe/Madrid', people: ['ana.ruiz', 'luis.gil', 'eva.sanz'] },
  'Agents-DE': { timeZone: 'Europe/Berlin', people: ['ben.koch', 'mia.wolf'] },
};

const users: UserInput[] = Object.entries(TEAMS).flatMap(([userTemplateName, { people }]) =>
  people.map((person) => {
    const [first = '', last = ''] = person.split('.').map((name) => name.charAt(0).toUpperCase() + name.slice(1));
    return { loginUserId: `${person}@example.com`, firstName: first, lastName: last, userTemplateName };
  }),
);

/** One call-back a person and a day, at nine in the morning of the team. */
const records: RecordInput[] = Object.values(TEAMS).flatMap(({ timeZone, people }) =>
  people.map((person, index) => ({
    clientId: `CB-${person}`,
    preferredAgent: `${person}@example.com`,
    nextEarliestWorkTime: '2027-01-11T09:00:00+01:00',
    timeZone,
    data: { Name: `Call-back ${index + 1}`, phone: `+3491123456${index}` },
    highlight: ['phone'],
  })),
);

await reconcile(defineDesired({ users, campaigns: [{ campaignName: 'Call-backs', records }] }));

const escalation = new PinnedRecord('escalation', {
  campaignName: 'Escalations',
  clientId: 'E-1',
  preferredAgent: 'ana.ruiz@example.com',
  data: { Name: 'Complaint of January', crm_link: 'https://crm.example.com/e/1' },
});

/** What became of it, for other programs to read. */
export const escalationState = escalation.workedState;
