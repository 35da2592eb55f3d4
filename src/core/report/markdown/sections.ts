// Reports as Markdown: for the comment of a request, an issue, the summary of a job. The first sentence stands in the heading, the others
// below it, then section by section; what is long, and what a reader is spared at first, is folded. What came from files or the service
// is a code span, in which no forge finds a mention, a link or HTML.

import type { ReportDocument } from '../documents/document.ts';
import { viewOf } from '../kinds/views.ts';
import type { FileLink, FittedText, MarkdownFlavour, Page, PageRow, PageTable, Wish } from './lay-out.ts';
import { cell, EMPTY_TABLE, footOf, layOut, placeCell, row, value, valueCell, words } from './lay-out.ts';
import type { SectionTable, ViewFact, ViewFinding } from '../view/section.ts';
import { asideTitle, laidOut, patchWords, WARNINGS } from '../view/section.ts';
import type { ViewSentence } from '../view/view.ts';
import { placeOf } from '../words/layout.ts';
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
  const [first, ...others] = summary;
  // Who reads no more of a plan that is blocked reads what it comes to.
  const effect = first?.about === 'stops' ? others.find(({ about }) => about === 'verdict') : undefined;
  const rest = others.filter((each) => each !== effect);
  const fingerprint = document.approval?.fingerprint.whole ?? null;
  return {
    ...{ project, target: target?.name ?? null, fingerprint },
    foot: footOf(document, fingerprint),
    state: { sign: SIGNS[first?.tone ?? 'quiet'], text: [first?.text, effect?.text].filter(Boolean).join(' ') },
    lead: [false, true]
      .map((ofCalls) => lead(rest.filter(({ about }) => (about === 'calls') === ofCalls)))
      .join('\n\n')
      .trim(),
    tables: sections
      .flatMap((section) => laidOut(TABLES, section, link))
      .flatMap((table) => shortened({ ...EMPTY_TABLE, ...table })),
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

const TABLES: SectionTable<readonly Partial<PageTable>[], FileLink> = {
  summary: () => [],
  // Without a title each is a paragraph; a list where they are folded.
  sentences: ({ title, texts, tone, folded }) => {
    const said = texts.map((text) => (tone === 'plain' ? words(text) : `**${words(text)}**`));
    return [{ title, open: !folded, below: folded ? [list(said)] : said }];
  },
  questions: (section, link) => [questionTable(section.questions, link)],
  groups: (section, link) => groupTables(section.groups, link),
  facts: ({ title, aside, facts }) => [
    { title: asideTitle(title, aside), columns: ['', ''], rows: facts.map(factRow) },
  ],
  table: ({ title, columns, rows, below, folded }) => [
    { title, open: !folded, columns, rows: rows.map((cells) => rowOf(cells.map(cell))), below: below.map(words) },
  ],
  // A table of three columns is cut on a telephone.
  findings: ({ level, findings }, link) => {
    const title = level === 'error' ? `Findings (${findings.length.toLocaleString('en')})` : WARNINGS;
    return [{ title, rows: findings.map((each) => findingRow(each, link)) }];
  },
  problem: ({ texts, lines, advice }) => [{ below: said([list([...texts, ...lines].map(words)), words(advice)]) }],
  patch: (section) => [{ below: patchWords(section).map(words) }],
  commands: ({ title, note, commands }) => {
    const listed = commands.map(({ label, command }) => `${words(label)}: ${value(command)}`);
    return [{ title, open: false, below: said([note, list(listed)]) }];
  },
};

const list = (texts: readonly string[]): string => texts.map((text) => `- ${text}`).join('\n');
const said = (texts: readonly string[]): string[] => texts.filter((text) => text !== '');
const rowOf = (cells: readonly string[]): PageRow => ({ objects: 1, line: () => row(cells) });

function factRow({ mark, name, text, note }: ViewFact): PageRow {
  const about = mark === undefined ? cell(name) : `${mark.word} ${cell(name)}`;
  return rowOf([about, said([cell(text), cell(note ?? '')]).join('<br>')]);
}

function findingRow({ code, subject, message, advice, place }: ViewFinding, link: FileLink): PageRow {
  const where = place === null ? '' : ` (${placeCell(`${placeOf(place)}:${place.column}`, place, link)})`;
  const about = subject === '' ? '' : ` ${valueCell(subject)}:`;
  const line = `- ${valueCell(code)}${about} ${cell(message)}${where}`;
  const whole = advice === '' ? line : `${line}<br>${cell(advice)}`;
  return { objects: 1, line: () => whole.replaceAll('\\|', '|') };
}
