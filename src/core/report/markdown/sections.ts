// Reports as Markdown: for the comment of a request, an issue, the summary of a job. The first sentence stands in the heading, the others
// below it, then section by section; what is long, and what a reader is spared at first, is folded. What came from files or the service
// is a code span, in which no forge finds a mention, a link or HTML.

import type { ReportDocument } from '../documents/document.ts';
import { viewOf } from '../kinds/views.ts';
import type { FileLink, FittedText, MarkdownFlavour, Page, PageRow, PageTable, Wish } from './lay-out.ts';
import { cell, EMPTY_TABLE, footOf, layOut, placeCell, row, value, valueCell, words } from './lay-out.ts';
import type {
  CommandsSection,
  FindingsSection,
  ProblemSection,
  SectionTable,
  SentencesSection,
  TableSection,
  ViewFact,
} from '../view/section.ts';
import { asideTitle, laidOut, patchWords, WARNINGS } from '../view/section.ts';
import type { ViewSentence } from '../view/view.ts';
import { groupTables, MOST_OPEN, questionTable } from './group-tables.ts';

/** `header`: tells the comments of one request apart; empty for none. */
export function writeMarkdown(documents: readonly ReportDocument[], wish: Wish, link?: FileLink): FittedText {
  return layOut(
    documents.map((document) => markdownPage(document, link)),
    wish,
  );
}

/** What GitHub takes as the summary of a step, in characters of up to four bytes. */
const FILE_BUDGET = 250_000;

/** For the table of formats. */
export function markdownOf(flavour: MarkdownFlavour): (documents: readonly ReportDocument[]) => string {
  return (documents) => writeMarkdown(documents, { flavour, budget: FILE_BUDGET, header: '' }).text;
}

function markdownPage(document: ReportDocument, link: FileLink = () => null): Page {
  const { project, target } = document;
  const { summary, sections } = viewOf(document);
  const [first, ...rest] = summary;
  const fingerprint = document.approval?.fingerprint.whole ?? null;
  return {
    ...{ project, target: target?.name ?? null, fingerprint },
    foot: footOf(document, fingerprint),
    state: { sign: SIGNS[first?.tone ?? 'quiet'], text: first?.text ?? '' },
    lead: [false, true]
      .map((ofCalls) => lead(rest.filter(({ about }) => (about === 'calls') === ofCalls)))
      .join('\n\n')
      .trim(),
    tables: sections.flatMap((section) => laidOut(TABLES, section, link)).flatMap(shortened),
  };
}

const lead = (sentences: readonly ViewSentence[]): string =>
  sentences.map(({ text, tone }) => (tone === 'stops' ? `**${words(text)}**` : words(text))).join(' ');

/** Nothing that ends something is ticked off. */
const SIGNS: Readonly<Record<ViewSentence['tone'], string>> = {
  stops: '⛔ ',
  removes: '⚠️ ',
  changes: '✅ ',
  quiet: '',
};

/** The first rows open, the others folded. */
function shortened(table: PageTable): PageTable[] {
  const { rows, open, title, columns } = table;
  if (!open || rows.length <= 2 * MOST_OPEN) return [table];
  const rest = rows.slice(MOST_OPEN);
  const name = `${title}: the other ${rest.length.toLocaleString('en')} rows`;
  return [
    { ...table, rows: rows.slice(0, MOST_OPEN) },
    { ...EMPTY_TABLE, title: name, open: false, columns, rows: rest },
  ];
}

const TABLES: SectionTable<PageTable[], FileLink> = {
  summary: () => [],
  sentences: (section) => [sentencesTable(section)],
  questions: (section, link) => [questionTable(section.questions, link)],
  groups: (section, link) => groupTables(section.groups, link),
  facts: ({ title, aside, facts }) => [
    { ...EMPTY_TABLE, title: asideTitle(title, aside), columns: ['', ''], rows: facts.map(factRow) },
  ],
  table: (section) => [cellTable(section)],
  findings: (section, link) => [findingList(section, link)],
  problem: (section) => [problemTable(section)],
  patch: (section) => [{ ...EMPTY_TABLE, below: patchWords(section).map(words) }],
  commands: (section) => [commandTable(section)],
};

/** Without a title each is a paragraph; a list where they are folded. */
function sentencesTable({ title, texts, tone, folded }: SentencesSection): PageTable {
  const said = texts.map((text) => (tone === 'plain' ? words(text) : `**${words(text)}**`));
  const below = folded ? [said.map((each) => `- ${each}`).join('\n')] : said;
  return { ...EMPTY_TABLE, title, open: !folded, below };
}

function problemTable({ texts, lines, advice }: ProblemSection): PageTable {
  const facts = [...texts, ...lines].map((each) => `- ${words(each)}`).join('\n');
  return { ...EMPTY_TABLE, below: [facts, words(advice)].filter((each) => each !== '') };
}

function commandTable({ title, note, commands }: CommandsSection): PageTable {
  const listed = commands.map(({ label, command }) => `- ${words(label)}: ${value(command)}`).join('\n');
  return { ...EMPTY_TABLE, title, open: false, below: [note, listed].filter((each) => each !== '') };
}

function cellTable({ title, columns, rows, below, folded }: TableSection): PageTable {
  const lines = rows.map((cells) => rowOf(cells.map(cell)));
  return { title, open: !folded, columns, rows: lines, below: below.map(words) };
}

function rowOf(cells: readonly string[]): PageRow {
  return { objects: 1, line: () => row(cells) };
}

function factRow({ mark, name, text, note }: ViewFact): PageRow {
  const said = [cell(text), cell(note ?? '')].filter((each) => each !== '').join('<br>');
  return rowOf([mark === undefined ? cell(name) : `${mark.word} ${cell(name)}`, said]);
}

/** A table of three columns is cut on a telephone. */
function findingList({ level, findings }: FindingsSection, link: FileLink): PageTable {
  const rows = findings.map(({ code, subject, message, advice, place }) => {
    const where = place === null ? '' : ` (${placeCell(`${place.file}:${place.line}:${place.column}`, place, link)})`;
    const about = subject === '' ? '' : ` ${valueCell(subject)}:`;
    const line = `- ${valueCell(code)}${about} ${cell(message)}${where}`;
    const whole = advice === '' ? line : `${line}<br>${cell(advice)}`;
    return { objects: 1, line: () => whole.replaceAll('\\|', '|') };
  });
  const title = level === 'error' ? `Findings (${findings.length.toLocaleString('en')})` : WARNINGS;
  return { ...EMPTY_TABLE, title, rows };
}
