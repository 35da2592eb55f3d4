// A report as a format shows it: its document, its view, and the words that all formats say. Beside `face.ts` the only face of the core.

export { annotationsOf, inFolder, sentences, shortened, withSubject } from './report/documents/annotations.ts';
export type { Annotation, Presentation } from './report/documents/annotations.ts';
export type { ReportDocument } from './report/documents/document.ts';
export type { ReportFinding } from './report/documents/drift-rows.ts';
export type { JsonReport, ReportAdoption } from './report/documents/json-report.ts';
export type { ReportTask } from './report/documents/known.ts';
export type { FormatName } from './report/format-table.ts';
export { viewOf } from './report/kinds/views.ts';
export { markdownOf } from './report/markdown/sections.ts';
export { renderTexts } from './report/text.ts';
export { FINDING_WORDS } from './report/view/finding.ts';
export { WARNINGS, asideTitle, groupsIn, laidOut, patchWords, toneOf } from './report/view/section.ts';
export type { ReportView, SectionTable, ViewSection } from './report/view/section.ts';
export type { ViewGroup, ViewMember, ViewNote, ViewQuestion, ViewRow } from './report/view/view.ts';
export { routeOf } from './report/words/head.ts';
export type { RunKind } from './report/words/head.ts';
export type { Layout } from './report/words/layout.ts';
export { allPrintable, printable, safeJson } from './report/words/printable.ts';
export type { ReportField } from './report/words/redact.ts';
export {
  attempts,
  changeText,
  comparedText,
  count,
  duration,
  fieldText,
  fieldsText,
  moment,
  pairText,
  subject,
  value,
} from './report/words/words.ts';
