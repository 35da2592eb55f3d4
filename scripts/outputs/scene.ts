// One project, and what happens with it: its named steps are the blocks `<!-- output:NAME -->` of one page.

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import type { Call, Stage } from '../demo/stage.ts';

export type Scene = (stage: Stage) => Promise<void>;

/** Not shown. */
export const SILENT: Call = { silent: true };

/** Replaces muster.yaml, teams and campaigns of the example. */
export function writeProject(stage: Stage, files: Readonly<Record<string, string>>): void {
  for (const name of ['teams', 'campaigns']) rmSync(join(stage.folder, name), { recursive: true, force: true });
  for (const [name, text] of Object.entries(files)) writeInto(stage, name, text);
}

export function writeInto(stage: Stage, name: string, text: string): void {
  const path = join(stage.folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** Something that happens in the sandbox, not shown. */
export async function happens(stage: Stage, ...words: readonly string[]): Promise<void> {
  await stage.call(['muster', 'sandbox', ...words], SILENT);
}

export async function applied(stage: Stage, ...words: readonly string[]): Promise<void> {
  await stage.call(['muster', 'apply', '--auto-approve', '--quiet', ...words], SILENT);
}

/** `extra`: lines of the policy and after it. */
export function projectFile(extra = ''): string {
  return `name: contact-centre
desired: ['teams/*.yaml', 'campaigns/*.yaml']
targets:
  sandbox:
    sandbox: true
${extra}`;
}

export function user(loginUserId: string): string {
  const [first = '', last = 'Haas'] = (loginUserId.split('@')[0] ?? '').split('.').map(capital);
  return `  - loginUserId: ${loginUserId}
    firstName: ${first}
    lastName: ${last}
    userTemplateName: Agents
    createInBackend: true
`;
}

const capital = (word: string): string => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
