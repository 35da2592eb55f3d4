// Tree x schema -> typed value. Texts become true, false or numbers only where the schema asks for them and the file
// wrote them without quotes. What does not fit becomes findings at the exact place; the value is then null.

import type { ErrorObject } from 'ajv';

import { hiddenIn, ID_PATTERN, visible } from '../../model/hidden.ts';
import type { Findings } from './findings.ts';
import type { SchemaNode, Shape } from './schema.ts';
import { resolve } from './schema.ts';
import { explainShape, pathOf } from './shape-findings.ts';
import type { Subject } from './shape-findings.ts';
import type { MapNode, ScalarNode, TreeNode } from './tree.ts';

export type { Subject };

export interface ShapedInput<T> {
  /** Null when the shape is wrong; that has been reported. */
  readonly input: T | null;
  /** Its correct parts, so that one fault does not hide the others. Equal to `input` when there is no fault. */
  readonly sound: Partial<T>;
}

export function readShape<T>(subject: Subject, shape: Shape<T>, findings: Findings): ShapedInput<T> {
  const reading: ShapeReading = { root: shape.root, broken: [], escaped: [] };
  const value = typed(subject.node, shape.schema, reading);
  // Ids that are written as escapes are held against everything but the rule of what is seen.
  const seen =
    reading.escaped.length === 0 ? value : typed(subject.node, shape.schema, { ...reading, broken: [], seen: true });
  const { source, path, address } = subject;
  for (const at of reading.broken) {
    const message = `${path}: expected text; given half of a surrogate pair, which no UTF-8 can carry`;
    findings.add({ code: 'not-text', source, at, message, address });
  }
  const isAccepted = (_value: unknown): _value is T => shape.accepts(seen);
  if (isAccepted(value)) return { input: reading.broken.length === 0 ? value : null, sound: value };
  const errors = shape.accepts.errors ?? [];
  for (const finding of explainShape(errors, subject)) findings.add(finding);
  takeOutFaults(value, errors);
  return { input: null, sound: seen === value && shape.acceptsPart(value) ? value : {} };
}

interface ShapeReading {
  readonly root: SchemaNode;
  /** Places of texts that are not valid Unicode: sending would change them. */
  readonly broken: number[];
  /** Places of what is written as escapes. */
  readonly escaped: number[];
  /** True where ids that are written as escapes are typed as what a reader sees. */
  readonly seen?: true;
}

function asWritten(text: string, at: number, { escaped, seen }: ShapeReading): string {
  // A control character is part of no name.
  if (hiddenIn(text) === null || /\p{Cc}/u.test(text)) return text;
  escaped.push(at);
  return seen === true ? visible(text).trim() || '_' : text;
}

function typed(node: TreeNode, given: SchemaNode, reading: ShapeReading): unknown {
  const schema = branch(node, resolve(given, reading.root));
  if (node.kind === 'scalar') return typedScalar(node, schema, reading);
  if (node.kind === 'map') return typedMap(node, schema, reading);
  const { items } = schema;
  // The items are checked elsewhere, one by one.
  if (!items || Object.keys(items).length === 0) return node.items.map(() => null);
  return node.items.map((item) => typed(item, items, reading));
}

/**
 * An object that inherits nothing, not even what the key __proto__ would set. Made by a constructor: engines keep the fields of such
 * an object in a row, and those of Object.create(null) in a hash table, which took 650 bytes more a record.
 */
const Bare = function () {} as unknown as new () => object;
Object.defineProperty(Bare, 'prototype', { value: Object.create(null) });

function typedMap(node: MapNode, schema: SchemaNode, reading: ShapeReading): Record<string, unknown> {
  const value = new Bare() as Record<string, unknown>;
  const others = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : {};
  for (const [key, entry] of node.entries) {
    const known = schema.properties && Object.hasOwn(schema.properties, key) ? schema.properties[key] : undefined;
    if (!key.isWellFormed()) reading.broken.push(entry.at);
    value[entry.escaped === true ? asWritten(key, entry.at, reading) : key] = typed(
      entry.value,
      known ?? others,
      reading,
    );
  }
  return value;
}

function typedScalar(
  { value, plain, at, escaped }: ScalarNode,
  { type, pattern }: SchemaNode,
  reading: ShapeReading,
): unknown {
  if (typeof value === 'string' && !value.isWellFormed()) reading.broken.push(at);
  if (escaped === true && pattern === ID_PATTERN) {
    return asWritten(String(value), at, reading);
  }
  if (!plain || typeof value !== 'string') return value;
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true';
  if (type === 'integer' && /^-?(?:0|[1-9]\d{0,14})$/u.test(value)) return Number(value);
  if (type === 'number' && /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,6})?$/u.test(value)) return Number(value);
  return value;
}

/** Of several allowed forms, the one that the node has. */
function branch(node: TreeNode, schema: SchemaNode): SchemaNode {
  const wanted = node.kind === 'map' ? 'object' : node.kind === 'list' ? 'array' : 'string';
  return schema.anyOf?.find((form) => form.type === wanted) ?? schema;
}

/** Removes the faulty parts of a value; a list with a faulty item is removed as a whole. */
function takeOutFaults(value: unknown, errors: readonly ErrorObject[]): void {
  for (const error of errors) {
    let holder = value;
    for (const [index, step] of pathOf(error).entries()) {
      if (!isObject(holder)) break;
      const part = holder[step];
      if (index === pathOf(error).length - 1 || Array.isArray(part)) delete holder[step];
      holder = part;
    }
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
