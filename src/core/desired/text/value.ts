// A value of a program -> tree, so that programs and files pass the same checks. Reads plain objects, arrays, texts,
// numbers, booleans; anything else (functions, dates, class instances) is a wrong type. Cycles end at the depth limit.

import { pick } from '../../model/fields.ts';
import type { Findings } from './findings.ts';
import { keyWords } from './masked.ts';
import type { Source } from './source.ts';
import type { MapEntry, ScalarNode, TreeNode } from './tree.ts';
import { MAX_DEPTH } from './tree.ts';

interface ValueReading {
  readonly source: Source;
  readonly findings: Findings;
  /** Where a file was checked that wrote the ids. */
  readonly escaped?: true;
}

interface Walk extends ValueReading {
  readonly path: string;
  readonly depth: number;
}

/** Places are always 0: programs have no lines. Keys whose value is undefined are left out. */
export function treeOfValue(value: unknown, reading: ValueReading): TreeNode {
  return build(value, { ...reading, path: '', depth: 1 });
}

function build(value: unknown, walk: Walk): TreeNode {
  if (walk.depth > MAX_DEPTH) return refuse(walk, 'too-deep', `expected at most ${MAX_DEPTH} levels`);
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    return { kind: 'scalar', at: 0, value, plain: false, ...pick(walk, ['escaped']) };
  }
  if (Array.isArray(value)) {
    const items = value.map((item: unknown, index) => build(item, step(walk, `[${index}]`)));
    return { kind: 'list', at: 0, items };
  }
  if (!isPlainObject(value)) return refuse(walk, 'wrong-type', `expected plain data; given ${kindOf(value)}`);
  return { kind: 'map', at: 0, entries: new Map(entriesOf(value, walk)) };
}

function entriesOf(value: object, walk: Walk): [string, MapEntry][] {
  return Object.entries(value)
    .filter(([, part]) => part !== undefined)
    .map(([key, part]) => [
      key,
      {
        at: 0,
        ...pick(walk, ['escaped']),
        value: build(part, step(walk, walk.path === '' ? keyWords(key) : `.${keyWords(key)}`)),
      },
    ]);
}

function step(walk: Walk, part: string): Walk {
  return { ...walk, path: walk.path + part, depth: walk.depth + 1 };
}

function isPlainObject(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  // Objects of another realm have another Object.prototype: it is the one without a prototype of its own.
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function kindOf(value: unknown): string {
  return typeof value === 'object' ? 'an instance of a class' : `a ${typeof value}`;
}

function refuse(walk: Walk, code: 'too-deep' | 'wrong-type', message: string): ScalarNode {
  const { source, findings, path } = walk;
  findings.add({ code, source, at: 0, message: path === '' ? message : `${path.slice(0, 200)}: ${message}` });
  return { kind: 'scalar', at: 0, value: null, plain: false, refused: true };
}
