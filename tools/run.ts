// Runs a program to its end.

import { spawn } from 'node:child_process';
import type { SpawnOptions } from 'node:child_process';
import { once } from 'node:events';

export interface Ended {
  readonly code: number;
  /** Standard output and standard error, as they came. */
  readonly text: string;
}

/** Throws where it cannot be started. */
export async function run(program: string, args: readonly string[], options: SpawnOptions = {}): Promise<Ended> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
  const parts: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part: Buffer) => parts.push(part));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code: code ?? 1, text: Buffer.concat(parts).toString() };
}
