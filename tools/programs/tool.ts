// A program of others that the long suite tries muster with: made once for this user and kept, like the Pulumi CLI.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { madeOnce } from './lock.ts';
import { ofThisUser } from './pulumi-cli/cli.ts';

export interface Tool {
  readonly version: string;
  /** What is in the folder when it is whole; the program first. */
  readonly files: readonly [string, ...string[]];
  /** What a machine needs to make it, and how long that takes. */
  readonly needs: string;
  /** Fills a new folder. Throws with the reason. */
  readonly make: (folder: string) => Promise<void>;
}

type Named = readonly [name: string, tool: Tool];

function placeOf([name, { version }]: Named): string {
  return ofThisUser(name, `${version}-${process.platform}-${process.arch}`);
}

/** Its folder; null when it was not made yet. Nothing is fetched or built. */
export async function findTool(named: Named): Promise<string | null> {
  const folder = placeOf(named);
  return named[1].files.every((name) => existsSync(join(folder, name))) ? folder : null;
}

/** Throws with the reason when it cannot be made. */
export async function makeTool(named: Named, say: (text: string) => void): Promise<string> {
  const [name, tool] = named;
  const make = async (folder: string): Promise<void> => {
    say(`making ${name} ${tool.version}, once for this user. It needs ${tool.needs}`);
    await tool.make(folder);
  };
  const made = await madeOnce(placeOf(named), { find: () => findTool(named), make });
  if (made === null) throw new Error(`what was made has not all of ${tool.files.join(', ')}`);
  return made;
}
