// The completion script of bash.

import { nestedNames, valueRules, type CompletionEntry, type FlagValue } from './entries.ts';

export function bash(entries: readonly CompletionEntry[]): string {
  const tops = entries.filter(({ name }) => !name.includes(' ')).map(({ name }) => name);
  const cases = entries.map(({ name, words, flags }) => {
    const all = [...words, ...flags.map(({ long }) => long)];
    return `    '${name}') words='${all.join(' ')}' ;;`;
  });
  const rules = valueRules(entries);
  const taking = rules.flatMap(({ flags }) => flags.map((each) => each.slice(each.lastIndexOf(' ') + 1)));
  const values = rules.map(({ flags, value }) => `    ${flags.map(pattern).join('|')}) ${offered(value)} ;;`);
  return `# bash completion for muster:  source <(muster completion bash)
${ASKED}
_muster() {
${READ_LINE}
  for word in "\${typed[@]}"; do
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
  if [[ -z "$flag" && "$current" == --*=* ]]; then flag="\${current%%=*}"; current="\${current#*=}"; fi
  if [[ -n "$flag" ]]; then
    case "$command $flag" in
${values.join('\n')}
    esac
  else
    case "$command" in
      '') words='${[...tops, 'help'].join(' ')}' ;;
${cases.join('\n')}
    esac
    mapfile -t replies < <(compgen -W "$words" -- "$current")
    asked=''
    case "$command" in
${askedCases(entries)}
    esac
    if [[ -n "$asked" && "$current" != -* ]]; then
      mapfile -t -O "\${#replies[@]}" replies < <(_muster_asked "$asked" "$folder")
    fi
  fi
${REPLY}
}
complete -o default -F _muster muster
`;
}

const ASKED = `_muster_asked() {
  local -a where=()
  [[ -n "$2" ]] && where=(-C "$2")
  muster completion "$1" "\${where[@]}" 2>/dev/null
}`;

const READ_LINE = `  local current='' command='' words='' asked='' word flag='' folder='' prefix='' index
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
  if (( \${#typed[@]} > 0 )); then current="\${typed[-1]}"; unset 'typed[-1]'; fi`;

const REPLY = `  [[ "$current" == *[:=]* ]] && prefix="\${current%"\${current##*[:=]}"}"
  COMPREPLY=()
  for word in "\${replies[@]}"; do
    [[ "$word" == "$current"* ]] || continue
    word="\${word#"$prefix"}"
    [[ "$word" == *' '* ]] && printf -v word '%q' "$word"
    COMPREPLY+=("$word")
  done
  [[ "\${COMPREPLY[*]}" == *= ]] && compopt -o nospace 2>/dev/null
  return 0`;

/** Commands whose argument is a name of the project. */
function askedCases(entries: readonly CompletionEntry[]): string {
  return entries
    .flatMap(({ name, asked }) => (asked === null ? [] : [`      '${name}') asked='${asked}' ;;`]))
    .join('\n');
}

/** \`*' --color'\`, \`'sandbox work --state'\`. */
function pattern(flag: string): string {
  return flag.startsWith('* ') ? `*'${flag.slice(1)}'` : `'${flag}'`;
}

function offered(value: FlagValue): string {
  switch (value.kind) {
    case 'words':
      return `replies=(${value.words.join(' ')})`;
    case 'asked':
      return `mapfile -t replies < <(_muster_asked ${value.what} "$folder")`;
    case 'files':
      return 'mapfile -t replies < <(compgen -f -- "$current")';
    case 'folders':
      return 'mapfile -t replies < <(compgen -d -- "$current")';
    case 'open':
      return ':';
    default:
      return value satisfies never;
  }
}
