// Changes values of declared objects in a YAML or JSON file. The file is not printed again: each change is a splice, so
// comments, order, quoting and blank lines of everything else stay as they are. Pure.

import { isMap, isScalar, isSeq, parseDocument, visit } from 'yaml';
import type { Document, Pair, ParsedNode, Scalar, YAMLMap } from 'yaml';

import type { FieldEdit, OrderedValue } from '../../core/model/declaration.ts';
import { inOrder, lineEnd, lineEnding, lineStart } from './patch.ts';
import type { Splice } from './patch.ts';
import { scalarText } from './patch-scalar.ts';
import type { ScalarStyle } from './patch-scalar.ts';

/** A change below the mapping that starts at `at`: an offset, as the reader gave it for the declared object. */
export interface ValueEdit extends FieldEdit {
  readonly at: number;
}

/** Every edit of the list, or the reason why there is none. */
export type EditResult = { readonly splices: readonly Splice[] } | { readonly refusal: string };

export interface PatchText {
  readonly text: string;
  /** JSON needs double quotes around every text and key. */
  readonly json: boolean;
}

type PairOf = Pair<ParsedNode, ParsedNode | null>;
type MapOf = YAMLMap.Parsed;

export function parsePatched(text: string): Document.Parsed {
  return parseDocument(text, { schema: 'failsafe', uniqueKeys: false, stringKeys: true, logLevel: 'silent' });
}

/** Parses a text once for the edits of many objects. */
export function openEditor(source: PatchText): (edits: readonly ValueEdit[]) => EditResult {
  const maps = mapsByPlace(parsePatched(source.text));
  return (edits) => {
    try {
      const splices = inOrder(wholeMaps(edits, maps).flatMap((edit) => editOne(edit, maps, source)));
      return splices === null
        ? { refusal: 'several values stand too close together to be changed one by one' }
        : { splices };
    } catch (error) {
      if (error instanceof Refused) return { refusal: error.message };
      throw error;
    }
  };
}

class Refused extends Error {}

function mapsByPlace(document: Document.Parsed): ReadonlyMap<number, MapOf> {
  const maps = new Map<number, MapOf>();
  visit(document, {
    Map: (_key, node) => {
      // Of two mappings that start at the same place, the outer one comes first.
      const start = node.range?.[0];
      if (start !== undefined && !maps.has(start)) maps.set(start, node as MapOf);
    },
  });
  return maps;
}

/** A mapping that loses every key is removed as a whole: empty, it would not be a valid value. */
function wholeMaps(edits: readonly ValueEdit[], maps: ReadonlyMap<number, MapOf>): readonly ValueEdit[] {
  const removals = Map.groupBy(
    edits.filter(({ value, path }) => value === null && path.length > 1),
    ({ at, path }) => JSON.stringify([at, path.slice(0, -1)]),
  );
  const emptied = [...removals.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const above = first.path.slice(0, -1);
    const map = maps.get(first.at);
    const node = map && pairAt(map, above)?.pair.value;
    return isMap(node) && node.items.length === group.length ? [{ at: first.at, path: above, value: null }] : [];
  });
  const gone = (edit: ValueEdit): boolean =>
    emptied.some(
      ({ at, path }) =>
        at === edit.at && edit.path.length > path.length && path.every((key, i) => key === edit.path[i]),
    );
  return [...edits.filter((edit) => !gone(edit)), ...emptied];
}

function editOne(edit: ValueEdit, maps: ReadonlyMap<number, MapOf>, source: PatchText): Splice[] {
  const map = maps.get(edit.at);
  if (map === undefined) throw new Refused('the declaration is not where it was read');
  const found = pairAt(map, edit.path);
  if (found === null) throw new Refused('the value stands in the defaults of the campaign, not in the declaration');
  if (edit.value === null) return [removePair(found, source)];
  const node = found.pair.value;
  const flow = found.map.flow === true;
  if (typeof edit.value === 'string') return setText(node, edit.value, { source, flow, pair: found.pair });
  const text = isList(edit.value) ? listText(edit.value, source) : orderedText(edit.value, source);
  return isSame(node, edit.value) ? [] : [replaceNode(node, text, { source, flow, pair: found.pair })];
}

function isList(value: readonly string[] | OrderedValue): value is readonly string[] {
  return Array.isArray(value);
}

function isSame(node: ParsedNode | null, value: readonly string[] | OrderedValue): boolean {
  if (!isList(value)) return false;
  return (
    isSeq(node) &&
    JSON.stringify(node.items.map((item) => (isScalar(item) ? item.value : null))) === JSON.stringify(value)
  );
}

interface FoundPair {
  readonly map: MapOf;
  readonly index: number;
  readonly pair: PairOf;
}

function pairAt(map: MapOf, path: readonly string[]): FoundPair | null {
  const [key, ...rest] = path;
  const index = map.items.findIndex((pair) => isScalar(pair.key) && pair.key.value === key);
  const pair = map.items[index] as PairOf | undefined;
  if (pair === undefined) return null;
  if (rest.length === 0) return { map, index, pair };
  return isMap(pair.value) ? pairAt(pair.value, rest) : null;
}

interface ValuePlace {
  readonly source: PatchText;
  readonly flow: boolean;
  readonly pair: PairOf;
}

/** Under `{value, displayOrder}` the text is changed inside. */
function setText(node: ParsedNode | null, value: string, place: ValuePlace): Splice[] {
  if (isMap(node)) {
    const inner = pairAt(node, ['value']);
    if (inner === null) throw new Refused('the value is a mapping of another kind');
    return setText(inner.pair.value, value, { ...place, flow: node.flow === true, pair: inner.pair });
  }
  if (isScalar(node) && node.value === value) return [];
  return [replaceNode(node, scalarText(value, { flow: place.flow, style: styleOf(node, place.source) }), place)];
}

function styleOf(node: ParsedNode | null, { json }: PatchText): ScalarStyle {
  if (json) return 'double';
  const type = isScalar(node) ? (node as Scalar).type : undefined;
  if (type === 'QUOTE_DOUBLE') return 'double';
  return type === 'QUOTE_SINGLE' ? 'single' : 'plain';
}

function replaceNode(node: ParsedNode | null, text: string, { source, pair }: ValuePlace): Splice {
  const keyEnd = pair.key.range[1];
  if (node === null || node.range[0] === node.range[1]) {
    const colon = source.text.indexOf(':', keyEnd);
    if (colon < 0) throw new Refused('the key has no value to change');
    return { from: colon + 1, to: colon + 1, text: ` ${text}` };
  }
  const [start, end] = node.range;
  const body = source.text.slice(start, end);
  if (!isScalar(node) && /(?:^|\s)#/u.test(body)) throw new Refused('there are comments inside the value');
  // A value on lines of its own (a block list, a block mapping) moves up to the line of its key.
  const block = (isMap(node) || isSeq(node)) && node.flow !== true;
  const from = block ? source.text.indexOf(':', keyEnd) + 1 : start;
  if (block && source.text.slice(from, start).includes('#')) throw new Refused('there are comments inside the value');
  const tail = /\r?\n$/u.exec(body)?.[0] ?? '';
  return { from, to: end, text: `${block ? ' ' : ''}${text}${tail}` };
}

function listText(names: readonly string[], { json }: PatchText): string {
  return `[${names.map((name) => scalarText(name, { flow: true, style: json ? 'double' : 'plain' })).join(', ')}]`;
}

function orderedText({ value, displayOrder }: OrderedValue, { json }: PatchText): string {
  const text = scalarText(value, { flow: true, style: json ? 'double' : 'plain' });
  return json
    ? `{ "value": ${text}, "displayOrder": ${displayOrder} }`
    : `{ value: ${text}, displayOrder: ${displayOrder} }`;
}

/** A key with its value and its line; in a one-line mapping with its comma. */
function removePair({ map, index, pair }: FoundPair, { text }: PatchText): Splice {
  const start = pair.key.range[0];
  const end = pair.value === null ? text.indexOf(':', pair.key.range[1]) + 1 : pair.value.range[1];
  const next = (map.items[index + 1] as PairOf | undefined)?.key.range[0];
  const previous = (map.items[index - 1] as PairOf | undefined)?.value;
  if (map.flow === true) {
    if (previous && !text.slice(previous.range[1], start).includes('#'))
      return { from: previous.range[1], to: end, text: '' };
    if (next === undefined || text.slice(end, next).includes('#'))
      throw new Refused('the key stands alone in its line');
    return { from: start, to: next, text: '' };
  }
  const ownLine = text.slice(lineStart(text, start), start).trim() === '';
  const to = text[end - 1] === '\n' ? end : lineEnd(text, end);
  if (ownLine) return { from: lineStart(text, start), to, text: '' };
  // The first key of a list item is on the line of the dash: the next key moves there.
  if (next === undefined || text.slice(end, next).includes('#'))
    throw new Refused('the key shares its line with others');
  return { from: start, to: next, text: '' };
}

/** A file that ends without a line break gets one first. */
export function breakBefore(text: string, at: number): string {
  return at > 0 && text[at - 1] !== '\n' ? lineEnding(text) : '';
}
