// A page as lines of a terminal: the head, then section by section with a blank line between them, then the commands.

import { headLines } from '../words/head-text.ts';
import type { ReportHead } from '../words/head.ts';
import { asStarted, commandHere } from '../words/next.ts';
import { columns, listsThem, paragraph, titleLines, wrapped, type Layout } from '../words/layout.ts';
import type { FactsSection, PageFact, PageSection, ProblemSection, ReportPage, TableSection } from '../kinds/page.ts';
import { findingLines } from './finding-lines.ts';
import { groupedLines, shownRows } from './group-lines.ts';
import { isFolded } from './row-lines.ts';

interface Block {
  /** `said`: it stands on the next line of a verdict or before one, without a blank line. */
  readonly run: 'said' | 'verdict' | 'apart';
  readonly lines: readonly string[];
}

export function pageLines(page: ReportPage, head: ReportHead, layout: Layout): string[] {
  const { aside, sections, commands } = page;
  const blocks = [
    apart(aside === null ? [] : headLines(head, aside, layout)),
    ...sections.map((section) => blockOf(section, page, layout)),
    {
      run: 'verdict',
      lines: commands.map(({ label, command }) => `${label}:  ${layout.style.bold(commandHere(command, layout))}`),
    } as const,
  ].filter(({ lines }) => lines.length > 0);
  return blocks.flatMap(({ run, lines }, index) => {
    const before = blocks[index - 1]?.run ?? 'apart';
    const follows = before !== 'apart' && run !== 'apart' && (before === 'verdict' || run === 'verdict');
    return index === 0 || follows ? [...lines] : ['', ...lines];
  });
}

function blockOf(section: PageSection, { verdict }: ReportPage, layout: Layout): Block {
  const { style } = layout;
  switch (section.kind) {
    case 'verdict':
      return { run: 'verdict', lines: paragraph(verdict, layout).map(style.bold) };
    case 'sentences': {
      const paint = { plain: (line: string) => line, strong: style.bold, stops: style.danger }[section.tone];
      return { run: 'said', lines: section.texts.flatMap((text) => paragraph(text, layout)).map(paint) };
    }
    case 'groups': {
      const isHidden = section.groups.flatMap((group) => shownRows(group, layout)).some((row) => isFolded(row, layout));
      return apart([...groupedLines(section.groups, layout), ...(isHidden ? [`${listsThem(layout)}.`] : [])]);
    }
    case 'facts':
      return apart(factLines(section, layout));
    case 'table':
      return apart(tableLines(section, layout));
    case 'findings':
      return apart(findingLines(section, layout));
    case 'problem':
      return apart(problemLines(section, layout));
    case 'patch':
      return apart(section.files.flatMap(({ lines }) => [...lines.map((line) => painted(line, layout)), '']));
    default:
      return section satisfies never;
  }
}

function apart(lines: readonly string[]): Block {
  return { run: 'apart', lines: lines.at(-1) === '' ? lines.slice(0, -1) : lines };
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
  { mark, name, text, note }: PageFact,
  wide: { readonly marks: number; readonly names: number },
  { width, style }: Layout,
): string[] {
  const judged = mark === undefined ? '' : style[mark.tone](mark.word);
  const lead = INDENT + judged + ' '.repeat(wide.marks - columns(mark?.word ?? '')) + style.dim(name);
  const start = INDENT.length + wide.marks + Math.max(wide.names, columns(name)) + 2;
  const room = Math.max(20, width - start);
  const [first = '', ...rest] = wrapped(text, room);
  const notes = note ? wrapped(note, room).map(style.dim) : [];
  const gap = ' '.repeat(start - INDENT.length - wide.marks - columns(name));
  return [lead + gap + first, ...[...rest, ...notes].map((line) => ' '.repeat(start) + line)];
}

function tableLines({ title, columns: heads, rows }: TableSection, layout: Layout): string[] {
  const top = paragraph(title, layout).map(layout.style.bold);
  if (rows.length === 0) return top;
  const narrower = rows.map((row) => row.slice(0, -1));
  const table = columnLines(heads, rows, layout) ?? columnLines(heads.slice(0, -1), narrower, layout);
  return [...top, ...(table ?? rows.flatMap((row) => stacked(heads, row, layout)))];
}

/** Null where it is wider than the terminal. */
function columnLines(
  heads: readonly string[],
  rows: readonly (readonly string[])[],
  { style, width }: Layout,
): string[] | null {
  const widths = heads.map((head, index) => Math.max(columns(head), ...rows.map((row) => columns(row[index] ?? ''))));
  if (INDENT.length + widths.reduce((sum, each) => sum + each + 2, -2) > width) return null;
  const line = (cells: readonly string[]): string =>
    INDENT + cells.map((cell, index) => cell + ' '.repeat((widths[index] ?? 0) - columns(cell))).join('  ');
  return [style.bold(line(heads).trimEnd()), ...rows.map(line)];
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
