// Pulumi's own release archive for this platform, unpacked only when it has the checksum kept beside. Falls through quickly where the network is closed: a connection is
// given 20 seconds, a silent one 60.

import { spawnSync } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { EnvHttpProxyAgent, request } from 'undici';

import { ARCHIVE_SHA256, expectedSha256, verifyArchive } from './archive-checksums.ts';
import type { Checksums } from './archive-checksums.ts';
import { PULUMI_VERSION } from './cli.ts';

const OPERATING_SYSTEMS: Readonly<Record<string, string>> = { linux: 'linux', darwin: 'darwin' };
const PROCESSORS: Readonly<Record<string, string>> = { x64: 'x64', arm64: 'arm64' };

interface Releases {
  readonly url: string;
  readonly checksums: Checksums;
}

const OFFICIAL: Releases = { url: 'https://get.pulumi.com/releases/sdk', checksums: ARCHIVE_SHA256 };

/** Null where Pulumi has none. */
export function archiveName(platform: string, architecture: string): string | null {
  const [system, processor] = [OPERATING_SYSTEMS[platform], PROCESSORS[architecture]];
  if (system === undefined || processor === undefined) return null;
  return `pulumi-v${PULUMI_VERSION}-${system}-${processor}.tar.gz`;
}

/** Fills `directory` with the programs of the archive. Throws with the reason when that cannot be done. */
export async function download(directory: string, { url, checksums } = OFFICIAL): Promise<void> {
  const name = archiveName(process.platform, process.arch);
  if (name === null) throw new Error('no release archive for this platform');
  const expected = expectedSha256(name, checksums);
  const archive = join(directory, 'pulumi.tar.gz');
  await fetchTo(archive, `${url}/${name}`);
  await verifyArchive(archive, expected);
  // The archive holds one folder, which is named like the program in it.
  const asked = ['-xzf', archive, '-C', directory, '--strip-components=1'];
  const unpacked = spawnSync('tar', asked, { stdio: 'pipe', encoding: 'utf8' });
  if (unpacked.status !== 0) throw new Error(`the archive could not be unpacked: ${unpacked.stderr.trim()}`);
  await rm(archive);
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
