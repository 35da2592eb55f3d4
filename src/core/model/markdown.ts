// Text of which nothing is known, in Markdown. A code span is the one place where no forge finds a mention, a link, an image, HTML,
// a reference or a quick action, and where nothing but its own fence has to be avoided (CommonMark 0.31, section 6.1).

import { visible } from './hidden.ts';

/** One line of Markdown outside of tables: line ends become blanks, hidden characters visible escapes. */
export function codeSpan(text: string): string {
  const line = visible(text.replaceAll(/[\t\n\r]/gu, ' '));
  if (line.trim() === '') return '` `';
  const runs = line.match(/`+/gu)?.map((run) => run.length) ?? [];
  const fence = '`'.repeat(shortestFence(new Set(runs)));
  const padded = /^[` ]|[` ]$/u.test(line) ? ` ${line} ` : line;
  return `${fence}${padded}${fence}`;
}

/**
 * The same for a cell of a table, which is cut at each bar, code or not, that has no backslash before it (GFM 4.10). Two backslashes
 * before it are one of their own, so a bar that stands behind one in the value is shown as an escape.
 */
export function codeCell(text: string): string {
  const line = text.replaceAll(/(?<=\\)\|/gu, String.raw`\u007c`);
  return codeSpan(line).replaceAll('|', String.raw`\|`);
}

function shortestFence(taken: ReadonlySet<number>): number {
  let length = 1;
  while (taken.has(length)) length += 1;
  return length;
}

/**
 * Words as they are. As a code span each that has a character which could be a value with a meaning: Markdown, HTML, a mention, a
 * reference, a link, an emoji. Such words beside each other share a span.
 */
export function prose(text: string): string {
  return spans(text, codeSpan);
}

export function proseCell(text: string): string {
  return spans(text, codeCell);
}

type Span = (text: string) => string;

function spans(text: string, span: Span): string {
  const line = text.replaceAll(' -> ', ' → ');
  if (isHarmless(line)) return line;
  // At its beginning more has a meaning: a list, or a command of the forge.
  if (text.trim() !== text || /^(?:[-/]|\d+[.)])/u.test(text)) return span(text);
  return joinedWords(line.split(/[ \t\n\r]/u).map(wordOf))
    .map(({ open, value, close, isCode }) => open + (isCode ? span(value) : value) + close)
    .join(' ');
}

interface Word {
  /** Brackets before a value, and what ends it, stay outside of its span. */
  readonly open: string;
  readonly value: string;
  readonly close: string;
  readonly isCode: boolean;
}

function wordOf(word: string): Word {
  if (word === '' || (isHarmless(word) && !/^\/./u.test(word)))
    return { open: '', value: word, close: '', isCode: false };
  const [, open = '', value = '', close = ''] = /^(\(*)(.*?)([),.;:]*)$/u.exec(word) ?? [];
  return { open, value, close, isCode: true };
}

function joinedWords(words: readonly Word[]): Word[] {
  const joined: Word[] = [];
  for (const word of words) {
    const last = joined.at(-1);
    const isOne = last?.isCode === true && word.isCode && last.close + word.open === '';
    if (isOne) joined[joined.length - 1] = { ...word, open: last.open, value: `${last.value} ${word.value}` };
    else joined.push(word);
  }
  return joined;
}

const HARMLESS = /^[\p{L}\p{N} ,.;:()'’?%/±→-]+$/u;
/** Also what could be the name of a host, or of a file. */
const MEANING = /:\/\/|www\.|\.\p{L}|:[\w+-]+:|--/iu;

function isHarmless(text: string): boolean {
  return HARMLESS.test(text) && !MEANING.test(text) && visible(text) === text && text.trim() === text;
}

/** A long text says how long it was. Counted in characters. */
export function shortText(text: string, longest: number): string {
  const characters = [...text.slice(0, 2 * longest)];
  if (text.length <= longest || characters.length <= longest) return text;
  return `${characters.slice(0, longest).join('')}… (${text.length.toLocaleString('en')} characters)`;
}
