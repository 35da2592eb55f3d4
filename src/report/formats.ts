// The function of each format of a report (format-table.ts has the rest of what is known of it). Loaded when a report is written: half of
// what `muster version` would read is here.

import type { ReportDocument } from './documents/document.ts';
import { FORMATS, type FormatFacts, type FormatName } from './format-table.ts';
import { renderPeople, renderCsv } from './formats/csv.ts';
import { renderCodeQuality, renderGitlabTerraform } from './formats/gitlab.ts';
import { renderJunit } from './formats/junit.ts';
import { renderNdjson, renderPatch } from './formats/rows.ts';
import { renderOpenMetrics } from './formats/openmetrics.ts';
import type { Presentation } from './formats/annotations.ts';
import { renderSarif } from './formats/sarif.ts';
import { renderHtml } from './html/page.ts';
import { safeJson } from './words/printable.ts';
import type { Layout } from './words/layout.ts';
import { markdownOf } from './markdown/sections.ts';
import { renderTexts, renderText } from './text.ts';

interface Renderer {
  /** Several reports as one output; absent where the format holds one only. */
  readonly several?: (documents: readonly ReportDocument[], presentation: Presentation) => string;
  /** Text ends with a newline. */
  readonly one: (document: ReportDocument, presentation: Presentation) => string;
}

const RENDERERS: Readonly<Record<FormatName, Renderer>> = {
  text: { several: renderTexts, one: renderText },
  json: { one: safeJson },
  html: written(renderHtml),
  markdown: written(markdownOf('github')),
  'markdown-gitlab': written(markdownOf('gitlab')),
  'markdown-azure': written(markdownOf('azure')),
  ndjson: written(renderNdjson),
  csv: {
    several: written(renderCsv).several,
    one: (document, presentation) =>
      document.kind === 'adopt' && document.error === null
        ? renderPeople(document)
        : written(renderCsv).one(document, presentation),
  },
  patch: written(renderPatch),
  junit: written(renderJunit),
  sarif: written(renderSarif),
  'gitlab-terraform': written(renderGitlabTerraform),
  'gitlab-codequality': written(renderCodeQuality),
  openmetrics: written(renderOpenMetrics),
};

type WriteAll = (documents: readonly ReportDocument[], presentation: Presentation) => string;

function written(write: WriteAll): Required<Renderer> {
  return { several: write, one: (document, presentation) => write([document], presentation) };
}

export function formatOf(name: FormatName): FormatFacts & Renderer {
  return { ...FORMATS[name], ...RENDERERS[name] };
}

/** Text ends with a newline. */
export function render(name: FormatName, document: ReportDocument, presentation: Layout | Presentation): string {
  return RENDERERS[name].one(document, presentation);
}
