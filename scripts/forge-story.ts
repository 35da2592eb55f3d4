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

/** Gitea's own styles are made with npm and no part of its Go module: this shows what a reader would see, and hides what is hidden there. */
const STYLE = `
  body { font: 15px/1.5 system-ui, sans-serif; max-width: 1000px; margin: 24px auto; color: #1f2328; }
  nav, footer, .raw-content, .tw-hidden, .hide, .hidden, .menu, .modal, .ui.dropdown, .issue-content-right, .secondary-nav,
  .repo-header, .header-wrapper, .inline-timeline-avatar, .timeline-avatar, .context, .actions, .merge-section form,
  .instruct-toggle, .pull-desc .branch-selector, #pull-desc-editor, #issue-title-editor, noscript, dialog { display: none !important; }
  .comment, .timeline-item.comment { border: 1px solid #d0d7de; border-radius: 6px; margin: 16px 0; padding: 8px 16px; }
  table { border-collapse: collapse; } th, td { border: 1px solid #d0d7de; padding: 6px 12px; text-align: left; vertical-align: top; }
  code { background: #eff1f3; border-radius: 4px; padding: 1px 4px; font-size: 85%; }
  blockquote { border-left: 4px solid #d0d7de; margin: 0; padding: 0 12px; } img, svg { max-width: 20px; max-height: 20px; }
`;

async function openCamera(folder: string): Promise<{ take: Told['show']; close: () => Promise<void> } | null> {
  if (!CAN_RUN_BROWSER) return null;
  mkdirSync(folder, { recursive: true });
  const browser = await startBrowser();
  return {
    take: async (name, url) => {
      const page = await browser.newPage({ viewport: { width: 1200, height: 900 } });
      await page.goto(url);
      await page.addStyleTag({ content: STYLE });
      await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
      await page.close();
    },
    close: () => browser.close(),
  };
}

await main(process.argv.slice(2));
