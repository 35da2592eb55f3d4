// The text of docs/commands.md from the command table. A flag of several commands is explained once, above them.

import { COMMANDS } from '../../src/cli/verbs/table.ts';
import type { Argument, Command } from '../../src/cli/process/command.ts';
import { EVERYWHERE, flag } from '../../src/cli/process/flags.ts';
import type { Flag, FlagName } from '../../src/cli/process/flags.ts';
import { FORMAT_NAMES, formatOf } from '../../src/core/report/format-table.ts';
import type { FormatName } from '../../src/core/report/format-table.ts';
import { RUN_KINDS } from '../../src/core/report/words/head.ts';
import { plain, table } from '../../tools/markdown.ts';

/** Of more commands than this: explained once. */
const SEVERAL = 2;
/** Commands whose subcommands are rows of one table: each does one small thing. */
const TABLED = 'sandbox';

export function commandsPage(notice: string): string {
  const shared = sharedFlags();
  return [
    notice,
    '# Commands',
    'Reports go to standard output, everything else to standard error. `muster COMMAND --help` says the same. What a run ends with: [exit codes](exit-codes.md).',
    '## Flags of every command',
    flagTable(EVERYWHERE.map(flag)),
    '## Flags of several commands',
    'Each command names those that it takes.',
    flagTable(shared.map(flag)),
    ...COMMANDS.flatMap((command) => commandPart(command, { before: 'muster', level: '##', shared })),
    '## Formats of `--out`',
    'What each is for: [reports](reports.md).',
    table(['Format', 'Reports of', 'Several in one', 'Media type'], FORMAT_NAMES.map(formatRow)),
  ].join('\n\n');
}

function sharedFlags(): FlagName[] {
  const taken = withSubcommands(COMMANDS).flatMap(({ flags }) => flags);
  return [...new Set(taken)].filter((name) => taken.filter((each) => each === name).length > SEVERAL);
}

function withSubcommands(commands: readonly Command[]): Command[] {
  return commands.flatMap((command) => [command, ...withSubcommands(command.subcommands ?? [])]);
}

interface Place {
  readonly before: string;
  readonly level: string;
  readonly shared: readonly FlagName[];
}

function commandPart(command: Command, { before, level, shared }: Place): string[] {
  const name = `${before} ${command.name}`;
  const own = ownFlags(command, shared);
  const subcommands = command.subcommands ?? [];
  return [
    `${level} ${usageOf(name, command)}`,
    summaryOf(command),
    ...alsoTakes(command, shared),
    ...(own.length === 0 ? [] : [flagTable(own)]),
    ...(command.name === TABLED
      ? [table(['Command', 'Does', 'Flags'], subcommands.map(subcommandRow))]
      : subcommands.flatMap((each) => commandPart(each, { before: name, level: `${level}#`, shared }))),
  ];
}

function ownFlags(command: Command, shared: readonly FlagName[]): Flag[] {
  const named = command.flags.filter((name) => !shared.includes(name)).map(flag);
  return [...Object.values(command.ownFlags ?? {}), ...named];
}

function alsoTakes({ flags }: Command, shared: readonly FlagName[]): string[] {
  const names = flags.filter((name) => shared.includes(name)).map((name) => longName(flag(name)));
  return names.length === 0 ? [] : [`Takes ${names.join(', ')}.`];
}

/** Of `-t, --target <name>`: `--target` in code. */
const longName = ({ usage }: Flag): string => `\`${/--[\w-]+/u.exec(usage)?.[0] ?? usage}\``;

function subcommandRow(command: Command): string[] {
  const flags = Object.values(command.ownFlags ?? {}).map((each) => `\`${each.usage}\` ${flagWords(each)}`);
  return [usageOf(command.name, command), summaryOf(command), flags.join('; ')];
}

const usageOf = (name: string, { arguments: taken = [] }: Command): string =>
  `\`${[name, ...taken.map((each) => each.usage)].join(' ')}\``;

const summaryOf = ({ summary, arguments: taken = [] }: Command): string =>
  [sentence(summary), ...taken.map(argumentWords)].join(' ');

const sentence = (text: string): string => `${text.slice(0, 1).toUpperCase()}${plain(text.slice(1))}.`;

const argumentWords = ({ usage, text, choices }: Argument): string =>
  `\`${usage}\`: ${plain(text)}${choices === undefined ? '' : `: ${choices.join(', ')}`}.`;

const flagWords = ({ text, choices, repeatable }: Flag): string =>
  text + (choices === undefined ? '' : `: ${choices.join(', ')}`) + (repeatable ? '; repeatable' : '');

function flagTable(flags: readonly Flag[]): string {
  return table(
    ['Flag', 'Meaning'],
    flags.map((each) => [`\`${each.usage}\``, flagWords(each)]),
  );
}

function formatRow(name: FormatName): string[] {
  const { kinds, single, mediaType } = formatOf(name);
  const all = kinds.length === RUN_KINDS.length ? 'all' : kinds.join(', ');
  return [`\`${name}\``, all, single ? 'no' : 'yes', `\`${mediaType}\``];
}
