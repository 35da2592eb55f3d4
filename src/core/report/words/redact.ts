// Field changes -> what a report may show. Whatever is not marked public is treated as personal. Called where changes,
// verdicts and findings become rows of a document, so no renderer ever has a personal value.

import jsonPatch from 'fast-json-patch';
import type { FieldChange } from '../../reconcile/change.ts';

/** A public field with its values, or a personal one of which only the change is said. */
export type ReportField = { readonly field: string; readonly before: unknown; readonly after: unknown } | PersonalField;

export interface PersonalField {
  readonly field: string;
  readonly changed: true;
}

/** One operation of RFC 6902 over the public fields. */
export interface PatchOperation {
  readonly op: string;
  readonly path: string;
  readonly value?: unknown;
}

/** `showValues`: personal ones, too; for a terminal alone. */
export function shownFields(fields: readonly FieldChange[], showValues = false): ReportField[] {
  return fields.map(({ field, privacy, before, after }) =>
    showValues || privacy === 'public' ? { field, before, after } : { field, changed: true },
  );
}

/** RFC 6902 from the public values before to those after; `data.x` is `/data/x`; null counts as not there. */
export function patchOf(fields: readonly FieldChange[]): PatchOperation[] {
  const open = fields.filter((each) => each.privacy === 'public');
  const before = nested(open.map(({ field, before: value }) => [field, value]));
  const after = nested(open.map(({ field, after: value }) => [field, value]));
  return jsonPatch.compare(before, after).map((each) => ({ ...each }));
}

type NestedValues = Record<string, unknown>;

function nested(entries: readonly (readonly [string, unknown])[]): NestedValues {
  const inData = (field: string): boolean => field.startsWith('data.');
  const plain = entries.filter(([field]) => !inData(field));
  const data = entries.filter(([field]) => inData(field)).map(([field, value]) => [field.slice(5), value] as const);
  return data.length === 0 ? present(plain) : { ...present(plain), data: present(data) };
}

function present(entries: readonly (readonly [string, unknown])[]): NestedValues {
  return Object.fromEntries(entries.filter(([, value]) => value !== null && value !== undefined));
}
