// `npm run outputs`: plays the scenes on a sandbox and puts their real output between the markers of hand-written pages
// (`<!-- output:NAME -->` … `<!-- /output -->`). `npm run check -- generated` runs it, too: a page that would differ only in times, digests
// and ports stays as it is. Without `--pulumi` the scenes that need Pulumi are left out, and so are their blocks.

import { fillBlocks, saysTheSame } from './demo/blocks.ts';
import { pulumiStageEnvironment } from './demo/pulumi-story.ts';
import { openStage } from './demo/stage.ts';
import type { Step } from './demo/stage.ts';
import { pretty, read, write } from './files.ts';
import { APPROVED, APPROVED_WITH_PULUMI } from './outputs/approval.ts';
import { BASELINE, CHANGED, IGNORED } from './outputs/drift.ts';
import { LOOKED_UP } from './outputs/look-ups.ts';
import { FORECAST, LEAVING, STOPPED } from './outputs/offboarding.ts';
import { RECIPES } from './outputs/recipes.ts';
import { SET } from './outputs/record-sets.ts';
import type { Scene } from './outputs/scene.ts';

const SCENES: readonly Scene[] = [
  LOOKED_UP,
  LEAVING,
  STOPPED,
  FORECAST,
  CHANGED,
  IGNORED,
  BASELINE,
  APPROVED,
  APPROVED_WITH_PULUMI,
  SET,
  ...RECIPES,
];

async function playScene(scene: Scene): Promise<readonly Step[]> {
  const environment = scene.pulumi === true ? await pulumiStageEnvironment() : () => ({});
  if (environment === null) throw new Error(`The outputs of docs/${scene.page}.md need the Pulumi CLI.`);
  const stage = openStage(environment, 'tour');
  try {
    await scene.play(stage);
    return stage.steps();
  } finally {
    stage.close();
  }
}

const isWithPulumi = process.argv.includes('--pulumi');
const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const chosen = SCENES.filter(({ pulumi = false, page }) =>
  wanted.length > 0 ? wanted.includes(page) : isWithPulumi || !pulumi,
);
const steps: Step[] = [];
for (const scene of chosen) steps.push(...(await playScene(scene)));
for (const page of new Set(chosen.map((scene) => scene.page))) {
  const file = `docs/${page}.md`;
  const isPart = SCENES.some((scene) => scene.page === page && !chosen.includes(scene));
  const before = read(file);
  const after = await pretty(file, fillBlocks(before, { marker: 'output', steps, isPart }));
  // One page is one run: its blocks name each other's fingerprints.
  if (!saysTheSame(before, after)) write(file, after);
}
