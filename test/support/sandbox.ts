// A sandbox of one's own for a test: temporary folder, real HTTPS, a target filled in, everything gone afterwards.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Outside } from '../../src/core/engine/outside.ts';
import type { Target } from '../../src/core/model/target.ts';
import { sandboxTarget } from '../../src/sandbox/world/identity.ts';
import { startSandbox } from '../../src/sandbox/daemon/server.ts';
import type { SandboxHandle, SandboxOptions } from '../../src/sandbox/daemon/server.ts';
import { lendCertificate } from './certificate.ts';

export interface TestSandbox extends SandboxHandle {
  readonly directory: string;
  readonly target: Target;
}

export interface OwnSandbox extends TestSandbox {
  /** For the runs that are to reach it, where no socket does. */
  readonly outside?: Outside;
  /** Ends it and starts it again where it was; what it had promised for later is done first. `control` is another then. */
  restart(): Promise<void>;
}

/** What muster.yaml would say: `sandbox: true` and nothing else. */
export const BARE_TARGET: Target = {
  name: 'sandbox',
  sandbox: true,
  host: '',
  region: 'us-east-1',
  port: 9443,
  previewPrefix: '',
  adminPrefix: '',
  platform: '',
  companyCode: '',
  environment: '',
  identity: 'saml',
  apiKey: { secretName: '', secretsRegion: 'us-east-1' },
  state: 'ledger',
  stack: 'sandbox',
  formerStacks: [],
  formerTenants: [],
  maxConcurrency: 32,
};

/** The AWS client wants credentials from somewhere; the sandbox takes any. */
export function useAnyCredentials(): void {
  process.env['AWS_ACCESS_KEY_ID'] ??= 'sandbox';
  process.env['AWS_SECRET_ACCESS_KEY'] ??= 'sandbox';
}

/** A folder of its own, removed by `remove`. */
export function temporaryFolder(): { readonly directory: string; remove: () => void } {
  const directory = mkdtempSync(join(tmpdir(), 'muster-sandbox-'));
  return { directory, remove: () => rmSync(directory, { recursive: true, force: true }) };
}

/**
 * Started for the test that calls it and gone when that test ends. `root`: whether its certificate has the root of the other
 * sandboxes.
 */
export async function withSandbox(
  options: Partial<SandboxOptions> = {},
  root: 'shared' | 'own' = 'shared',
): Promise<OwnSandbox> {
  const sandbox = await openSandbox(options, root);
  onTestFinished(sandbox.close);
  return sandbox;
}

/** For `beforeAll`: whoever opens it calls `close`. */
export async function openSandbox(
  options: Partial<SandboxOptions> = {},
  root: 'shared' | 'own' = 'shared',
): Promise<OwnSandbox & { readonly close: () => Promise<void> }> {
  useAnyCredentials();
  const folder = temporaryFolder();
  if (root === 'shared') await lendCertificate(folder.directory);
  let handle = await startSandbox({ directory: folder.directory, ...options });
  const close = async (): Promise<void> => {
    await handle.stop();
    folder.remove();
  };
  const restart = async (): Promise<void> => {
    await handle.stop();
    handle = await startSandbox({ directory: folder.directory, ...options, port: handle.port });
  };
  return {
    port: handle.port,
    ca: handle.ca,
    get control() {
      return handle.control;
    },
    stop: () => handle.stop(),
    restart,
    directory: folder.directory,
    target: sandboxTarget(BARE_TARGET, handle),
    close,
  };
}
