// `npm run docs`: runs the demo and puts its real output between the markers of README.md and docs/getting-started.md
// (`<!-- demo:NAME -->` … `<!-- /demo -->`), and takes the pictures of the second plan (pictures.ts). Run it when the output of
// the command changes; times in it differ each time.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { CAN_RUN_BROWSER } from '../test/support/browser.ts';
import { fillBlocks } from './demo/blocks.ts';
import type { Step } from './demo/stage.ts';
import { takePictures } from './pictures.ts';

const path = (relative: string): string => fileURLToPath(new URL(`../${relative}`, import.meta.url));

const DOCUMENTS = ['README.md', 'docs/getting-started.md'];

function playDemo(): readonly Step[] {
  const folder = mkdtempSync(join(tmpdir(), 'muster-docs-'));
  try {
    const record = join(folder, 'steps.json');
    const demo = spawnSync(process.execPath, [path('scripts/demo.ts'), '--record', record], {
      stdio: ['ignore', 2, 2],
    });
    if (demo.status !== 0) throw new Error('The demo did not end well; nothing was written.');
    return JSON.parse(readFileSync(record, 'utf8')) as Step[];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The edit of the story as a request, and its plan as the comment on it. */
async function picture(steps: readonly Step[]): Promise<void> {
  const report = steps.find(({ name }) => name === 'plan-edit')?.report;
  const edit = steps.find(({ name }) => name === 'diff')?.output;
  if (report === undefined || edit === undefined || !CAN_RUN_BROWSER)
    throw new Error('There is no report, or no browser, to take a picture of.');
  const onMerge = 'the pipeline applies exactly this plan';
  await takePictures({ report: { ...report, onMerge }, edit }, path('docs/images'));
}

const steps = playDemo();
await picture(steps);
for (const document of DOCUMENTS) {
  const text = readFileSync(path(document), 'utf8');
  writeFileSync(path(document), fillBlocks(text, { marker: 'demo', steps }));
}
