// The function of each format of a report (format-table.ts has the rest of what is known of it). Loaded when a report is written: half of
// what `muster version` would read is here.

import type { ReportDocument } from '../core/report/documents/document.ts';
import type { FormatName } from '../core/report/format-table.ts';
import { renderCsv } from './csv.ts';
import { renderCodeQuality, renderGitlabTerraform } from './gitlab.ts';
import { renderJunit } from './junit.ts';
import { renderNdjson, renderPatch } from './rows.ts';
import { renderOpenMetrics } from './openmetrics.ts';
import type { Presentation } from '../core/report/documents/annotations.ts';
import { renderSarif } from './sarif.ts';
import { renderHtml } from './html/page.ts';
import { safeJson } from '../core/report/words/printable.ts';
import type { Layout } from '../core/report/words/layout.ts';
import { markdownOf } from '../core/report/markdown/sections.ts';
import { renderTexts } from '../core/report/text.ts';

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
