// The shape of a desired file as types, for TypeScript programs and files. Equal to schemas/desired.schema.json, which is
// what the checks read; field names are the interface documents' own.

import type { CampaignFields } from '../../model/campaign-fields.ts';
import type { NamesWhere, InputFields } from '../../model/fields.ts';
import type { DataValue, RecordFields } from '../../model/record-fields.ts';
import type { UserFields } from '../../model/user-fields.ts';

export type { DataValue };

export interface PresentUserInput extends InputFields<UserFields> {
  readonly ensure?: 'present';
}

/** A leaver: loginUserId is enough. */
export interface AbsentUserInput extends Partial<InputFields<UserFields>> {
  readonly loginUserId: string;
  readonly ensure: 'absent';
}

export type UserInput = PresentUserInput | AbsentUserInput;

/** Field of the user: name of the column that holds it. An empty cell is the same as a field left out. */
export interface UsersFromInput {
  readonly file: string;
  readonly delimiter?: 'comma' | 'semicolon' | 'tab';
  readonly columns: UserColumns;
}

export type UserColumns = {
  readonly [K in Exclude<NamesWhere<UserFields, { cell: true }>, 'loginUserId' | 'firstName' | 'lastName'>]?: string;
} & { readonly loginUserId: string; readonly firstName?: ColumnNames; readonly lastName?: ColumnNames };

/** Several: their cells, with a blank between them. */
export type ColumnNames = string | readonly string[];

/** How the cells of a list are written, where not as desired files are. */
export interface CellFormats {
  /** Country of numbers in national form (`GB`), its code (`+44`), or the column that holds either. */
  readonly phone?: string | { readonly column: string };
  /** `dd.MM.yyyy HH:mm`; needs `zone`. */
  readonly time?: string;
  /** IANA time zone of these times, or the column that holds it. */
  readonly zone?: string | { readonly column: string };
}

/** Fields that a campaign may give for all its records. */
export type RecordDefaults = InputFields<RecordFields, NamesWhere<RecordFields, { shared: true }>>;

export type RecordInput = InputFields<RecordFields>;

/** Field of the record: name of the column that holds it. An empty cell is the same as a field left out. */
export interface RecordsFromInput {
  readonly file: string;
  readonly delimiter?: 'comma' | 'semicolon' | 'tab';
  readonly columns: RecordColumns;
  readonly formats?: CellFormats;
}

type ColumnField = NamesWhere<RecordFields, { column: true }>;

/** The columns of `data` are named one by one: their order is display order. */
export type RecordColumns = {
  readonly [K in Exclude<ColumnField, 'clientId' | 'data' | 'nextEarliestWorkTime'>]?: string;
} & {
  readonly clientId: string;
  readonly nextEarliestWorkTime?: ColumnNames;
  readonly data?: Readonly<Record<string, ColumnNames>>;
};

/** What a campaign says about itself; the same in every file that declares it, or given once. */
export interface CampaignSettings extends InputFields<CampaignFields> {
  /** Default of `adopt` for the records of this campaign. */
  readonly adopt?: boolean;
  readonly defaults?: RecordDefaults;
}

export interface CampaignInput extends CampaignSettings {
  readonly records?: readonly RecordInput[];
  readonly recordsFrom?: RecordsFromInput;
}

export interface DesiredInput {
  readonly users?: readonly UserInput[];
  readonly usersFrom?: UsersFromInput;
  readonly campaigns?: readonly CampaignInput[];
}

/** Hands the value back: gives a TypeScript desired file its types. `export default defineDesired({...})`. */
export function defineDesired(desired: DesiredInput): DesiredInput {
  return desired;
}
