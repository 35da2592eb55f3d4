// Resource inputs, as they stand in the stack, and the declarations they mean: the interface documents' own field names,
// defaults left out. Both directions are pure and lose nothing but the place in the file.

import type { UserInput } from '../src/core/desired/declarations/define.ts';
import type { CampaignInputs } from '../src/core/desired/declarations/record-input.ts';
import { campaignFrom, recordFrom, campaignInput } from '../src/core/desired/declarations/record-input.ts';
import { userFrom, userInput } from '../src/core/desired/declarations/user-input.ts';
import type { SourcePosition } from '../src/core/model/address.ts';
import { ToolError } from '../src/core/model/errors.ts';
import { namesWhere, fieldsFrom, inputOf } from '../src/core/model/fields.ts';
import type { Form, InputFields } from '../src/core/model/fields.ts';
import { PERSONAL_FIELDS } from '../src/core/model/personal.ts';
import type { DataItem, DesiredRecord } from '../src/core/model/record.ts';
import { RECORD_FIELDS } from '../src/core/model/record-fields.ts';
import type { DesiredUser } from '../src/core/model/user.ts';

export type UserInputs = UserInput;

/** In a stack the data are one text, because the engine's cost grows with the number of properties. */
const DATA_TEXT: Form<string, readonly Required<DataItem>[]> = { fromInput: dataItems, toInput: dataText };
const STACK_FIELDS = { ...RECORD_FIELDS, data: { ...RECORD_FIELDS.data, form: DATA_TEXT } } as const;
const RECORD = namesWhere(STACK_FIELDS, {});

export interface RecordInputs extends CampaignInputs, InputFields<typeof STACK_FIELDS> {}

/** Properties that hold what is personal: secrets in the stack, never in a message. */
export const PERSONAL: readonly string[] = [...PERSONAL_FIELDS, 'records'];

/** A resource has no line in a desired file. */
export const SOURCE: SourcePosition = { file: '(program)', line: 1, column: 1 };

export function userInputs(user: DesiredUser): UserInputs {
  return userInput(user);
}

export function desiredUser(inputs: UserInputs): DesiredUser {
  return userFrom(inputs, SOURCE);
}

export function recordInputs(record: DesiredRecord): RecordInputs {
  return { ...campaignInput(record.campaign), ...inputOf(STACK_FIELDS, RECORD, record) };
}

export function desiredRecord(inputs: RecordInputs): DesiredRecord {
  const fields = fieldsFrom(STACK_FIELDS, RECORD, inputs);
  return recordFrom(fields, { campaign: campaignFrom(inputs, SOURCE), source: SOURCE });
}

/** JSON: list of [key, value, displayOrder]. */
export function dataText(items: readonly DataItem[]): string {
  return JSON.stringify(items.map((item) => [item.key, item.value, item.displayOrder ?? 0]));
}

export function dataItems(text: string): Required<DataItem>[] {
  const rows: unknown = JSON.parse(text);
  if (!Array.isArray(rows)) throw damaged('data is no list');
  return rows.map((row: unknown) => {
    const [key, value, displayOrder] = listOf(row);
    if (typeof key !== 'string' || typeof value !== 'string' || typeof displayOrder !== 'number') {
      throw damaged('an item of data has another form');
    }
    return { key, value, displayOrder };
  });
}

/** The parts of a row; none when it is no list. */
export function listOf(row: unknown): readonly unknown[] {
  return Array.isArray(row) ? row : [];
}

function damaged(message: string): ToolError {
  return new ToolError('internal', { message });
}
