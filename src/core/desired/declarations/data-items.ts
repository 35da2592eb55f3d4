// The data items of a record: display order, and the keys with a rule of their own (preview campaign interface, "Data
// item" and "Specially named data keys"). Values are personal: findings describe them and never repeat them.

import type { DataItem } from '../../model/record.ts';
import { RESERVED_DATA_KEYS } from '../../model/record.ts';
import { inDisplayOrder } from '../../model/record-fields.ts';
import type { DataValue, RecordInput } from './define.ts';
import type { FileFinding } from '../text/findings.ts';
import { checkKeyedValue } from './item-values.ts';
import type { ValueRules } from './item-values.ts';
import { keyWords } from '../text/masked.ts';
import type { Subject } from '../text/shape.ts';
import { child, keyPlace, keysOf } from '../text/tree.ts';

export function desiredItems(subject: Subject, input: Pick<RecordInput, 'data'>): Required<DataItem>[] {
  return inDisplayOrder(itemsOf(subject, input));
}

export function checkItems(subject: Subject, input: Pick<RecordInput, 'data'>, rules: ItemRules): void {
  const { findings, clientIdFieldName, meaningOf } = rules;
  for (const { key, value } of itemsOf(subject, input)) {
    if (key === clientIdFieldName) {
      const words = 'expected any other key; the service stores clientId under this one itself';
      findings.add({ code: 'client-id-in-data', ...atKey(subject, key, words) });
    }
    if (RESERVED_DATA_KEYS.includes(key)) {
      const words = 'expected a key without a meaning of its own; this one is set from a field';
      findings.add({ code: 'reserved-data-key', ...atKey(subject, key, words) });
    }
    const { nearly } = meaningOf(key);
    if (nearly !== null) {
      const words = `nearly ${nearly}, and means nothing to the service as it is written`;
      findings.warn({ code: 'special-key-meant', ...atKey(subject, key, words) });
    }
    checkKeyedValue(subject, { key, value, isId: false }, rules);
  }
}

export interface ItemRules extends ValueRules {
  readonly clientIdFieldName: string;
}

function atKey(subject: Subject, key: string, words: string): Omit<FileFinding, 'code'> {
  const { node, source, path, address } = subject;
  const at = keyPlace(child(node, 'data') ?? node, key);
  return { source, at, message: `${path}.data.${keyWords(key)}: ${words}`, address };
}

function itemsOf(subject: Subject, { data = {} }: Pick<RecordInput, 'data'>): DataItem[] {
  const items: DataItem[] = [];
  for (const key of keysInOrder(subject, data)) {
    const value: DataValue | undefined = data[key];
    if (value !== undefined) items.push(typeof value === 'string' ? { key, value } : { key, ...value });
  }
  return items;
}

const NUMBER_LIKE = /^\d+$/u;

/** The file's order is the display order. An object keeps it, but for keys that look like numbers, which it puts first. */
function keysInOrder({ node }: Subject, data: NonNullable<RecordInput['data']>): readonly string[] {
  const keys = Object.keys(data);
  return keys.some((key) => NUMBER_LIKE.test(key)) ? keysOf(child(node, 'data')) : keys;
}
