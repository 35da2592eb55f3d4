// The two interface documents, taken apart line by line as they stand: which statements they make, read from their text and from nothing
// else, so that a sentence without a verdict, and a quotation that the document does not have, are found.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { SENTENCES } from './sentences.ts';
import type { Sentence } from './sentences.ts';

export type DocumentName = Sentence['document'];
export const DOCUMENTS: readonly DocumentName[] = ['preview-campaign', 'user-provisioning'];

export interface Statement {
  readonly document: DocumentName;
  readonly line: number;
  /** A sentence, or a row of a table. */
  readonly text: string;
}

export function documentText(name: DocumentName): string {
  return readFileSync(fileURLToPath(new URL(`interfaces/${name}.md`, import.meta.url)), 'utf8');
}

const RULE = /^\|[-| ]+\|$/u;

/** Without headings, heads of tables, and rules between them. */
export function statementsOf(document: DocumentName): Statement[] {
  const lines = documentText(document).split('\n');
  return lines.flatMap((text, at) => {
    if (text.trim() === '' || text.startsWith('#') || RULE.test(text) || RULE.test(lines[at + 1] ?? '')) return [];
    const parts = text.startsWith('|')
      ? [text]
      : text.replace(/^(?:- |\d+\. )/u, '').split(/(?<=[.:;])\s+(?=[A-Z`"])/u);
    return parts.map((part) => ({ document, line: at + 1, text: part.trim() }));
  });
}

/** It says that it leaves something open: a switch of the sandbox and an open question, and no promise. */
export function isOpen({ text }: Statement): boolean {
  return /not shown\.$/u.test(text);
}

/** What says how to read the document, and promises nothing. */
const FRAME: readonly RegExp[] = [
  /^(?:This|A first|A second) document/u,
  /^Names (?:in this document )?that would contain a platform brand use neutral wording/u,
  /^`<PLATFORM_CODE>` stands for the fixed platform constant that every request carries\.$/u,
  /^(?:Request: the common envelope plus|Rules:|Response fields:|HTTP 401 is described under Authentication\.)$/u,
];

export function isFrame({ text }: Statement): boolean {
  return FRAME.some((pattern) => pattern.test(text));
}

/** The quotations that say this statement, or a part of it. */
export function quotesOf({ document, text }: Statement): Sentence[] {
  const bare = (quoted: string): string => quoted.trim().replaceAll(/^\| | \|$/gu, '');
  return SENTENCES.filter(
    (each) => each.document === document && (text.includes(bare(each.sentence)) || each.sentence.includes(text)),
  );
}
