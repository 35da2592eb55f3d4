// What every document begins with, and what the caller of a renderer must know about the run.

import type { GitState } from '../../model/git.ts';
import type { Plan } from '../../reconcile/plan-value.ts';

export const RUN_KINDS = [
  'plan',
  'apply',
  'drift',
  'show',
  'validate',
  'adopt',
  'doctor',
  'get',
  'search',
  'why',
] as const;
/** What was asked for: `kind` of the JSON document, also where the run failed. */
export type RunKind = (typeof RUN_KINDS)[number];

export interface ReportContext {
  /** Version of muster. */
  readonly version: string;
  /** The command that was run. */
  readonly command: string;
  /** Epoch milliseconds at the end of the run. */
  readonly at: number;
  readonly durationMs: number;
  readonly only: string | null;
  /** Options that the next command repeats, as typed: `['--target', 'prod-eu']`. */
  readonly options: readonly string[];
  /** What merging the files does, in the words of the workflow that plans; missing or null where nobody said it. */
  readonly onMerge?: string | null;
  /** How an apply is started in the workflow of this repository, in its words; missing or null: by `muster apply`. */
  readonly applyWith?: string | null;
  /** The commit of the files; missing or null where there is none. */
  readonly git?: GitState | null;
  /** Of a run that failed: what it was about, as far as that is known. A document of a run that did not fail knows it itself. */
  readonly about?: RunSubject;
  /** Whether findings show the lines of the files, with the values in them, and a plan the names of who is created; default no. Never together with JSON. */
  readonly showValues?: boolean;
}

/** Project and target: null where the run did not get that far. */
export interface RunSubject {
  readonly project: string | null;
  readonly target: Plan['target'] | null;
}

export interface ReportHead extends RunSubject {
  /** The command that was run: `destroy` reports as kind `apply`. */
  readonly command: string;
  readonly tool: { readonly name: 'muster'; readonly version: string };
  /** End of the run, ISO 8601 in UTC. */
  readonly at: string;
  readonly durationMs: number;
  /** Address pattern the run was limited to. */
  readonly only: string | null;
  /** The commit of the files; null outside of a repository, or where git does not say. */
  readonly git: GitState | null;
}

/** `of`: the project and the target it was about. */
export function reportHead(context: ReportContext, of: RunSubject): ReportHead {
  const { version, command, at, durationMs, only, git = null } = context;
  const { project, target } = of;
  return { command, tool: { name: 'muster', version }, at: iso(at), durationMs, project, target, only, git };
}

/** Epoch milliseconds -> ISO 8601 in UTC. */
export const iso = (instant: number): string => new Date(instant).toISOString();

/** `contact-centre -> prod-eu`. */
export function routeOf({ project, target }: Pick<ReportHead, 'project' | 'target'>): string {
  return [project, target?.name].filter(Boolean).join(' -> ');
}

/** `Files of commit 3f2a91c03f2a, with changes since.`; empty outside of a repository. */
export function gitText({ git }: Pick<ReportHead, 'git'>): string {
  if (git === null) return '';
  const since = git.dirty ? ', with changes since' : '';
  return `Files of commit ${git.commit.slice(0, 12)}${since}.`;
}
