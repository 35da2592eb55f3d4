// A report as a page of Markdown that is not laid out yet: what it begins with, tables and paragraphs in their order, and the last
// lines. Every text but titles is Markdown already: values passed through `prose` or `codeCell`.

import type { FilePlace } from '../view/view.ts';
import type { ReportHead } from '../words/head.ts';
import { codeCell, codeSpan, prose, proseCell, shortValue } from '../../model/markdown.ts';

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

/** Free text of a report: our words with values in them. */
export const words = (text: string): string => prose(shortValue(text));
export const cell = (text: string): string => (text === '' ? '' : proseCell(shortValue(text)));
export const value = (text: string): string => codeSpan(shortValue(text));
export const valueCell = (text: string): string => codeCell(shortValue(text));

/** `C-1, C-2 and 118 more`. */
export function named(names: readonly string[], most: number): string {
  const shown = names.slice(0, most).map(valueCell);
  const more = names.length - shown.length;
  return [shown.join(' '), ...(more > 0 ? [`and ${more.toLocaleString('en')} more`] : [])].join(' ').trim();
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
