// XML as text. A library would cost more to load than the rest of the command: elements with attributes and text are all that
// is needed. What XML 1.0 cannot hold, even escaped, is made visible before (printable.ts), so that a value is never lost.

import { printable } from '../words/printable.ts';

export interface Element {
  readonly name: string;
  /** Left out where undefined. */
  readonly attributes: Readonly<Record<string, string | number | undefined>>;
  /** Elements, or text. */
  readonly content: readonly Element[] | string;
}

export function xml(root: Element): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${lines(root, '').join('\n')}\n`;
}

function lines({ name, attributes, content }: Element, indent: string): string[] {
  const given = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [` ${key}="${escaped(String(value))}"`],
  );
  const tag = `${indent}<${name}${given.join('')}`;
  if (content.length === 0) return [`${tag}/>`];
  if (typeof content === 'string') return [`${tag}>${escaped(content)}</${name}>`];
  return [`${tag}>`, ...content.flatMap((each) => lines(each, `${indent}  `)), `${indent}</${name}>`];
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** U+FFFE and U+FFFF are the only visible ones that XML refuses. */
function escaped(text: string): string {
  return printable(text)
    .replaceAll('\ufffe', String.raw`\ufffe`)
    .replaceAll('\uffff', String.raw`\uffff`)
    .replaceAll(/[&<>"']/gu, (character) => ENTITIES[character] ?? character);
}
