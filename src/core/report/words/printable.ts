// Makes every text safe to print: values come from files and from the service, and a terminal obeys what it is sent.
// What a printer would hide or obey stands as an escape (model/hidden.ts), in text and in JSON: two ids that look alike are told
// apart, and nothing is left out without a word.

import { visible, visibleJson } from '../../model/hidden.ts';

const BREAK = /[\t\n\r]/gu;

/** One line of visible text. Breaks become one blank each, so that columns still count. */
export function printable(text: string): string {
  return visible(text.replaceAll(BREAK, ' '));
}

/** The same plain value with every text in it, keys included, made printable. */
export function allPrintable<Value>(value: Value): Value {
  const formed = (given: unknown): unknown => {
    if (typeof given === 'string') return printable(given);
    if (Array.isArray(given)) return given.map(formed);
    if (typeof given !== 'object' || given === null) return given;
    return Object.fromEntries(Object.entries(given).map(([key, each]) => [printable(key), formed(each)]));
  };
  return formed(value) as Value;
}

/** JSON that is as safe to print: the value is the same, hidden characters stand as \u escapes. */
export function safeJson(value: unknown): string {
  return `${visibleJson(JSON.stringify(value, null, 2))}\n`;
}
