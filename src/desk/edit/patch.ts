// A change of a text as splices: everything outside them stays byte for byte as it was. Pure.

/** Replaces `[from, to)` (UTF-16 offsets into the text before) by `text`. */
export interface Splice {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** In order of place. Null when two of them touch the same text. */
export function inOrder(splices: readonly Splice[]): readonly Splice[] | null {
  const sorted = splices.toSorted((a, b) => a.from - b.from || a.to - b.to);
  const overlaps = sorted.some((splice, index) => index > 0 && splice.from < (sorted[index - 1]?.to ?? 0));
  return overlaps ? null : sorted;
}

/** `splices`: a result of `inOrder`. */
export function applySplices(text: string, splices: readonly Splice[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const splice of splices) {
    parts.push(text.slice(at, splice.from), splice.text);
    at = splice.to;
  }
  return [...parts, text.slice(at)].join('');
}

/** Line ending of the text, for new lines. */
export function lineEnding(text: string): '\r\n' | '\n' {
  return /\r\n/u.test(text) ? '\r\n' : '\n';
}

/** Offset behind the line break that ends the line `at` stands on; the end of the text when there is none. */
export function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end + 1;
}

/** Each line with its end. */
export function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/gu) ?? [];
}

/** Offset at which each line starts. */
export function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) starts.push(end + 1);
  return starts;
}

export function lineStart(text: string, at: number): number {
  return at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1;
}
