// The core for one object at a time: what a Pulumi handler needs. Same observation, same differ, same writes as a plan;
// intents are the engine's pending operations, so the recorder here only hands the settled record back.

import { setTimeout as sleep } from 'node:timers/promises';

import { ToolError } from './model/errors.ts';
import type { Campaign, DesiredRecord, ObservedRecord, ObservedTask, RecordedRecord } from './model/record.ts';
import type { Clock, ObservedState, OpenIntent, RecordedObject, RecordedState } from './model/state.ts';
import type { Target } from './model/target.ts';
import type { DesiredUser, ObservedUser, RecordedUser } from './model/user.ts';
import { applyChange } from './reconcile/apply.ts';
import type { ApplyContext } from './reconcile/apply.ts';
import type { Change, Settlement, Verdict } from './reconcile/change.ts';
import { diff } from './reconcile/diff.ts';
import { observeRecord, readByMarker } from './reconcile/observe-records.ts';
import { observeUser } from './reconcile/observe.ts';
import { settleIntents } from './reconcile/settle.ts';
import { openService } from './service/client.ts';
import { digestWith } from './state/digest.ts';
import type { Recorder } from './state/recorder.ts';

export interface OneObject {
  readonly desired: DesiredUser | DesiredRecord | null;
  readonly recorded: RecordedUser | RecordedRecord | null;
  /** The record of it under the campaign it moves away from. */
  readonly recordedElsewhere?: RecordedRecord | null;
  /** An interrupted create of ours: if it is seen now, it is ours. */
  readonly claim: boolean;
}

export interface OneObservation {
  /** At its address: a user or a record; and, for a move, where it comes from. */
  readonly user: ObservedUser | null;
  readonly record: ObservedRecord | null;
  readonly source: ObservedRecord | null;
}

export interface OneDiff {
  readonly changes: readonly Change[];
  readonly verdicts: readonly Verdict[];
  /** Evidence to record although nothing is sent. */
  readonly note: RecordedObject | null;
}

export interface OneResult {
  readonly recorded: RecordedObject | null;
  readonly settlement: Settlement | null;
  readonly verdicts: readonly Verdict[];
}

/** One per process and target: one pool, one key, one bulk read per campaign. */
export interface Door {
  /** For reading many: records come from one bulk read per campaign where there are markers. */
  observeOne(object: OneObject): Promise<OneObservation>;
  /** Pure. */
  diffOne(object: OneObject, observed: OneObservation): OneDiff;
  /** Observes afresh, compares, applies. Throws ToolError when something failed; the settlement says unresolved otherwise. */
  reconcileOne(object: OneObject): Promise<OneResult>;
  close(): Promise<void>;
}

export interface DoorOptions {
  readonly target: Target;
  readonly clock: Clock;
  /** As stackName() gives it: the name in markers. */
  readonly stack: string;
  readonly digestKey: Uint8Array;
}

export function openDoor(options: DoorOptions): Door {
  const { target, clock, stack } = options;
  const client = openService({ target, clock });
  const digest = digestWith(options.digestKey);
  const bulk = new Map<string, Promise<ReadonlyMap<string, ObservedTask[]>>>();

  const readCampaign = (campaign: Campaign): Promise<ReadonlyMap<string, ObservedTask[]>> => {
    const known = bulk.get(campaign.campaignName);
    if (known !== undefined) return known;
    const reading = readByMarker({ reader: client, stack, campaign, expected: 0 }).then((tasks) =>
      Map.groupBy(tasks, (task) => task.clientId),
    );
    bulk.set(campaign.campaignName, reading);
    return reading;
  };

  const observeIn = async (campaign: Campaign, clientId: string, fresh: boolean): Promise<ObservedRecord> => {
    if (!fresh && campaign.marker) {
      const observedAt = clock();
      const tasks = (await readCampaign(campaign)).get(clientId);
      if (tasks !== undefined) return { presence: 'present', tasks, observedAt, problem: null };
    }
    return observeRecord(client, { campaign, clientId, clock });
  };

  const observation = async (object: OneObject, fresh: boolean): Promise<OneObservation> => {
    const subject = object.desired ?? object.recorded;
    if (subject === null) throw new Error('an object needs a declaration or a record');
    if (subject.kind === 'user') {
      return { user: await observeUser(client, subject.loginUserId, clock), record: null, source: null };
    }
    const from = object.recordedElsewhere ?? null;
    const record = await observeIn(campaignOf(subject), subject.clientId, fresh);
    return { user: null, record, source: from && (await observeIn(campaignOf(from), from.clientId, fresh)) };
  };

  const diffOne = (object: OneObject, observed: OneObservation): OneDiff & { recorded: RecordedState } => {
    const state = stateOf(object, observed);
    const settled = settleIntents(state.recorded, state.observed, stack).recorded;
    const result = diff({ ...state, recorded: settled, stack, digest, now: clock() });
    const [note = null] = result.notes;
    return { changes: result.changes, verdicts: result.verdicts, note, recorded: settled };
  };

  return {
    observeOne: (object) => observation(object, false),
    diffOne,
    reconcileOne: async (object) => {
      const observed = await observation(object, true);
      const { changes, verdicts, note, recorded } = diffOne(object, observed);
      const [change] = changes;
      const address = (object.desired ?? object.recorded)?.address ?? '';
      const before = recorded.objects.get(address) ?? object.recorded;
      if (change === undefined) return { recorded: note ?? before, settlement: null, verdicts };
      const memory = rememberOne(before);
      const seen = observed.user?.service === 'present';
      const context: ApplyContext = {
        service: client,
        recorder: memory.recorder,
        clock,
        digest,
        stack,
        sleep,
        knownUserSeen: seen,
        campaigns: [],
      };
      const settlement = await applyChange(change, context);
      if (settlement.kind === 'failed' || settlement.kind === 'skipped') {
        const { code, message } = settlement.problem;
        throw new ToolError(code, { message: `${address}: ${message}`, address });
      }
      return { recorded: memory.recorded(), settlement, verdicts };
    },
    close: () => client.close(),
  };
}

function campaignOf(subject: DesiredRecord | RecordedRecord): Campaign {
  if ('campaign' in subject) return subject.campaign;
  const { campaignName, clientIdFieldName, marker } = subject;
  const source = { file: '(recorded)', line: 1, column: 1 };
  return { campaignName, clientIdFieldName, marker: marker !== null, manage: 'each', intake: false, source };
}

/** The three states with one object in them, so that the one differ serves here too. */
function stateOf(
  object: OneObject,
  seen: OneObservation,
): { desired: Parameters<typeof diff>[0]['desired']; recorded: RecordedState; observed: ObservedState } {
  const { desired, recorded } = object;
  const address = (desired ?? recorded)?.address ?? '';
  const from = object.recordedElsewhere ?? null;
  const objects = [recorded, from].flatMap((item) => (item === null ? [] : [[item.address, item] as const]));
  const records = new Map<string, ObservedRecord>();
  if (seen.record) records.set(address, seen.record);
  if (seen.source && from) records.set(from.address, seen.source);
  return {
    desired: {
      users: desired?.kind === 'user' ? [desired] : [],
      records: desired?.kind === 'record' ? [desired] : [],
      campaigns: desired?.kind === 'record' ? [desired.campaign] : [],
      files: [],
    },
    recorded: { objects: new Map(objects), openIntents: object.claim ? claimOf(object) : [] },
    observed: {
      users: new Map(seen.user ? [[address, seen.user]] : []),
      records,
      extras: new Map(),
      pins: new Map(),
      agents: new Map(),
      coverage: { asked: 1, answered: 1 },
      requests: 1,
    },
  };
}

/** The engine's pending create as our open intent: seen now, it was ours. */
function claimOf({ desired }: OneObject): OpenIntent[] {
  if (desired?.kind !== 'user' || desired.ensure !== 'present') return [];
  const backend = desired.createInBackend ? 'created' : 'none';
  const proposed: RecordedUser = {
    kind: 'user',
    address: desired.address,
    loginUserId: desired.loginUserId,
    provenance: { service: 'created', backend },
    connectUserId: null,
    digests: {},
    onRemove: desired.onRemove ?? null,
    offboard: desired.offboard,
    recordedAt: 0,
  };
  return [{ id: 'claim', address: desired.address, action: 'create', fromCampaign: null, at: 0, proposed }];
}

/** A recorder whose durable side is the engine: it keeps what one change settled to. */
function rememberOne(before: RecordedObject | null): { recorder: Recorder; recorded: () => RecordedObject | null } {
  let recorded = before;
  const keep = (value: RecordedObject | null | undefined): void => {
    if (value !== undefined) recorded = value;
  };
  const main: { address: string | null } = { address: null };
  return {
    recorded: () => recorded,
    recorder: {
      intend: async (intent) => {
        main.address = intent.address;
        return 'pulumi';
      },
      settle: async (_intent, value) => keep(value),
      record: async (address, value) => {
        if (main.address === null || main.address === address) keep(value);
      },
      keepCopy: async () => undefined,
      dropCopy: async () => undefined,
    },
  };
}
