// The function of each format of a report (format-table.ts has the rest of what is known of it). Loaded when a report is written: half of
// what `muster version` would read is here.

import { markdownOf, renderTexts, safeJson } from '../core/page.ts';
import type { FormatName, Layout, Presentation, ReportDocument } from '../core/page.ts';
import { renderCsv } from './csv.ts';
import { renderCodeQuality, renderGitlabTerraform } from './gitlab.ts';
import { renderJunit } from './junit.ts';
import { renderNdjson, renderPatch } from './rows.ts';
import { renderOpenMetrics } from './openmetrics.ts';
import { renderSarif } from './sarif.ts';
import { renderHtml } from './html/page.ts';

/** Text ends with a newline. */
type Renderer = (documents: readonly ReportDocument[], presentation: Presentation) => string;

const RENDERERS: Readonly<Record<FormatName, Renderer>> = {
  text: renderTexts,
  json: ([document]) => safeJson(document),
  html: renderHtml,
  markdown: markdownOf('github'),
  'markdown-gitlab': markdownOf('gitlab'),
  'markdown-azure': markdownOf('azure'),
  ndjson: renderNdjson,
  csv: renderCsv,
  patch: renderPatch,
  junit: renderJunit,
  sarif: renderSarif,
  'gitlab-terraform': renderGitlabTerraform,
  'gitlab-codequality': renderCodeQuality,
  openmetrics: renderOpenMetrics,
};

/** Several reports as one output, where the format does not hold one only (`FormatFacts`). */
export function renderAll(name: FormatName, documents: readonly ReportDocument[], presentation: Presentation): string {
  return RENDERERS[name](documents, presentation);
}

export function render(name: FormatName, document: ReportDocument, presentation: Layout | Presentation): string {
  return RENDERERS[name]([document], presentation);
}
