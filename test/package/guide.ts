// The commands that docs/getting-started.md tells a newcomer to type, section by section, as they stand there.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { ROOT } from '../../tools/files.ts';

/** Lines of the shell blocks of the section whose heading begins with `number`. */
export function guideCommands(number: number): readonly string[] {
  const guide = readFileSync(join(ROOT, 'docs/getting-started.md'), 'utf8');
  const section = guide.split(/^## /mu).find((text) => text.startsWith(`${number}. `)) ?? '';
  const blocks = [...section.matchAll(/^```sh\n(.*?)^```$/gmsu)].map(([, lines = '']) => lines);
  return blocks.flatMap((lines) => lines.trim().split('\n'));
}
