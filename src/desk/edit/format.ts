// One way to write muster.yaml or a desired YAML file: two blanks of indentation, keys in the order of the schema, single quotes, comments where they
// stand. Pure. A file says the same before and after: every value, whether it is quoted, the order of lists and of data items. What
// cannot be written so is left as it is.
//
//   reordered   keys that the schema names: loginUserId before firstName. Not where a comment has a line of its own among them:
//               nobody can say which key it is about
//   kept        comments, blank lines, one-line mappings, block texts, quoted or not (`'00123'` is text, `true` may be a choice)

import { isMap, isScalar, isSeq, Lexer, parseDocument, Scalar, visit, type ScalarTag, type YAMLMap } from 'yaml';
import { Findings, parseYaml, resolve, textSource } from '../../core/face.ts';
import type { SchemaNode, TreeNode } from '../../core/face.ts';
import { lineEnding } from './patch.ts';

export interface FormatInput {
  readonly file: string;
  /** Of such files: it has the order of the keys. */
  readonly schema: SchemaNode;
  /** Receives what makes the text unreadable; then it is returned as it is. */
  readonly findings: Findings;
}

/** Null: the file is left as it is, because no other form of it says the same. */
export function formatYaml(text: string, { file, schema, findings }: FormatInput): string | null {
  const before = readTree(file, text, findings);
  if (before === null) return text;
  const once = written(text, schema);
  const twice = once === null ? null : written(once, schema);
  if (twice === null) return null;
  const after = readTree(file, twice, new Findings());
  const isSafe = after !== null && says(after) === says(before) && isEqual(commentsOf(twice), commentsOf(text));
  return isSafe && written(twice, schema) === twice ? twice : null;
}

function readTree(file: string, text: string, findings: Findings): TreeNode | null {
  return parseYaml(text, { source: textSource(file, text), findings });
}

/** A value that is left empty stays empty: it is neither the text '' nor the text null. */
const EMPTY: ScalarTag = {
  tag: 'tag:yaml.org,2002:null',
  default: true,
  test: /^$/u,
  identify: (value) => value === null,
  resolve: () => new Scalar(null),
  stringify: () => '',
};

/** Null where a comment follows a value that is left empty: it would be written as part of it. */
function written(text: string, root: SchemaNode): string | null {
  const document = parseDocument(text, {
    schema: 'failsafe',
    customTags: (tags) => [...tags, EMPTY],
    uniqueKeys: false,
    logLevel: 'silent',
  });
  let isClear = true;
  visit(document, {
    Scalar: (_key, { value, comment }) => {
      if (value === null && comment) isClear = false;
    },
  });
  if (!isClear) return null;
  arrange(document.contents, root, { root, text });
  const lines = document.toString({ indent: 2, lineWidth: 0, singleQuote: true, flowCollectionPadding: true });
  const tight = withBlankLines(tightLists(lines), text);
  return lineEnding(text) === '\n' ? tight : tight.replaceAll('\n', '\r\n');
}

/** Blank lines before comments that stand at the end of a mapping or list: the library drops them. */
function withBlankLines(text: string, before: string): string {
  const wanted = ownComments(before);
  const found = ownComments(text);
  const words = (comments: typeof wanted): string[] => comments.map((comment) => comment.words);
  if (!isEqual(words(found), words(wanted))) return text;
  const missing = new Set(found.filter((each, at) => wanted[at]?.isApart && !each.isApart).map(({ line }) => line));
  return text
    .split('\n')
    .flatMap((line, at) => (missing.has(at) ? ['', line] : [line]))
    .join('\n');
}

/** Comments with a line of their own, and whether a blank line stands before it. */
function ownComments(text: string): { readonly words: string; readonly line: number; readonly isApart: boolean }[] {
  const lines = text.split('\n').map((line) => line.trim());
  return lines.flatMap((words, line) =>
    words.startsWith('#') ? [{ words, line, isApart: lines[line - 1] === '' }] : [],
  );
}

/** `[a, b]` beside `{ a: b }`. */
function tightLists(text: string): string {
  const parts = [...new Lexer().lex(text)];
  const isBlank = (part: string | undefined): boolean => part !== undefined && /^ +$/u.test(part);
  const kept = parts.filter((part, index) => {
    if (isBlank(part) && parts[index - 1] === '[') return false;
    return !(isBlank(part) && parts[index + 1] === ']');
  });
  // The lexer marks the start of a document, of a plain text and the end of a one-line mapping with a character of its own.
  return kept.filter((part) => !/^[\u0002\u0018\u001f]$/u.test(part)).join('');
}

interface FormatContext {
  readonly root: SchemaNode;
  readonly text: string;
}

function arrange(node: unknown, given: SchemaNode, known: FormatContext): void {
  const schema = resolve(given, known.root);
  if (isSeq(node)) for (const item of node.items) arrange(item, schema.items ?? {}, known);
  else if (isMap(node)) arrangeMap(node, schema, known);
  else if (isScalar(node)) quote(node);
}

function arrangeMap(map: YAMLMap, schema: SchemaNode, known: FormatContext): void {
  const names = Object.keys(schema.properties ?? {});
  const rank = (key: unknown): number => {
    const index = isScalar(key) ? names.indexOf(String(key.value)) : -1;
    return index < 0 ? names.length : index;
  };
  for (const { key, value } of map.items) {
    quoteIf(key);
    const name = isScalar(key) ? String(key.value) : '';
    const { additionalProperties: other } = schema;
    arrange(value, schema.properties?.[name] ?? (typeof other === 'object' ? other : {}), known);
  }
  const [start, , end] = map.range ?? [0, 0, 0];
  if (/^[ \t]*#/mu.test(known.text.slice(start, end))) return;
  map.items = map.items.toSorted((a, b) => rank(a.key) - rank(b.key));
  const first = map.items[0]?.key;
  if (isScalar(first)) first.spaceBefore = false;
}

function quoteIf(key: unknown): void {
  if (isScalar(key)) quote(key);
}

/** Double quotes only where single ones cannot write the text, or would have to double a quote in it. */
function quote(scalar: Scalar): void {
  if (scalar.type !== 'QUOTE_DOUBLE' || typeof scalar.value !== 'string') return;
  if (/^[\p{L}\p{N}\p{P}\p{S} ]*$/u.test(scalar.value) && !scalar.value.includes("'")) scalar.type = 'QUOTE_SINGLE';
}

/** What a tree says, as a text to compare: without places and without the order of keys that the schema names. */
function says(node: TreeNode): string {
  switch (node.kind) {
    case 'scalar':
      return JSON.stringify([node.value, node.plain]);
    case 'list':
      return `[${node.items.map(says).join(',')}]`;
    case 'map': {
      const entries = [...node.entries].map(([key, { value }]) => `${JSON.stringify(key)}:${says(value)}`);
      return `{${entries.toSorted().join(',')}}`;
    }
    default:
      return node satisfies never;
  }
}

function commentsOf(text: string): string[] {
  const comments = [...new Lexer().lex(text)].filter((part) => part.startsWith('#'));
  return comments.map((comment) => comment.trimEnd()).toSorted();
}

function isEqual(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((each, index) => each === b[index]);
}
