// Hand-built values of the model for tests of pure functions. Every builder takes what the test is about.

import { recordAddress, userAddress } from '../../src/core/model/address.ts';
import type {
  Campaign,
  DesiredRecord,
  ObservedRecord,
  ObservedTask,
  RecordedRecord,
} from '../../src/core/model/record.ts';
import type { DesiredState, ObservedState, RecordedObject, RecordedState } from '../../src/core/model/state.ts';
import type { Target } from '../../src/core/model/target.ts';
import type { DesiredAbsentUser, DesiredPresentUser, ObservedUser, RecordedUser } from '../../src/core/model/user.ts';
import { itemsToSend } from '../../src/core/reconcile/diff/compare-record.ts';
import { recordDigests, userDigests } from '../../src/core/reconcile/fields.ts';
import type { Identity, Lineage } from '../../src/core/model/identity.ts';
import { markerOf } from '../../src/core/reconcile/marker.ts';
import { digestWith } from '../../src/core/state/digest.ts';

const STACK = 'contact-centre.sandbox';
export const LINEAGE: Lineage = { stack: STACK, former: [] };

/** What receipts speak of, written now or by an earlier version. */
export function spoken(stack: string): { readonly first: Identity; readonly identity: Identity } {
  const identity = { tenant: 'sandbox PLATFORM/example/sandbox', stack };
  return { first: identity, identity };
}
export const NOW = Date.parse('2026-11-20T09:00:00Z');
export const digest = digestWith(new Uint8Array(32).fill(7));
const SOURCE = { file: 'teams/sales.yaml', line: 3, column: 5 };

export function target(parts: Partial<Target> = {}): Target {
  return {
    name: 'sandbox',
    sandbox: true,
    host: '127.0.0.1',
    region: 'us-east-1',
    port: 9443,
    previewPrefix: 'preview',
    adminPrefix: 'admin',
    platform: 'PLATFORM',
    companyCode: 'example',
    environment: 'sandbox',
    identity: 'saml',
    apiKey: { secretName: 'sandbox/api-key', secretsRegion: 'us-east-1' },
    state: 'ledger',
    stack: 'sandbox',
    formerStacks: [],
    formerTenants: [],
    maxConcurrency: 32,
    ...parts,
  };
}

export function aUser(parts: Partial<DesiredPresentUser> = {}): DesiredPresentUser {
  const loginUserId = parts.loginUserId ?? 'ana@example.com';
  return {
    kind: 'user',
    address: userAddress(loginUserId),
    source: SOURCE,
    loginUserId,
    adopt: false,
    offboard: 'block',
    ensure: 'present',
    profile: { firstName: 'Ana', lastName: 'Ruiz', userTemplateName: 'Agents' },
    createInBackend: false,
    onProfileChange: 'keep',
    ...parts,
  };
}

export function aLeaver(parts: Partial<DesiredAbsentUser> = {}): DesiredAbsentUser {
  const loginUserId = parts.loginUserId ?? 'ana@example.com';
  const address = userAddress(loginUserId);
  return {
    kind: 'user',
    address,
    source: SOURCE,
    loginUserId,
    adopt: false,
    offboard: 'block',
    ensure: 'absent',
    ...parts,
  };
}

export function recordedUser(desired: DesiredPresentUser, parts: Partial<RecordedUser> = {}): RecordedUser {
  return {
    kind: 'user',
    address: desired.address,
    loginUserId: desired.loginUserId,
    provenance: { service: 'created', backend: desired.createInBackend ? 'created' : 'none' },
    connectUserId: null,
    digests: userDigests(desired, digest),
    onRemove: desired.onRemove ?? null,
    offboard: desired.offboard,
    recordedAt: NOW - 1000,
    ...parts,
  };
}

export function seenUser(
  service: ObservedUser['service'],
  backend: ObservedUser['backend'] = 'unknown',
  connectUserId: string | null = null,
): ObservedUser {
  return { service, backend, connectUserId, observedAt: NOW, problem: null };
}

export function aCampaign(parts: Partial<Campaign> = {}): Campaign {
  const campaignName = parts.campaignName ?? 'Summer Renewals';
  return {
    campaignName,
    clientIdFieldName: 'Id',
    manage: 'each',
    marker: true,
    intake: false,
    source: SOURCE,
    ...parts,
  };
}

export function aRecord(parts: Partial<DesiredRecord> = {}): DesiredRecord {
  const campaign = parts.campaign ?? aCampaign();
  const clientId = parts.clientId ?? 'C-1';
  return {
    kind: 'record',
    address: recordAddress(campaign.campaignName, clientId),
    source: SOURCE,
    campaign,
    clientId,
    ensure: 'present',
    data: [{ key: 'Name', value: 'Maria Lopez', displayOrder: 1 }],
    highlight: [],
    hidden: [],
    whenWorked: 'keep',
    reissue: '',
    adopt: false,
    ...parts,
  };
}

/** The task the service would show after the record was written as declared. */
export function taskOf(desired: DesiredRecord, parts: Partial<ObservedTask> = {}): ObservedTask {
  const marker = desired.campaign.marker
    ? markerOf(STACK, { campaignName: desired.campaign.campaignName, clientId: desired.clientId })
    : null;
  return {
    previewRecordId: `p-${desired.clientId}`,
    clientId: desired.clientId,
    preferredAgent: desired.preferredAgent || null,
    skillQueue: desired.skillQueue ?? 'default',
    createdTime: NOW - 5000,
    lastUpdatedTime: NOW - 5000,
    nextEarliestWorkTime: desired.nextEarliestWorkTime ?? null,
    workedState: 'NOTWORKED',
    workAttempts: 0,
    lastAttemptAgent: null,
    lastAttemptTime: null,
    workCodes: [],
    items: [
      ...itemsToSend({ desired, recorded: null, task: null, marker }),
      { key: desired.campaign.clientIdFieldName, value: desired.clientId, displayOrder: 99 },
    ],
    ...parts,
  };
}

export function recordedRecord(desired: DesiredRecord, parts: Partial<RecordedRecord> = {}): RecordedRecord {
  return {
    kind: 'record',
    address: desired.address,
    campaignName: desired.campaign.campaignName,
    clientId: desired.clientId,
    clientIdFieldName: desired.campaign.clientIdFieldName,
    provenance: 'created',
    previewRecordId: `p-${desired.clientId}`,
    marker: desired.campaign.marker
      ? markerOf(STACK, { campaignName: desired.campaign.campaignName, clientId: desired.clientId })
      : null,
    digests: recordDigests(desired, digest),
    consumed: null,
    reissue: desired.reissue,
    worked: { state: 'NOTWORKED', attempts: 0 },
    preferredAgent: desired.preferredAgent ?? null,
    recordedAt: NOW - 1000,
    ...parts,
  };
}

export function seenRecord(...tasks: readonly ObservedTask[]): ObservedRecord {
  return { presence: tasks.length > 0 ? 'present' : 'absent', tasks, observedAt: NOW, problem: null };
}

export const UNREAD: ObservedRecord = {
  presence: 'unknown',
  tasks: [],
  observedAt: NOW,
  problem: { code: 'timeout', message: 'no answer', stopsRun: false },
};

export function desiredState(...objects: readonly (DesiredState['users'][number] | DesiredRecord)[]): DesiredState {
  const records = objects.filter((object) => object.kind === 'record');
  const campaigns = new Map(records.map((record) => [record.campaign.campaignName, record.campaign]));
  const users = objects.filter((object) => object.kind === 'user');
  return { users, records, campaigns: [...campaigns.values()], files: ['teams/sales.yaml'], content: 'c0' };
}

export function recordedState(...objects: readonly RecordedObject[]): RecordedState {
  return { objects: new Map(objects.map((object) => [object.address, object])), openIntents: [] };
}

export function observedState(parts: Partial<ObservedState> = {}): ObservedState {
  const asked = (parts.users?.size ?? 0) + (parts.records?.size ?? 0);
  return {
    users: new Map(),
    records: new Map(),
    extras: new Map(),
    pins: new Map(),
    agents: new Map(),
    coverage: { asked, answered: asked },
    requests: asked,
    ...parts,
  };
}
