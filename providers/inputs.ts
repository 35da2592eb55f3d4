// Resource inputs, as they stand in the stack, and the declarations they mean: the interface documents' own field names,
// defaults left out. Both directions are pure and lose nothing but the place in the file.

import type { UserInput } from '../src/desired/define.ts';
import type { CampaignInputs } from '../src/desired/record-input.ts';
import { campaignFrom, recordFrom, campaignInput } from '../src/desired/record-input.ts';
import { userFrom, userInput } from '../src/desired/user-input.ts';
import type { SourcePosition } from '../src/model/address.ts';
import { ToolError } from '../src/model/errors.ts';
import { namesWhere, fieldsFrom, inputOf } from '../src/model/fields.ts';
import type { Form, InputFields } from '../src/model/fields.ts';
import { PERSONAL_FIELDS } from '../src/model/personal.ts';
import type { DataItem, DesiredRecord } from '../src/model/record.ts';
import { RECORD_FIELDS } from '../src/model/record-fields.ts';
import type { DesiredUser } from '../src/model/user.ts';
import type { Change } from '../src/reconcile/change.ts';

/** What the program says to the handlers beside the declaration. None of it is part of the object. */
export interface Hints {
  /** Name of the target in muster.yaml; left out where there is one only. */
  readonly target?: string;
  /** An interrupted create of this stack may be recognised as ours. */
  readonly claim?: true;
  /** JSON: digests of what that create sent, of a record without a marker. */
  readonly sent?: string;
  /** Recorded, not wanted, and not to be touched now: the reason. */
  readonly hold?: string;
  /**
   * What the plan does with it where a comparison would not show it: the declaration is the same and nothing was refreshed;
   * or nothing is to be sent, because the service is as declared already, and that is to be recorded.
   */
  readonly planned?: Change['action'] | 'nothing';
  /** JSON: the receipt another resource held of it, here or in the campaign it moves from (providers/set-inputs.ts). */
  readonly handover?: string;
  /** Off-boarding, JSON: whose task it is and whom to pin it to, once (Handing). The declaration says nothing about a pin. */
  readonly pin?: string;
  /** JSON list: users whom the plan only forgets. Said once a run, with whatever stays registered: those who leave are not. */
  readonly forgets?: string;
  /** Of a user, JSON list: campaigns searched for pins before the user is removed. Kept with the resource, never compared. */
  readonly campaigns?: string;
}

/** Hints that are about one run: they never become outputs. */
export const RUN_HINTS: readonly string[] = ['claim', 'sent', 'hold', 'planned', 'handover', 'pin', 'forgets'];

/** Hints that stay with the resource: a destroy runs no program that could say them again. */
export const KEPT_HINTS: readonly string[] = ['campaigns'];

export type UserInputs = Hints & UserInput;

/** In a stack the data are one text, because the engine's cost grows with the number of properties. */
const DATA_TEXT: Form<string, readonly Required<DataItem>[]> = { fromInput: dataItems, toInput: dataText };
const STACK_FIELDS = { ...RECORD_FIELDS, data: { ...RECORD_FIELDS.data, form: DATA_TEXT } } as const;
const RECORD = namesWhere(STACK_FIELDS, {});

export interface RecordInputs extends Hints, CampaignInputs, InputFields<typeof STACK_FIELDS> {}

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

function dataItems(text: string): Required<DataItem>[] {
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
