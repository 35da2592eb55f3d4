// Small values of the model for the situations on the semantics page: one person, one campaign, one task.

import { recordAddress, userAddress } from '../../src/core/model/address.ts';
import type {
  Campaign,
  DesiredRecord,
  ObservedRecord,
  ObservedTask,
  RecordedRecord,
} from '../../src/core/model/record.ts';
import type { DesiredState, ObservedState, RecordedObject, RecordedState } from '../../src/core/model/state.ts';
import type { DesiredAbsentUser, DesiredPresentUser, ObservedUser, RecordedUser } from '../../src/core/model/user.ts';
import { itemsToSend } from '../../src/core/reconcile/diff/compare-record.ts';
import { recordDigests, userDigests } from '../../src/core/reconcile/fields.ts';
import type { Lineage } from '../../src/core/model/identity.ts';
import { markerOf } from '../../src/core/reconcile/marker.ts';
import type { MarkedRecord } from '../../src/core/reconcile/marker.ts';

export const LINEAGE: Lineage = { stack: 'contact-centre.prod', former: [] };

/** As it stands on C-1 of the campaign of these values. */
export function markerFor(clientId: string, made: 'created' | 'adopted' = 'created', stack = LINEAGE.stack): string {
  return markerOf(stack, { campaignName: 'Summer', clientId }, made);
}
export const NOW = Date.parse('2026-11-20T09:00:00Z');
export const MINUTE = 60 * 1000;
export const ANA = 'ana@example.com';
export const BEN = 'ben@example.com';
const SOURCE = { file: 'teams/sales.yaml', line: 3, column: 5 };

/** Nothing here is secret, so a value may stand for its own digest. */
export const digest = (value: unknown): string => JSON.stringify(value);

export function wanted(parts: Partial<DesiredPresentUser> = {}): DesiredPresentUser {
  return {
    kind: 'user',
    address: userAddress(ANA),
    source: SOURCE,
    loginUserId: ANA,
    adopt: false,
    offboard: 'block',
    ensure: 'present',
    profile: { firstName: 'Ana', lastName: 'Ruiz', userTemplateName: 'Agents-EU' },
    createInBackend: false,
    onProfileChange: 'keep',
    ...parts,
  };
}

export function leaver(parts: Partial<DesiredAbsentUser> = {}): DesiredAbsentUser {
  const { kind, address, source, loginUserId, adopt, offboard } = wanted();
  return { kind, address, source, loginUserId, adopt, offboard, ensure: 'absent', ...parts };
}

export function recordedUser(of: DesiredPresentUser, parts: Partial<RecordedUser> = {}): RecordedUser {
  return {
    kind: 'user',
    address: of.address,
    loginUserId: of.loginUserId,
    provenance: { service: 'created', backend: of.createInBackend ? 'created' : 'none' },
    connectUserId: null,
    digests: userDigests(of, digest),
    onRemove: of.onRemove ?? null,
    offboard: of.offboard,
    recordedAt: NOW,
    ...parts,
  };
}

export function seenUser(
  service: ObservedUser['service'],
  backend: ObservedUser['backend'],
  connectUserId: string | null = null,
): ObservedUser {
  return { service, backend, connectUserId, observedAt: NOW, problem: null };
}

export function campaign(parts: Partial<Campaign> = {}): Campaign {
  return {
    campaignName: 'Summer',
    clientIdFieldName: 'Id',
    manage: 'each',
    marker: true,
    intake: false,
    source: SOURCE,
    ...parts,
  };
}

export function declared(parts: Partial<DesiredRecord> = {}): DesiredRecord {
  const place = parts.campaign ?? campaign();
  return {
    kind: 'record',
    address: recordAddress(place.campaignName, 'C-1'),
    source: SOURCE,
    campaign: place,
    clientId: 'C-1',
    ensure: 'present',
    data: [{ key: 'Name', value: 'Maria', displayOrder: 1 }],
    highlight: [],
    hidden: [],
    whenWorked: 'keep',
    reissue: '',
    adopt: false,
    ...parts,
  };
}

function nameOf({ campaign: { campaignName }, clientId }: DesiredRecord): MarkedRecord {
  return { campaignName, clientId };
}

/** The task as the service shows it after it was written as declared, with this marker. */
export function taskOf(
  of: DesiredRecord,
  parts: Partial<ObservedTask> = {},
  marker: string | null = markerOf(LINEAGE.stack, nameOf(of)),
): ObservedTask {
  return {
    previewRecordId: 'p-1',
    clientId: of.clientId,
    preferredAgent: of.preferredAgent || null,
    skillQueue: of.skillQueue ?? 'default',
    createdTime: NOW - 5 * MINUTE,
    lastUpdatedTime: NOW - 5 * MINUTE,
    nextEarliestWorkTime: of.nextEarliestWorkTime ?? null,
    workedState: 'NOTWORKED',
    workAttempts: 0,
    lastAttemptAgent: null,
    lastAttemptTime: null,
    workCodes: [],
    items: itemsToSend({ desired: of, recorded: null, task: null, marker }),
    ...parts,
  };
}

export function recordedRecord(of: DesiredRecord, parts: Partial<RecordedRecord> = {}): RecordedRecord {
  return {
    kind: 'record',
    address: of.address,
    campaignName: of.campaign.campaignName,
    clientId: of.clientId,
    clientIdFieldName: of.campaign.clientIdFieldName,
    provenance: 'created',
    previewRecordId: 'p-1',
    marker: of.campaign.marker ? markerOf(LINEAGE.stack, nameOf(of)) : null,
    digests: recordDigests(of, digest),
    consumed: null,
    reissue: of.reissue,
    worked: { state: 'NOTWORKED', attempts: 0 },
    preferredAgent: of.preferredAgent ?? null,
    recordedAt: NOW,
    ...parts,
  };
}

export function seen(...tasks: readonly ObservedTask[]): ObservedRecord {
  return { presence: tasks.length > 0 ? 'present' : 'absent', tasks, observedAt: NOW, problem: null };
}

export const UNREAD: ObservedRecord = {
  presence: 'unknown',
  tasks: [],
  observedAt: NOW,
  problem: { code: 'timeout', message: 'no answer', stopsRun: false },
};

export function desiredState(
  ...objects: readonly (DesiredPresentUser | DesiredAbsentUser | DesiredRecord)[]
): DesiredState {
  const records = objects.filter((object) => object.kind === 'record');
  const users = objects.filter((object) => object.kind === 'user');
  const campaigns = [...new Map(records.map((each) => [each.campaign.campaignName, each.campaign])).values()];
  return { users, records, campaigns, files: [SOURCE.file], content: '' };
}

export function recordedState(...objects: readonly RecordedObject[]): RecordedState {
  return { objects: new Map(objects.map((object) => [object.address, object])), openIntents: [] };
}

export function observedState(parts: Partial<ObservedState> = {}): ObservedState {
  return {
    users: new Map(),
    records: new Map(),
    extras: new Map(),
    pins: new Map(),
    agents: new Map(),
    coverage: { asked: 1, answered: 1 },
    requests: 1,
    ...parts,
  };
}
