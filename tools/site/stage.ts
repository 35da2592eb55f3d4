// The folder that VitePress reads: the pages at their places, what is published beside them, and a configuration file. It is thrown away.

import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { Wish } from './config.ts';
import { readPages } from './pages.ts';

const CONFIG = fileURLToPath(new URL('./config.ts', import.meta.url));
/** The only page that is written for the site alone. */
const FRONT = 'tools/site/front.md';
/** Published as they are, below the same names: pictures of the pages, and schemas at an address that does not change. */
const BESIDE = ['docs/images', 'schemas'];

/** `modules`: the node_modules that has VitePress. */
export function stage(folder: string, wish: Wish, modules: string): void {
  const pages = readPages(wish.root).flatMap((group) => group.pages);
  for (const { place, text } of pages) put(join(folder, place), text);
  cpSync(join(wish.root, FRONT), join(folder, 'index.md'));
  for (const name of BESIDE) cpSync(join(wish.root, name), join(folder, 'public', name), { recursive: true });
  const exported = `export default configOf(${JSON.stringify(wish)});`;
  put(join(folder, '.vitepress/config.ts'), `import { configOf } from ${JSON.stringify(CONFIG)};\n${exported}\n`);
  symlinkSync(modules, join(folder, 'node_modules'));
}

function put(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
