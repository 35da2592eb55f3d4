// What a report says, ready to be laid out: its summary, then sections in the order in which they are read. Each kind makes it of its
// document (kinds/views.ts); text, Markdown, HTML and Pulumi's diagnostics are laid out from this one value, so what a report says, and
// where, stands once. Pure and serialisable; without colour, width or line breaks. Personal values are not in it.

import type { ShownLine } from '../../model/errors.ts';
import { count } from '../words/words.ts';
import type { FilePlace, ViewCommand, ViewGroup, ViewQuestion, ViewSentence } from './view.ts';

export interface ReportView {
  /** The first things to read, in this order. */
  readonly summary: readonly ViewSentence[];
  /** Beside project and target, as `3 requests in 0.4 s`; null where a terminal shows neither. */
  readonly aside: string | null;
  readonly sections: readonly ViewSection[];
}

export type ViewSection =
  /** Where the summary stands in a text; Markdown and HTML begin with it. Missing where a section says it already. */
  | { readonly kind: 'summary' }
  | SentencesSection
  /** What waits for a person, most urgent first; a reader numbers them from 1. */
  | { readonly kind: 'questions'; readonly questions: readonly ViewQuestion[] }
  | { readonly kind: 'groups'; readonly groups: readonly ViewGroup[] }
  | FactsSection
  | TableSection
  | FindingsSection
  | ProblemSection
  | PatchSection
  | CommandsSection;

/** What a reader is spared at first: a text shows it with --verbose, Markdown and HTML fold it. */
interface Foldable {
  readonly folded: boolean;
}

export interface SentencesSection extends Foldable {
  readonly kind: 'sentences';
  /** Empty where the sentences stand for themselves. */
  readonly title: string;
  readonly tone: 'plain' | 'strong' | 'stops';
  readonly texts: readonly string[];
}

export interface FactsSection extends Foldable {
  readonly kind: 'facts';
  readonly title: string;
  /** Whence the facts are: a place, a time; empty where that goes without saying. */
  readonly aside: string;
  readonly facts: readonly ViewFact[];
}

export interface ViewFact {
  /** How it stands, where that is judged. */
  readonly mark?: FactMark;
  readonly name: string;
  readonly text: string;
  /** Evidence, or how to go on. */
  readonly note?: string | null;
}

export interface FactMark {
  readonly word: string;
  readonly tone: 'good' | 'change' | 'danger' | 'dim';
}

/** Of few columns a terminal that is too narrow breaks the last one. `narrows`: it leaves out the last of many, so that a row stays a line. */
export interface TableSection extends Foldable {
  readonly kind: 'table';
  readonly narrows: boolean;
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Sentences below the rows. */
  readonly below: readonly string[];
}

/** What is said of places in files: mistakes, and warnings that stand in no row. */
export interface FindingsSection {
  readonly kind: 'findings';
  readonly level: 'error' | 'warning';
  readonly findings: readonly ViewFinding[];
}

export interface ViewFinding {
  readonly code: string;
  /** The object it is about, where the place alone does not say it; else empty. */
  readonly subject: string;
  readonly message: string;
  readonly advice: string;
  readonly place: (FilePlace & { readonly column: number }) | null;
  /** The line as it stands in the file; null unless values are shown. */
  readonly line: ShownLine | null;
  /** All lines of the same mistake, where there are several. */
  readonly lines: readonly number[];
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

/** How to go on, each to be copied. `title`, `note`: where they are folded. */
export interface CommandsSection {
  readonly kind: 'commands';
  readonly title: string;
  readonly note: string;
  readonly commands: readonly ViewCommand[];
  /** Whether a part of the plan can be applied as it stands here, before every question is answered. */
  readonly inParts: boolean;
}

/** A renderer: how it lays out each kind of section. */
export type SectionTable<Laid, Context> = {
  readonly [Kind in ViewSection['kind']]: (section: Extract<ViewSection, { kind: Kind }>, context: Context) => Laid;
};

export function laidOut<Laid, Context>(
  table: SectionTable<Laid, Context>,
  section: ViewSection,
  context: Context,
): Laid {
  const lay = table[section.kind] as (section: ViewSection, context: Context) => Laid;
  return lay(section, context);
}

export const SUMMARY: ViewSection = { kind: 'summary' };

export function sentence(about: ViewSentence['about'], tone: ViewSentence['tone'], text: string): ViewSentence {
  return { about, tone, text };
}

/** Where there is no right edge for the aside. */
export const asideTitle = (title: string, aside: string): string => (aside === '' ? title : `${title} (${aside})`);

/** Over those of a plan. */
export const WARNINGS = 'Warnings: nothing is stopped by them';

/** The loudest of them. */
export function toneOf(summary: readonly ViewSentence[]): ViewSentence['tone'] {
  const tones = new Set(summary.map(({ tone }) => tone));
  return (['stops', 'removes', 'changes'] as const).find((tone) => tones.has(tone)) ?? 'quiet';
}

/** Nothing without texts; those that are empty are left out. */
export function sentences(
  texts: readonly string[],
  { title = '', tone = 'plain', folded = false }: Partial<Omit<SentencesSection, 'kind' | 'texts'>> = {},
): ViewSection[] {
  const said = texts.filter((text) => text !== '');
  return said.length === 0 ? [] : [{ kind: 'sentences', title, tone, folded, texts: said }];
}

export function facts(
  title: string,
  listed: readonly ViewFact[],
  { aside = '', folded = false }: Partial<Pick<FactsSection, 'aside' | 'folded'>> = {},
): ViewSection {
  return { kind: 'facts', title, aside, facts: listed, folded };
}

export function table(
  { title, columns, rows }: Pick<TableSection, 'title' | 'columns' | 'rows'>,
  { below = [], folded = false, narrows = false }: Partial<Pick<TableSection, 'below' | 'folded' | 'narrows'>> = {},
): ViewSection {
  return { kind: 'table', title, columns, rows, below, folded, narrows };
}

export function questions(asked: readonly ViewQuestion[]): ViewSection[] {
  return asked.length === 0 ? [] : [{ kind: 'questions', questions: asked }];
}

export function grouped(groups: readonly ViewGroup[]): ViewSection[] {
  return groups.length === 0 ? [] : [{ kind: 'groups', groups }];
}

export function groupsIn({ sections }: ReportView): ViewGroup[] {
  return sections.flatMap((each) => (each.kind === 'groups' ? each.groups : []));
}

export function commands(
  listed: readonly (ViewCommand | null)[],
  { title, note, inParts }: Pick<CommandsSection, 'title' | 'note' | 'inParts'> = {
    ...{ title: 'How to go on', note: '', inParts: false },
  },
): ViewSection[] {
  const own = listed.filter((each) => each !== null);
  return own.length === 0 ? [] : [{ kind: 'commands', title, note, inParts, commands: own }];
}

export function commandOf(next: { readonly why: string; readonly command: string } | null): ViewCommand | null {
  return next && { label: next.why, command: next.command, part: null };
}

/** Of a patch, where its lines are not shown: they may hold values of people. */
export function patchWords({ files }: PatchSection): string[] {
  return files.map(
    ({ file, lines }) =>
      `${file}: a patch of ${count(lines.length, 'line')}; it may hold values of people, so only the text shows it.`,
  );
}
