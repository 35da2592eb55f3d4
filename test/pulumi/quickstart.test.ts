// The demo's story through the real command: every operation of the engine is a line of the plan, no more, no less.

import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, test } from 'vitest';

import { editDesiredFiles } from '../../scripts/demo/edits.ts';
import { converge } from './parity.ts';
import { pulumiIsHere, stackStory } from './stack.ts';
import type { Story } from './stack.ts';

const QUICKSTART = fileURLToPath(new URL('../../examples/quickstart', import.meta.url));

function declareQuickstart({ folder }: Story): void {
  for (const part of ['teams', 'campaigns']) cpSync(join(QUICKSTART, part), join(folder, part), { recursive: true });
  const file = join(folder, 'muster.yaml');
  const project = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
  writeFileSync(file, JSON.stringify({ ...project, desired: ['teams/*.yaml', 'campaigns/*.yaml'] }));
}

/** Agents work, somebody deletes a user and changes a record, an intake file arrives. */
async function lifeHappens({ sandbox: { control } }: Story): Promise<void> {
  const welcome = { campaignName: 'Welcome Calls', state: 'COMPLETED' } as const;
  await control.work({ ...welcome, clientId: 'W-2001', agent: 'ana.ruiz@example.com' });
  await control.work({ ...welcome, clientId: 'W-2004', agent: 'dario.conti@example.com' });
  const summer = { campaignName: 'Summer Renewals', clientId: 'C-1003' };
  await control.work({ ...summer, agent: 'dina.aziz@example.com', state: 'REMOVED' });
  await control.removeUser('tess.de-vries@example.com');
  await control.changeRecord({ campaignName: 'Welcome Calls', clientId: 'W-2010', skillQueue: 'winback' });
  const rows = [{ CustomerId: 'X-9001', Name: 'Foreign' }];
  await control.loadIntake({ campaignName: 'Summer Renewals', idColumn: 'CustomerId', rows });
}

describe.skipIf(!pulumiIsHere())('the story of the demo', () => {
  test('is carried out by Pulumi as planned, event by event', { timeout: 600_000 }, async () => {
    const story = await stackStory();
    declareQuickstart(story);
    await converge(story);
    await lifeHappens(story);
    editDesiredFiles(story.folder);
    await converge(story, { MUSTER_ALLOW: 'restores=1' });
  });
});
