// The same story through the real Pulumi CLI: preview and up instead of plan and apply. State lies in a file backend in
// a temporary folder, so that nothing of the user's own stacks is touched.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { findPulumiCli, pulumiEnvironment } from '../../tools/programs/pulumi.ts';
import { expectCounts, expectThat } from './stage.ts';
import type { Call, Stage } from './stage.ts';
import { editInGit, lifeHappens } from './story.ts';

const OBJECTS = 240;
/** Without it, Pulumi prints dots where there is no terminal. */
const QUIET = '--suppress-progress';

/** One line for every resource that is only looked at. */
const PROGRESS = /^ ~ {2}pulumi.* (?:refreshing|refresh|updating|running)(?: \([\d.]+s\))?\s*$|^ {4}pulumi/u;
const PULUMI: Call = { hide: PROGRESS, lines: 70 };

/** Null, with a message, when there is no CLI. */
export async function pulumiStageEnvironment(): Promise<((home: string) => Record<string, string>) | null> {
  const cli = await findPulumiCli();
  if (cli === null) {
    console.error(
      'There is no Pulumi CLI yet. `node tools/programs/pulumi.ts` finds or makes one; then run this again.',
    );
    return null;
  }
  return (home) => {
    const state = join(home, 'stack');
    mkdirSync(state);
    return { ...pulumiEnvironment(cli, state), PULUMI_CONFIG_PASSPHRASE: 'demo' };
  };
}

export async function playPulumiStory(stage: Stage): Promise<void> {
  await stage.call(['pulumi', 'stack', 'init', 'sandbox']);
  stage.chapter('1. What would happen? Three teams and two campaigns, and a service that knows nobody');
  expectChanges(await stage.call(['pulumi', 'preview', QUIET], PULUMI), OBJECTS);

  stage.chapter('2. Do it');
  await stage.call(['pulumi', 'up', QUIET, '--yes', '--skip-preview'], PULUMI);

  stage.chapter('3. A second preview is empty');
  await stage.call(['pulumi', 'preview', QUIET, '--expect-no-changes'], PULUMI);

  await lifeHappens(stage);
  stage.chapter('5. What changed outside Git? Worked records and intake files are not drift');
  expectChanges(await stage.call(['pulumi', 'refresh', QUIET, '--preview-only'], PULUMI), 2);

  const pins = await editInGit(stage);
  stage.chapter('7. The preview repairs the drift and carries out the edit; worked records stay as they are');
  expectChanges(await stage.call(['pulumi', 'preview', QUIET], PULUMI), pins + 6);

  stage.chapter('8. Do it, and preview once more');
  // Who was removed by hand is restored only by the exact number.
  await stage.call(['env', 'MUSTER_ALLOW=restores=1', 'pulumi', 'up', QUIET, '--yes', '--skip-preview'], PULUMI);
  await stage.call(['pulumi', 'preview', QUIET, '--expect-no-changes'], PULUMI);
}

/**
 * Pulumi's own summary, all operations together: a move, a person made again and a leaver are updates of their
 * resources. In the first update there is one more, the leaver who is gone already: a resource to create, no request to send.
 */
function expectChanges(output: string, told: number): void {
  const summary = output.split('Resources:').at(-1) ?? '';
  expectThat(summary !== output, 'Pulumi ends with a summary of resources');
  const found = [...summary.matchAll(/(\d+) to (?:create|update|delete|replace)/gu)];
  const changes = found.reduce((sum, [, count]) => sum + Number(count), 0) - (told === OBJECTS ? 1 : 0);
  expectCounts({ changes }, { changes: told });
}
