// Chapters about records: finished, moved, worked, forecast, shared with intake files.

import { applied, happens, SUMMER, WELCOME } from './chapter.ts';
import type { Chapter } from './chapter.ts';

const LENA = `
      - clientId: C-1003
        data: { Name: Lena Fischer, phone: '+49301234567' }
`;

export const RECORD_CHAPTERS: readonly Chapter[] = [
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
];
