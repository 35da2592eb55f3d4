// Main file of the sandbox process: `node daemon-main.ts <folder>`. Runs until it is told to end.

import { existsSync } from 'node:fs';
import { ToolError } from '../../core/model/errors.ts';
import { readRunFile } from './run-file.ts';
import { startSandbox } from './server.ts';
import type { SandboxHandle } from './server.ts';

/** The port of the last start, so that configurations stay valid; any other when it is in use. */
async function start(directory: string): Promise<SandboxHandle> {
  const port = readRunFile(directory)?.port ?? 0;
  try {
    return await startSandbox({ directory, port });
  } catch (error) {
    if (port === 0) throw error;
    return startSandbox({ directory });
  }
}

async function main(directory: string): Promise<void> {
  const handle = await start(directory);
  const end = (): void => {
    void handle.stop();
  };
  process.once('SIGTERM', end);
  process.once('SIGINT', end);
}

const [, , directory] = process.argv;
try {
  if (directory === undefined || !existsSync(directory)) throw new Error('usage: daemon-main <folder>');
  await main(directory);
} catch (error) {
  process.stderr.write(`${error instanceof ToolError ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
