// Shell completion scripts from the command table: commands, subcommands, flags and fixed choices. They call nothing,
// so completing never reads a file or a service.

import type { Command } from './command.ts';
import { explainable } from './explain.ts';
import { flag, type Flag } from './flags.ts';
import { takenFlags } from './parse.ts';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;

export function completionScript(shell: string, commands: readonly Command[]): string {
  switch (shell) {
    case 'zsh':
      return zsh(commands);
    case 'fish':
      return fish(commands);
    default:
      return bash(commands);
  }
}

function flagsOf(command: Command): Flag[] {
  return [...Object.values(command.ownFlags ?? {}), ...takenFlags(command).map(flag)];
}

/** `--target` of `-t, --target <name>`. */
function longName(each: Flag): string {
  return /--[\w-]+/u.exec(each.usage)?.[0] ?? each.usage;
}

/** What may follow the command's name. */
function wordsAfter(command: Command): string[] {
  const choices = command.arguments.flatMap((argument) => argument.choices ?? []);
  const codes = command.name === 'explain' ? explainable() : [];
  const names = (command.subcommands ?? []).map((each) => each.name);
  return [...names, ...choices, ...codes, ...(command.run === undefined ? [] : flagsOf(command).map(longName))];
}

/** `plan` -> its words, `sandbox start` -> its words, for every command. */
function entries(commands: readonly Command[]): (readonly [string, readonly string[]])[] {
  return commands.flatMap((command) => [
    [command.name, wordsAfter(command)] as const,
    ...(command.subcommands ?? []).map((each) => [`${command.name} ${each.name}`, wordsAfter(each)] as const),
  ]);
}

function cases(commands: readonly Command[]): string {
  return entries(commands)
    .map(([name, words]) => `    '${name}') words='${words.join(' ')}' ;;`)
    .join('\n');
}

function nested(commands: readonly Command[]): string {
  return commands
    .filter((each) => each.subcommands !== undefined)
    .map((each) => each.name)
    .join('|');
}

function bash(commands: readonly Command[]): string {
  return `# bash completion for muster:  source <(muster completion bash)
_muster() {
  local current="\${COMP_WORDS[COMP_CWORD]}" command='' words='' word skip=''
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    if [[ -n "$skip" ]]; then skip=''; continue; fi
    case "$word" in
      -C|--directory|-t|--target|--color|--only|--out|--allow|--lock-timeout|--confirm-after|--max-age|--owner|--reason|--expires) skip=1 ;;
      -*) ;;
      *) case "$command" in
           '') command="$word" ;;
           ${nested(commands)}) command="$command $word" ;;
         esac ;;
    esac
  done
  case "$command" in
    '') words='${[...commands.map((each) => each.name), 'help'].join(' ')}' ;;
${cases(commands)}
  esac
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
}
complete -o default -F _muster muster
`;
}

function zsh(commands: readonly Command[]): string {
  const quote = (text: string): string => text.replaceAll("'", "'\\''").replaceAll(':', String.raw`\:`);
  const described = commands.map((each) => `    '${each.name}:${quote(each.summary)}'`).join('\n');
  return `#compdef muster
# zsh completion for muster:  muster completion zsh > "\${fpath[1]}/_muster"
_muster() {
  local -a commands
  local command="\${words[2]}" words_after=''
  commands=(
${described}
  )
  if (( CURRENT == 2 )); then
    _describe 'command' commands
    return
  fi
  if (( CURRENT > 3 )) && [[ "$command" == (${nested(commands)}) ]]; then command="$command \${words[3]}"; fi
  case "$command" in
${cases(commands).replaceAll("words='", "words_after='")}
  esac
  compadd -- \${=words_after}
  _files
}
compdef _muster muster
`;
}

function fish(commands: readonly Command[]): string {
  const quote = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`);
  const line = (condition: string, rest: string): string => `complete -c muster -n '${condition}' ${rest}`;
  const lines = commands.flatMap((command) => {
    const inside = `__fish_seen_subcommand_from ${command.name}`;
    const names = wordsAfter(command).filter((word) => !word.startsWith('--'));
    const flags = command.run === undefined ? [] : flagsOf(command);
    return [
      line('__fish_use_subcommand', `-f -a ${command.name} -d '${quote(command.summary)}'`),
      ...(names.length === 0 ? [] : [line(inside, `-f -a '${names.join(' ')}'`)]),
      ...flags.map((each) => line(inside, `-l ${longName(each).slice(2)} -d '${quote(each.text)}'`)),
    ];
  });
  return `# fish completion for muster:  muster completion fish | source\n${lines.join('\n')}\n`;
}
