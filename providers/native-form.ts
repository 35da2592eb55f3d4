// Properties as the native provider shows them <-> as the handlers know them. Pure. Of a record the data items are a mapping, of a set the
// records are one by clientId, so that Pulumi can name what differs: `data["Name"]`, `records["T-2"].skillQueue`. So they stand in the inputs,
// which the engine compares. Outputs hold them as one text: the engine pays for every value of every property, in each of its requests.
//
// A mapping has no order on Pulumi's wire. An item without displayOrder takes a free number in the order of the keys, so that the same
// program says the same every time.

import { inDisplayOrder } from '../src/core/model/record-fields.ts';
import type { DataItem } from '../src/core/model/record.ts';
import { isMapping, UNKNOWN } from './check.ts';
import { BESIDE, dataItems, dataText, packed, PERSONAL, readRows, unpacked } from './declaration.ts';
import type { Properties } from './declaration.ts';
import { SECRET_OUTPUTS } from './receipts.ts';

/** As it stands in the stack, whichever provider and version wrote it. */
export function asKept(kept: Properties): Properties {
  return asHandled(withPresentNames(kept));
}

/** Our own beside what is declared and shown had plain names before; Pulumi shows no property that begins with two underscores. */
export function withPresentNames(kept: Properties): Properties {
  const named = Object.entries(kept).map(([name, value]) => [FORMER.includes(name) ? `__${name}` : name, value]);
  return Object.fromEntries(named) as Properties;
}

const FORMER = ['owner', 'stack', 'home', 'campaigns', 'schemaVersion', 'receipts', 'declaredRecordId'];

/** What is not of the form stays as it is, and is refused by `check`. */
export function asHandled(given: Properties): Properties {
  const { [TEXTS.records]: rowsText, [TEXTS.data]: dataOnly, ...others } = given;
  const shown = {
    ...others,
    ...(isKnownText(rowsText) && { records: unpacked(rowsText) }),
    ...(isKnownText(dataOnly) && { data: dataOnly }),
  };
  const { records } = shown;
  if (!isMapping(records)) return withText(shown);
  const rows = Object.entries(records).map(([clientId, row]) =>
    isMapping(row) ? { ...withText(row), clientId } : row,
  );
  return { ...shown, records: JSON.stringify(rows) };
}

/** What cannot be handed on, by its path. */
export function formFailures({ data, records }: Properties): { property: string; reason: string }[] {
  const rows = isMapping(records) ? Object.entries(records) : [];
  const all = rows.flatMap(([clientId, row]): [path: string, value: unknown][] => {
    const path = `records[${JSON.stringify(clientId)}]`;
    return isMapping(row) ? [[`${path}.data`, row['data']]] : [[path, row ?? null]];
  });
  return [['data', data] as const, ['records', records] as const, ...all].flatMap(([property, value]) =>
    value === undefined || isMapping(value) ? [] : [{ property, reason: 'expected a mapping' }],
  );
}

/** A row by its clientId, where the handlers count: `records[0].data` is `records["W-1"].data`. */
export function byClientId(reason: string, { records }: Properties): string {
  const ids = isMapping(records) ? Object.keys(records) : [];
  return reason.replace(/^records\[(\d+)\]/u, (all, at: string) => {
    const clientId = ids[Number(at)];
    return clientId === undefined ? all : `records[${JSON.stringify(clientId)}]`;
  });
}

const TEXTS = { records: '__records', data: '__data' } as const;

/** Without what stands beside the declaration (BESIDE). The target stands with what is kept: a destroy runs no program. */
export function asInputs(handled: Properties): Properties {
  const shown = withoutThese(handled, BESIDE);
  const { records } = shown;
  if (!isKnownText(records)) return withMapping(shown);
  const rows = readRows(records).map(({ clientId, ...row }) => [clientId, withMapping(row)] as const);
  return { ...shown, records: Object.fromEntries(rows) };
}

/** What is no text is not known yet. */
export function asOutputs(handled: Properties): Properties {
  const { records, data, ...others } = withoutThese(
    handled,
    BESIDE.filter((name) => name !== 'target'),
  );
  return {
    ...others,
    ...(isKnownText(records) && { [TEXTS.records]: packed(unpacked(records)) }),
    ...(isKnownText(data) && { [TEXTS.data]: data }),
  };
}

/** What is personal becomes a secret by itself: of data, rows and tasks each value, so that what differs has a path. */
export function sealed(shown: Properties, seal: (value: unknown) => unknown): Properties {
  const parts = Object.entries(shown).map(([name, value]) => {
    if (name === 'tasks' && Array.isArray(value))
      return [name, value.map((task: unknown) => (isMapping(task) ? sealed(task, seal) : task))] as const;
    if (name === 'data' && isMapping(value)) return [name, mapped(value, seal)] as const;
    if (name === 'records' && isMapping(value))
      return [name, mapped(value, (row) => (isMapping(row) ? sealed(row, seal) : seal(row)))] as const;
    return [name, SECRETS.includes(name) ? seal(value) : value] as const;
  });
  return Object.fromEntries(parts);
}

const SECRETS = [...PERSONAL, ...SECRET_OUTPUTS, ...Object.values(TEXTS)];

function withoutThese(all: Properties, names: readonly string[]): Properties {
  return Object.fromEntries(Object.entries(all).filter(([name]) => !names.includes(name)));
}

function isKnownText(value: unknown): value is string {
  return typeof value === 'string' && value !== UNKNOWN;
}

function mapped(mapping: Properties, each: (value: unknown) => unknown): Properties {
  return Object.fromEntries(Object.entries(mapping).map(([key, value]) => [key, each(value)]));
}

function withText(row: Properties): Properties {
  const { data } = row;
  if (!isMapping(data)) return row;
  const items = Object.keys(data)
    .toSorted()
    .map((key) => itemOf(key, data[key]));
  return items.every((item) => item !== null) ? { ...row, data: dataText(inDisplayOrder(items)) } : row;
}

function itemOf(key: string, given: unknown): DataItem | null {
  if (typeof given === 'string') return { key, value: given };
  if (!isMapping(given) || Object.keys(given).some((name) => name !== 'value' && name !== 'displayOrder')) return null;
  const { value, displayOrder } = given;
  if (typeof value !== 'string') return null;
  if (displayOrder === undefined) return { key, value };
  return typeof displayOrder === 'number' && displayOrder > 0 ? { key, value, displayOrder } : null;
}

function withMapping(row: Properties): Properties {
  const { data } = row;
  if (!isKnownText(data)) return row;
  const items = dataItems(data).toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const inPlace = items.every(({ displayOrder }, index) => displayOrder === index + 1);
  const shown = items.map(({ key, value, displayOrder }) => [key, inPlace ? value : { value, displayOrder }] as const);
  return { ...row, data: Object.fromEntries(shown) };
}
