// A view as lines of a terminal: the head, then section by section, then the commands. Colour only repeats what words say.

import { routeOf, type ReportHead } from '../words/head.ts';
import { asStarted, commandHere } from '../words/next.ts';
import { columns, paragraph, titleLines, wrapped, type Layout } from '../words/layout.ts';
import type {
  CommandsSection,
  FactsSection,
  ProblemSection,
  ReportView,
  SectionTable,
  SentencesSection,
  TableSection,
  ViewFact,
  ViewSection,
} from '../view/section.ts';
import { laidOut, toneOf } from '../view/section.ts';
import type { ViewCommand, ViewSentence } from '../view/view.ts';
import { findingLines, questionLines } from './part-lines.ts';
import { groupedLines, hiddenLines } from './group-lines.ts';

/** `close`: two of them stand below each other without a blank line. */
interface Block {
  readonly close: boolean;
  readonly lines: readonly string[];
}

export function viewLines({ summary, aside, sections }: ReportView, head: ReportHead, layout: Layout): string[] {
  // Where nothing could be read, those are the first words.
  const unread = summary.filter(({ about, tone }) => about === 'reading' && tone === 'stops');
  // The number of warnings at the right edge, where it takes no line.
  const warned = aside === null ? undefined : summary.find(({ about }) => about === 'warnings');
  const beside = warned && layout.style.change(warned.text.slice(0, -1));
  const rest = summary.filter((each) => !unread.includes(each) && each !== warned);
  const blocks = [
    { close: true, lines: summaryLines(unread, layout) },
    { close: true, lines: aside === null ? [] : headLines(head, [aside, beside].filter(Boolean).join(', '), layout) },
    ...sections.flatMap((section) => [
      { close: CLOSE.has(section.kind), lines: sectionLines(section, rest, layout) },
      { close: true, lines: section.kind === 'groups' && !layout.brief ? hiddenLines(section.groups, layout) : [] },
    ]),
  ];
  return joined(blocks.map(({ close, lines }) => ({ close, lines: lines.at(-1) === '' ? lines.slice(0, -1) : lines })));
}

const CLOSE: ReadonlySet<ViewSection['kind']> = new Set(['summary', 'sentences', 'commands']);

function joined(blocks: readonly Block[]): string[] {
  const full = blocks.filter(({ lines }) => lines.length > 0);
  return full.flatMap(({ close, lines }, index) => {
    const follows = close && full[index - 1]?.close;
    return index === 0 || follows ? [...lines] : ['', ...lines];
  });
}

const SEEN_BEFORE: ReadonlySet<ViewSection['kind']> = new Set(['groups', 'table', 'findings']);

function sectionLines(section: ViewSection, summary: readonly ViewSentence[], layout: Layout): string[] {
  if ('folded' in section && section.folded && !layout.verbose) return [];
  if (layout.brief && SEEN_BEFORE.has(section.kind)) return [];
  return laidOut(LINES, section, { layout, summary });
}

interface Around {
  readonly layout: Layout;
  readonly summary: readonly ViewSentence[];
}

const LINES: SectionTable<string[], Around> = {
  summary: (_, { summary, layout }) => summaryLines(summary, layout),
  sentences: (section, { layout }) => sentenceLines(section, layout),
  questions: (section, { layout }) => questionLines(section.questions, layout),
  groups: (section, { layout }) => groupedLines(section.groups, layout),
  facts: (section, { layout }) => factLines(section, layout),
  table: (section, { layout }) => tableLines(section, layout),
  findings: (section, { layout }) => findingLines(section, layout),
  problem: (section, { layout }) => problemLines(section, layout),
  patch: (section, { layout }) =>
    section.files.flatMap(({ lines }) => [...lines.map((line) => painted(line, layout)), '']),
  commands: (section, { layout }) => commandLines(section, layout),
};

/** Who and where, with the facts at the right edge; over several lines where one is too narrow. */
function headLines(head: Pick<ReportHead, 'project' | 'target' | 'only'>, facts: string, layout: Layout): string[] {
  const { target, only } = head;
  const place = target === null ? '' : ` (${target.region}, ${target.companyCode}/${target.environment})`;
  const name = routeOf(head) + (only === null ? '' : `  only ${only}`);
  return titleLines({ title: name, aside: place, place: facts }, layout);
}

/** Each stop on a line of its own, in bold as the verdict; after it what does not come from the files and the rest, then the calls. */
function summaryLines(sentences: readonly ViewSentence[], layout: Layout): string[] {
  const { style } = layout;
  const plain = (text: string): string => text;
  const paint = { quiet: style.good, changes: plain, removes: style.change, stops: style.danger }[toneOf(sentences)];
  const isLoud = ({ about }: ViewSentence): boolean => about === 'verdict' || about === 'stops' || about === 'reading';
  const isAlone = ({ about, tone }: ViewSentence): boolean => about === 'stops' && tone === 'stops';
  // Word by word: the lines are broken after it.
  const loud = (text: string): string =>
    text
      .split(' ')
      .map((word) => style.bold(paint(word)))
      .join(' ');
  const severalStops = sentences.filter(isAlone).length > 1;
  const lines = Map.groupBy(sentences, (each) =>
    each.about === 'calls' ? each.about : severalStops && isAlone(each) ? each.text : '',
  );
  return [...lines.values()].flatMap((each) =>
    paragraph(each.map((one) => (isLoud(one) ? loud(one.text) : one.text)).join('  '), layout),
  );
}

/** One sentence stands beside its title, several below it. */
function sentenceLines({ title, texts, tone }: SentencesSection, layout: Layout): string[] {
  const { style } = layout;
  const paint = { plain: (line: string) => line, strong: style.bold, stops: style.danger }[tone];
  if (title === '') return texts.flatMap((text) => paragraph(text, layout)).map(paint);
  if (texts.length === 1) return paragraph(`${title}: ${texts.join('')}`, layout);
  const below = texts.flatMap((text) => wrapped(text, layout.width - 4));
  return [`${title}:`, ...below.map((line) => `${INDENT}${line}`)];
}

/** The whole by its fingerprint; its parts, and what is not bound to this plan, where they are asked for. */
function commandLines({ commands, inParts }: CommandsSection, layout: Layout): string[] {
  const whole = commands.filter(({ part }) => part === 'whole');
  if (layout.verbose || layout.parts || whole.length === 0) return listed(commands, layout);
  const command = layout.listAll === undefined ? 'muster plan --parts' : `${layout.listAll} pulumi preview`;
  const asks = (each: ViewCommand): boolean => /(?:--|_|, )allow[ =]/iu.test(each.command);
  const isFree = whole.some(asks) && commands.some((each) => each.part !== 'whole' && !asks(each));
  const label = isFree ? 'see unblocked parts' : 'see its parts';
  return listed([...whole, ...(inParts ? [{ label, command, part: null }] : [])], layout);
}

/** A command is copied, so it is never broken: where it has no room beside its label it stands below. */
function listed(commands: readonly ViewCommand[], layout: Layout): string[] {
  const here = commands.map(({ label, command }) => ({ label, command: commandHere(command, layout) }));
  const fits = here.filter(({ label, command }) => columns(command) <= layout.width - columns(label) - 3);
  const wide = fits.reduce((most, { label }) => Math.max(most, columns(label)), 0);
  return here.flatMap(({ label, command }) => {
    const said = layout.style.bold(command);
    if (columns(label) <= wide && columns(command) <= layout.width - wide - 3)
      return [`${`${label}:`.padEnd(wide + 1)}  ${said}`];
    return [`${label}:`, `${INDENT}${INDENT}${said}`];
  });
}

const INDENT = '  ';
const WIDEST_NAME = 28;

/** A title with its place, the facts below, each a name and a value that wraps in its own column. */
function factLines({ title, aside, facts }: FactsSection, layout: Layout): string[] {
  const marks = Math.max(0, ...facts.map(({ mark }) => (mark === undefined ? 0 : columns(mark.word) + 2)));
  const names = Math.min(WIDEST_NAME, Math.max(0, ...facts.map(({ name }) => columns(name))));
  return [
    ...titleLines({ title, place: aside }, layout),
    ...facts.flatMap((fact) => oneFact(fact, { marks, names }, layout)),
  ];
}

function oneFact(
  { mark, name, text, note }: ViewFact,
  wide: { readonly marks: number; readonly names: number },
  layout: Layout,
): string[] {
  const { width, style } = layout;
  const judged = mark === undefined ? '' : style[mark.tone](mark.word);
  const lead = INDENT + judged + ' '.repeat(wide.marks - columns(mark?.word ?? '')) + style.dim(name);
  const start = INDENT.length + wide.marks + Math.max(wide.names, columns(name)) + 2;
  const room = Math.max(20, width - start);
  const [first = '', ...rest] = wrapped(text, room);
  const notes = note ? wrapped(asStarted(note, layout), room).map(style.dim) : [];
  const gap = ' '.repeat(start - INDENT.length - wide.marks - columns(name));
  return [lead + gap + first, ...[...rest, ...notes].map((line) => ' '.repeat(start) + line)];
}

function tableLines({ title, columns: heads, rows, below, narrows }: TableSection, layout: Layout): string[] {
  const top = paragraph(title, layout).map(layout.style.bold);
  const end = below.flatMap((text) => wrapped(text, layout.width - INDENT.length)).map((line) => INDENT + line);
  if (rows.length === 0) return [...top, ...end];
  const table = narrows && !layout.verbose ? narrowed(heads, rows, layout) : columnLines(heads, rows, layout);
  return [...top, ...(table ?? rows.flatMap((row) => stacked(heads, row, layout))), ...end];
}

const FEWEST_COLUMNS = 3;

/** Without the last columns where it is too wide: a row stays one line. */
function narrowed(heads: readonly string[], rows: TableSection['rows'], layout: Layout): string[] | null {
  const table = columnLines(heads, rows, layout);
  if (table !== null || heads.length <= FEWEST_COLUMNS) return table;
  const fewer = rows.map((row) => row.slice(0, -1));
  return narrowed(heads.slice(0, -1), fewer, layout);
}

const NARROWEST_CELL = 24;

/** The last cell of few may be broken. Null where it is wider than the terminal all the same. */
function columnLines(heads: readonly string[], rows: TableSection['rows'], { style, width }: Layout): string[] | null {
  const widths = heads.map((head, index) => Math.max(columns(head), ...rows.map((row) => columns(row[index] ?? ''))));
  const before = widths.slice(0, -1).reduce((sum, each) => sum + each + 2, INDENT.length);
  const [last = 0, room] = [widths.at(-1), width - before];
  const isBroken = last > room;
  if (isBroken && (heads.length > FEWEST_COLUMNS || room < NARROWEST_CELL)) return null;
  const line = (cells: readonly string[]): string[] => {
    const lead = cells.slice(0, -1).map((cell, index) => cell + ' '.repeat((widths[index] ?? 0) - columns(cell) + 2));
    const [first = '', ...more] = isBroken ? wrapped(cells.at(-1) ?? '', room) : cells.slice(-1);
    return [INDENT + lead.join('') + first, ...more.map((text) => ' '.repeat(before) + text)];
  };
  return [...line(heads).map((text) => style.bold(text.trimEnd())), ...rows.flatMap(line)];
}

/** Too wide for columns: one row after the other. */
function stacked(heads: readonly string[], [first = '', ...others]: readonly string[], { width }: Layout): string[] {
  const said = others.map((cell, index) => `${heads[index + 1] ?? ''} ${cell}`).join(', ');
  return [INDENT + first, ...wrapped(said, width - 6).map((line) => `      ${line}`)];
}

const TOOL = 'muster:';

/** `muster: headline`, what was expected and given, and how to go on. */
function problemLines({ code, headline, texts, lines, advice }: ProblemSection, layout: Layout): string[] {
  const { width, style } = layout;
  const [first = '', ...more] = wrapped(asStarted(`${headline} [${code}]`, layout), width - columns(TOOL) - 1);
  const indented = (text: string): string[] => wrapped(asStarted(text, layout), width - 4).map((line) => INDENT + line);
  return [
    `${style.danger(TOOL)} ${first}`,
    ...more.map((line) => INDENT + line),
    ...texts.flatMap(indented),
    ...lines.flatMap(indented).map((line) => INDENT + line),
    ...indented(advice),
    style.dim(`${INDENT}More: ${commandHere(`muster explain ${code}`, layout)}`),
  ];
}

function painted(line: string, { style }: Layout): string {
  if (line.startsWith('+++') || line.startsWith('---')) return style.bold(line);
  if (line.startsWith('@@')) return style.dim(line);
  if (line.startsWith('+')) return style.good(line);
  return line.startsWith('-') ? style.danger(line) : line;
}
