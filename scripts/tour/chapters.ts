// The chapters of docs/tour.md: what each shows, and how it runs on a fresh copy of examples/tour and a fresh sandbox.

import type { Stage } from '../demo/stage.ts';
import { applied } from '../outputs/scene.ts';

interface Chapter {
  /** What plays it alone: `npm run tour -- ID`. */
  readonly id: string;
  readonly title: string;
  /** What happens and why, for a reader who reviews rosters. */
  readonly text: string;
  readonly play: (stage: Stage) => Promise<void>;
}

export const TEAM = 'teams/renewals.yaml';
export const SUMMER = 'campaigns/summer.yaml';
const WELCOME = 'campaigns/welcome.yaml';
const ANA = 'ana.ruiz@example.com';

/** Something that happens in the sandbox. */
async function happens(stage: Stage, ...words: readonly string[]): Promise<void> {
  await stage.call(['muster', 'sandbox', ...words]);
}

const LENA = `
      - clientId: C-1003
        data: { Name: Lena Fischer, phone: '+49301234567' }
`;

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

export const CHAPTERS: readonly Chapter[] = [
  {
    id: 'called',
    title: 'A finished customer is not called again',
    text: 'A task that was worked to its end is a success, not drift. muster never adds it again, not even when the service has removed it. To call the customer again, the file must give a reason.',
    play: async (stage) => {
      await applied(stage);
      await happens(stage, 'work', 'Summer Renewals', 'C-1003', '--code', 'Result=Sold');
      await stage.call(['muster', 'plan', '--verbose']);
      await stage.call(['muster', 'apply', '--auto-approve', '--quiet'], { silent: true });
      await happens(stage, 'remove-record', 'Summer Renewals', 'C-1003');
      await stage.call(['muster', 'plan']);
      stage.edit(SUMMER, '- clientId: C-1003\n', '- clientId: C-1003\n        reissue: "new tariff from 1 December"\n');
      await stage.call(['muster', 'plan']);
    },
  },
  {
    id: 'move',
    title: 'A move is one operation',
    text: 'A record that changes its campaign in Git is transferred, not deleted and added. Whether a transfer keeps the data is not documented; here the service loses all of them, also a note that somebody wrote on the task. muster keeps a full copy until everything can be read in the new campaign.',
    play: async (stage) => {
      await happens(stage, 'switch', 'transfer-data', 'lost');
      await applied(stage);
      await happens(stage, 'change-record', 'Summer Renewals', 'C-1003', '--set', 'Note=prefers mornings');
      stage.edit(SUMMER, LENA, '');
      stage.edit(WELCOME, '    records:\n', `    records:${LENA}`);
      await stage.call(['muster', 'apply', '--auto-approve', '--quiet']);
      await stage.call(['muster', 'sandbox', 'records', 'Welcome Calls']);
      await stage.call(['muster', 'plan']);
    },
  },
  {
    id: 'worked',
    title: 'What an agent has touched is left alone',
    text: 'Each record is read again immediately before its write. A task that an agent works is not overwritten, deleted or reset unless the file allows it with `whenWorked`.',
    play: async (stage) => {
      await applied(stage);
      await happens(stage, 'work', 'Summer Renewals', 'C-1002', '--state', 'WORKED');
      stage.edit(SUMMER, 'Jan de Vries', 'Johannes de Vries');
      await stage.call(['muster', 'plan']);
    },
  },
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
