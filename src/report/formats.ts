// The function of each format of a report (format-table.ts has the rest of what is known of it). Loaded when a report is written: half of
// what `muster version` would read is here.

import type { ReportDocument } from './kinds/views.ts';
import { FORMATS, type FormatFacts, type FormatName } from './format-table.ts';
import { renderPeople, renderCsv } from './formats/csv.ts';
import { renderCodeQuality, renderGitlabTerraform } from './formats/gitlab.ts';
import { renderJunit } from './formats/junit.ts';
import { renderNdjson } from './formats/rows.ts';
import { renderOpenMetrics } from './formats/openmetrics.ts';
import { renderPatch } from './formats/patch.ts';
import type { Presentation } from './formats/annotations.ts';
import { renderSarif } from './formats/sarif.ts';
import { renderHtml } from './html/page.ts';
import { jsonReport, renderJson } from './json/json.ts';
import type { JsonReport } from './json/json-report.ts';
import type { Layout } from './words/layout.ts';
import { markdownOf } from './markdown/sections.ts';
import type { MarkdownFlavour } from './markdown/lay-out.ts';
import { renderTexts, renderText } from './text.ts';

interface Renderer {
  /** Several reports as one output; absent where the format holds one only. */
  readonly several?: (documents: readonly ReportDocument[], presentation: Presentation) => string;
  /** Text ends with a newline. */
  readonly one: (document: ReportDocument, presentation: Presentation) => string;
}

const RENDERERS: Readonly<Record<FormatName, Renderer>> = {
  text: { several: renderTexts, one: renderText },
  json: { one: renderJson },
  html: { several: renderHtml, one: (document) => renderHtml([document]) },
  markdown: inMarkdown('github'),
  'markdown-gitlab': inMarkdown('gitlab'),
  'markdown-azure': inMarkdown('azure'),
  ndjson: written(renderNdjson),
  csv: {
    several: written(renderCsv).several,
    one: (document, presentation) =>
      document.kind === 'adopt' ? renderPeople(document) : written(renderCsv).one(document, presentation),
  },
  patch: written(renderPatch),
  junit: written(renderJunit),
  sarif: written(renderSarif),
  'gitlab-terraform': written(renderGitlabTerraform),
  'gitlab-codequality': written(renderCodeQuality),
  openmetrics: written(renderOpenMetrics),
};

type FromJson = (reports: readonly JsonReport[], presentation: Presentation) => string;

/** Written from JSON reports: there all kinds have the same keys, and no key holds a personal value. */
function written(write: FromJson): Required<Renderer> {
  return {
    several: (documents, presentation) => write(documents.map(jsonReport), presentation),
    one: (document, presentation) => write([jsonReport(document)], presentation),
  };
}

function inMarkdown(flavour: MarkdownFlavour): Required<Renderer> {
  const write = markdownOf(flavour);
  return { several: (documents) => write(documents), one: (document) => write([document]) };
}

export function formatOf(name: FormatName): FormatFacts & Renderer {
  return { ...FORMATS[name], ...RENDERERS[name] };
}

/** Text ends with a newline. */
export function render(name: FormatName, document: ReportDocument, presentation: Layout | Presentation): string {
  return RENDERERS[name].one(document, presentation);
}
