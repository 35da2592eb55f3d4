// JSON text -> tree, strictly by RFC 8259, with the place of every value and of the first error, which JSON.parse does
// not give. Numbers stay numbers, so that a number in the place of a text is refused and not guessed. Entries of long lists
// may be taken one by one, as they are read; then the tree keeps only their places (later.ts).

import { printParseErrorCode, visit, type JSONVisitor } from 'jsonc-parser';
import { showsHidden } from '../../model/hidden.ts';
import type { FindingCode } from './findings.ts';
import { laterMaps } from './later.ts';
import type { Source } from './source.ts';
import type { YamlReading } from './yaml.ts';
import type { MapEntry, MapNode, TreeNode } from './tree.ts';
import { MAX_DEPTH } from './tree.ts';

/** A list that is about to be read. */
export interface ListAhead {
  readonly source: Source;
  /** Keys and positions that lead to it. */
  readonly path: readonly string[];
  readonly at: number;
  /** What was read so far of the mapping that holds it. */
  readonly beside: ReadonlyMap<string, MapEntry>;
}

/** `kept` stands in the tree in the place of the entry. */
export type TakeEntry = (entry: TreeNode, kept: TreeNode, index: number) => void;
/** Null for a list that is kept as a tree. */
export type TakeList = (list: ListAhead) => TakeEntry | null;

/** Null with findings, or without any when the text is blank. */
export function parseJson(text: string, { findings, source }: YamlReading, take?: TakeList): TreeNode | null {
  if (text.trim() === '') return null;
  const twice = (at: number): void =>
    findings.add({
      code: 'duplicate-key',
      source,
      at,
      message: 'expected each key once; this one stands here again',
    });
  try {
    return treeOf(text, { twice, ...(take && { takeList: (list) => take({ ...list, source }) }) });
  } catch (error) {
    if (!(error instanceof Slip)) throw error;
    findings.add({ code: error.code, source, at: error.at, message: error.message });
    return null;
  }
}

/** Ends the reading: what the parser would make of the rest is of no use. */
class Slip extends Error {
  readonly code: FindingCode;
  readonly at: number;

  constructor(code: FindingCode, at: number, message: string) {
    super(message);
    this.code = code;
    this.at = at;
  }
}

interface Reading {
  /** Hears the place of a key that its mapping has already. */
  readonly twice: (at: number) => void;
  readonly takeList?: (list: Omit<ListAhead, 'source'>) => TakeEntry | null;
  /** Added to each place: where the text begins in its file. */
  readonly from?: number;
}

/** Throws a slip at the first error. */
function treeOf(text: string, reading: Reading): TreeNode | null {
  const maker = new TreeMaker(text, reading);
  visit(text, maker.visitor(), { disallowComments: true });
  return maker.root();
}

/** A mapping or a list that is not at its end yet; the whole text is a list of one. */
interface Level {
  readonly node: TreeNode | null;
  readonly entries: Map<string, MapEntry> | null;
  readonly items: TreeNode[];
  /** Of the value that comes next in a mapping. */
  key: string;
  keyAt: number;
  isKeyEscaped: boolean;
  readonly take: TakeEntry | null;
  /** It is, or stands in, a list of which the entries are taken. */
  readonly isTaken: boolean;
}

class TreeMaker {
  readonly #reading: Reading;
  readonly #from: number;
  readonly #text: string;
  readonly #root: Level;
  readonly #levels: Level[];
  readonly #later: (at: number, end: number) => MapNode;

  constructor(text: string, reading: Reading) {
    const { takeList, from = 0 } = reading;
    this.#reading = reading;
    this.#from = from;
    this.#text = text;
    const isTaken = takeList === undefined;
    this.#root = { node: null, entries: null, items: [], key: '', keyAt: 0, isKeyEscaped: false, take: null, isTaken };
    this.#levels = [this.#root];
    this.#later = laterMaps((at, end: number) => entriesAgain(text.slice(at - from, end - from), at));
  }

  root(): TreeNode | null {
    return this.#root.items[0] ?? null;
  }

  visitor(): JSONVisitor {
    const leave = (offset: number, length: number): void => this.#leave(this.#from + offset + length);
    return {
      onObjectBegin: (offset) => this.#openMap(this.#from + offset),
      onObjectProperty: (key, offset, length) => this.#enter(key, offset, length),
      onObjectEnd: leave,
      onArrayBegin: (offset) => this.#openList(this.#from + offset),
      onArrayEnd: leave,
      onLiteralValue: (value: string | number | boolean | null, offset, length) => {
        const escaped = this.#escaped(value, offset, length);
        const node = { kind: 'scalar', at: this.#from + offset, value, plain: false, ...escaped } as const;
        this.#put(node);
        this.#ended(node, node.at + length);
      },
      onError: (code, offset) => {
        const expected = EXPECTED[printParseErrorCode(code)] ?? 'a value';
        throw new Slip('syntax', this.#from + offset, `expected valid JSON: ${expected}`);
      },
    };
  }

  #top(): Level {
    return this.#levels.at(-1) ?? this.#root;
  }

  #put(node: TreeNode): void {
    if (this.#levels.length > MAX_DEPTH) throw new Slip('too-deep', node.at, `expected at most ${MAX_DEPTH} levels`);
    const { entries, items, key, keyAt, isKeyEscaped } = this.#top();
    if (entries === null) items.push(node);
    else entries.set(key, { at: keyAt, ...(isKeyEscaped && { escaped: true }), value: node });
  }

  #escaped(value: unknown, offset: number, length: number): { readonly escaped?: true } {
    const isShown = typeof value === 'string' && showsHidden(value, this.#text.slice(offset + 1, offset + length - 1));
    return isShown ? { escaped: true } : {};
  }

  #enter(key: string, offset: number, length: number): void {
    const at = this.#from + offset;
    const level = this.#top();
    if (level.entries?.has(key) === true) this.#reading.twice(at);
    level.key = key;
    level.keyAt = at;
    level.isKeyEscaped = this.#escaped(key, offset, length).escaped === true;
  }

  #openMap(at: number): void {
    const entries = new Map<string, MapEntry>();
    const { isTaken } = this.#top();
    this.#open({ kind: 'map', at, entries }, { entries, items: [], take: null, isTaken });
  }

  #openList(at: number): void {
    const items: TreeNode[] = [];
    const { entries: beside, isTaken } = this.#top();
    const isAsked = !isTaken && beside !== null;
    const take = isAsked ? (this.#reading.takeList?.({ path: pathOf(this.#levels), at, beside }) ?? null) : null;
    this.#open({ kind: 'list', at, items }, { entries: null, items, take, isTaken: isTaken || take !== null });
  }

  #open(node: TreeNode, level: Omit<Level, 'node' | 'key' | 'keyAt' | 'isKeyEscaped'>): void {
    this.#put(node);
    this.#levels.push({ node, key: '', keyAt: 0, isKeyEscaped: false, ...level });
  }

  #leave(end: number): void {
    const node = this.#levels.pop()?.node ?? null;
    if (node !== null) this.#ended(node, end);
  }

  /** The entry of a list that is taken leaves its place in the tree. */
  #ended(node: TreeNode, end: number): void {
    const { take, items } = this.#top();
    if (take === null) return;
    const kept = node.kind === 'map' ? this.#later(node.at, end) : node;
    items[items.length - 1] = kept;
    take(node, kept, items.length - 1);
  }
}

/** Of a mapping that was read without an error before. */
function entriesAgain(text: string, from: number): MapNode['entries'] {
  const node = treeOf(text, { twice: () => undefined, from });
  return node?.kind === 'map' ? node.entries : new Map();
}

function pathOf(levels: readonly Level[]): string[] {
  return levels.slice(1).map(({ entries, items, key }) => (entries === null ? String(items.length - 1) : key));
}

const TEXT = 'this text has no end, a line break or a wrong escape';

const EXPECTED: Readonly<Partial<Record<ReturnType<typeof printParseErrorCode>, string>>> = {
  InvalidSymbol: 'texts in double quotes, numbers, true, false and null',
  InvalidCommentToken: 'no comments',
  PropertyNameExpected: 'a text in double quotes',
  ColonExpected: ':',
  CommaExpected: 'a comma',
  CloseBraceExpected: 'a comma or }',
  CloseBracketExpected: 'a comma or ]',
  EndOfFileExpected: 'nothing after the value',
  UnexpectedEndOfString: TEXT,
  InvalidUnicode: TEXT,
  InvalidEscapeCharacter: TEXT,
  InvalidCharacter: TEXT,
};
