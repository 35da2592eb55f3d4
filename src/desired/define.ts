// The shape of a desired file as types, for TypeScript programs and files. Equal to schemas/desired.schema.json, which is
// what the checks read; field names are the interface documents' own.

import type { OnRemove } from '../model/user.ts';
import type { WhenWorked } from '../model/record.ts';

interface UserInputBase {
  /** Case-sensitive. */
  readonly loginUserId: string;
  readonly primaryEmailAddr?: string;
  readonly secondaryEmailAddr?: string;
  readonly createInBackend?: boolean;
  readonly behaviorIfInBackend?: 'FAIL' | 'ALLOW';
  readonly adopt?: boolean;
  readonly onRemove?: OnRemove;
  readonly onProfileChange?: 'keep' | 'replace';
  readonly offboard?: 'clear' | 'block' | { readonly reassignTo: string };
}

export interface PresentUserInput extends UserInputBase {
  readonly ensure?: 'present';
  readonly firstName: string;
  readonly lastName: string;
  readonly userTemplateName: string;
}

/** A leaver: loginUserId is enough. */
export interface AbsentUserInput extends UserInputBase {
  readonly ensure: 'absent';
  readonly firstName?: string;
  readonly lastName?: string;
  readonly userTemplateName?: string;
}

export type UserInput = PresentUserInput | AbsentUserInput;

/** Text, or text with its place among the items (from 1). */
export type DataValue = string | { readonly value: string; readonly displayOrder?: number };

/** Fields that a campaign may give for all its records. */
export interface RecordDefaults {
  /** Empty text: must have none. */
  readonly preferredAgent?: string;
  /** `2026-12-01T09:00:00+01:00`: a zone or an offset is required. */
  readonly nextEarliestWorkTime?: string;
  readonly skillQueue?: string;
  /** IANA time zone name. */
  readonly timeZone?: string;
  readonly highlight?: 'ALL' | readonly string[];
  readonly hidden?: readonly string[];
  readonly whenWorked?: WhenWorked;
}

export interface RecordInput extends RecordDefaults {
  readonly clientId: string;
  /** In display order. */
  readonly data?: Readonly<Record<string, DataValue>>;
  readonly reissue?: string;
  readonly adopt?: boolean;
  readonly ensure?: 'present' | 'absent' | 'completed' | 'removed';
}

/** Field of the record: name of the column that holds it. An empty cell is the same as a field left out. */
export interface RecordsFromInput {
  readonly csv: string;
  readonly delimiter?: 'comma' | 'semicolon' | 'tab';
  readonly map: {
    readonly clientId: string;
    readonly preferredAgent?: string;
    readonly nextEarliestWorkTime?: string;
    readonly skillQueue?: string;
    readonly timeZone?: string;
    readonly data?: Readonly<Record<string, string>>;
  };
}

/** What a campaign says about itself; the same in every file that declares it, or given once. */
export interface CampaignSettings {
  readonly campaignName: string;
  readonly clientIdFieldName?: string;
  readonly manage?: 'each' | 'set';
  readonly marker?: boolean;
  readonly intake?: boolean;
  readonly adopt?: boolean;
  readonly defaults?: RecordDefaults;
}

export interface CampaignInput extends CampaignSettings {
  readonly records?: readonly RecordInput[];
  readonly recordsFrom?: RecordsFromInput;
}

export interface DesiredInput {
  readonly users?: readonly UserInput[];
  readonly campaigns?: readonly CampaignInput[];
}

/** Hands the value back: gives a TypeScript desired file its types. `export default defineDesired({...})`. */
export function defineDesired(desired: DesiredInput): DesiredInput {
  return desired;
}
