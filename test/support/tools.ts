// The programs of tools/programs/table.ts in tests. A test file that cannot have one says so in its output and is skipped;
// MUSTER_REQUIRE_TOOLS=1 makes that a failure.

import { TOOLS } from '../../tools/programs/table.ts';
import type { ToolName } from '../../tools/programs/table.ts';
import { findTool } from '../../tools/programs/tool.ts';
import { join } from 'node:path';

/** Path of the program; null when it is not here. */
export async function programOf(name: ToolName): Promise<string | null> {
  const tool = TOOLS[name];
  const folder = await findTool([name, tool]);
  if (folder !== null) return join(folder, tool.files[0]);
  skipped(`there is no ${name} here, so nothing is tried with it. \`node tools/programs/main.ts ${name}\` makes it.`);
  return null;
}

/** Says why a test file is skipped; throws where that must not be. */
export function skipped(reason: string): void {
  const words = `SKIPPED: ${reason}`;
  if (process.env['MUSTER_REQUIRE_TOOLS'] === '1') throw new Error(words);
  console.warn(words);
}
