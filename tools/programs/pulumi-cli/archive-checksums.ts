// SHA-256 of Pulumi's release archives, and the comparison with them: an archive that is not listed here is not unpacked.
// They are those of Pulumi's own Homebrew formula (pulumi/homebrew-tap, Formula/pulumi.rb, which its release job writes). With
// another PULUMI_VERSION take them from there, or from the checksums file of the release, and compare the two.

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';

/** Name of the archive -> SHA-256 in lower-case hexadecimal digits. */
export type Checksums = Readonly<Record<string, string>>;

export const ARCHIVE_SHA256: Checksums = {
  'pulumi-v3.259.0-linux-x64.tar.gz': '94ba357acac23d01474084c4b00098dc0f7bc70ce13f34c777459254a5f718e5',
  'pulumi-v3.259.0-linux-arm64.tar.gz': 'edc8327463a72160bb36cf82cf5062da9c8a244290a706d9980988e7bf486853',
  'pulumi-v3.259.0-darwin-x64.tar.gz': 'eaca4c3b8277bfa3ab061fa3b270d1c66358a0b2e613da8c5587a04b7226c534',
  'pulumi-v3.259.0-darwin-arm64.tar.gz': '57c27f179e527e2cf9f62b841a448af72a020e44b2fb4ee0d9bd85556c00c864',
};

/** What the archive of this name must be. Throws when no checksum is kept for it. */
export function expectedSha256(name: string, checksums: Checksums): string {
  const expected = Object.hasOwn(checksums, name) ? checksums[name] : undefined;
  if (expected === undefined) throw new Error(`no checksum is kept for ${name}, so it is not downloaded`);
  return expected;
}

/** Throws when the file has another checksum. */
export async function verifyArchive(file: string, expected: string): Promise<void> {
  const given = await sha256Of(file);
  if (given !== expected) throw new Error(`the archive is not Pulumi's: expected SHA-256 ${expected}; given ${given}`);
}

/** In lower-case hexadecimal digits. */
export async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
