// Records made for a write probe, and their end. Each is put into a journal before it is sent, carries no phone number,
// cannot be delivered for a week, has a clientId nobody else has, and is removed again, also after a failure.

import type { Outcome } from '../../src/model/outcome.ts';
import type { Campaign, DataItem, ObservedTask } from '../../src/model/record.ts';
import { PROBE_PREFIX, probeId } from '../../src/service/control-read.ts';
import type { Clock } from '../../src/model/state.ts';
import type { ProbingReader, RawAnswer } from '../../src/service/probing.ts';
import type { Service } from '../../src/service/service.ts';
import { rawTasks } from './probe-lists.ts';

export interface ProbeRecord {
  readonly campaignName: string;
  readonly clientId: string;
}

/** Durable: `begin` resolves once the record could be found again after a kill. */
export interface ProbeJournal {
  /** What earlier probes began and did not end. */
  left(): readonly (ProbeRecord & { readonly id: string })[];
  begin(record: ProbeRecord): Promise<void>;
  end(id: string): Promise<void>;
}

/** Nothing here can touch a user. */
export type ProbingWriter = ProbingReader &
  Pick<Service, 'putRecord' | 'setRecordStatus' | 'transferRecord' | 'deleteRecord'>;

export interface WriteBench {
  readonly service: ProbingWriter;
  readonly journal: ProbeJournal;
  readonly campaign: Campaign;
  /** The other test campaign, for transfers; null when none was named. */
  readonly second: Campaign | null;
  readonly agent: string;
  /** Epoch milliseconds before which no record of the probe is delivered. */
  readonly notBefore: number;
  readonly clock: Clock;
  /** Ends early when the run is interrupted. */
  readonly sleep: (ms: number) => Promise<void>;
  /** Says something to who waits. */
  readonly note: (text: string) => void;
  /** The random part of all clientIds of this probe. */
  readonly run: string;
  /** Waited after each write; found out by the first one. */
  lagMs: number;
}

/** What one search by clientId shows; `unclear` when it was not answered in a way that tells. */
export interface Seen {
  readonly kind: 'present' | 'absent' | 'unclear';
  readonly task: ObservedTask | null;
  /** The task as it came. */
  readonly raw: Readonly<Record<string, unknown>>;
  readonly error: string | null;
}

const PROBE_ITEM = 'musterProbe';
export const TEXT_ITEM = 'probeText';
export const NAME = 'muster probe, not a customer';

export function probeItems({ run }: Pick<WriteBench, 'run'>, text = 'Abc'): DataItem[] {
  return [
    { key: 'Name', value: NAME },
    { key: PROBE_ITEM, value: run },
    { key: TEXT_ITEM, value: text },
  ];
}

export async function look(service: ProbingWriter, { campaignName, clientId }: ProbeRecord): Promise<Seen> {
  const outcome = await service.searchRaw({ campaignName, clientId });
  return outcome.kind === 'done' ? seenIn(outcome.value) : { kind: 'unclear', task: null, raw: {}, error: null };
}

function seenIn({ tasks, saysNone, status, json, error }: RawAnswer): Seen {
  const [task = null] = tasks ?? [];
  const [raw = {}] = rawTasks(json);
  if (task !== null) return { kind: saysNone ? 'unclear' : 'present', task, raw, error };
  const isNone = saysNone || (status === 'SUCCESS' && tasks !== null);
  return { kind: isNone ? 'absent' : 'unclear', task, raw, error };
}

interface Parts {
  readonly preferredAgent?: string;
  readonly text?: string;
  /** At once, and not in a week. */
  readonly isDeliverable?: true;
}

/** Puts the record into the journal for every campaign it may come to, then sends it. */
export async function make(bench: WriteBench, record: ProbeRecord, parts: Parts = {}): Promise<Outcome<null>> {
  await announce(bench, record);
  return put(bench, record, parts);
}

/** Before anything that may bring the record into being. */
export async function announce(bench: WriteBench, record: ProbeRecord): Promise<void> {
  const campaigns = [bench.campaign, ...(bench.second === null ? [] : [bench.second])];
  for (const { campaignName } of campaigns) {
    const known = bench.journal.left().some((left) => isSame(left, { ...record, campaignName }));
    if (!known) await bench.journal.begin({ ...record, campaignName });
  }
}

/** Sends a record that stands in the journal already. */
export async function put(
  bench: WriteBench,
  { campaignName, clientId }: ProbeRecord,
  { preferredAgent, text, isDeliverable }: Parts = {},
): Promise<Outcome<null>> {
  const outcome = await bench.service.putRecord({
    campaign: campaignOf(bench, campaignName),
    clientId,
    items: probeItems(bench, text),
    ...(isDeliverable ? {} : { nextEarliestWorkTime: bench.notBefore }),
    ...(preferredAgent === undefined ? {} : { preferredAgent }),
  });
  await settle(bench);
  return outcome;
}

export async function settle({ lagMs, sleep }: WriteBench): Promise<void> {
  if (lagMs > 0) await sleep(2 * lagMs + 200);
}

export function recordOf(bench: WriteBench, suffix: string, campaign = bench.campaign): ProbeRecord {
  return { campaignName: campaign.campaignName, clientId: `${PROBE_PREFIX}${bench.run}-${suffix}` };
}

export function campaignOf({ campaign, second }: WriteBench, campaignName: string): Campaign {
  return second?.campaignName === campaignName ? second : campaign;
}

/** Removes everything the journal holds for these campaigns; answers what could not be removed. */
export async function removeAll(bench: WriteBench): Promise<ProbeRecord[]> {
  const stuck: ProbeRecord[] = [];
  for (const left of bench.journal.left()) {
    if (!left.clientId.startsWith(PROBE_PREFIX)) continue;
    if (await remove(bench, left)) await bench.journal.end(left.id);
    else stuck.push({ campaignName: left.campaignName, clientId: left.clientId });
  }
  return stuck;
}

const TRIES = 4;

/** More than once: a transfer may have made a twin. True when it is certainly gone. */
async function remove(bench: WriteBench, record: ProbeRecord): Promise<boolean> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const seen = await look(bench.service, record);
    if (seen.kind === 'absent' || seen.task?.workedState === 'REMOVED') return true;
    if (seen.kind === 'unclear' && (await saysNobody(bench, record, seen))) return true;
    const outcome = await bench.service.deleteRecord(named(bench, record.campaignName), record.clientId);
    if (outcome.kind === 'done' && outcome.value === 'not-found') return true;
    if (outcome.kind === 'unknown') return false;
    await settle(bench);
  }
  return false;
}

/** Where absence is only a text in a failure: the same text as for an id that surely nobody has. */
async function saysNobody(bench: WriteBench, { campaignName }: ProbeRecord, seen: Seen): Promise<boolean> {
  const control = await look(bench.service, { campaignName, clientId: probeId() });
  return seen.error !== null && control.kind === 'unclear' && control.error === seen.error;
}

/** A leftover may lie in a campaign that is not named this time. */
function named(bench: WriteBench, campaignName: string): Campaign {
  return { ...campaignOf(bench, campaignName), campaignName };
}

function isSame(a: ProbeRecord, b: ProbeRecord): boolean {
  return a.campaignName === b.campaignName && a.clientId === b.clientId;
}
