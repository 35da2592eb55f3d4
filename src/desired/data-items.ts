// The data items of a record: display order, and the keys with a rule of their own (preview campaign interface, "Data
// item" and "Specially named data keys"). Values are personal: findings describe them and never repeat them.

import type { DataItem } from '../model/record.ts';
import { RESERVED_DATA_KEYS } from '../model/record.ts';
import { inDisplayOrder } from '../model/record-fields.ts';
import type { DataValue, RecordInput } from './define.ts';
import type { FindingCode, Findings } from './findings.ts';
import { keyWords } from './masked.ts';
import type { Subject } from './shape.ts';
import { child } from './tree.ts';
import type { TreeNode } from './tree.ts';

/** Those that are named in a finding: anything else before a colon may be part of a value. */
const SCHEMES: readonly string[] = ['http', 'https', 'javascript', 'data', 'file', 'ftp', 'mailto', 'tel'];
const E164 = /^\+[1-9]\d{6,14}$/u;

interface Item {
  readonly key: string;
  readonly value: string;
  readonly displayOrder: number | null;
  /** Places of the key and of the value. */
  readonly keyAt: number;
  readonly at: number;
  readonly orderAt: number;
}

export function desiredItems(subject: Subject, input: Pick<RecordInput, 'data'>): Required<DataItem>[] {
  const items = itemsOf(subject, input);
  return inDisplayOrder(
    items.map(({ key, value, displayOrder }) => ({ key, value, ...(displayOrder !== null && { displayOrder }) })),
  );
}

export function checkItems(subject: Subject, input: Pick<RecordInput, 'data'>, rules: ItemRules): void {
  const add = (code: FindingCode, at: number, words: string): void => {
    const { source, path, address } = subject;
    rules.findings.add({ code, source, at, message: `${path}.data${words}`, address });
  };
  const orders = new Map<number, string>();
  for (const item of itemsOf(subject, input)) {
    checkKey(item, rules, add);
    checkValue(item, add);
    checkOrder(item, orders, add);
  }
}

export interface ItemRules {
  readonly clientIdFieldName: string;
  readonly findings: Findings;
}

type Add = (code: FindingCode, at: number, words: string) => void;

/** From the tree, because objects put number-like keys first and the file's order is the display order. */
function itemsOf({ node }: Subject, input: Pick<RecordInput, 'data'>): Item[] {
  const data = child(node, 'data');
  if (data?.kind !== 'map') return [];
  return [...data.entries].flatMap(([key, entry]) => {
    const value: DataValue | undefined = input.data?.[key];
    return value === undefined ? [] : [itemOf(key, value, { keyAt: entry.at, value: entry.value })];
  });
}

function itemOf(key: string, value: DataValue, place: { readonly keyAt: number; readonly value: TreeNode }): Item {
  const { keyAt } = place;
  if (typeof value === 'string') return { key, value, displayOrder: null, keyAt, at: place.value.at, orderAt: keyAt };
  const at = child(place.value, 'value')?.at ?? place.value.at;
  const orderAt = child(place.value, 'displayOrder')?.at ?? at;
  return { key, value: value.value, displayOrder: value.displayOrder ?? null, keyAt, at, orderAt };
}

function checkKey({ key, keyAt }: Item, { clientIdFieldName }: ItemRules, add: Add): void {
  if (key === clientIdFieldName) {
    add(
      'client-id-in-data',
      keyAt,
      `.${keyWords(key)}: expected any other key; the service stores clientId under this one itself`,
    );
  }
  if (RESERVED_DATA_KEYS.includes(key)) {
    add(
      'reserved-data-key',
      keyAt,
      `.${keyWords(key)}: expected a key without a meaning of its own; this one is set from a field`,
    );
  }
}

function checkValue({ key, value, at }: Item, add: Add): void {
  if (/phone/iu.test(key) && !E164.test(value)) {
    add('phone-not-e164', at, `.${keyWords(key)}: expected a number like +34911234567; given ${describePhone(value)}`);
  }
  if (/_(?:link|button)$/u.test(key) && !isHttpsUrl(value)) {
    add('link-not-https', at, `.${keyWords(key)}: expected an https:// URL; given ${describeLink(value)}`);
  }
}

function checkOrder({ key, displayOrder, orderAt }: Item, orders: Map<number, string>, add: Add): void {
  if (displayOrder === null) return;
  const first = orders.get(displayOrder);
  if (first === undefined) orders.set(displayOrder, key);
  else
    add(
      'display-order',
      orderAt,
      `.${keyWords(key)}.displayOrder: expected each number once; given one that ${keyWords(first)} has, too`,
    );
}

function describePhone(value: string): string {
  if (value === '') return 'empty text';
  if (!value.startsWith('+')) return `text of ${value.length} characters without the plus sign`;
  if (/[^+\d]/u.test(value)) return `text of ${value.length} characters, some of them no digits`;
  return `a number of ${value.length - 1} digits`;
}

function isHttpsUrl(value: string): boolean {
  return /^https:\/\/[^\s/]/u.test(value) && !/\s/u.test(value) && URL.canParse(value);
}

function describeLink(value: string): string {
  const scheme = /^([a-z][a-z0-9+.-]{0,20}):/iu.exec(value)?.[1]?.toLowerCase();
  if (scheme === undefined) return 'text without a scheme';
  const name = SCHEMES.includes(scheme) ? `${scheme}:` : 'another scheme';
  return `a URL that starts with ${name}, or has blanks or no host`;
}
