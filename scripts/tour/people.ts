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
    id: 'leaver',
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
    id: 'pins',
    title: 'Pins are checked in the pull request',
    text: 'Every agent a task is pinned to must be declared, or known to the service. A misspelt name is a question about that task, with its place in the file; everything else goes on.',
    play: async (stage) => {
      stage.edit(SUMMER, '- clientId: C-1003\n', '- clientId: C-1003\n        preferredAgent: ana.riuz@example.com\n');
      await stage.call(['muster', 'plan']);
    },
  },
  {
    id: 'gone',
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
