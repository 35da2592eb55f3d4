// docs/record-sets.md: a campaign of 1,000 records as four Pulumi resources, before and after one row was changed.

import type { Call, Stage } from '../demo/stage.ts';
import { happens, projectFile, SILENT, user, writeInto, writeProject } from './scene.ts';

const ROWS = 'campaigns/summer.csv';
const QUIET = '--suppress-progress';
/** Lines of resources that are only looked at. */
const PROGRESS: Call = { hide: /^ ~ {2}pulumi.*(?:refresh|running)|^ {4}pulumi|^View |^Please choose/u };

const CAMPAIGN = `campaigns:
  - campaignName: Summer Renewals
    manage: set
    defaults: { timeZone: Europe/Madrid }
    recordsFrom:
      file: summer.csv
      columns: { clientId: Id, skillQueue: Queue, data: { Name: Name } }
`;

/** The queue of C-7; gold for all others. */
function rows(queue: string): string {
  const lines = Array.from({ length: 1000 }, (_, n) => `C-${n},${n === 7 ? queue : 'gold'},Customer ${n}`);
  return ['Id,Queue,Name', ...lines, ''].join('\n');
}

export async function recordSet(stage: Stage): Promise<void> {
  writeProject(stage, {
    'muster.yaml': projectFile(),
    'teams/people.yaml': `users:\n${user('ana.ruiz@example.com')}`,
    'campaigns/summer.yaml': CAMPAIGN,
    [ROWS]: rows('gold'),
  });
  await stage.call(['pulumi', 'stack', 'init', 'sandbox'], SILENT);
  await stage.call(['pulumi', 'up', '--yes', '--skip-preview', QUIET], SILENT);
  writeInto(stage, ROWS, rows('silver'));
  await stage.call(['pulumi', 'preview', QUIET], { ...PROGRESS, name: 'preview' });
  writeInto(stage, ROWS, rows('gold'));
  await happens(stage, 'change-record', 'Summer Renewals', 'C-1', '--skill-queue', 'bronze');
  await stage.call(['pulumi', 'refresh', '--preview-only', '--diff', QUIET], { ...PROGRESS, name: 'refresh' });
}
