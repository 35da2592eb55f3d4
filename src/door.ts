// The core for one object at a time: what a Pulumi handler needs. Same observation, same differ, same writes as a plan;
// intents are the engine's pending operations, so the recorder here only hands the settled record back.

import { claimedIntent, sentBy } from './door/claim.ts';
import { openMany } from './door/many.ts';
import type { ManyDoor } from './door/many.ts';
import { pinning } from './door/pinning.ts';
import type { Handing } from './door/pinning.ts';
import type { Address } from './model/address.ts';
import { ToolError } from './model/errors.ts';
import { undeclaredCampaign } from './model/record.ts';
import type { Campaign, DesiredRecord, ObservedRecord, ObservedTask, RecordedRecord } from './model/record.ts';
import type { Clock, Digest, ObservedState, RecordedObject, RecordedState } from './model/state.ts';
import { searchCeiling } from './model/profile.ts';
import type { ServiceProfile } from './model/profile.ts';
import type { Target } from './model/target.ts';
import type { DesiredUser, ObservedUser, RecordedUser } from './model/user.ts';
import { applyChange } from './reconcile/apply/apply.ts';
import type { ApplyContext } from './reconcile/apply/context.ts';
import type { Change } from './reconcile/change.ts';
import type { Settlement } from './reconcile/settlement.ts';
import type { Verdict } from './reconcile/verdict.ts';
import { readCopies } from './reconcile/diff/copies.ts';
import { diff } from './reconcile/diff/diff.ts';
import { observeRecord, observeUser, toObserved } from './reconcile/observe/one.ts';
import { readByMarker } from './reconcile/observe/records.ts';
import { settleIntents } from './reconcile/diff/settle.ts';
import { openService } from './service/client.ts';
import type { Service, ServiceReader } from './service/service.ts';
import { digestWith } from './state/digest.ts';
import type { CopyStore } from './state/copy-files.ts';
import type { Recorder } from './state/recorder.ts';

export interface OneObject {
  readonly desired: DesiredUser | DesiredRecord | null;
  readonly recorded: RecordedUser | RecordedRecord | null;
  /** The record of it under the campaign it moves away from. */
  readonly recordedElsewhere?: RecordedRecord | null;
  /** An interrupted create of ours: if it is seen now, it is ours. */
  readonly claim: boolean;
  /** Digests of what that create sent; missing: what is desired now. */
  readonly sent?: Readonly<Record<string, string>>;
  /** When that create left, epoch milliseconds. Default: just now. */
  readonly claimedAt?: number;
  /** Off-boarding of its agent, once. */
  readonly pin?: Handing;
  /** The one action that may be carried out: any other is left to the next plan. */
  readonly only?: Change['action'];
  /** For a user who may be removed: searched for open pins around `delete-user`, which is not sent while there is one. */
  readonly campaigns?: readonly string[];
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
  /** With an interrupted create of ours settled. */
  readonly recorded: RecordedState;
}

export interface OneResult {
  readonly recorded: RecordedObject | null;
  readonly settlement: Settlement | null;
  readonly verdicts: readonly Verdict[];
}

/** One per process and target: one pool, one key, one bulk read per campaign. */
export interface Door extends ManyDoor {
  /** For reading many: records come from one bulk read per campaign where there are markers. */
  observeOne(object: OneObject): Promise<OneObservation>;
  /** Pure. */
  diffOne(object: OneObject, observed: OneObservation): OneDiff;
  /**
   * Observes afresh, compares, applies. Throws ToolError when something failed and the record of it is as before; else the
   * settlement says failed (a replace whose create was refused: the user is gone) or unresolved.
   */
  reconcileOne(object: OneObject): Promise<OneResult>;
  close(): Promise<void>;
}

export interface DoorOptions {
  readonly target: Target;
  readonly clock: Clock;
  /** As stackName() gives it: the name in markers. */
  readonly stack: string;
  readonly digestKey: Uint8Array;
  /** What was measured of the environment; missing when nothing was. */
  readonly profile?: ServiceProfile | null;
  /** Where full copies of records on the way are kept. */
  readonly copies: CopyStore;
  /** Waits between the readings that settle a lost answer. */
  readonly sleep: (ms: number) => Promise<void>;
}

export function openDoor(options: DoorOptions): Door {
  const client = openService({ target: options.target, clock: options.clock, ...searchCeiling(options.profile) });
  const look = openReading(client, options);
  const compare = comparison(options);
  return {
    ...openMany(client, options),
    observeOne: (object) => look(object, 'many'),
    diffOne: compare,
    reconcileOne: async (object) => {
      const observed = await look(object, 'one');
      const compared = compare(object, observed);
      const changes = withPin(object, { observed, compared, now: options.clock() });
      return settleOne(object, observed, { options, client, compared: { ...compared, changes } });
    },
    close: () => client.close(),
  };
}

type Look = (object: OneObject, reading: 'one' | 'many') => Promise<OneObservation>;

/** Reading many asks each campaign once, by marker; what was not seen there, and reading one, asks for the key itself. */
function openReading(client: ServiceReader, { stack, clock }: DoorOptions): Look {
  const bulk = new Map<string, Promise<ReadonlyMap<string, ObservedTask[]>>>();
  const readCampaign = (campaign: Campaign): Promise<ReadonlyMap<string, ObservedTask[]>> => {
    const reading =
      bulk.get(campaign.campaignName) ??
      readByMarker({ reader: client, stack, campaign, expected: 0 }).then(({ tasks }) =>
        Map.groupBy(tasks, (task) => task.clientId),
      );
    bulk.set(campaign.campaignName, reading);
    return reading;
  };
  const seenInBulk = async (campaign: Campaign, clientId: string): Promise<ObservedRecord | null> => {
    const observedAt = clock();
    // By marker only our own is found: where files are loaded, another may stand beside it.
    const isWhole = campaign.marker && !campaign.intake;
    const tasks = isWhole ? (await readCampaign(campaign)).get(clientId) : undefined;
    return tasks === undefined ? null : toObserved(tasks, observedAt);
  };
  return async (object, reading) => {
    const subject = object.desired ?? object.recorded;
    if (subject === null) throw new Error('an object needs a declaration or a record');
    if (subject.kind === 'user') {
      return { user: await observeUser(client, subject.loginUserId, clock), record: null, source: null };
    }
    const read = async (campaign: Campaign, clientId: string): Promise<ObservedRecord> => {
      const seen = reading === 'many' ? await seenInBulk(campaign, clientId) : null;
      return seen ?? observeRecord(client, { campaign, clientId, clock });
    };
    const from = object.recordedElsewhere ?? null;
    const record = await read(campaignOf(subject), subject.clientId);
    return { user: null, record, source: from && (await read(campaignOf(from), from.clientId)) };
  };
}

function comparison(options: DoorOptions): (object: OneObject, observed: OneObservation) => OneDiff {
  const { stack, clock } = options;
  const digest = digestWith(options.digestKey);
  return (object, observed) => {
    const now = clock();
    const state = stateOf(object, observed, { digest, now });
    const { recorded } = settleIntents(state.recorded, state.observed, { stack, digest, now });
    const copies = readCopies(options.copies.copies());
    const { changes, verdicts, notes } = diff({ ...state, recorded, copies, stack, digest, now });
    return { changes, verdicts, note: notes[0] ?? null, recorded };
  };
}

interface Compared {
  readonly observed: OneObservation;
  readonly compared: OneDiff;
  readonly now: number;
}

function withPin(object: OneObject, { observed, compared, now }: Compared): readonly Change[] {
  const { changes } = compared;
  const { desired, recorded, recordedElsewhere: from = null, pin } = object;
  if (pin === undefined || desired?.kind === 'user' || recorded?.kind === 'user') return changes;
  const subject = desired ?? recorded;
  if (subject === null) return changes;
  const place = from ?? subject;
  const { campaignName } = campaignOf(place);
  const task = (from === null ? observed.record : observed.source) ?? undefined;
  const pinned = pinning({ pin, campaignName, desired, recorded, observed: task, change: changes[0], now });
  return pinned === null ? changes : [pinned];
}

interface Settling {
  readonly options: DoorOptions;
  readonly client: Service;
  readonly compared: OneDiff;
}

async function settleOne(object: OneObject, observed: OneObservation, settling: Settling): Promise<OneResult> {
  const { changes, verdicts, note, recorded } = settling.compared;
  const address = (object.desired ?? object.recorded)?.address ?? '';
  const before = recorded.objects.get(address) ?? object.recorded;
  const [change] = changes;
  const isMeant = object.only === undefined || object.only === change?.action;
  if (change === undefined || !isMeant) return { recorded: note ?? before, settlement: null, verdicts };
  const memory = rememberOne(address, before, settling.options.copies);
  const { clock, sleep, stack, digestKey } = settling.options;
  const context: ApplyContext = {
    service: settling.client,
    recorder: memory.recorder,
    clock,
    digest: digestWith(digestKey),
    stack,
    sleep,
    knownUserSeen: observed.user?.service === 'present',
    campaigns: (object.campaigns ?? []).map((name) => undeclaredCampaign(name)),
  };
  const settlement = await applyChange(change, context);
  const isGone = change.action === 'replace' && memory.recorded() === null;
  if ((settlement.kind === 'failed' || settlement.kind === 'skipped') && !isGone) {
    const { code, message } = settlement.problem;
    throw new ToolError(code, { message: `${address}: ${message}`, address });
  }
  return { recorded: memory.recorded(), settlement, verdicts };
}

function campaignOf(subject: DesiredRecord | RecordedRecord): Campaign {
  if ('campaign' in subject) return subject.campaign;
  return undeclaredCampaign(subject.campaignName, subject);
}

/** The three states with one object in them, so that the one differ serves here too. */
function stateOf(
  object: OneObject,
  seen: OneObservation,
  { digest, now }: { readonly digest: Digest; readonly now: number },
): { desired: Parameters<typeof diff>[0]['desired']; recorded: RecordedState; observed: ObservedState } {
  const { desired, recorded } = object;
  const address = (desired ?? recorded)?.address ?? '';
  const from = object.recordedElsewhere ?? null;
  const { sent, claimedAt = now } = object;
  const claims =
    object.claim && desired !== null ? claimedIntent(desired, sent ?? sentBy(desired, digest), claimedAt) : [];
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
      content: '',
    },
    recorded: { objects: new Map(objects), openIntents: claims },
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

/** A recorder whose durable side is the engine: it keeps what one object settled to, not what it left behind elsewhere. */
function rememberOne(
  own: Address,
  before: RecordedObject | null,
  copies: CopyStore,
): { recorder: Recorder; recorded: () => RecordedObject | null } {
  let recorded = before;
  const keep = (value: RecordedObject | null | undefined): void => {
    if (value !== undefined) recorded = value;
  };
  return {
    recorded: () => recorded,
    recorder: {
      intend: async () => 'pulumi',
      settle: async (_intent, value) => keep(value),
      record: async (address, value) => {
        if (address === own) keep(value);
      },
      keepCopy: copies.keepCopy,
      dropCopy: copies.dropCopy,
    },
  };
}
