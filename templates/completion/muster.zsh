#compdef muster
# zsh completion for muster:  muster completion zsh > "${fpath[1]}/_muster"
_muster() {
  local -a offered described
  local tab="$(printf '\t')"
  offered=("${(@f)$(muster completion words -- "${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -z "${offered[1]}" ]]; then
    _files
    return
  fi
  described=("${(@)offered//:/\\:}")
  described=("${(@)described/$tab/:}")
  if [[ "${offered[1]}" == *= ]]; then
    _describe 'muster' described -S ''
  else
    _describe 'muster' described
  fi
}
compdef _muster muster
