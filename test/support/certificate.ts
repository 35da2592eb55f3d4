// One certificate for the sandboxes of a test run: making one takes ten times as long as starting a sandbox that has one.

import { copyFileSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

import { loadCertificate } from '../../src/sandbox/wire/certificate.ts';

const FILES = ['ca.pem', 'server.pem', 'server-key.pem'];

/** Puts it into the folder of a sandbox that was never started. One that has expired by then is made anew there. */
export async function lendCertificate(directory: string): Promise<void> {
  const shared = join(tmpdir(), `muster-certificate-${userInfo().uid}`);
  if (!existsSync(shared)) await makeAt(shared);
  for (const file of FILES) copyFileSync(join(shared, file), join(directory, file));
}

/** Several workers may do so at once: the first one stays. */
async function makeAt(shared: string): Promise<void> {
  const made = mkdtempSync(`${shared}-`);
  await loadCertificate(made, Date.now());
  try {
    renameSync(made, shared);
  } catch (error) {
    rmSync(made, { recursive: true });
    if (!existsSync(shared)) throw error;
  }
}
