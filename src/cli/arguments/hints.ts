// The words of other tools -> what is meant here. Read only where the parser knows no such word, so none of them can hide one of ours.

import { flag, FLAG_NAMES, longOf } from '../process/flags.ts';

/** `state list` stands for the second word after the first; `list` for the word wherever it is not known. */
const COMMANDS_ELSEWHERE: Readonly<Record<string, string>> = {
  'state list': '`muster show` prints what is recorded',
  'state show': '`muster get` and `muster why` show one object',
  'state rm': '`onRemove: release` in the file stops managing it: `muster explain onRemove`',
  'state pull': '`muster show --json` prints what is recorded',
  import: '`muster adopt` writes what exists into the files',
  refresh: '`muster drift` reports what changed outside; plan and apply read the service each time',
  status: '`muster show` prints what is recorded, `muster drift` what changed outside, `muster doctor` what is wrong',
  preview: '`muster plan` shows what apply would do',
  diff: '`muster plan` shows what apply would do',
  up: '`muster apply` plans, asks and changes the service',
  deploy: '`muster apply` plans, asks and changes the service',
  sync: '`muster apply` plans, asks and changes the service',
  list: '`muster show` prints what is recorded, `muster search` lists customers of the service',
  ls: '`muster show` prints what is recorded, `muster search` lists customers of the service',
  describe: '`muster get` shows one person or customer, `muster why` the story',
  delete: 'take it out of the files, then `muster apply`; `muster destroy` is for everything',
  remove: 'take it out of the files, then `muster apply`; `muster destroy` is for everything',
  rollback: 'revert the commit, then `muster apply`',
  undo: 'revert the commit, then `muster apply`',
  'force-unlock': '`muster unlock` frees a target',
  format: '`muster fmt` writes the files in one form',
  lint: '`muster validate` checks the files',
  check: '`muster validate` checks the files, `muster doctor` the environment',
  login: 'there is no login: the API key is read from AWS; `muster doctor` tries it',
  workspace: '`--target NAME` chooses the environment',
  stack: '`--target NAME` chooses the environment',
};

const APPROVE = '`--auto-approve` of apply and destroy does not ask';
const FORMAT = '`--json` prints JSON, `--out FILE` writes a report';
const TARGET = '`--target NAME` chooses the environment';
const FOLDER = '`-C FOLDER` names the folder of muster.yaml';

const FLAGS_ELSEWHERE: Readonly<Record<string, string>> = {
  '--yes': APPROVE,
  '-y': APPROVE,
  '--force': `${APPROVE}; a guard is passed by \`--allow GUARD=NUMBER\``,
  '-f': FOLDER,
  '-o': FORMAT,
  '--output': FORMAT,
  '--format': FORMAT,
  '--dry-run': '`muster plan` changes nothing',
  '-n': '`muster plan` changes nothing',
  '-v': '`--verbose` lists everything, `--version` prints the version',
  '--debug': '`--log FILE` writes a line for each request',
  '--silent': '`--quiet` prints no progress',
  '--no-color': '`--color never`',
  '--non-interactive': '`--no-input` never asks',
  '--env': TARGET,
  '--environment': TARGET,
  '--stack': TARGET,
  '--profile': TARGET,
  '--config': FOLDER,
  '--file': FOLDER,
  '--filter': '`--only PATTERN` chooses objects',
  '--parallelism': '`maxConcurrency` of a target in muster.yaml',
  '--refresh': 'plan and apply read the service each time',
};

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
