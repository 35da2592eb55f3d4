// JSON text -> tree, strictly by RFC 8259, with the place of every value and of the first error, which JSON.parse does
// not give. Numbers stay numbers, so that a number in the place of a text is refused and not guessed.

import { printParseErrorCode, visit, type JSONVisitor } from 'jsonc-parser';
import type { FindingCode } from './findings.ts';
import type { YamlReading } from './yaml.ts';
import type { MapEntry, TreeNode } from './tree.ts';
import { MAX_DEPTH } from './tree.ts';

/** Null with findings, or without any when the text is blank. */
export function parseJson(text: string, { findings, source }: YamlReading): TreeNode | null {
  if (text.trim() === '') return null;
  try {
    return treeOf(text, (at) =>
      findings.add({
        code: 'duplicate-key',
        source,
        at,
        message: 'expected each key once; this one stands here again',
      }),
    );
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

/** What the next value is put into; keys only of a mapping. */
interface Level {
  readonly keys: Map<string, MapEntry>;
  readonly put: (node: TreeNode) => void;
}

/** `twice`: hears the place of a key that its mapping has already. Throws a slip at the first error. */
function treeOf(text: string, twice: (at: number) => void): TreeNode | null {
  let root: TreeNode | null = null;
  const levels: Level[] = [{ keys: new Map(), put: (node) => (root = node) }];
  const put = (node: TreeNode): void => {
    if (levels.length > MAX_DEPTH) throw new Slip('too-deep', node.at, `expected at most ${MAX_DEPTH} levels`);
    levels.at(-1)?.put(node);
  };
  const leave = (): void => void levels.pop();
  const visitor: JSONVisitor = {
    onObjectBegin: (at) => {
      const keys = new Map<string, MapEntry>();
      put({ kind: 'map', at, entries: keys });
      levels.push({ keys, put: () => undefined });
    },
    onObjectProperty: (key, at) => {
      const keys = levels.pop()?.keys ?? new Map<string, MapEntry>();
      if (keys.has(key)) twice(at);
      levels.push({ keys, put: (value) => keys.set(key, { at, value }) });
    },
    onObjectEnd: leave,
    onArrayBegin: (at) => {
      const items: TreeNode[] = [];
      put({ kind: 'list', at, items });
      levels.push({ keys: new Map(), put: (node) => items.push(node) });
    },
    onArrayEnd: leave,
    onLiteralValue: (value: string | number | boolean | null, at) => put({ kind: 'scalar', at, value, plain: false }),
    onError: (code, at) => {
      throw new Slip('syntax', at, `expected valid JSON: ${EXPECTED[printParseErrorCode(code)] ?? 'a value'}`);
    },
  };
  visit(text, visitor, { disallowComments: true });
  return root;
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
