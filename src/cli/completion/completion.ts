// `muster completion`: the script of a shell, and the words that may stand at its cursor, names of the project among them. Names come from
// the files only: no request, and nothing but names.

import { resolve } from 'node:path';
import type { DesiredState } from '../../core/model/state.ts';
import type { Call, Command } from '../process/command.ts';
import { readTemplate } from '../process/template-file.ts';
import { projectAbove } from '../process/project-folder.ts';
import { openTarget } from '../process/session.ts';
import { offeredAt } from './words.ts';

// What each shell needs to ask `muster completion words` what may stand at the cursor (templates/completion). The last word is the one at
// the cursor; each line of the answer begins with it, and has its meaning behind a tab. No script knows a command, so none has to be made anew.

const SHELLS = ['bash', 'zsh'] as const;

const NAMES = {
  targets: targetNames,
  addresses: names(({ users, records }) => [...users, ...records].map(({ address }) => address)),
  campaigns: names(({ campaigns }) => campaigns.map(({ campaignName }) => campaignName)),
  logins: names(({ users }) => users.map(({ loginUserId }) => loginUserId)),
} as const;

type Declared = Pick<DesiredState, 'users' | 'records' | 'campaigns'>;

function names(of: (from: Declared) => string[]): (call: Call) => Promise<string[]> {
  return async (call) => of(await declared(call));
}

export const COMPLETIONS = [...SHELLS, 'words'];

/** `commands`: the whole table. A project that cannot be read has no names to offer: somebody is typing, and reads no error. */
export async function printCompletion(call: Call, commands: readonly Command[]): Promise<number> {
  const [what = '', ...typed] = call.arguments;
  const shell = SHELLS.find((name) => name === what);
  const script = shell && readTemplate(`completion/muster.${shell}`);
  call.shell.terminal.out(script ?? lines(await offered(typed, { call, commands })));
  return 0;
}

interface Asked {
  readonly call: Call;
  readonly commands: readonly Command[];
}

async function offered(typed: readonly string[], { call, commands }: Asked): Promise<readonly string[]> {
  // How Windows PowerShell hands over an empty word.
  const current = typed.at(-1)?.replace(/^""$/u, '') ?? '';
  const { offers, asked, before, folder } = offeredAt([...typed.slice(0, -1), current], commands);
  const named = asked === null ? [] : await NAMES[asked](await inFolder(call, folder)).catch(() => []);
  return [...offers, ...named.map((word) => ({ word, text: '' }))]
    .map(({ word, text }) => ({ word: before + word, text }))
    .filter(({ word }) => word.startsWith(current))
    .map(({ word, text }) => (text === '' ? word : `${word}\t${text}`));
}

async function inFolder(call: Call, given: string | null): Promise<Call> {
  if (given === null) return call;
  const folder = resolve(call.settings.folder, given);
  return { ...call, settings: { ...call.settings, folder, directory: await projectAbove(folder) } };
}

function lines(words: readonly string[]): string {
  return words.map((word) => `${word}\n`).join('');
}

async function targetNames({ settings }: Call): Promise<string[]> {
  const { loadProject } = await import('../../core/desired/project/project.ts');
  const { targets } = await loadProject(settings.directory);
  return [...targets.keys()];
}

/** Of the target that was named, or of the only one; none where a program would have to run: nobody asked for that by a key. */
async function declared(call: Call): Promise<Declared> {
  const { loadDesired, runsPrograms } = await import('../../core/desired/project/load.ts');
  const { project, target } = await openTarget(call);
  if (await runsPrograms(project)) return { users: [], records: [], campaigns: [] };
  return loadDesired(project, target);
}
