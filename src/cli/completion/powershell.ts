// The completion script of PowerShell, 5.1 and 7: tables, and a script block that reads them.

import { nestedNames, valueRules, type CompletionEntry, type FlagValue } from './entries.ts';

export function powershell(entries: readonly CompletionEntry[]): string {
  const tops = entries.filter(({ name }) => !name.includes(' ')).map(({ name }) => name);
  const words = entries.map(
    ({ name, words: own, flags }) => `  ${text(name)} = ${list([...own, ...flags.map(({ long }) => long)])}`,
  );
  const values = valueRules(entries).flatMap(({ flags, value }) =>
    flags.map((each) => `  ${text(each)} = ${list(offered(value))}`),
  );
  const asked = entries.flatMap((each) => (each.asked === null ? [] : [`  ${text(each.name)} = ${text(each.asked)}`]));
  return `# PowerShell completion for muster:  muster completion powershell | Out-String | Invoke-Expression
$musterWords = @{
  '' = ${list([...tops, 'help'])}
${words.join('\n')}
}
# What the value of a flag can be, for one command or (*) for every command; '?targets' asks muster.
$musterValues = @{
${values.join('\n')}
}
# Commands whose argument is a name of the project.
$musterAsked = @{
${asked.join('\n')}
}
$musterNested = ${list(nestedNames(entries))}
Register-ArgumentCompleter -Native -CommandName muster -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $typed = @($commandAst.CommandElements | Where-Object { $_.Extent.EndOffset -lt $cursorPosition -or -not $wordToComplete } | Select-Object -Skip 1 | ForEach-Object { $_.Extent.Text.Trim("'", '"') })
  $command = ''; $flag = ''; $folder = ''
  foreach ($word in $typed) {
    if ($flag) {
      if ($flag -cin '-C', '--directory') { $folder = $word }
      $flag = ''
    }
    elseif ($word.StartsWith('-')) {
      if ($musterValues.ContainsKey("* $word") -or $musterValues.ContainsKey("$command $word")) { $flag = $word }
    }
    elseif (-not $command) { $command = $word }
    elseif ($musterNested -ccontains $command) { $command = "$command $word" }
  }
  if ($flag) {
    $offered = if ($musterValues.ContainsKey("$command $flag")) { $musterValues["$command $flag"] } else { $musterValues["* $flag"] }
    if ($offered.Count -eq 1 -and $offered[0].StartsWith('?')) {
      $where = if ($folder) { @('-C', $folder) } else { @() }
      $offered = @(muster completion $offered[0].Substring(1) @where 2>$null)
    }
  }
  else {
    $offered = @($musterWords[$command])
    if ($musterAsked.ContainsKey($command) -and -not $wordToComplete.StartsWith('-')) {
      $where = if ($folder) { @('-C', $folder) } else { @() }
      $offered += @(muster completion $musterAsked[$command] @where 2>$null)
    }
  }
  $offered | Where-Object { $_ -and $_.StartsWith($wordToComplete) } | ForEach-Object {
    $shown = if ($_.Contains(' ')) { "'" + $_.Replace("'", "''") + "'" } else { $_ }
    [System.Management.Automation.CompletionResult]::new($shown, $_, 'ParameterValue', $_)
  }
}
`;
}

const text = (word: string): string => `'${word.replaceAll("'", "''")}'`;
const list = (words: readonly string[]): string => `@(${words.map(text).join(', ')})`;

/** Files and folders PowerShell offers by itself where nothing else is offered. */
function offered(value: FlagValue): readonly string[] {
  switch (value.kind) {
    case 'words':
      return value.words;
    case 'asked':
      return [`?${value.what}`];
    case 'files':
    case 'folders':
    case 'open':
      return [];
    default:
      return value satisfies never;
  }
}
