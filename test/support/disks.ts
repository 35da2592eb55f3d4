// Disks as a test needs them: read-only, or so small that they fill up. Mounting needs root; elsewhere `mount` says why not.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { TestContext } from 'vitest';

/** Shows `folder` at another place, where nothing can be written. Skips the test where that cannot be had. */
export function readOnlyView(folder: string, context: TestContext): string {
  const view = mountPoint();
  mount(context, view, ['--bind', folder, view]);
  mount(context, null, ['-o', 'remount,bind,ro', view]);
  return view;
}

/** An empty disk of this size at `place`. Skips the test where that cannot be had. */
export function smallDisk(bytes: number, context: TestContext, place = mountPoint()): string {
  mount(context, place, ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', place]);
  return place;
}

/** Takes all that is left of it. */
export function fill(disk: string): void {
  const path = join(disk, 'fill');
  for (const size of [64 * 1024, 4 * 1024, 1]) {
    try {
      for (;;) writeFileSync(path, Buffer.alloc(size), { flag: 'a' });
    } catch {
      // Full for parts of this size.
    }
  }
}

function mountPoint(): string {
  const folder = mkdtempSync(join(tmpdir(), 'muster-disk-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function mount(context: TestContext, place: string | null, words: readonly string[]): void {
  try {
    execFileSync('mount', words, { stdio: 'pipe' });
  } catch (error) {
    context.skip(`mounting is not possible here: ${error instanceof Error ? error.message.trim() : String(error)}`);
  }
  if (place !== null) onTestFinished(() => void execFileSync('umount', [place]));
}
