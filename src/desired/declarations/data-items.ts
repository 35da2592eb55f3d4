// The data items of a record: display order, and the keys with a rule of their own (preview campaign interface, "Data
// item" and "Specially named data keys"). Values are personal: findings describe them and never repeat them.

import type { DataItem } from '../../model/record.ts';
import { RESERVED_DATA_KEYS } from '../../model/record.ts';
import { specialKeyMeant } from '../../model/value-rules.ts';
import { inDisplayOrder } from '../../model/record-fields.ts';
import type { DataValue, RecordInput } from './define.ts';
import type { FindingCode } from '../text/findings.ts';
import { checkKeyedValue } from './item-values.ts';
import type { ValueRules } from './item-values.ts';
import { keyWords } from '../text/masked.ts';
import type { Subject } from '../text/shape.ts';
import { child } from '../text/tree.ts';
import type { TreeNode } from '../text/tree.ts';

interface Item {
  readonly key: string;
  readonly value: string;
  readonly displayOrder: number | null;
  /** Places of the key and of the value. */
  readonly keyAt: number;
  readonly at: number;
}

export function desiredItems(subject: Subject, input: Pick<RecordInput, 'data'>): Required<DataItem>[] {
  const items = itemsOf(subject, input);
  return inDisplayOrder(
    items.map(({ key, value, displayOrder }) => ({ key, value, ...(displayOrder !== null && { displayOrder }) })),
  );
}

export function checkItems(subject: Subject, input: Pick<RecordInput, 'data'>, rules: ItemRules): void {
  const { source, path, address } = subject;
  const add = (code: FindingCode, at: number, words: string): void => {
    rules.findings.add({ code, source, at, message: `${path}.data${words}`, address });
  };
  for (const item of itemsOf(subject, input)) {
    checkKey(item, rules, add);
    const meant = specialKeyMeant(item.key);
    if (meant !== null) {
      const message = `${path}.data.${keyWords(item.key)}: nearly ${meant}, and means nothing to the service as it is written`;
      rules.findings.warn({ code: 'special-key-meant', source, at: item.keyAt, message, address });
    }
    checkKeyedValue(subject, { ...item, path: `.data.${keyWords(item.key)}` }, rules);
  }
}

export interface ItemRules extends ValueRules {
  readonly clientIdFieldName: string;
}

type FindingAdder = (code: FindingCode, at: number, words: string) => void;

/** From the tree, because objects put number-like keys first and the file's order is the display order. */
function itemsOf({ node }: Subject, input: Pick<RecordInput, 'data'>): Item[] {
  const data = child(node, 'data');
  if (data?.kind !== 'map') return [];
  const items: Item[] = [];
  for (const [key, entry] of data.entries) {
    const value: DataValue | undefined = input.data?.[key];
    if (value !== undefined) items.push(itemOf(key, value, { keyAt: entry.at, value: entry.value }));
  }
  return items;
}

function itemOf(key: string, value: DataValue, place: { readonly keyAt: number; readonly value: TreeNode }): Item {
  const { keyAt } = place;
  if (typeof value === 'string') return { key, value, displayOrder: null, keyAt, at: place.value.at };
  const at = child(place.value, 'value')?.at ?? place.value.at;
  return { key, value: value.value, displayOrder: value.displayOrder ?? null, keyAt, at };
}

function checkKey({ key, keyAt }: Item, { clientIdFieldName }: ItemRules, add: FindingAdder): void {
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
