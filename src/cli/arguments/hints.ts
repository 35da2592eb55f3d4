// The words of other tools -> what is meant here. Read only where the parser knows no such word, so none of them can hide one of ours.

import { flag, FLAG_NAMES, longOf } from '../process/flags.ts';

/** `state list` stands for the second word after the first; `list` for the word wherever it is not known. */
const COMMANDS_ELSEWHERE = byWord({
  'state list': '`muster show` prints what is recorded',
  'completion fish': 'bash and zsh have a script; for fish docs/recipes.md has the lines',
  'completion powershell, completion pwsh': 'bash and zsh have a script; for PowerShell docs/windows.md has the lines',
  'state show': '`muster get` and `muster why` show one object',
  'state rm': '`onRemove: release` in the file stops managing it: `muster explain onRemove`',
  'state pull': '`muster show --json` prints what is recorded',
  import: '`muster adopt` writes what exists into the files',
  refresh: '`muster drift` reports what changed outside; plan and apply read the service each time',
  status: '`muster show` prints what is recorded, `muster drift` what changed outside, `muster doctor` what is wrong',
  'preview, diff': '`muster plan` shows what apply would do',
  'up, deploy, sync': '`muster apply` plans, asks and changes the service',
  'list, ls': '`muster show` prints what is recorded, `muster search` lists customers of the service',
  describe: '`muster get` shows one person or customer, `muster why` the story',
  'delete, remove': 'take it out of the files, then `muster apply`; `muster destroy` is for everything',
  'rollback, undo': 'revert the commit, then `muster apply`',
  'force-unlock': '`muster unlock` frees a target',
  format: '`muster fmt` writes the files in one form',
  lint: '`muster validate` checks the files',
  check: '`muster validate` checks the files, `muster doctor` the environment',
  login: 'there is no login: the API key is read from AWS; `muster doctor` tries it',
  'workspace, stack': '`--target NAME` chooses the environment',
});

const APPROVE = '`--auto-approve` of apply and destroy does not ask';

const FLAGS_ELSEWHERE = byWord({
  '--yes, -y': APPROVE,
  '--force': `${APPROVE}; a guard is passed by \`--allow GUARD=NUMBER\``,
  '-f, --config, --file': '`-C FOLDER` names the folder of muster.yaml',
  '-o, --output, --format': '`--json` prints JSON, `--out FILE` writes a report',
  '--dry-run, -n': '`muster plan` changes nothing',
  '-v': '`--verbose` lists everything, `--version` prints the version',
  '--debug': '`--log FILE` writes a line for each request',
  '--silent': '`--quiet` prints no progress',
  '--no-color': '`--color never`',
  '--non-interactive': '`--no-input` never asks',
  '--env, --environment, --stack, --profile': '`--target NAME` chooses the environment',
  '--filter': '`--only PATTERN` chooses objects',
  '--parallelism': '`maxConcurrency` of a target in muster.yaml',
  '--refresh': 'plan and apply read the service each time',
});

/** `a, b`: the same is said of both. */
function byWord(rows: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(rows).flatMap(([words, said]) => words.split(', ').map((word) => [word, said])),
  );
}

/** Why `word` is not understood, in one sentence more; null for a word that no other tool has. `before`: the words of the command. */
export function hintFor(word: string, before: readonly string[]): string | null {
  const [name = ''] = word.split('=');
  const table = name.startsWith('-') ? FLAGS_ELSEWHERE : COMMANDS_ELSEWHERE;
  const found = [[...before, name].join(' '), name, oneDash(name)].find((each) => Object.hasOwn(table, each));
  return found === undefined ? null : (table[found] ?? null);
}

/** `-auto-approve`, as terraform writes it, would be read as `-a`; `-target=x` as `-t arget=x`. Null: there is none. */
export function oneDashed(words: readonly string[]): string | null {
  const known = new Set([...FLAG_NAMES.map((name) => longOf(flag(name))), ...Object.keys(FLAGS_ELSEWHERE)]);
  return words.find((word) => /^-[a-z]{2}/u.test(word) && known.has(oneDash(word.split('=')[0] ?? ''))) ?? null;
}

const oneDash = (word: string): string => `-${word}`;
