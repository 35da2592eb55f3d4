// `node tools/programs/main.ts [NAME...]`: finds or makes the programs of others that the long suite tries muster with (table.ts),
// and prints the folder of each. What cannot be had is told with its reason, and the tests that need it are skipped and say so;
// MUSTER_REQUIRE_TOOLS=1 makes both a failure.

import { TOOLS } from './table.ts';
import type { ToolName } from './table.ts';
import { findTool, makeTool } from './tool.ts';

const say = (text: string): void => console.error(text);
const names = process.argv.slice(2);
const unknown = names.filter((name) => !(name in TOOLS));
if (unknown.length > 0) {
  say(`Unknown: ${unknown.join(', ')}; there are ${Object.keys(TOOLS).join(', ')}.`);
  process.exit(2);
}
const chosen = (Object.keys(TOOLS) as ToolName[]).filter((name) => names.length === 0 || names.includes(name));
for (const name of chosen) {
  const named = [name, TOOLS[name]] as const;
  try {
    const folder = (await findTool(named)) ?? (await makeTool(named, say));
    console.log(`${name} ${TOOLS[name].version} ${folder}`);
  } catch (error) {
    say(`SKIPPED: ${name} ${TOOLS[name].version}: ${error instanceof Error ? error.message : String(error)}`);
    say(`  It needs ${TOOLS[name].needs}. Then run this again.`);
    if (process.env['MUSTER_REQUIRE_TOOLS'] === '1') process.exitCode = 1;
  }
}
