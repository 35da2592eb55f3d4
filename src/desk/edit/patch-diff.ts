// A unified diff of one file from the splices that change it: `git apply` and `patch -p1` take it. Pure.

import { applySplices, linesOf, lineStart, lineStarts } from './patch.ts';
import type { Splice } from './patch.ts';

const CONTEXT = 3;
const NO_NEWLINE = '\\ No newline at end of file';

/** Lines `[from, to)` of the text before become `after`. */
interface Region {
  readonly from: number;
  readonly to: number;
  readonly after: readonly string[];
}

/** Lines without their ends. Empty when nothing changes. `before` is null for a new file. */
export function unifiedDiff(file: string, before: string | null, splices: readonly Splice[]): string[] {
  const text = before ?? '';
  const old = linesOf(text);
  const regions = regionsOf(text, splices).flatMap((region) => trimmed(region, old));
  if (regions.length === 0) return [];
  const name = /\s/u.test(file) ? `${file}\t` : file;
  let shift = 0;
  const hunks = hunksOf(regions).flatMap((group) => {
    const lines = hunk(group, old, shift);
    shift += added(group);
    return lines;
  });
  return [`--- ${before === null ? '/dev/null' : `a/${name}`}`, `+++ b/${name}`, ...hunks];
}

function regionsOf(text: string, splices: readonly Splice[]): Region[] {
  const regions: Region[] = [];
  const lineAt = new Map(lineStarts(text).map((start, line) => [start, line]));
  let open: { start: number; end: number; parts: Splice[] } | null = null;
  const close = (): void => {
    if (open === null) return;
    const { start, end, parts } = open;
    const local = parts.map((part) => ({ ...part, from: part.from - start, to: part.to - start }));
    const from = lineAt.get(start) ?? 0;
    const body = text.slice(start, end);
    regions.push({ from, to: from + linesOf(body).length, after: linesOf(applySplices(body, local)) });
  };
  for (const splice of splices) {
    const start = lineStart(text, splice.from);
    const end = regionEnd(text, splice);
    if (open !== null && start < open.end) {
      open = { start: open.start, end: Math.max(open.end, end), parts: [...open.parts, splice] };
      continue;
    }
    close();
    open = { start, end, parts: [splice] };
  }
  close();
  return regions;
}

/** Whole lines only: to the end of the line on which the splice ends, unless it ends with a line itself. */
function regionEnd(text: string, { from, to, text: added }: Splice): number {
  const atLineStart = to === 0 || text[to - 1] === '\n';
  const startsLine = from === 0 || text[from - 1] === '\n';
  if (atLineStart && startsLine && (added === '' || added.endsWith('\n'))) return to;
  const end = text.indexOf('\n', to);
  return end < 0 ? text.length : end + 1;
}

function trimmed({ from, to, after }: Region, old: readonly string[]): Region[] {
  let head = 0;
  while (from + head < to && head < after.length && old[from + head] === after[head]) head += 1;
  let tail = 0;
  const most = Math.min(to - from, after.length) - head;
  while (tail < most && old[to - 1 - tail] === after[after.length - 1 - tail]) tail += 1;
  const rest = { from: from + head, to: to - tail, after: after.slice(head, after.length - tail) };
  return rest.from === rest.to && rest.after.length === 0 ? [] : [rest];
}

function hunksOf(regions: readonly Region[]): Region[][] {
  const groups: Region[][] = [];
  for (const region of regions) {
    const last = groups.at(-1)?.at(-1);
    if (last !== undefined && region.from - last.to <= 2 * CONTEXT) groups.at(-1)?.push(region);
    else groups.push([region]);
  }
  return groups;
}

/** How many lines more there are. */
function added(group: readonly Region[]): number {
  return group.reduce((sum, { from, to, after }) => sum + after.length - (to - from), 0);
}

function hunk(group: readonly Region[], old: readonly string[], shift: number): string[] {
  const start = Math.max(0, (group[0]?.from ?? 0) - CONTEXT);
  const end = Math.min(old.length, (group.at(-1)?.to ?? 0) + CONTEXT);
  const body: string[] = [];
  let at = start;
  const put = (sign: string, lines: readonly string[]): void => {
    for (const line of lines) body.push(...shown(sign, line));
  };
  for (const { from, to, after } of group) {
    put(' ', old.slice(at, from));
    put('-', old.slice(from, to));
    put('+', after);
    at = to;
  }
  put(' ', old.slice(at, end));
  const length = end - start;
  return [`@@ -${place(start, length)} +${place(start + shift, length + added(group))} @@`, ...body];
}

/** An empty range is written with the number of the line before it. */
function place(start: number, length: number): string {
  return `${length === 0 ? start : start + 1},${length}`;
}

function shown(sign: string, line: string): string[] {
  return line.endsWith('\n') ? [sign + line.slice(0, -1)] : [sign + line, NO_NEWLINE];
}
