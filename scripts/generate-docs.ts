// Writes docs/errors.md from the table of codes, docs/commands.md from the command table, docs/semantics.md from what the
// differ answers (generate-semantics.ts), docs/open-questions.md from the open points (generate-questions.ts), docs/keys.md from the schemas, the tables
// of docs/classes.md from the classes (generate-classes.ts), and the table of formats in docs/reports.md from theirs.
// `node scripts/generate-docs.ts`; a test compares the committed files with what this makes.

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { format } from 'prettier';
import { COMMANDS } from '../src/cli/verbs/table.ts';
import type { Command } from '../src/cli/process/command.ts';
import { EVERYWHERE, flag, type Flag } from '../src/cli/process/flags.ts';
import { DRIFT_CLASSES } from '../src/model/drift-classes.ts';
import { ERRORS } from '../src/model/errors.ts';
import type { ErrorCode } from '../src/model/errors.ts';
import { EXIT_NUMBERS } from '../src/model/exit-numbers.ts';
import { BACKGROUND } from '../src/model/errors/background.ts';
import { FORMAT_NAMES, type FormatName } from '../src/report/format-table.ts';
import { formatOf } from '../src/report/formats.ts';
import { RUN_KINDS } from '../src/report/words/head.ts';
import { classTables } from './generate-classes.ts';
import { keysPage } from './generate-keys.ts';
import { questionsPage } from './generate-questions.ts';
import { semanticsPage } from './generate-semantics.ts';
import { plain, table } from './markdown.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Path from the project folder -> text. */
export async function generateDocs(): Promise<Readonly<Record<string, string>>> {
  const made = {
    'docs/errors.md': errorsPage(),
    'docs/commands.md': commandsPage(),
    'docs/keys.md': keysPage(NOTICE),
    'docs/open-questions.md': questionsPage(),
    'docs/semantics.md': semanticsPage(),
    'docs/classes.md': await filled('docs/classes.md', classTables()),
    'docs/reports.md': await filled('docs/reports.md', { formats: formatsTable() }),
  };
  const pretty = Object.entries(made).map(
    async ([path, text]) =>
      [path, await format(text, { parser: 'markdown', printWidth: 120, singleQuote: true })] as const,
  );
  return Object.fromEntries(await Promise.all(pretty));
}

const NOTICE = '<!-- Made by scripts/generate-docs.ts. Change the tables, not this page. -->';

function errorsPage(): string {
  const entries = Object.entries(ERRORS).map(([code, { exit, headline, advice }]) => {
    const background = BACKGROUND[code as ErrorCode] ?? '';
    return [`## ${code}`, plain(headline), `${plain(advice)} Exit number: ${exit}.`, background].join('\n\n');
  });
  const intro = 'Every error that muster reports has one of these codes. `muster explain CODE` prints the same text.';
  return [NOTICE, '# Codes', intro, ...entries, ...driftClasses()].join('\n\n');
}

function driftClasses(): string[] {
  const rows = Object.entries(DRIFT_CLASSES).map(([name, { alarm, headline, advice, example }]) => [
    `\`${name}\``,
    alarm ? 'yes' : 'no',
    headline,
    example,
    advice,
  ]);
  return [
    '# Classes of a drift report',
    'What `muster drift` says of an object or a field; `muster explain missing` prints the same text. More: [drift](drift.md).',
    table(['Class', 'Alarm', 'Meaning', 'Example', 'How to go on'], rows),
  ];
}

function commandsPage(): string {
  const shared = EVERYWHERE.map(flag);
  return [
    NOTICE,
    '# Commands',
    'Reports go to standard output, everything else to standard error. Flags that every command takes:',
    flagTable(shared),
    ...COMMANDS.flatMap((command) => commandPart(command, 'muster', '##')),
    '## Formats of `--out`',
    'What each is for: [reports](reports.md).',
    table(['Format', 'For', 'Reports of', 'Several in one', 'Media type'], FORMAT_NAMES.map(formatRow)),
    '## Exit numbers',
    'The same for every command. When several apply, the first of 255, 8, 3, 4, 1, 2, 12, 13, 14, 15, 7, 11, 10 wins.',
    table(['Number', 'Meaning'], Object.entries(EXIT_NUMBERS)),
  ].join('\n\n');
}

/** The page as it is, with the text between each `<!-- NAME … -->` and `<!-- /NAME -->` made anew. */
async function filled(path: string, blocks: Readonly<Record<string, string>>): Promise<string> {
  const page = await readFile(join(ROOT, path), 'utf8');
  return Object.entries(blocks).reduce(
    (text, [name, made]) =>
      text.replace(
        new RegExp(`(<!-- ${name}[^>]*-->).*(<!-- /${name} -->)`, 'su'),
        (_all, begin: string, end: string) => `${begin}\n\n${made}\n\n${end}`,
      ),
    page,
  );
}

function formatsTable(): string {
  return table(
    ['Format', 'For'],
    FORMAT_NAMES.map((name) => [`\`${name}\``, formatOf(name).for]),
  );
}

function formatRow(name: FormatName): string[] {
  const { for: reader, kinds, several, mediaType } = formatOf(name);
  const all = kinds.length === RUN_KINDS.length ? 'all' : kinds.join(', ');
  return [`\`${name}\``, reader, all, several === undefined ? 'no' : 'yes', `\`${mediaType}\``];
}

function commandPart(command: Command, before: string, level: string): string[] {
  const name = `${before} ${command.name}`;
  const usage = [name, ...(command.arguments ?? []).map((each) => each.usage)].join(' ');
  const flags = [...Object.values(command.ownFlags ?? {}), ...command.flags.map(flag)];
  const given = (command.arguments ?? []).map(({ usage: form, text, choices }) => [
    `\`${form}\``,
    text + (choices === undefined ? '' : `: ${choices.join(', ')}`),
  ]);
  return [
    `${level} \`${usage}\``,
    `${command.summary.slice(0, 1).toUpperCase()}${plain(command.summary.slice(1))}.`,
    ...(given.length === 0 ? [] : [table(['Argument', 'Meaning'], given)]),
    ...(flags.length === 0 ? [] : [flagTable(flags)]),
    ...(command.subcommands ?? []).flatMap((each) => commandPart(each, name, `${level}#`)),
  ];
}

function flagTable(flags: readonly Flag[]): string {
  const rows = flags.map(({ usage, text, choices, repeatable }) => [
    `\`${usage}\``,
    text + (choices === undefined ? '' : `: ${choices.join(', ')}`) + (repeatable ? '; repeatable' : ''),
  ]);
  return table(['Flag', 'Meaning'], rows);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [path, text] of Object.entries(await generateDocs())) await writeFile(join(ROOT, path), text);
}
