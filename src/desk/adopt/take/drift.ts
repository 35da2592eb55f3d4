// What moved in the service -> edits that make the declaration say what the service shows. Only fields the service moved:
// what Git moved and nobody applied yet stays as Git wants it. Pure.

import { contentOf } from '../../../core/face.ts';
import type { FindingField } from '../../../core/face.ts';
import type { FieldEdit } from '../../../core/model/declaration.ts';
import type { DataItem, DesiredRecord } from '../../../core/model/record.ts';
import { isCodeUnknown, shownInput } from './records.ts';
import type { ShownTask } from './records.ts';
import { comparedField, isShownByName } from '../../../core/model/record-fields.ts';

/** Fields of one finding that the service moved, the marker aside: no file says it. */
export function movedFields(fields: readonly FindingField[]): readonly string[] {
  const isMoved = (field: FindingField): boolean => field.class === 'drift' || field.class === 'conflict';
  return fields.filter((field) => field.field !== 'marker' && isMoved(field)).map(({ field }) => field);
}

export function driftEdits(
  desired: DesiredRecord,
  { task, nameIsCode }: Pick<ShownTask, 'task' | 'nameIsCode'>,
  moved: readonly string[],
): readonly FieldEdit[] {
  const content = contentOf(task, desired.campaign.clientIdFieldName);
  const shown = { task, content, nameIsCode };
  const edits = moved.flatMap((field): FieldEdit[] => {
    const name = comparedField(field);
    if (name === null || (isShownByName(name) && isCodeUnknown(shown))) return [];
    return [{ path: [name], value: shownInput(shown, name) }];
  });
  return [...edits, ...dataEdits(desired, content.data, new Set(moved))];
}

/** Fields that moved and that no file can say: the service shows a name in place of the value. */
export function unsayable(
  { campaign }: DesiredRecord,
  { task, nameIsCode }: Pick<ShownTask, 'task' | 'nameIsCode'>,
  moved: readonly string[],
): readonly string[] {
  const content = contentOf(task, campaign.clientIdFieldName);
  return isCodeUnknown({ task, content, nameIsCode }) ? moved.filter(isShownByName) : [];
}

/** Items whose place moved, or follows from the place of one that went, get their number written out. */
function dataEdits(desired: DesiredRecord, shown: readonly DataItem[], moved: ReadonlySet<string>): FieldEdit[] {
  const live = new Map(shown.map((item) => [item.key, item]));
  const isMoved = ({ key }: DataItem): boolean => moved.has(`data.${key}`);
  const touched = desired.data.filter(isMoved);
  const gone = touched.filter(({ key }) => !live.has(key));
  const stays = desired.data.filter(({ key }) => live.has(key) || !gone.some((item) => item.key === key));
  const last = Math.max(0, ...stays.map((item) => item.displayOrder));
  const shifts =
    gone.some((item) => item.displayOrder < last) ||
    touched.some((item) => live.has(item.key) && live.get(item.key)?.displayOrder !== item.displayOrder);
  const removals = gone.map(({ key }): FieldEdit => ({ path: ['data', key], value: null }));
  const changes = (shifts ? stays : touched.filter((item) => !gone.includes(item))).map((item): FieldEdit => {
    const seen = live.get(item.key);
    const value = isMoved(item) ? (seen?.value ?? item.value) : item.value;
    const displayOrder = seen?.displayOrder ?? item.displayOrder;
    return { path: ['data', item.key], value: shifts ? { value, displayOrder } : value };
  });
  return [...removals, ...changes];
}
