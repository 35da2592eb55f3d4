// Chapters about users: two sides, created or adopted, leaving, and who may be pinned to.

import { ANA, applied, happens, SUMMER, TEAM } from './chapter.ts';
import type { Chapter } from './chapter.ts';

const ANA_ENTRY = `  # Ana's tasks go to Ben when she leaves.
  - loginUserId: ana.ruiz@example.com
    firstName: Ana
    lastName: Ruiz
    userTemplateName: Agents
    createInBackend: true
    offboard: { reassignTo: ben.okafor@example.com }

`;
const PINS = [
  '- clientId: C-1001\n        preferredAgent: ana.ruiz@example.com\n',
  '- clientId: C-1002\n        preferredAgent: ana.ruiz@example.com\n',
];

export const PEOPLE_CHAPTERS: readonly Chapter[] = [
  {
    id: 'N3',
    title: 'Off-boarding is a plan of its own',
    text: 'Before a person is removed, the tasks pinned to them are found in every known campaign, shown by state and time, and reassigned. A search afterwards shows that no task is left.',
    play: async (stage) => {
      await applied(stage);
      await happens(stage, 'work', 'Summer Renewals', 'C-1002', '--agent', ANA);
      await happens(stage, 'change-record', 'Summer Renewals', 'C-1003', '--preferred-agent', ANA);
      stage.edit(TEAM, ANA_ENTRY, '');
      for (const pin of PINS) stage.edit(SUMMER, pin, pin.replace(ANA, 'ben.okafor@example.com'));
      await stage.call(['muster', 'plan', '--verbose']);
      await stage.call(['muster', 'apply', '--auto-approve', '--quiet']);
    },
  },
  {
    id: 'N4',
    title: 'Pins are checked in the pull request',
    text: 'Every agent a task is pinned to must be declared, or known to the service. A misspelt name is found before anything is planned, with its place in the file.',
    play: async (stage) => {
      stage.edit(SUMMER, '- clientId: C-1003\n', '- clientId: C-1003\n        preferredAgent: ana.riuz@example.com\n');
      await stage.call(['muster', 'plan'], { exit: 2 });
    },
  },
  {
    id: 'N5',
    title: 'Two sides of a user, and “not observable”',
    text: 'The service and its backing instance answer independently. The plan names a person who is in one and not in the other, and changes it only where a call exists for it.',
    play: async (stage) => {
      await happens(stage, 'add-user', ANA, '--backend-only');
      await stage.call(['muster', 'plan', '--only', 'user:*']);
      await happens(stage, 'remove-user', ANA, '--backend');
      await stage.call(['muster', 'apply', '--auto-approve', '--quiet', '--only', 'user:*'], { silent: true });
      await happens(stage, 'remove-user', ANA, '--backend');
      await stage.call(['muster', 'plan', '--only', 'user:*']);
    },
  },
  {
    id: 'N6',
    title: 'A create is refused if somebody else was faster',
    text: '`behaviorIfInBackend` is computed from what was just observed: FAIL where the user was not seen. If somebody creates the user meanwhile, the request is refused and takes nothing over. The log of the sandbox shows what was sent.',
    play: async (stage) => {
      await stage.call(['muster', 'plan', '--only', `user:${ANA}`]);
      await stage.call(['muster', 'apply', '--only', `user:${ANA}`, '--auto-approve', '--quiet']);
      await stage.call(['muster', 'sandbox', 'log'], { lines: 12 });
    },
  },
  {
    id: 'N7',
    title: 'What was adopted is released, not deleted',
    text: 'For each side of a user it is recorded who created it. A user who existed before is adopted only where the file says so, and released again, both without a request.',
    play: async (stage) => {
      await happens(stage, 'add-user', 'kim.lee@example.com');
      const kim =
        '  - {loginUserId: kim.lee@example.com, firstName: Kim, lastName: Lee, userTemplateName: Agents, adopt: true}\n';
      stage.edit(TEAM, 'users:\n', `users:\n${kim}`);
      await stage.call(['muster', 'apply', '--auto-approve', '--quiet']);
      stage.edit(TEAM, kim, '');
      await stage.call(['muster', 'plan']);
    },
  },
  {
    id: 'N12',
    title: 'Leavers are verified at every run',
    text: '`ensure: absent` is checked on both sides at every run. So an auditor gets an answer, although the service cannot list its users.',
    play: async (stage) => {
      await applied(stage);
      stage.edit(TEAM, 'users:\n', 'users:\n  - {loginUserId: old.agent@example.com, ensure: absent}\n');
      await stage.call(['muster', 'drift']);
      await happens(stage, 'add-user', 'old.agent@example.com');
      await stage.call(['muster', 'drift', '--detailed-exitcode'], { exit: 11 });
    },
  },
];
