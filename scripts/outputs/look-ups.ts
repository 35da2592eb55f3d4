// docs/look-ups.md: what the service shows of the example, which was applied from a commit and then worked once.

import { commit } from '../demo/stage.ts';
import type { Stage } from '../demo/stage.ts';
import { applied, happens } from './scene.ts';

const CAMPAIGN = 'Summer Renewals';

export async function lookedUp(stage: Stage): Promise<void> {
  // One request after the other, so that each task always gets the same id.
  stage.edit('muster.yaml', '    sandbox: true\n', '    sandbox: true\n    maxConcurrency: 1\n');
  commit(stage, 'Declare the summer renewals');
  await applied(stage);
  await happens(stage, 'work', CAMPAIGN, 'C-1002', '--agent', 'ana.ruiz@example.com');
  const shown = (name: string, ...words: readonly string[]): Promise<string> =>
    stage.call(['muster', ...words], { name });
  const search = ['search', CAMPAIGN, '--where'] as const;
  await shown('user', 'get', 'user', 'ana.ruiz@example.com');
  await shown('record', 'get', 'record', CAMPAIGN, 'C-1002');
  await shown('open', ...search, 'sys_worked_state EQUALS NOTWORKED');
  await shown('queue', ...search, 'sys_skill_queue=renewals', '--where', 'phone BEGINSWITH +34');
  await shown('table', ...search, 'sys_worked_attempts GREATERTHAN 0', '--out', 'csv=-');
  await shown('story', 'why', `record:${CAMPAIGN}/C-1002`);
}
