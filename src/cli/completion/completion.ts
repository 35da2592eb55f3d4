// `muster completion`: the script of a shell, the words that may stand at its cursor, and the names of the project among them. Names come
// from the files only: no request, and nothing but names.

import { resolve } from 'node:path';
import type { DesiredState } from '../../model/state.ts';
import type { Call, Command } from '../process/command.ts';
import { projectAbove } from '../process/project-folder.ts';
import { openTarget } from '../process/session.ts';
import { offeredAt } from './words.ts';

// What each shell needs to ask `muster completion words` what may stand at the cursor. The last word is the one at the cursor; each
// line of the answer begins with it, and has its meaning behind a tab. No script knows a command, so none has to be made anew.

const BASH = `# bash completion for muster:  source <(muster completion bash)
_muster() {
  local word prefix='' index tab
  printf -v tab '\\t'
  local -a typed=() replies=()
  # bash breaks words at : and =; here they are one word again.
  for ((index = 1; index <= COMP_CWORD; index++)); do
    word="\${COMP_WORDS[index]}"
    if (( \${#typed[@]} > 0 )) && [[ "$word" == [:=]* || ( -n "\${typed[-1]}" && "\${typed[-1]}" == *[:=] ) ]]; then
      typed[-1]+="$word"
    else
      typed+=("$word")
    fi
  done
  word="\${typed[-1]}"
  [[ "$word" == *[:=]* ]] && prefix="\${word%"\${word##*[:=]}"}"
  mapfile -t replies < <(muster completion words -- "\${typed[@]}" 2>/dev/null)
  (( \${#replies[@]} > 0 )) || mapfile -t replies < <(compgen -f -- "$word")
  COMPREPLY=()
  for word in "\${replies[@]}"; do
    word="\${word%%"$tab"*}"
    word="\${word#"$prefix"}"
    [[ "$word" == *' '* ]] && printf -v word '%q' "$word"
    COMPREPLY+=("$word")
  done
  [[ "\${COMPREPLY[*]}" == *= ]] && compopt -o nospace 2>/dev/null
  return 0
}
complete -F _muster muster
`;

const ZSH = `#compdef muster
# zsh completion for muster:  muster completion zsh > "\${fpath[1]}/_muster"
_muster() {
  local -a offered described
  local tab="$(printf '\\t')"
  offered=("\${(@f)$(muster completion words -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -z "\${offered[1]}" ]]; then
    _files
    return
  fi
  described=("\${(@)offered//:/\\\\:}")
  described=("\${(@)described/$tab/:}")
  if [[ "\${offered[1]}" == *= ]]; then
    _describe 'muster' described -S ''
  else
    _describe 'muster' described
  fi
}
compdef _muster muster
`;

const SCRIPTS: Readonly<Record<string, string>> = { bash: BASH, zsh: ZSH };

const NAMES = {
  targets: targetNames,
  addresses: declaredAddresses,
  campaigns: declaredCampaigns,
  logins: declaredLogins,
} as const;

export const COMPLETIONS = [...Object.keys(SCRIPTS), 'words', ...Object.keys(NAMES)];

/** `commands`: the whole table. A project that cannot be read has no names to offer: somebody is typing, and reads no error. */
export async function printCompletion(call: Call, commands: readonly Command[]): Promise<number> {
  const [what = '', ...typed] = call.arguments;
  call.shell.terminal.out(SCRIPTS[what] ?? lines(await offered(what, typed, { call, commands })));
  return 0;
}

interface Asked {
  readonly call: Call;
  readonly commands: readonly Command[];
}

async function offered(what: string, typed: readonly string[], { call, commands }: Asked): Promise<readonly string[]> {
  for (const [name, names] of Object.entries(NAMES)) if (name === what) return names(call).catch(() => []);
  // How Windows PowerShell hands over an empty word.
  const current = typed.at(-1)?.replace(/^""$/u, '') ?? '';
  const { offers, asked, before, folder } = offeredAt([...typed.slice(0, -1), current], commands);
  const names = asked === null ? [] : await NAMES[asked](await inFolder(call, folder)).catch(() => []);
  return [...offers, ...names.map((word) => ({ word, text: '' }))]
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
