// `node scripts/forge-story.ts [FOLDER]`: plays the story of a pull request (scripts/forge/story.ts) and prints what reviewers read. With
// FOLDER, a real browser takes a picture of each page of the forge into it.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { CAN_RUN_BROWSER, startBrowser } from '../test/support/browser.ts';
import { programOf } from '../test/support/tools.ts';
import { playStory } from './forge/story.ts';
import type { Told } from './forge/story.ts';
import { openWorld } from './forge/world.ts';

async function main([folder]: readonly string[]): Promise<void> {
  const [gitea, act] = [await programOf('gitea'), await programOf('act')];
  if (gitea === null || act === null) {
    process.exitCode = 1;
    return;
  }
  const camera = folder === undefined ? null : await openCamera(folder);
  const world = await openWorld({ gitea, act });
  const say = (text: string): void => console.log(`${text}\n`);
  try {
    await playStory(world, { say, show: camera?.take ?? (async () => Promise.resolve()) });
  } finally {
    await Promise.all([world.close(), camera?.close()]);
  }
}

interface Camera {
  readonly take: Told['show'];
  readonly close: () => Promise<void>;
}

async function openCamera(folder: string): Promise<Camera | null> {
  if (!CAN_RUN_BROWSER) return null;
  mkdirSync(folder, { recursive: true });
  const browser = await startBrowser();
  return {
    take: async (name, url) => {
      const page = await browser.newPage({ viewport: { width: 1200, height: 900 } });
      await page.goto(url);
      await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
      await page.close();
    },
    close: () => browser.close(),
  };
}

await main(process.argv.slice(2));
