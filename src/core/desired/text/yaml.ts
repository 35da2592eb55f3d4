// YAML text -> tree. Every scalar stays text (failsafe schema): +34911234567, 00123, NO and 20-digit numbers are kept
// as written. Refuses aliases, tags, several documents, duplicate keys, deep nesting, and texts that would need too
// much memory. Linear in the size of the file.

import type { Document, ParsedNode, YAMLError } from 'yaml';
import { Composer, isAlias, isMap, isScalar, isSeq, Lexer, Parser } from 'yaml';

import { showsHidden } from '../../model/hidden.ts';
import type { FindingCode, Findings } from './findings.ts';
import type { Source } from './source.ts';
import type { MapEntry, TreeNode } from './tree.ts';
import { MAX_DEPTH } from './tree.ts';

/** About 100,000 records of ten lines; each part of the text costs some 200 bytes while the tree is made. */
const MAX_PARTS = 8_000_000;
const TOO_DEEP = `expected at most ${MAX_DEPTH} levels`;
/** The lexer's sign that the next part is a plain or block scalar. */
const SCALAR_FOLLOWS = '\u001f';
/** Faults of which the parser's own words never quote the text. */
const SPEAKABLE: ReadonlySet<YAMLError['code']> = new Set([
  'BAD_INDENT',
  'BLOCK_AS_IMPLICIT_KEY',
  'KEY_OVER_1024_CHARS',
  'MISSING_CHAR',
  'MULTILINE_IMPLICIT_KEY',
  'MULTIPLE_ANCHORS',
  'NON_STRING_KEY',
  'TAB_AS_INDENT',
]);

export interface YamlReading {
  readonly source: Source;
  readonly findings: Findings;
}

/** Null when nothing can be read, with findings, or without any when the text holds no value at all. */
export function parseYaml(text: string, reading: YamlReading): TreeNode | null {
  try {
    const before = reading.findings.count;
    const [slip] = commonSlips(text);
    if (slip !== undefined) add(reading, { code: 'syntax', at: slip.at }, slip.words);
    if (reading.findings.count > before) return null;
    const documents = documentsOf(text, reading);
    return reading.findings.count > before ? null : treeOf(documents, text, reading);
  } catch (error) {
    if (error instanceof TooMuch) add(reading, error.place, error.message);
    else if (error instanceof RangeError) add(reading, { code: 'too-deep', at: 0 }, TOO_DEEP);
    else add(reading, { code: 'syntax', at: 0 }, 'expected valid YAML');
    return null;
  }
}

interface Slip {
  readonly at: number;
  readonly words: string;
}

/** What a merge leaves behind would be told by the parser as something else, once for each line of it. */
function commonSlips(text: string): readonly Slip[] {
  const words =
    'expected one version of these lines; given the marks of a merge that was not finished (<<<<<<<, =======, >>>>>>>)';
  return [...text.matchAll(/^<{7} .*$/gmu)].map(({ index }) => ({ at: index, words }));
}

/** The parser's own words for the mistakes that are made most, in the words of who makes them. */
const PLAIN_WORDS: Readonly<Partial<Record<YAMLError['code'], string>>> = {
  TAB_AS_INDENT: 'expected blanks at the begin of the line; given a tab',
  MULTILINE_IMPLICIT_KEY: 'expected a colon behind the key on this line; it is missing here or on the line before',
  BLOCK_AS_IMPLICIT_KEY: 'expected one key and one value on the line; a second colon needs quotes around the value',
};

interface FindingPlace {
  readonly code: FindingCode;
  readonly at: number;
}

/** Stops the parser before it uses memory for a text that will be refused anyway. */
class TooMuch extends Error {
  readonly place: FindingPlace;

  constructor(place: FindingPlace, message: string) {
    super(message);
    this.place = place;
  }
}

/** Tags are refused as they are met: the composer would act on those it knows (!!binary). */
function documentsOf(text: string, reading: YamlReading): Document.Parsed[] {
  const parser = new Parser();
  const tokens = [];
  let parts = 0;
  let before = '';
  for (const part of new Lexer().lex(text)) {
    parts += 1;
    const at = parser.offset;
    if (parts > MAX_PARTS)
      throw new TooMuch({ code: 'file-too-large', at }, 'expected fewer lines in one file: split it');
    if (parser.stack.length > 4 * MAX_DEPTH) throw new TooMuch({ code: 'too-deep', at }, TOO_DEEP);
    if (part.startsWith('!') && before !== SCALAR_FOLLOWS)
      add(reading, { code: 'tags-refused', at }, 'expected a value without a tag; given a tagged one');
    before = part;
    tokens.push(...parser.next(part));
  }
  tokens.push(...parser.end());
  // Duplicate keys are found while the tree is made: the parser's own check is quadratic.
  const composer = new Composer({ schema: 'failsafe', uniqueKeys: false, stringKeys: true, logLevel: 'silent' });
  return [...composer.compose(tokens, true, text.length)];
}

function treeOf(documents: readonly Document.Parsed[], text: string, reading: YamlReading): TreeNode | null {
  const [first, second] = documents;
  const problems = documents.flatMap((document) => [...document.errors, ...document.warnings]);
  const [fault] = problems;
  // Those behind it are mostly its consequences.
  if (fault !== undefined) addProblem(reading, fault);
  if (fault !== undefined || !first) return null;
  if (second) {
    add(reading, { code: 'syntax', at: second.range[0] }, 'expected one document in a file; a second one starts here');
    return null;
  }
  return first.contents === null || isEmpty(first.contents)
    ? null
    : new TreeBuilder(reading, text).tree(first.contents);
}

function isEmpty(node: ParsedNode): boolean {
  return isScalar(node) && node.type === 'PLAIN' && node.value === '';
}

class TreeBuilder {
  readonly #reading: YamlReading;
  readonly #text: string;
  #hasAlias = false;

  constructor(reading: YamlReading, text: string) {
    this.#reading = reading;
    this.#text = text;
  }

  /** Null where an alias stands in it: what is missing without it would be said, too. */
  tree(contents: ParsedNode): TreeNode | null {
    const tree = this.node(contents, 1);
    return this.#hasAlias ? null : tree;
  }

  /** Double-quoted, and the text of the file shows what is in it. */
  #escaped({ type, range, value }: ParsedScalar): { readonly escaped?: true } {
    const isShown = type === 'QUOTE_DOUBLE' && showsHidden(String(value), this.#text.slice(range[0] + 1, range[1] - 1));
    return isShown ? { escaped: true } : {};
  }

  node(node: ParsedNode, depth: number): TreeNode {
    const at = node.range[0];
    if (depth > MAX_DEPTH) return this.#refuse('too-deep', at, TOO_DEEP);
    if (isAlias(node)) return this.#refuse('aliases-refused', at, `expected a value; given the alias of an anchor`);
    if (isMap(node)) return this.#map(node.items, at, depth);
    if (isSeq(node)) return { kind: 'list', at, items: node.items.map((item) => this.#item(item, at, depth + 1)) };
    const empty = isEmpty(node);
    const value = empty ? null : String(node.value);
    const plain = node.type === 'PLAIN';
    if (plain && value !== null && /^(?:~|null)$/iu.test(value)) this.#warnOfNull(value, at);
    return { kind: 'scalar', at, value, plain, ...this.#escaped(node) };
  }

  #map(pairs: readonly { readonly key: unknown; readonly value: unknown }[], at: number, depth: number): TreeNode {
    const entries = new Map<string, MapEntry>();
    for (const { key, value } of pairs) {
      if (!isParsedScalar(key)) {
        this.#refuse('syntax', at, 'expected keys that are text');
        continue;
      }
      const name = String(key.value);
      const place = key.range[0];
      if (entries.has(name)) this.#refuse('duplicate-key', place, 'expected each key once; this one stands here again');
      entries.set(name, { at: place, ...this.#escaped(key), value: this.#item(value, place, depth + 1) });
    }
    return { kind: 'map', at, entries };
  }

  #item(node: unknown, at: number, depth: number): TreeNode {
    return isParsed(node) ? this.node(node, depth) : { kind: 'scalar', at, value: null, plain: true };
  }

  #warnOfNull(value: string, at: number): void {
    const { source, findings } = this.#reading;
    const message = `${value} is text here, as every value is; leave the value out, or put it in quotes`;
    findings.warn({ code: 'null-is-text', source, at, message, address: null });
  }

  #refuse(code: FindingCode, at: number, message: string): TreeNode {
    add(this.#reading, { code, at }, message);
    this.#hasAlias ||= code === 'aliases-refused';
    return { kind: 'scalar', at, value: null, plain: true, refused: true };
  }
}

function isParsed(node: unknown): node is ParsedNode {
  return isAlias(node) || isMap(node) || isSeq(node) || isScalar(node);
}

type ParsedScalar = Extract<ParsedNode, { readonly type?: unknown; readonly value: unknown }>;

function isParsedScalar(node: unknown): node is ParsedScalar {
  return isScalar(node) && Array.isArray(node.range);
}

function addProblem(reading: YamlReading, { code, pos, message }: YAMLError): void {
  const at = pos[0];
  if (code === 'RESOURCE_EXHAUSTION') return add(reading, { code: 'too-deep', at }, TOO_DEEP);
  if (code === 'BAD_ALIAS' || code === 'ALIAS_PROPS' || message.includes('alias'))
    return add(reading, { code: 'aliases-refused', at }, 'expected a value; given an alias');
  const plain = PLAIN_WORDS[code];
  const words = SPEAKABLE.has(code) ? (message.split(' at line ')[0] ?? '') : 'something else stands here';
  add(reading, { code: 'syntax', at }, plain ?? `expected valid YAML: ${words}`);
}

function add({ findings, source }: YamlReading, { code, at }: FindingPlace, message: string): void {
  // Whoever uses one uses it often.
  findings.add({ code, source, at, message, ...(code === 'aliases-refused' && { together: source.file }) });
}
