// The completion script of zsh.

import { nestedNames, valueRules, type CompletionEntry, type FlagValue } from './entries.ts';

export function zsh(entries: readonly CompletionEntry[]): string {
  const quote = (text: string): string => text.replaceAll("'", "'\\''").replaceAll(':', String.raw`\:`);
  const tops = entries.filter(({ name }) => !name.includes(' '));
  const described = tops.map(({ name, summary }) => `    '${name}:${quote(summary)}'`);
  const cases = entries.map(({ name, words, flags }) => {
    const all = [...words, ...flags.map(({ long }) => long)];
    return `    '${name}') offered=(${all.join(' ')}) ;;`;
  });
  const rules = valueRules(entries);
  const taking = rules.flatMap(({ flags }) => flags.map((each) => each.slice(each.lastIndexOf(' ') + 1)));
  const values = rules.map(({ flags, value }) => `      ${flags.map(pattern).join('|')}) ${offered(value)} ;;`);
  return `#compdef muster
# zsh completion for muster:  muster completion zsh > "\${fpath[1]}/_muster"
_muster_asked() {
  local -a where
  where=()
  [[ -n "$2" ]] && where=(-C "$2")
  muster completion "$1" "\${where[@]}" 2>/dev/null
}
_muster() {
  local -a commands offered
  local command='' flag='' folder='' word
  commands=(
${described.join('\n')}
  )
  for word in "\${(@)words[2,CURRENT-1]}"; do
    if [[ -n "$flag" ]]; then
      [[ "$flag" == -C || "$flag" == --directory ]] && folder="$word"
      flag=''
      continue
    fi
    case "$word" in
      ${[...new Set(taking)].join('|')}) flag="$word" ;;
      -*) ;;
      *) case "$command" in
           '') command="$word" ;;
           ${nestedNames(entries).join('|')}) command="$command $word" ;;
         esac ;;
    esac
  done
  if [[ -n "$flag" ]]; then
    case "$command $flag" in
${values.join('\n')}
    esac
    return
  fi
  if [[ -z "$command" ]]; then
    _describe 'command' commands
    return
  fi
  case "$command" in
${cases.join('\n')}
  esac
  compadd -a offered
  case "$command" in
${askedCases(entries)}
  esac
  _files
}
compdef _muster muster
`;
}

/** Commands whose argument is a name of the project. */
function askedCases(entries: readonly CompletionEntry[]): string {
  const names = entries.flatMap(({ name, asked }) => (asked === null ? [] : [{ name, asked }]));
  return names
    .map(({ name, asked }) => `    '${name}') compadd -- "\${(@f)$(_muster_asked ${asked} "$folder")}" ;;`)
    .join('\n');
}

function pattern(flag: string): string {
  return flag.startsWith('* ') ? `*'${flag.slice(1)}'` : `'${flag}'`;
}

function offered(value: FlagValue): string {
  switch (value.kind) {
    case 'words':
      return `compadd ${value.words.some((word) => word.endsWith('=')) ? "-S '' " : ''}-- ${value.words.join(' ')}`;
    case 'asked':
      return `compadd -- "\${(@f)$(_muster_asked ${value.what} "$folder")}"`;
    case 'files':
      return '_files';
    case 'folders':
      return '_files -/';
    case 'open':
      return ':';
    default:
      return value satisfies never;
  }
}
