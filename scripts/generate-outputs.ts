// `npm run outputs`: plays the scenes on a sandbox and puts their real output between the markers of hand-written pages
// (`<!-- output:NAME -->` … `<!-- /output -->`). `npm run check -- generated` runs it, too: a page that would differ only in times, digests
// and ports stays as it is. Without `--pulumi` the scenes that need Pulumi are left out, and so are their blocks.

import { fillBlocks, saysTheSame } from './demo/blocks.ts';
import { pulumiStageEnvironment } from './demo/pulumi-story.ts';
import { openStage } from './demo/stage.ts';
import type { Step } from './demo/stage.ts';
import { pretty, read, write } from '../tools/files.ts';
import * as approval from './outputs/approval.ts';
import * as drift from './outputs/drift.ts';
import { lookedUp } from './outputs/look-ups.ts';
import * as offboarding from './outputs/offboarding.ts';
import * as recipes from './outputs/recipes.ts';
import * as recordSets from './outputs/record-sets.ts';
import type { Scene } from './outputs/scene.ts';

/** Name of the page -> its scenes. */
const PAGES: Readonly<Record<string, Readonly<Record<string, Scene>>>> = {
  'look-ups': { lookedUp },
  offboarding,
  drift,
  approval,
  'record-sets': recordSets,
  recipes,
};
const WITH_PULUMI: readonly Scene[] = [approval.approvedWithPulumi, recordSets.recordSet];

async function playScene(scene: Scene): Promise<readonly Step[]> {
  const environment = WITH_PULUMI.includes(scene) ? await pulumiStageEnvironment() : () => ({});
  if (environment === null) throw new Error('Some of the outputs need the Pulumi CLI.');
  const stage = openStage(environment, 'tour');
  try {
    await scene(stage);
    return stage.steps();
  } finally {
    stage.close();
  }
}

const isWithPulumi = process.argv.includes('--pulumi');
const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'));
for (const [page, scenes] of Object.entries(PAGES)) {
  if (wanted.length > 0 && !wanted.includes(page)) continue;
  const all = Object.values(scenes);
  const chosen = all.filter((scene) => wanted.length > 0 || isWithPulumi || !WITH_PULUMI.includes(scene));
  const steps: Step[] = [];
  for (const scene of chosen) steps.push(...(await playScene(scene)));
  const file = `docs/${page}.md`;
  const before = read(file);
  const filled = fillBlocks(before, { marker: 'output', steps, isPart: chosen.length < all.length });
  const after = await pretty(file, filled);
  // One page is one run: its blocks name each other's fingerprints.
  if (!saysTheSame(before, after)) write(file, after);
}
