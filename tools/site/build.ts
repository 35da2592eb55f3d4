// Builds the site with VitePress and looks at what came out.

import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { inFolder } from '../files.ts';
import { run } from '../run.ts';
import { TOOLS } from '../programs/table.ts';
import { findTool } from '../programs/tool.ts';
import { findingsOf } from './built.ts';
import type { Wish } from './config.ts';
import { stage } from './stage.ts';

/** The node_modules that has VitePress: of `npm ci` in this folder, or of `tools/programs`. Null: there is none. */
export async function findVitePress(): Promise<string | null> {
  const own = join(import.meta.dirname, 'node_modules');
  if (existsSync(join(own, 'vitepress'))) return own;
  const made = await findTool(['vitepress', TOOLS.vitepress]);
  return made === null ? null : join(made, 'node_modules');
}

/** What is wrong with the site that was built. Throws where there is none. */
export async function buildSite(wish: Wish): Promise<string[]> {
  const modules = await findVitePress();
  if (modules === null) throw new Error('there is no VitePress here: `npm ci` in tools/site brings it');
  return inFolder('site', async (folder) => {
    stage(folder, wish, modules);
    const program = join(modules, 'vitepress/bin/vitepress.js');
    const { code, text } = await run(process.execPath, [program, 'build', folder]);
    const words = text.split('\n').filter((line) => line.trim() !== '' && !/^\s+at /u.test(line));
    if (code !== 0) throw new Error(`VitePress ended with ${code}:\n${words.join('\n')}`);
    return findingsOf(wish.out, new URL(wish.url).pathname);
  });
}
