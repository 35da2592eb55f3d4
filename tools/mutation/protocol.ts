// What main.ts and the processes that try mutants (runner.ts) write for each other in files: one JSON
// value a line.

/** One small change of one source file. */
export interface Mutant {
  /** `src/sandbox/operations/locate.ts#12`: the place in the file's list of mutants. */
  readonly id: string;
  readonly file: string;
  readonly mutator: string;
  /** Of the source: line and column from 1. */
  readonly line: number;
  readonly column: number;
  readonly original: string;
  readonly replacement: string;
  /** Reason of a `// Stryker disable` comment: the mutant is not tried. */
  readonly ignored: string | null;
  /** Title of the test that noticed it the last time: tried first. */
  readonly hint: string | null;
}

export interface Job {
  readonly mutants: readonly Mutant[];
  /** Mutants whose process did not end well: each is checked by itself. */
  readonly careful: readonly string[];
  /** Test files, all of which are run. */
  readonly tests: readonly string[];
  /** Source file to what imports it: tests, directly or not, and every file that does so directly. */
  readonly importers: Readonly<Record<string, Importers>>;
}

export interface Importers {
  readonly tests: readonly string[];
  readonly direct: readonly string[];
}

export type Line =
  | { readonly kind: 'tests'; readonly failed: readonly string[] }
  | { readonly kind: 'begun'; readonly id: string }
  | { readonly kind: 'result'; readonly id: string; readonly status: Status; readonly by: string | null }
  /** What was noticed last may have left something behind: it is tried again in a fresh process, each by itself. */
  | { readonly kind: 'again'; readonly ids: readonly string[] };

export type Status = 'noticed' | 'survived' | 'unreached' | 'ignored';

/** Names of the variables of the environment that hand the files to the process. */
export const JOB_FILE = 'MUTATION_JOB';
export const LINES_FILE = 'MUTATION_LINES';
