# bash completion for muster:  source <(muster completion bash)
_muster() {
  local word prefix='' index tab
  printf -v tab '\t'
  local -a typed=() replies=()
  # bash breaks words at : and =; here they are one word again.
  for ((index = 1; index <= COMP_CWORD; index++)); do
    word="${COMP_WORDS[index]}"
    if (( ${#typed[@]} > 0 )) && [[ "$word" == [:=]* || ( -n "${typed[-1]}" && "${typed[-1]}" == *[:=] ) ]]; then
      typed[-1]+="$word"
    else
      typed+=("$word")
    fi
  done
  word="${typed[-1]}"
  [[ "$word" == *[:=]* ]] && prefix="${word%"${word##*[:=]}"}"
  mapfile -t replies < <(muster completion words -- "${typed[@]}" 2>/dev/null)
  (( ${#replies[@]} > 0 )) || mapfile -t replies < <(compgen -f -- "$word")
  COMPREPLY=()
  for word in "${replies[@]}"; do
    word="${word%%"$tab"*}"
    word="${word#"$prefix"}"
    [[ "$word" == *' '* ]] && printf -v word '%q' "$word"
    COMPREPLY+=("$word")
  done
  [[ "${COMPREPLY[*]}" == *= ]] && compopt -o nospace 2>/dev/null
  return 0
}
complete -F _muster muster
