// Resource inputs, as they stand in the stack, and the declarations they mean: the interface documents' own field names,
// defaults left out. Both directions are pure and lose nothing but the place in the file.

import { recordAddress, userAddress } from '../src/model/address.ts';
import type { SourcePosition } from '../src/model/address.ts';
import { ToolError } from '../src/model/errors.ts';
import type { Campaign, DataItem, DesiredRecord } from '../src/model/record.ts';
import { parseFileTime } from '../src/model/time.ts';
import type { DesiredUser, UserProfile } from '../src/model/user.ts';

export interface UserInputs {
  readonly loginUserId: string;
  readonly ensure?: 'absent';
  readonly firstName?: string;
  readonly lastName?: string;
  readonly userTemplateName?: string;
  readonly primaryEmailAddr?: string;
  readonly secondaryEmailAddr?: string;
  readonly createInBackend?: boolean;
  readonly behaviorIfInBackend?: 'FAIL' | 'ALLOW';
  readonly adopt?: boolean;
  readonly onRemove?: 'release' | 'delete' | 'delete-with-backend';
  readonly onProfileChange?: 'keep' | 'replace';
  readonly offboard?: 'clear' | 'block' | { readonly reassignTo: string };
}

export interface RecordInputs {
  readonly campaignName: string;
  readonly clientIdFieldName?: string;
  readonly marker?: boolean;
  readonly intake?: boolean;
  readonly clientId: string;
  readonly ensure?: 'present' | 'absent' | 'completed' | 'removed';
  readonly preferredAgent?: string;
  /** `2026-12-01T09:00:00+01:00`; in the stack always in UTC. */
  readonly nextEarliestWorkTime?: string;
  readonly skillQueue?: string;
  readonly timeZone?: string;
  /** JSON: list of [key, value, displayOrder]. One text, because the engine's cost grows with the number of properties. */
  readonly data?: string;
  readonly highlight?: 'ALL' | readonly string[];
  readonly hidden?: readonly string[];
  readonly whenWorked?: 'keep' | 'replace' | 'remove';
  readonly reissue?: string;
  readonly adopt?: boolean;
}

/** Properties that hold what is personal: secrets in the stack, never in a message. */
export const PERSONAL: readonly string[] = [
  'firstName',
  'lastName',
  'primaryEmailAddr',
  'secondaryEmailAddr',
  'data',
  'records',
];

/** A resource has no line in a desired file. */
const SOURCE: SourcePosition = { file: '(program)', line: 1, column: 1 };
const PROFILE = ['firstName', 'lastName', 'userTemplateName', 'primaryEmailAddr', 'secondaryEmailAddr'] as const;

export function userInputs(user: DesiredUser): UserInputs {
  const { loginUserId, adopt, onRemove, offboard } = user;
  const shared = {
    loginUserId,
    ...(adopt && { adopt }),
    ...(onRemove && { onRemove }),
    ...(offboard !== 'block' && { offboard }),
  };
  if (user.ensure === 'absent') return { ...shared, ensure: 'absent' };
  const { profile, createInBackend, behaviorIfInBackend, onProfileChange } = user;
  return {
    ...shared,
    ...profile,
    ...(createInBackend && { createInBackend }),
    ...(behaviorIfInBackend && { behaviorIfInBackend }),
    ...(onProfileChange !== 'keep' && { onProfileChange }),
  };
}

export function desiredUser(inputs: UserInputs): DesiredUser {
  const { loginUserId, adopt = false, onRemove, offboard = 'block' } = inputs;
  const shared = {
    kind: 'user',
    address: userAddress(loginUserId),
    source: SOURCE,
    loginUserId,
    adopt,
    offboard,
    ...(onRemove && { onRemove }),
  } as const;
  if (inputs.ensure === 'absent') return { ...shared, ensure: 'absent' };
  const { createInBackend = false, behaviorIfInBackend, onProfileChange = 'keep' } = inputs;
  return {
    ...shared,
    ensure: 'present',
    profile: profileOf(inputs),
    createInBackend,
    onProfileChange,
    ...(behaviorIfInBackend && { behaviorIfInBackend }),
  };
}

function profileOf(inputs: UserInputs): UserProfile {
  const given = PROFILE.flatMap((field) => (inputs[field] === undefined ? [] : [[field, inputs[field]] as const]));
  return { firstName: '', lastName: '', userTemplateName: '', ...Object.fromEntries(given) };
}

export function recordInputs(record: DesiredRecord): RecordInputs {
  const { campaign, clientId, ensure, preferredAgent, nextEarliestWorkTime, skillQueue, timeZone } = record;
  const { data, highlight, hidden, whenWorked, reissue, adopt } = record;
  return {
    campaignName: campaign.campaignName,
    ...(campaign.clientIdFieldName !== 'Id' && { clientIdFieldName: campaign.clientIdFieldName }),
    ...(!campaign.marker && { marker: false }),
    ...(campaign.intake && { intake: true }),
    clientId,
    ...(ensure !== 'present' && { ensure }),
    ...(preferredAgent !== undefined && { preferredAgent }),
    ...(nextEarliestWorkTime !== undefined && { nextEarliestWorkTime: new Date(nextEarliestWorkTime).toISOString() }),
    ...(skillQueue !== undefined && { skillQueue }),
    ...(timeZone !== undefined && { timeZone }),
    ...(data.length > 0 && { data: dataText(data) }),
    ...(highlight.length > 0 && { highlight }),
    ...(hidden.length > 0 && { hidden }),
    ...(whenWorked !== 'keep' && { whenWorked }),
    ...(reissue !== '' && { reissue }),
    ...(adopt && { adopt }),
  };
}

export function desiredRecord(inputs: RecordInputs): DesiredRecord {
  const { clientId, ensure = 'present', preferredAgent, nextEarliestWorkTime, skillQueue, timeZone } = inputs;
  const { highlight = [], hidden = [], whenWorked = 'keep', reissue = '', adopt = false } = inputs;
  const time = nextEarliestWorkTime === undefined ? null : parseFileTime(nextEarliestWorkTime);
  return {
    kind: 'record',
    address: recordAddress(inputs.campaignName, clientId),
    source: SOURCE,
    campaign: campaignOf(inputs),
    clientId,
    ensure,
    ...(preferredAgent !== undefined && { preferredAgent }),
    ...(time !== null && { nextEarliestWorkTime: time }),
    ...(skillQueue !== undefined && { skillQueue }),
    ...(timeZone !== undefined && { timeZone }),
    data: dataItems(inputs.data),
    highlight,
    hidden,
    whenWorked,
    reissue,
    adopt,
  };
}

function campaignOf(inputs: RecordInputs): Campaign {
  const { campaignName, clientIdFieldName = 'Id', marker = true, intake = false } = inputs;
  return { campaignName, clientIdFieldName, manage: 'each', marker, intake, source: SOURCE };
}

export function dataText(items: readonly DataItem[]): string {
  return JSON.stringify(items.map((item) => [item.key, item.value, item.displayOrder ?? 0]));
}

function dataItems(text: string | undefined): Required<DataItem>[] {
  if (text === undefined) return [];
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
