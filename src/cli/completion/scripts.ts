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

export const SCRIPTS: Readonly<Record<string, string>> = { bash: BASH, zsh: ZSH };
