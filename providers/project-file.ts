// Pulumi.yaml of the project: in the folder where the program runs, or above it.

import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Of the project: nothing but a Roster registers desired states from a program of another language. */
export function isOfRoster(start: string): boolean {
  const file = projectFile(start);
  const runtime = file === null ? null : RUNTIME.exec(readFileSync(file, 'utf8'))?.[1];
  return runtime !== null && runtime !== undefined && runtime !== 'nodejs';
}

const RUNTIME = /(?:^|[{,]\s*)"?runtime"?:[\s{]*(?:"?name"?:\s*)?["']?([\w-]+)/mu;

export function projectFolder(start: string): string {
  const file = projectFile(start);
  return file === null ? start : dirname(file);
}

function projectFile(start: string): string | null {
  for (let folder = start; folder !== dirname(folder); folder = dirname(folder)) {
    const file = ['Pulumi.yaml', 'Pulumi.yml'].map((name) => join(folder, name)).find((each) => existsSync(each));
    if (file !== undefined) return file;
  }
  return null;
}
