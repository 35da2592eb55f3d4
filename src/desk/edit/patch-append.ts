// New declarations at the end of the list they belong to: `users`, or the records of a campaign. Takes over indentation
// and line endings of the file; everything that was in the file stays byte for byte. Pure.

import { isMap, isScalar, isSeq } from 'yaml';
import type { ParsedNode, YAMLMap } from 'yaml';

import type { DeclaredLine, FileEntry } from '../../core/model/declaration.ts';
import { lineEnd, lineEnding } from './patch.ts';
import type { Splice } from './patch.ts';
import { entryLines, mappingLines } from './patch-entry.ts';
import { breakBefore, parsePatched } from './patch-yaml.ts';

export type AppendedEntries = { readonly splices: readonly Splice[] } | { readonly refusal: string };

export interface CampaignPart {
  readonly campaignName: string;
  /** Settings written when the file does not have the campaign yet. */
  readonly settings: readonly DeclaredLine[];
}

export function appendUsers(text: string, entries: readonly FileEntry[]): AppendedEntries {
  const root = rootOf(text);
  if (root === 'alien') return { refusal: 'the file is no mapping with `users` or `campaigns`' };
  return appendTo(text, { map: root, key: 'users', indent: 0 }, (indent) =>
    entries.flatMap((each) => entryLines(each, indent)),
  );
}

export function appendRecords(text: string, part: CampaignPart, entries: readonly FileEntry[]): AppendedEntries {
  const root = rootOf(text);
  if (root === 'alien') return { refusal: 'the file is no mapping with `users` or `campaigns`' };
  const campaign = campaignIn(root, part.campaignName);
  const records = (indent: number): string[] => entries.flatMap((each) => entryLines(each, indent));
  if (campaign !== null) {
    const start = campaign.items[0]?.key.range[0] ?? 0;
    return appendTo(text, { map: campaign, key: 'records', indent: columnOf(text, start) }, records);
  }
  return appendTo(text, { map: root, key: 'campaigns', indent: 0 }, (indent) => {
    const lines = [{ key: 'campaignName', value: part.campaignName }, ...part.settings];
    const head = entryLines({ address: '', remarks: [], lines }, indent);
    return [...head, ...mappingLines([{ key: 'records', value: null }], indent + 2), ...records(indent + 4)];
  });
}

type MapOf = YAMLMap.Parsed;

/** Null for a file without any value. */
function rootOf(text: string): MapOf | null | 'alien' {
  const { contents } = parsePatched(text);
  if (contents === null || (isScalar(contents) && contents.value === '')) return null;
  return isMap(contents) && contents.flow !== true ? contents : 'alien';
}

function campaignIn(root: MapOf | null, campaignName: string): MapOf | null {
  const list = root === null ? null : valueOf(root, 'campaigns');
  if (!isSeq(list)) return null;
  const found = list.items.find((item) => isMap(item) && isNamed(item, campaignName));
  return found === undefined ? null : (found as MapOf);
}

function isNamed(map: MapOf, campaignName: string): boolean {
  const name = valueOf(map, 'campaignName');
  return isScalar(name) && name.value === campaignName;
}

function valueOf(map: MapOf, key: string): ParsedNode | null {
  return map.items.find((pair) => isScalar(pair.key) && pair.key.value === key)?.value ?? null;
}

interface ListPlace {
  /** Mapping with the list; null in an empty file. */
  readonly map: MapOf | null;
  readonly key: string;
  /** Column of the mapping's keys. */
  readonly indent: number;
}

function appendTo(text: string, { map, key, indent }: ListPlace, lines: (indent: number) => string[]): AppendedEntries {
  const list = map === null ? null : valueOf(map, key);
  const has = map?.items.some((pair) => isScalar(pair.key) && pair.key.value === key) ?? false;
  if (map?.flow === true) return { refusal: `the mapping that holds ${key} is written on one line` };
  if (!has) {
    const at = map === null ? text.length : endOf(text, map);
    return { splices: [insert(text, at, [`${' '.repeat(indent)}${key}:`, ...lines(indent + 2)])] };
  }
  if (!isSeq(list)) return { refusal: `${key} is no list with entries` };
  if (list.flow === true) return { refusal: `${key} is written on one line, in brackets` };
  const last = list.items.at(-1);
  if (last === undefined) return { refusal: `${key} is no list with entries` };
  return { splices: [insert(text, endOf(text, last), lines(columnOf(text, list.range[0])))] };
}

/** Behind the last line of a node, a comment on that line included. */
function endOf(text: string, node: ParsedNode): number {
  const inner = lastLeaf(node);
  const end = inner.range[1];
  return end > 0 && text[end - 1] === '\n' ? end : lineEnd(text, end);
}

/** Ranges of mappings and lists may reach into the comments below; those of their last scalar do not. */
function lastLeaf(node: ParsedNode): ParsedNode {
  if (isMap(node) && node.flow !== true) {
    const last = node.items.at(-1);
    if (last?.value) return lastLeaf(last.value);
    return last?.key ?? node;
  }
  if (isSeq(node) && node.flow !== true) {
    const last = node.items.at(-1);
    return last === undefined ? node : lastLeaf(last);
  }
  return node;
}

function columnOf(text: string, at: number): number {
  return at - (text.lastIndexOf('\n', at - 1) + 1);
}

function insert(text: string, at: number, lines: readonly string[]): Splice {
  const end = lineEnding(text);
  return { from: at, to: at, text: breakBefore(text, at) + lines.map((line) => line + end).join('') };
}
