// Format name -> renderer. A new output is one more row.

import type { ReportDocument } from './document.ts';
import { renderJson } from './json.ts';
import type { Layout } from './layout.ts';
import { renderText } from './text.ts';

type Renderer = (document: ReportDocument, layout: Layout) => string;

const FORMATS = {
  text: renderText,
  json: renderJson,
} as const satisfies Record<string, Renderer>;

export type FormatName = keyof typeof FORMATS;

export const FORMAT_NAMES = Object.keys(FORMATS) as readonly FormatName[];

export function isFormat(name: string): name is FormatName {
  return Object.hasOwn(FORMATS, name);
}

/** Text ends with a newline. */
export function render(format: FormatName, document: ReportDocument, layout: Layout): string {
  return FORMATS[format](document, layout);
}
