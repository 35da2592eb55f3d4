// Writes docs/errors.md from the table of codes, docs/commands.md from the command table, the tables of docs/semantics.md from what
// the differ answers (generate-semantics.ts), docs/open-questions.md from the open points (generate-questions.ts), docs/keys.md from the
// schemas, the tables of docs/classes.md from the classes (generate-classes.ts), and the table of formats in docs/reports.md from theirs.
// `node scripts/generate-docs.ts`; a test compares the committed files with what this makes.

import { EXIT_NUMBERS } from '../src/core/model/exit-numbers.ts';
import { FORMAT_NAMES, formatOf } from '../src/core/report/format-table.ts';
import { pretty, read, write } from '../tools/files.ts';
import { classTables } from './generate-classes.ts';
import { keysPage } from './generate-keys.ts';
import { questionsPage } from './generate-questions.ts';
import { semanticsBlocks } from './generate-semantics.ts';
import { table } from '../tools/markdown.ts';
import { commandsPage } from './pages/commands.ts';
import { errorsPage } from './pages/errors.ts';

/** Path from the project folder -> text. */
export async function generateDocs(): Promise<Readonly<Record<string, string>>> {
  const made = {
    'docs/errors.md': errorsPage(read('docs/errors.md')),
    'docs/commands.md': commandsPage(NOTICE),
    'docs/exit-codes.md': filled('docs/exit-codes.md', { 'exit-codes': exitCodesTable() }),
    'docs/keys.md': keysPage(NOTICE),
    'docs/open-questions.md': questionsPage(),
    'docs/semantics.md': filled('docs/semantics.md', semanticsBlocks()),
    'docs/classes.md': filled('docs/classes.md', classTables()),
    'docs/reports.md': filled('docs/reports.md', { formats: formatsTable() }),
  };
  const pages = Object.entries(made).map(async ([path, text]) => [path, await pretty(path, text)] as const);
  return Object.fromEntries(await Promise.all(pages));
}

const NOTICE = '<!-- Made by scripts/generate-docs.ts. Change the tables, not this page. -->';

/** The page as it is, with the text between each `<!-- NAME … -->` and `<!-- /NAME -->` made anew. */
function filled(path: string, blocks: Readonly<Record<string, string>>): string {
  return Object.entries(blocks).reduce(
    (text, [name, made]) =>
      text.replace(
        new RegExp(`(<!-- ${name}[ :][^>]*-->).*(<!-- /${name} -->)`, 'su'),
        (_all, begin: string, end: string) => `${begin}\n\n${made}\n\n${end}`,
      ),
    read(path),
  );
}

const exitCodesTable = (): string => table(['Code', 'Meaning'], Object.entries(EXIT_NUMBERS));

function formatsTable(): string {
  return table(
    ['Format', 'For'],
    FORMAT_NAMES.map((name) => [`\`${name}\``, formatOf(name).for]),
  );
}

if (import.meta.main) for (const [path, text] of Object.entries(await generateDocs())) write(path, text);
