// A program of others that the long suite tries muster with: made once for this user and kept, like the Pulumi CLI. A folder that
// exists under its final name is whole, because it appears by one rename. Only one process makes it; others wait.

import { mkdir, rename, rm, stat } from 'node:fs/promises';
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
  const whole = await Promise.all(named[1].files.map((name) => exists(join(folder, name))));
  return whole.every(Boolean) ? folder : null;
}

/** Throws with the reason when it cannot be made. */
export async function makeTool(named: Named, say: (text: string) => void): Promise<string> {
  const final = placeOf(named);
  return madeOnce(final, { find: () => findTool(named), make: () => makeIn(final, named, say) });
}

async function makeIn(final: string, [name, tool]: Named, say: (text: string) => void): Promise<string> {
  const folder = `${final}.${process.pid}.partial`;
  await mkdir(folder, { recursive: true });
  try {
    say(`making ${name} ${tool.version}, once for this user. It needs ${tool.needs}`);
    await tool.make(folder);
    await rm(final, { recursive: true, force: true });
    await rename(folder, final);
    return final;
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
