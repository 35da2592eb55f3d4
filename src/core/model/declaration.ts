// One entry to be written into a desired file: keys in their order, values as the file spells them, and remarks.
// desk/edit/patch-entry.ts turns it into YAML.

import type { Address } from './address.ts';

/** An item whose displayOrder does not follow from the order of the file. */
export interface OrderedValue {
  readonly value: string;
  readonly displayOrder: number;
}

/** A value to be written in the place of another; null removes the key. */
export type EditValue = string | readonly string[] | OrderedValue | null;

/** A change inside one declaration, by the keys that lead to it (`data`, `phone`). */
export interface FieldEdit {
  readonly path: readonly string[];
  readonly value: EditValue;
}

/** Null is an unknown value: the key is written without one, and the file is refused until a person fills it in. */
export type DeclaredValue = string | boolean | readonly string[] | OrderedValue | readonly DeclaredLine[] | null;

export interface DeclaredLine {
  readonly key: string;
  readonly value: DeclaredValue;
  /**
   * Written behind the value, or above a value of several lines. One line, no personal value that is not in the file.
   */
  readonly remark?: string;
}

export interface FileEntry {
  readonly address: Address;
  /** Whole lines above the entry. */
  readonly remarks: readonly string[];
  readonly lines: readonly DeclaredLine[];
}

export function isOrdered(value: DeclaredValue): value is OrderedValue {
  return typeof value === 'object' && value !== null && 'displayOrder' in value;
}

/** Whether a value is a list of keys (data names), not a mapping. */
export function isNames(value: readonly string[] | readonly DeclaredLine[]): value is readonly string[] {
  return value.every((each) => typeof each === 'string');
}
