// What a report says that is no plan, apply or drift report (those have a view): a verdict, sections in their order, and commands.
// Made by each kind from its document, and laid out once for text, once for Markdown and once for HTML; so a section that a kind
// adds appears in all of them. Pure; without colour, width or line breaks.

import type { FilePlace, ViewCommand, ViewGroup, ViewSentence } from '../view/view.ts';
import { count } from '../words/words.ts';

export interface ReportPage {
  /** What it comes to, in one sentence or two. */
  readonly verdict: string;
  readonly tone: ViewSentence['tone'];
  /** Beside project and target, as `3 requests in 0.4 s`; null where a terminal shows neither. */
  readonly aside: string | null;
  readonly sections: readonly PageSection[];
  /** How to go on, each to be copied. */
  readonly commands: readonly ViewCommand[];
}

export type PageSection =
  | VerdictSection
  | SentencesSection
  | GroupsSection
  | FactsSection
  | TableSection
  | FindingsSection
  | ProblemSection
  | PatchSection;

/** Where the verdict stands in a text; Markdown and HTML begin with it. Missing where a section says it already. */
interface VerdictSection {
  readonly kind: 'verdict';
}

interface SentencesSection {
  readonly kind: 'sentences';
  readonly tone: 'plain' | 'strong' | 'stops';
  readonly texts: readonly string[];
}

interface GroupsSection {
  readonly kind: 'groups';
  readonly groups: readonly ViewGroup[];
}

export interface FactsSection {
  readonly kind: 'facts';
  readonly title: string;
  /** Whence the facts are: a place, a time; empty where that goes without saying. */
  readonly aside: string;
  readonly facts: readonly PageFact[];
}

export interface PageFact {
  /** How it stands, where that is judged. */
  readonly mark?: PageMark;
  readonly name: string;
  readonly text: string;
  /** Evidence, or how to go on. */
  readonly note?: string | null;
}

export interface PageMark {
  readonly word: string;
  readonly tone: 'good' | 'change' | 'danger' | 'dim';
}

/** A terminal that is too narrow leaves out the last column first. */
export interface TableSection {
  readonly kind: 'table';
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** What is said of places in files. */
export interface FindingsSection {
  readonly kind: 'findings';
  readonly level: 'error' | 'warning';
  readonly findings: readonly PageFinding[];
}

export interface PageFinding {
  readonly code: string;
  readonly message: string;
  readonly advice: string;
  readonly place: (FilePlace & { readonly column: number }) | null;
  /** The line as it stands in the file; null unless values are shown. */
  readonly line: string | null;
}

/** Why a run ended early. */
export interface ProblemSection {
  readonly kind: 'problem';
  readonly code: string;
  readonly headline: string;
  readonly texts: readonly string[];
  /** More facts, one a line. */
  readonly lines: readonly string[];
  readonly advice: string;
}

/** Changes of files, with the values in them: shown by a text alone. Others count them. */
interface PatchSection {
  readonly kind: 'patch';
  readonly files: readonly { readonly file: string; readonly lines: readonly string[] }[];
}

/** Of a patch, where its lines are not shown: they may hold values of people. */
export function patchWords({ files }: PatchSection): string[] {
  return files.map(
    ({ file, lines }) =>
      `${file}: a patch of ${count(lines.length, 'line')}; it may hold values of people, so only the text shows it.`,
  );
}

export const VERDICT: PageSection = { kind: 'verdict' };

/** Nothing without texts; those that are empty are left out. */
export function sentences(texts: readonly string[], tone: SentencesSection['tone'] = 'plain'): PageSection[] {
  const said = texts.filter((text) => text !== '');
  return said.length === 0 ? [] : [{ kind: 'sentences', tone, texts: said }];
}

export function commandsOf(next: { readonly why: string; readonly command: string } | null): ViewCommand[] {
  return next === null ? [] : [{ label: next.why, command: next.command, part: null }];
}
