// `muster completion`: scripts for shells, made from the command table and the flag table; and the names of the project that a
// script asks for while somebody types. Names come from the files only: no request, and nothing but names.

import type { DesiredState } from '../../model/state.ts';
import type { Call, Command } from '../process/command.ts';
import { bash } from './bash.ts';
import { entriesOf } from './entries.ts';
import { fish } from './fish.ts';
import { powershell } from './powershell.ts';
import { zsh } from './zsh.ts';
import { openTarget } from '../process/session.ts';

const SCRIPTS = { bash, zsh, fish, powershell } as const;
const NAMES = {
  targets: targetNames,
  addresses: declaredAddresses,
  campaigns: declaredCampaigns,
  logins: declaredLogins,
} as const;

export const COMPLETIONS = [...Object.keys(SCRIPTS), ...Object.keys(NAMES)];

/** `commands`: the whole table. */
export async function printCompletion(call: Call, commands: readonly Command[]): Promise<number> {
  const [what = ''] = call.arguments;
  call.shell.terminal.out(await completion(what, call, commands));
  return 0;
}

async function completion(what: string, call: Call, commands: readonly Command[]): Promise<string> {
  for (const [name, script] of Object.entries(SCRIPTS)) if (name === what) return script(entriesOf(commands));
  for (const [name, names] of Object.entries(NAMES)) if (name === what) return lines(await names(call).catch(() => []));
  throw new TypeError(`the parser knows no completion ${what}`);
}

/** A project that cannot be read has no names to offer: somebody is typing, and reads no error. */
function lines(names: readonly string[]): string {
  return names.map((name) => `${name}\n`).join('');
}

async function targetNames({ settings }: Call): Promise<string[]> {
  const { loadProject } = await import('../../desired/project/project.ts');
  const { targets } = await loadProject(settings.directory);
  return [...targets.keys()];
}

/** Of the target that was named, or of the only one; none where a program would have to run: nobody asked for that by a key. */
async function declaredAddresses(call: Call): Promise<string[]> {
  const { users, records } = await declared(call);
  return [...users, ...records].map(({ address }) => address);
}

async function declaredCampaigns(call: Call): Promise<string[]> {
  return (await declared(call)).campaigns.map(({ campaignName }) => campaignName);
}

async function declaredLogins(call: Call): Promise<string[]> {
  return (await declared(call)).users.map(({ loginUserId }) => loginUserId);
}

async function declared(call: Call): Promise<Pick<DesiredState, 'users' | 'records' | 'campaigns'>> {
  const { loadDesired, runsPrograms } = await import('../../desired/project/load.ts');
  const { project, target } = await openTarget(call);
  if (await runsPrograms(project)) return { users: [], records: [], campaigns: [] };
  return loadDesired(project, target);
}
