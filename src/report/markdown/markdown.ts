// Reports as Markdown: for the comment of a request, an issue, the summary of a job. What is in it is what the view says, so no
// personal value; what came from files or the service is a code span, in which no forge finds a mention, a link or HTML.

import type { ReportDocument } from '../json/document.ts';
import { layOut, type FittedText, type MarkdownFlavour, type Wish } from './lay-out.ts';
import type { FileLink } from './page.ts';
import { markdownPage } from './sections.ts';

/** `header`: tells the comments of one request apart; empty for none. */
export function writeMarkdown(documents: readonly ReportDocument[], wish: Wish, link?: FileLink): FittedText {
  return layOut(
    documents.map((document) => markdownPage(document, link)),
    wish,
  );
}

/** What GitHub takes as the summary of a step, in characters of up to four bytes. */
const FILE_BUDGET = 250_000;

/** For the table of formats. */
export function markdownOf(flavour: MarkdownFlavour): (documents: readonly ReportDocument[]) => string {
  return (documents) => writeMarkdown(documents, { flavour, budget: FILE_BUDGET, header: '' }).text;
}
