// What is known of each format of a report without writing one: its reader, its media type and which kinds of runs it can show. A new
// output is one more row here and its renderer in formats.ts; flags, completion, docs and tests read this table.

import { RUN_KINDS, type RunKind } from './words/head.ts';

export interface FormatFacts {
  readonly mediaType: string;
  /** What reads it. */
  readonly for: string;
  /** Kinds of runs it can show. A run that failed is of the kind that was asked for. */
  readonly kinds: readonly RunKind[];
  /** An output holds one report only. */
  readonly single?: true;
}

const PLANNED: readonly RunKind[] = ['plan', 'apply'];
const IN_FILES: readonly RunKind[] = ['plan', 'apply', 'drift', 'validate'];
/** An adoption shows values of people: it is for the eyes of who takes it over. */
const WITHOUT_VALUES: readonly RunKind[] = RUN_KINDS.filter((kind) => kind !== 'adopt');
/** One object is no table. */
const IN_ROWS: readonly RunKind[] = WITHOUT_VALUES.filter((kind) => kind !== 'get' && kind !== 'why');
const MARKDOWN = { mediaType: 'text/markdown; charset=utf-8', kinds: RUN_KINDS } as const;

export const FORMATS = {
  text: { mediaType: 'text/plain; charset=utf-8', for: 'people', kinds: RUN_KINDS },
  json: { mediaType: 'application/json', for: 'programs (muster schema report-1.0)', kinds: RUN_KINDS, single: true },
  html: { mediaType: 'text/html; charset=utf-8', for: 'a browser: one file that loads nothing', kinds: RUN_KINDS },
  markdown: { ...MARKDOWN, for: 'a comment on GitHub or Gitea, the summary of a job' },
  'markdown-gitlab': { ...MARKDOWN, for: 'a note on GitLab' },
  'markdown-azure': { ...MARKDOWN, for: 'a comment on Azure DevOps, which folds nothing' },
  ndjson: { mediaType: 'application/x-ndjson', for: 'logs and jq, one line for each thing', kinds: WITHOUT_VALUES },
  csv: { mediaType: 'text/csv; charset=utf-8', for: 'spreadsheets', kinds: [...IN_ROWS, 'adopt'] },
  patch: { mediaType: 'application/json', for: 'programs: RFC 6902, one document for each object', kinds: PLANNED },
  junit: {
    mediaType: 'application/xml',
    for: 'the test reports of Jenkins, GitLab and Azure',
    kinds: [...IN_FILES, 'doctor'],
  },
  sarif: { mediaType: 'application/sarif+json', for: 'code scanning (SARIF 2.1.0)', kinds: IN_FILES },
  'gitlab-terraform': {
    mediaType: 'application/json',
    for: 'artifacts:reports:terraform of GitLab',
    kinds: PLANNED,
  },
  'gitlab-codequality': {
    mediaType: 'application/json',
    for: 'artifacts:reports:codequality of GitLab',
    kinds: IN_FILES,
  },
  openmetrics: {
    mediaType: 'application/openmetrics-text; version=1.0.0; charset=utf-8',
    for: 'Prometheus and its relatives',
    kinds: IN_FILES,
  },
} as const satisfies Record<string, FormatFacts>;

export type FormatName = keyof typeof FORMATS;

export const FORMAT_NAMES = Object.keys(FORMATS) as readonly FormatName[];

export function isFormat(name: string): name is FormatName {
  return Object.hasOwn(FORMATS, name);
}

export function formatOf(name: FormatName): FormatFacts {
  return FORMATS[name];
}

/** Whether a format shows what a document says. */
export function shows(name: FormatName, kind: RunKind): boolean {
  return formatOf(name).kinds.includes(kind);
}

/** What the end of a file's name says of its format. */
export const ENDINGS: Readonly<Record<string, FormatName>> = {
  '.json': 'json',
  '.html': 'html',
  '.htm': 'html',
  '.md': 'markdown',
  '.txt': 'text',
  '.csv': 'csv',
  '.ndjson': 'ndjson',
  '.xml': 'junit',
  '.sarif': 'sarif',
  '.prom': 'openmetrics',
};
