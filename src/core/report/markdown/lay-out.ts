// A report as a page of Markdown that is not laid out yet: what it begins with, tables and paragraphs in their order, and the last
// lines. Every text but titles is Markdown already: values passed through `prose` or `codeCell`.

import type { FilePlace } from '../view/view.ts';
import type { ReportHead } from '../words/head.ts';
import { codeCell, codeSpan, prose, proseCell, shortText } from '../../model/markdown.ts';
import { andMore } from '../words/words.ts';

export interface Page {
  /** Plain text beside the name in the heading, behind a sign of ours. */
  readonly state: { readonly sign: string; readonly text: string };
  readonly project: string | null;
  readonly target: string | null;
  readonly fingerprint: string | null;
  /** Below the heading; empty for none. */
  readonly lead: string;
  readonly tables: readonly PageTable[];
  readonly foot: readonly string[];
}

export interface PageTable {
  /** Plain text; empty for none. */
  readonly title: string;
  /** Whether a reader must see it; others are folded. */
  readonly open: boolean;
  /** Without columns its rows are lines of their own. */
  readonly columns: readonly string[];
  readonly rows: readonly PageRow[];
  /** Markdown below the rows; each is a paragraph. */
  readonly below: readonly string[];
}

/** Nothing yet that a reader sees. */
export const EMPTY_TABLE: PageTable = { title: '', open: true, columns: [], rows: [], below: [] };

export interface PageRow {
  /** Objects it is about. */
  readonly objects: number;
  /** One line. `names`: how many of several objects are named; the others are counted. */
  readonly line: (names: number) => string;
}

/** The page of a line of a file; null where there is none. */
export type FileLink = (file: string, line: number) => string | null;

/** `shown` of a place, as a link where its page is known. */
export function placeCell(shown: string, { file, line }: FilePlace, link: FileLink): string {
  const url = link(file, line);
  return url === null ? valueCell(shown) : `[${valueCell(shown)}](<${url}>)`;
}

export function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

const LONGEST_TEXT = 1000;
/** An address of two long names. */
const LONGEST_VALUE = 700;

/** Free text of a report: our words with values in them. */
export const words = (text: string): string => prose(shortText(text, LONGEST_TEXT));
export const cell = (text: string): string => (text === '' ? '' : proseCell(shortText(text, LONGEST_TEXT)));
export const value = (text: string): string => codeSpan(shortText(text, LONGEST_VALUE));
export const valueCell = (text: string): string => codeCell(shortText(text, LONGEST_VALUE));

/** `C-1, C-2 and 118 more`. */
export function named(names: readonly string[], most: number): string {
  const shown = names.slice(0, most).map(valueCell);
  return (shown.join(' ') + andMore(names.length - shown.length)).trim();
}

/** Which target of which project, when, of which commit. */
export function footOf({ project, target, at, git, durationMs }: ReportHead, fingerprint: string | null): string[] {
  const parts = [
    project === null ? '' : `project ${value(project)}`,
    target === null ? '' : `target ${value(target.name)}`,
    git === null || git === undefined ? '' : `commit ${value(git.commit.slice(0, 12))}`,
    `${at.slice(0, 16).replace('T', ' ')} UTC`,
    `${(durationMs / 1000).toFixed(1)} s`,
    fingerprint === null ? '' : `fingerprint ${value(fingerprint)}`,
  ];
  return [parts.filter((each) => each !== '').join(' · ')];
}

export type MarkdownFlavour = 'github' | 'gitlab' | 'azure';

export interface Wish {
  readonly flavour: MarkdownFlavour;
  /** Characters. */
  readonly budget: number;
  readonly header: string;
  /** Markdown below the heading, about the reports as a whole; null or missing for none. */
  readonly line?: string | null;
}

export interface FittedText {
  readonly text: string;
  readonly truncated: boolean;
}

const NAMES = [Number.POSITIVE_INFINITY, 40, 8, 0] as const;

export function layOut(pages: readonly Page[], wish: Wish): FittedText {
  const [only] = pages;
  if (pages.length === 1 && only !== undefined) return section(only, heading([only], wish), wish);
  const top = [...heading(pages, wish), ...overview(pages), ''];
  const laid: FittedText[] = [];
  let left = wish.budget - joined(top).length;
  for (const [index, page] of pages.entries()) {
    const budget = Math.floor(left / (pages.length - index));
    const each = section(page, [`#### ${titleOf(page)}`, ''], { ...wish, budget });
    left -= each.text.length + 1;
    laid.push(each);
  }
  return {
    text: joined([...top, ...laid.map(({ text }) => text)]),
    truncated: laid.some(({ truncated }) => truncated),
  };
}

function section(page: Page, head: readonly string[], wish: Wish): FittedText {
  const whole = (names: number, rows: number): string => written(page, head, { ...wish, names, rows });
  const count = page.tables.reduce((sum, { rows }) => sum + rows.length, 0);
  for (const names of NAMES) {
    const text = whole(names, count);
    if (text.length <= wish.budget) return { text, truncated: names !== Number.POSITIVE_INFINITY };
  }
  let [fits, tooMany] = [0, count];
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2);
    if (whole(0, middle).length <= wish.budget) fits = middle;
    else tooMany = middle;
  }
  return { text: whole(0, fits), truncated: true };
}

interface Measure extends Wish {
  readonly names: number;
  /** How many rows, counted over all tables. */
  readonly rows: number;
}

function written(page: Page, head: readonly string[], measure: Measure): string {
  let left = measure.rows;
  const tables = page.tables.flatMap((table) => {
    const shown = Math.min(left, table.rows.length);
    left -= shown;
    return tableLines(table, shown, measure);
  });
  const total = page.tables.reduce((sum, { rows }) => sum + rows.length, 0);
  const cut =
    measure.rows < total || measure.names !== NAMES[0] ? ['**Shortened**: the full report has every name.', ''] : [];
  return joined([...head, page.lead, '', ...cut, ...tables, ...page.foot.map((each) => `<sub>${each}</sub>`)]);
}

function tableLines({ title, open, columns, rows, below }: PageTable, shown: number, measure: Measure): string[] {
  const lines = rows.slice(0, shown).map(({ line }) => line(measure.names));
  const rest = rows.slice(shown);
  const objects = rest.reduce((sum, each) => sum + each.objects, 0);
  const [more, about] = [rest.length.toLocaleString('en'), objects.toLocaleString('en')];
  const left =
    rest.length === 0 ? [] : [`and ${more} more ${rest.length === 1 ? 'row' : 'rows'} (${about} objects)`, ''];
  const head = columns.length === 0 ? [] : [row(columns), row(columns.map(() => '---'))];
  const table = lines.length === 0 ? [] : [...head, ...lines, ''];
  const all = [...table, ...left, ...below.flatMap((each) => [each, ''])];
  if (!open) return folded(title, all, measure);
  return title === '' ? all : [`**${words(title)}**`, '', ...all];
}

/** Azure shows a fold in its wiki, not in a comment. */
function folded(title: string, lines: readonly string[], { flavour }: Wish): string[] {
  if (flavour === 'azure') return [`**${words(title)}**`, '', ...lines];
  return [`<details><summary>${htmlText(title)}</summary>`, '', ...lines, '</details>', ''];
}

/** Inside an HTML element nothing is Markdown. */
const htmlText = (text: string): string => text.replaceAll(/[&<>"'@#]/gu, (each) => `&#${each.codePointAt(0)};`);

function heading(pages: readonly Page[], { header, line }: Wish): string[] {
  const [only] = pages;
  const what = pages.length === 1 && only !== undefined ? titleOf(only) : `${pages.length} reports`;
  const state = pages.length === 1 && only !== undefined ? ` · ${stateText(only.state)}` : '';
  const name = header === '' ? what : `${value(header)}, ${what}`;
  return [`### muster: ${name}${state}`, '', ...(line ? [line, ''] : [])];
}

function titleOf({ project, target }: Page): string {
  const names = [project, target].filter((each) => each !== null).map((each) => value(each));
  return names.length === 0 ? 'report' : names.join(' → ');
}

function overview(pages: readonly Page[]): string[] {
  const rows = pages.map((page) =>
    row([titleOf(page), stateText(page.state)].map((text) => text.replaceAll('|', '\\|'))),
  );
  return [row(['target', 'result']), row(['---', '---']), ...rows];
}

const stateText = ({ sign, text }: Page['state']): string => `${sign}${words(text)}`;

const joined = (lines: readonly string[]): string =>
  `${lines
    .join('\n')
    .replaceAll(/\n{3,}/gu, '\n\n')
    .trimEnd()}\n`;
