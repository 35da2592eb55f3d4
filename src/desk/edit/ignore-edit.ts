// muster.yaml with further ignore rules: text in, text out. Only inserts (and takes away the brackets of an empty
// list): comments, order, quotes and line ends of everything else stay, byte by byte. The result is read again and
// compared with the request; a file in which that cannot be done safely is refused.

import { isDeepStrictEqual } from 'node:util';
import { isMap, isScalar, isSeq, parseDocument, stringify } from 'yaml';
import type { Document, Node, Pair, YAMLMap, YAMLSeq } from 'yaml';

import { ToolError } from '../../core/model/errors.ts';

export interface NewRule {
  readonly address: string;
  readonly property?: string;
  readonly class: string;
  readonly seen?: string;
  readonly owner: string;
  readonly reason: string;
  /** As written into the file. */
  readonly expires: string;
}

export interface IgnoreEdit {
  /** The whole file. */
  readonly text: string;
  /** The added text, as written into the file. */
  readonly added: string;
}

interface Splice {
  readonly at: number;
  /** Characters taken away there: the brackets of an empty list. */
  readonly remove: number;
  readonly insert: string;
}

/** Throws `wrong-type` when nothing can be added to a file of this form; the text must then be added by hand. */
export function addIgnoreRules(text: string, rules: readonly NewRule[]): IgnoreEdit {
  const document = read(text);
  const splices = splicesFor(text, document, rules);
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
  const made = splices.map((splice) => ({ ...splice, insert: splice.insert.replaceAll('\n', lineEnd) }));
  let edited = text;
  for (const { at, remove, insert } of made.toReversed())
    edited = edited.slice(0, at) + insert + edited.slice(at + remove);
  if (!isWhatWasAsked(document, edited, rules)) throw refused();
  const added = made.map(({ insert }) => insert).join('');
  return { text: edited, added: added.replaceAll('\r\n', '\n').replace(/^\n/u, '').trimEnd() };
}

function read(text: string): Document.Parsed {
  const document = parseDocument(text, { schema: 'failsafe', stringKeys: true });
  if (document.errors.length > 0 || !isMap(document.contents)) throw refused();
  return document;
}

function isWhatWasAsked(before: Document.Parsed, edited: string, rules: readonly NewRule[]): boolean {
  const after = read(edited).toJS() as Record<string, unknown>;
  const wanted = before.toJS() as Record<string, unknown>;
  const earlier = Array.isArray(wanted['ignore']) ? (wanted['ignore'] as unknown[]) : [];
  return isDeepStrictEqual(after, { ...wanted, ignore: [...earlier, ...rules] });
}

function refused(): ToolError {
  const message =
    'muster.yaml has a form that rules cannot be added to safely; write `ignore:` as a list of its own lines';
  return new ToolError('wrong-type', { message });
}

function splicesFor(text: string, document: Document.Parsed, rules: readonly NewRule[]): readonly Splice[] {
  const root = document.contents as unknown as YAMLMap;
  const pair = root.items.find((item) => isScalar(item.key) && item.key.value === 'ignore');
  if (root.flow) return [flowSplice(root, pair, rules)];
  if (pair === undefined) return [atEnd(text, rules)];
  const list = pair.value;
  if (isSeq(list) && list.flow && list.items.length > 0) return [intoFlow(list, rules)];
  if (isSeq(list) && !list.flow) return [afterLast(text, list, rules)];
  if (isSeq(list)) return [...withoutBrackets(text, list, rules)];
  return [below(text, endOf(pair.key), rules)];
}

/** A whole file in flow style (JSON): one more member, or one more entry. */
function flowSplice(root: YAMLMap, pair: Pair | undefined, rules: readonly NewRule[]): Splice {
  if (pair === undefined) {
    const at = endOf(root) - 1;
    return { at, remove: 0, insert: `${root.items.length > 0 ? ', ' : ''}"ignore": ${JSON.stringify(rules)}` };
  }
  if (!isSeq(pair.value)) throw refused();
  return intoFlow(pair.value, rules);
}

function intoFlow(list: YAMLSeq, rules: readonly NewRule[]): Splice {
  const inner = rules.map((rule) => JSON.stringify(rule)).join(', ');
  const last = list.items.at(-1);
  const at = last === undefined ? endOf(list) - 1 : endOf(last);
  return { at, remove: 0, insert: `${last === undefined ? '' : ', '}${inner}` };
}

function atEnd(text: string, rules: readonly NewRule[]): Splice {
  if (/^(?:\.\.\.|---)[ \t]*$/mu.test(text.slice(text.search(/\S/u) + 3))) throw refused();
  const gap = text.endsWith('\n') ? '' : '\n';
  return { at: text.length, remove: 0, insert: `${gap}ignore:\n${block(rules, 2)}` };
}

function afterLast(text: string, list: YAMLSeq, rules: readonly NewRule[]): Splice {
  const first = list.range?.[0] ?? 0;
  const indent = first - (text.lastIndexOf('\n', first - 1) + 1);
  return insertLines(text, lastPlace(list), block(rules, indent));
}

function withoutBrackets(text: string, list: YAMLSeq, rules: readonly NewRule[]): readonly Splice[] {
  const [start, end] = [list.range?.[0] ?? 0, list.range?.[1] ?? 0];
  return [{ at: start, remove: end - start, insert: '' }, below(text, end, rules)];
}

/** `ignore:` without a value. */
function below(text: string, at: number, rules: readonly NewRule[]): Splice {
  return insertLines(text, at, block(rules, 2));
}

/** Whole lines behind the line in which `at` lies; a comment behind it stays where it is. */
function insertLines(text: string, at: number, lines: string): Splice {
  if (at > 0 && text[at - 1] === '\n') return { at, remove: 0, insert: lines };
  const lineEnd = text.indexOf('\n', at);
  if (lineEnd >= 0) return { at: lineEnd + 1, remove: 0, insert: lines };
  return { at: text.length, remove: 0, insert: `\n${lines}` };
}

function block(rules: readonly NewRule[], indent: number): string {
  const lines = stringify(rules, { lineWidth: 0 }).trimEnd().split('\n');
  return lines.map((line) => `${' '.repeat(indent)}${line}\n`).join('');
}

/** End of the last value inside, without comments and blank lines behind it. */
function lastPlace(node: unknown): number {
  if (isSeq(node) && !node.flow && node.items.length > 0) return lastPlace(node.items.at(-1));
  if (isMap(node) && !node.flow && node.items.length > 0) {
    const last = node.items.at(-1);
    return last?.value ? lastPlace(last.value) : endOf(last?.key);
  }
  return endOf(node);
}

function endOf(node: unknown): number {
  const { range } = node as Node;
  if (!range) throw refused();
  return range[1];
}
