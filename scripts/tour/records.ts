// Chapters about records: used up, moved, worked, forecast, shared with intake files.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { applied, happens, SUMMER, WELCOME } from './chapter.ts';
import type { Chapter } from './chapter.ts';

const LENA = `
      - clientId: C-1003
        data: { Name: Lena Fischer, phone: '+49301234567' }
`;

export const RECORD_CHAPTERS: readonly Chapter[] = [
  {
    id: 'N1',
    title: 'A worked record is used up',
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
    id: 'N8',
    title: 'A move is one operation',
    text: 'A record that changes its campaign in Git is transferred, not deleted and added. Whether a transfer keeps the data is not documented; here the service loses all of them, also a note that somebody wrote on the task. muster keeps a full copy until everything can be read in the new campaign.',
    play: async (stage) => {
      await happens(stage, 'switch', 'S7', 'lost');
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
    id: 'N9',
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
    id: 'N10',
    title: 'The plan says when customers will be called',
    text: 'The plan counts what becomes deliverable at once and what later, in local time, and when pins lapse: 30 minutes after the task became deliverable. Times in the past and pins that lapse too early are warnings.',
    play: async (stage) => {
      const times = [
        ['C-1001', '2030-01-15T09:00:00+01:00'],
        ['C-1002', '2020-01-15T09:00:00+01:00'],
      ] as const;
      for (const [clientId, time] of times) {
        stage.edit(
          SUMMER,
          `- clientId: ${clientId}\n`,
          `- clientId: ${clientId}\n        nextEarliestWorkTime: ${time}\n`,
        );
      }
      await stage.call(['muster', 'plan']);
    },
  },
  {
    id: 'N20',
    title: 'Campaigns shared with intake files',
    text: 'To add a record whose id an intake file loaded already would overwrite that record. muster asks for each id before the first add, and reports twins of our own records that an intake file created.',
    play: async (stage) => {
      stage.edit(SUMMER, 'campaignName: Summer Renewals\n', 'campaignName: Summer Renewals\n    intake: true\n');
      writeFileSync(
        join(stage.folder, 'intake.csv'),
        'Id,Name,phone\nC-1003,L. Fischer,+49301234567\nC-9001,Olga Novak,+420212345678\n',
      );
      await happens(stage, 'intake', 'Summer Renewals', 'intake.csv');
      await stage.call(['muster', 'plan']);
    },
  },
];
