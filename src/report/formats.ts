// The formats of a report, once: what each is for, which kinds of runs it can show, and its function. A new output is one more
// row; flags, completion, docs and tests read this table.

import type { ReportDocument } from './json/document.ts';
import { renderPeople } from './formats/people-csv.ts';
import { renderCsv } from './formats/csv.ts';
import { renderCodeQuality, renderGitlabTerraform } from './formats/gitlab.ts';
import { renderJunit } from './formats/junit.ts';
import { renderNdjson } from './formats/ndjson.ts';
import { renderOpenMetrics } from './formats/openmetrics.ts';
import { renderPatch } from './formats/patch.ts';
import type { Presentation } from './formats/presentation.ts';
import { renderSarif } from './formats/sarif.ts';
import { RUN_KINDS, type RunKind } from './words/head.ts';
import { renderHtml } from './html/page.ts';
import { jsonReport, renderJson } from './json/json.ts';
import type { JsonReport } from './json/json-report.ts';
import type { Layout } from './words/layout.ts';
import { markdownOf } from './markdown/markdown.ts';
import type { MarkdownFlavour } from './markdown/lay-out.ts';
import { renderTexts } from './several.ts';
import { renderText } from './text.ts';

interface Format {
  readonly mediaType: string;
  /** What reads it. */
  readonly for: string;
  /** Kinds of runs it can show. A run that failed is of the kind that was asked for. */
  readonly kinds: readonly RunKind[];
  /** Several reports as one output; absent where the format holds one only. */
  readonly several?: (documents: readonly ReportDocument[], presentation: Presentation) => string;
  /** Text ends with a newline. */
  readonly one: (document: ReportDocument, presentation: Presentation) => string;
}

const PLANNED: readonly RunKind[] = ['plan', 'apply'];
const IN_FILES: readonly RunKind[] = ['plan', 'apply', 'drift', 'validate'];
/** An adoption shows values of people: it is for the eyes of who takes it over. */
const WITHOUT_VALUES: readonly RunKind[] = RUN_KINDS.filter((kind) => kind !== 'adopt');
/** One object is no table. */
const IN_ROWS: readonly RunKind[] = WITHOUT_VALUES.filter((kind) => kind !== 'get' && kind !== 'why');

const FORMATS = {
  text: {
    mediaType: 'text/plain; charset=utf-8',
    for: 'people',
    kinds: RUN_KINDS,
    several: renderTexts,
    one: renderText,
  },
  json: {
    mediaType: 'application/json',
    for: 'programs (muster schema report-1.0)',
    kinds: RUN_KINDS,
    one: renderJson,
  },
  html: {
    mediaType: 'text/html; charset=utf-8',
    for: 'a browser: one file that loads nothing',
    kinds: RUN_KINDS,
    several: renderHtml,
    one: (document) => renderHtml([document]),
  },
  markdown: { for: 'a comment on GitHub or Gitea, the summary of a job', ...inMarkdown('github') },
  'markdown-gitlab': { for: 'a note on GitLab', ...inMarkdown('gitlab') },
  'markdown-azure': { for: 'a comment on Azure DevOps, which folds nothing', ...inMarkdown('azure') },
  ndjson: {
    mediaType: 'application/x-ndjson',
    for: 'logs and jq, one line for each thing',
    kinds: WITHOUT_VALUES,
    ...written(renderNdjson),
  },
  csv: {
    mediaType: 'text/csv; charset=utf-8',
    for: 'spreadsheets',
    kinds: [...IN_ROWS, 'adopt'],
    several: written(renderCsv).several,
    one: (document, presentation) =>
      document.kind === 'adopt' ? renderPeople(document) : written(renderCsv).one(document, presentation),
  },
  patch: {
    mediaType: 'application/json',
    for: 'programs: RFC 6902, one document for each object',
    kinds: PLANNED,
    ...written(renderPatch),
  },
  junit: {
    mediaType: 'application/xml',
    for: 'the test reports of Jenkins, GitLab and Azure',
    kinds: [...IN_FILES, 'doctor'],
    ...written(renderJunit),
  },
  sarif: {
    mediaType: 'application/sarif+json',
    for: 'code scanning (SARIF 2.1.0)',
    kinds: IN_FILES,
    ...written(renderSarif),
  },
  'gitlab-terraform': {
    mediaType: 'application/json',
    for: 'artifacts:reports:terraform of GitLab',
    kinds: PLANNED,
    ...written(renderGitlabTerraform),
  },
  'gitlab-codequality': {
    mediaType: 'application/json',
    for: 'artifacts:reports:codequality of GitLab',
    kinds: IN_FILES,
    ...written(renderCodeQuality),
  },
  openmetrics: {
    mediaType: 'application/openmetrics-text; version=1.0.0; charset=utf-8',
    for: 'Prometheus and its relatives',
    kinds: IN_FILES,
    ...written(renderOpenMetrics),
  },
} as const satisfies Record<string, Format>;

type FromJson = (reports: readonly JsonReport[], presentation: Presentation) => string;

/** Written from JSON reports: there all kinds have the same keys, and no key holds a personal value. */
function written(write: FromJson): Required<Pick<Format, 'several' | 'one'>> {
  return {
    several: (documents, presentation) => write(documents.map(jsonReport), presentation),
    one: (document, presentation) => write([jsonReport(document)], presentation),
  };
}

function inMarkdown(
  flavour: MarkdownFlavour,
): Pick<Format, 'mediaType' | 'kinds'> & Required<Pick<Format, 'several' | 'one'>> {
  const write = markdownOf(flavour);
  return {
    mediaType: 'text/markdown; charset=utf-8',
    kinds: RUN_KINDS,
    several: (documents) => write(documents),
    one: (document) => write([document]),
  };
}

export type FormatName = keyof typeof FORMATS;

export const FORMAT_NAMES = Object.keys(FORMATS) as readonly FormatName[];

export function isFormat(name: string): name is FormatName {
  return Object.hasOwn(FORMATS, name);
}

export function formatOf(name: FormatName): Format {
  return FORMATS[name];
}

/** Whether a format shows what a document says. */
export function shows(name: FormatName, kind: RunKind): boolean {
  return formatOf(name).kinds.includes(kind);
}

/** Text ends with a newline. */
export function render(name: FormatName, document: ReportDocument, presentation: Layout | Presentation): string {
  return formatOf(name).one(document, presentation);
}
