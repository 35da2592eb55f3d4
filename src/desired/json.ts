// JSON text -> tree, strictly by RFC 8259, with the place of every value and of the first error, which JSON.parse does
// not give. Numbers stay numbers, so that a number in the place of a text is refused and not guessed.

import type { YamlReading } from './yaml.ts';
import type { MapEntry, TreeNode } from './tree.ts';
import { MAX_DEPTH } from './tree.ts';

const BLANK = /[ \t\r\n]*/y;
const WORD = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/** Null with findings, or without any when the text is blank. */
export function parseJson(text: string, reading: YamlReading): TreeNode | null {
  if (text.trim() === '') return null;
  const reader = new JsonReader(text, reading);
  try {
    return reader.document();
  } catch (error) {
    if (!(error instanceof Slip)) throw error;
    const { findings, source } = reading;
    findings.add({ code: error.deep ? 'too-deep' : 'syntax', source, at: error.at, message: error.message });
    return null;
  }
}

class Slip extends Error {
  readonly at: number;
  readonly deep: boolean;

  constructor(at: number, message: string, deep = false) {
    super(message);
    this.at = at;
    this.deep = deep;
  }
}

class JsonReader {
  readonly #text: string;
  readonly #reading: YamlReading;
  #at = 0;

  constructor(text: string, reading: YamlReading) {
    this.#text = text;
    this.#reading = reading;
  }

  document(): TreeNode {
    const node = this.#value(1);
    this.#skipBlanks();
    if (this.#at < this.#text.length) throw new Slip(this.#at, 'expected valid JSON: nothing after the value');
    return node;
  }

  #value(depth: number): TreeNode {
    this.#skipBlanks();
    const at = this.#at;
    if (depth > MAX_DEPTH) throw new Slip(at, `expected at most ${MAX_DEPTH} levels`, true);
    const letter = this.#text[at];
    if (letter === '{') return { kind: 'map', at, entries: this.#entries(depth) };
    if (letter === '[') return { kind: 'list', at, items: this.#items(depth) };
    if (letter === '"') return { kind: 'scalar', at, value: this.#string(), plain: false };
    return { kind: 'scalar', at, value: this.#word(), plain: false };
  }

  #entries(depth: number): ReadonlyMap<string, MapEntry> {
    const entries = new Map<string, MapEntry>();
    this.#parts('}', () => {
      const at = this.#at;
      const key = this.#string();
      if (entries.has(key)) this.#reportTwice(at);
      this.#expect(':');
      entries.set(key, { at, value: this.#value(depth + 1) });
    });
    return entries;
  }

  #items(depth: number): readonly TreeNode[] {
    const nodes: TreeNode[] = [];
    this.#parts(']', () => nodes.push(this.#value(depth + 1)));
    return nodes;
  }

  #parts(end: '}' | ']', readPart: () => void): void {
    this.#at += 1;
    this.#skipBlanks();
    if (this.#text[this.#at] === end) {
      this.#at += 1;
      return;
    }
    for (;;) {
      this.#skipBlanks();
      readPart();
      this.#skipBlanks();
      const letter = this.#text[this.#at];
      if (letter !== ',' && letter !== end) throw new Slip(this.#at, `expected valid JSON: a comma or ${end}`);
      this.#at += 1;
      if (letter === end) return;
    }
  }

  #string(): string {
    const start = this.#at;
    this.#at = endOfString(this.#text, start);
    const literal = this.#text.slice(start, this.#at);
    if (!literal.startsWith('"')) throw new Slip(start, 'expected valid JSON: a text in double quotes');
    try {
      return String(JSON.parse(literal));
    } catch {
      throw new Slip(start, 'expected valid JSON: this text has no end, a line break or a wrong escape');
    }
  }

  #word(): string | number | boolean | null {
    const literal = this.#match(WORD);
    if (literal === null) throw new Slip(this.#at, 'expected valid JSON: a value');
    if (literal === 'null') return null;
    return literal === 'true' || literal === 'false' ? literal === 'true' : Number(literal);
  }

  #match(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (!found) return null;
    this.#at += found[0].length;
    return found[0];
  }

  #expect(letter: string): void {
    this.#skipBlanks();
    if (this.#text[this.#at] !== letter) throw new Slip(this.#at, `expected valid JSON: ${letter}`);
    this.#at += 1;
  }

  #skipBlanks(): void {
    this.#match(BLANK);
  }

  #reportTwice(at: number): void {
    const { findings, source } = this.#reading;
    const message = 'expected each key once; this one stands here again';
    findings.add({ code: 'duplicate-key', source, at, message });
  }
}

/** Place after the closing quote; after the last letter when there is none. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return Math.min(at + 1, text.length);
}
