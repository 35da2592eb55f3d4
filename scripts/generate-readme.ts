// `npm run docs`: runs the demo and a usual request, and puts their real output between the markers of README.md,
// docs/getting-started.md and the front page of the site (`<!-- demo:NAME -->` … `<!-- /demo -->`). Takes the pictures of the request, too (pictures.ts). Run it when the
// output of the command changes; times in it differ each time.

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { fillBlocks } from './demo/blocks.ts';
import { playRequest, TITLE } from './demo/request.ts';
import { openStage } from './demo/stage.ts';
import type { Step } from './demo/stage.ts';
import { inFolder, read, ROOT, write } from '../tools/files.ts';
import { takePictures } from './pictures.ts';

const DOCUMENTS = ['README.md', 'docs/getting-started.md', 'tools/site/front.md'];
const ON_MERGE = { MUSTER_ON_MERGE: 'the pipeline applies exactly this plan' };

const playDemo = (): Promise<readonly Step[]> =>
  inFolder('docs', (folder) => {
    const record = join(folder, 'steps.json');
    const words = ['scripts/demo.ts', '--record', record];
    const demo = spawnSync(process.execPath, words, { cwd: ROOT, stdio: ['ignore', 2, 2] });
    if (demo.status !== 0) throw new Error('The demo did not end well; nothing was written.');
    return JSON.parse(readFileSync(record, 'utf8')) as Step[];
  });

async function playPictured(): Promise<readonly Step[]> {
  const stage = openStage(() => ON_MERGE, 'tour');
  try {
    const markdown = await playRequest(stage);
    await takePictures({ markdown, title: TITLE }, join(ROOT, 'docs/images'));
    return stage.steps();
  } finally {
    stage.close();
  }
}

const steps = [...(await playDemo()), ...(await playPictured())];
for (const page of DOCUMENTS) write(page, fillBlocks(read(page), { marker: 'demo', steps }));
