// Pulumi's own release archive for this platform. Falls through quickly where the network is closed: a connection is
// given 20 seconds, a silent one 60.

import { spawnSync } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { EnvHttpProxyAgent, request } from 'undici';

import { PULUMI_VERSION } from './cli.ts';

const OPERATING_SYSTEMS: Readonly<Record<string, string>> = { linux: 'linux', darwin: 'darwin' };
const PROCESSORS: Readonly<Record<string, string>> = { x64: 'x64', arm64: 'arm64' };

/** Fills `directory` with the programs of the archive. Throws with the reason when that cannot be done. */
export async function download(directory: string): Promise<void> {
  const [system, processor] = [OPERATING_SYSTEMS[process.platform], PROCESSORS[process.arch]];
  if (system === undefined || processor === undefined) throw new Error('no release archive for this platform');
  const archive = join(directory, 'pulumi.tar.gz');
  await fetchTo(archive, `https://get.pulumi.com/releases/sdk/pulumi-v${PULUMI_VERSION}-${system}-${processor}.tar.gz`);
  const unpacked = spawnSync('tar', ['-xzf', archive, '-C', directory], { stdio: 'pipe', encoding: 'utf8' });
  if (unpacked.status !== 0) throw new Error(`the archive could not be unpacked: ${unpacked.stderr.trim()}`);
  for (const name of await readdir(join(directory, 'pulumi'))) {
    await rename(join(directory, 'pulumi', name), join(directory, name));
  }
}

async function fetchTo(file: string, url: string): Promise<void> {
  const dispatcher = new EnvHttpProxyAgent({
    connect: { timeout: 20_000 },
    headersTimeout: 30_000,
    bodyTimeout: 60_000,
  });
  try {
    const { statusCode, body } = await request(url, { dispatcher });
    if (statusCode !== 200) {
      await body.dump();
      throw new Error(`HTTP ${statusCode}`);
    }
    await pipeline(body, createWriteStream(file));
  } finally {
    await dispatcher.destroy();
  }
}
