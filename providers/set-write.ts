// create, update, delete of a set: its records through the core, each on its own. What was done is kept with its receipt
// whatever became of the others: the engine saves an error's properties, and the next `up` goes on from there.

import { claimedIntent } from '../src/door/claim.ts';
import type { ManyDiff, ManyObjects, ManyResult } from '../src/door/many.ts';
import { leavesMemory } from '../src/engine.ts';
import type { Address } from '../src/model/address.ts';
import { ToolError } from '../src/model/errors.ts';
import type { ErrorCode } from '../src/model/errors.ts';
import type { DesiredRecord, RecordedRecord } from '../src/model/record.ts';
import type { Problem } from '../src/model/outcome.ts';
import type { OpenIntent } from '../src/model/state.ts';
import type { Change } from '../src/reconcile/change.ts';
import { whyVerdict } from '../src/report/why-verdict.ts';
import { isKnownUsedUp, refuseForgetting, usedUp } from './forgetting.ts';
import { needsPerson } from './observe.ts';
import type { Properties } from './outputs.ts';
import { campaignOfSet, desiredRecords, readClaims, readHandover, readPins, readTexts } from './set-inputs.ts';
import type { SetInputs } from './set-inputs.ts';
import { isTouched, newsOf, ownerOf, setInputsIn } from './set-observe.ts';
import type { SetCase } from './set-observe.ts';
import { readKeptSet, writeKeptSet } from './set-receipts.ts';
import type { KeptSet, Taken } from './set-receipts.ts';
import { UnsettledError } from './write.ts';

/** Lines of an error; the plan of the next run names all. */
const SHOWN = 10;

export async function createSet({ desk, news }: Omit<SetCase, 'olds'>): Promise<{ id: string; outs: Properties }> {
  const outs = await settleSet({ desk, olds: {}, news });
  return { id: ownerOf(newsOf(news)), outs };
}

export async function updateSet(parts: SetCase): Promise<{ outs: Properties }> {
  return { outs: await settleSet(parts) };
}

/** Records that another resource holds by now are let go; everything else leaves as if its line were gone. */
export async function deleteSet({ desk, olds }: Omit<SetCase, 'news'>): Promise<void> {
  const inputs = setInputsIn(olds);
  const kept = readKeptSet(olds);
  const owner = ownerOf(inputs);
  const fate = Map.groupBy(kept.recorded, ({ address }) => desk.custody.of(address, owner));
  const [awaited] = fate.get('awaited') ?? [];
  if (awaited !== undefined) {
    const message = `${awaited.address}: the resource that takes it over does not hold it yet`;
    throw new ToolError('dependency-failed', { message });
  }
  const recorded = fate.get('own') ?? [];
  const openIntents = kept.openIntents.filter(({ address }) => desk.custody.of(address, owner) === 'own');
  if (recorded.length === 0 && openIntents.length === 0) return;
  const shared = { campaign: campaignOfSet(inputs), shard: inputs.shard ?? '', copies: kept.copies };
  const objects: ManyObjects = { ...shared, desired: [], recorded, openIntents };
  const isKnown = (receipt: RecordedRecord): boolean =>
    isKnownUsedUp(receipt, kept.observed?.get(receipt.address) ?? null);
  const known = new Set(recorded.filter(isKnown).map(({ address }) => address));
  const isUnseen = (address: Address): boolean => !known.has(address);
  // Before anything is sent, too: what is deleted first would be called gone by the next run.
  const halt = (compared: ManyDiff): void => refuseForgetting(letGo(compared).filter(isUnseen));
  const result = await desk.door.reconcileMany(objects, halt);
  const open = result.verdicts.filter(needsPerson).map((verdict) => `${verdict.address}: ${whyVerdict(verdict)}`);
  const lines = [...failures(result), ...open];
  if (lines.length > 0) throw new ToolError(codeOf(result), { message: shortened(lines) });
  refuseForgetting(usedUp(result.recorded).filter(isUnseen));
}

/** What would be remembered as used up. */
function letGo({ changes }: ManyDiff): Address[] {
  return changes.flatMap((change) =>
    change.kind === 'record' && change.action === 'forget' && leavesMemory(change) ? [change.address] : [],
  );
}

function codeOf({ settlements, verdicts }: ManyResult): ErrorCode {
  const [failed] = settlements.flatMap((settlement) => (settlement.kind === 'applied' ? [] : settlement.problem.code));
  return failed ?? verdicts.find(needsPerson)?.code ?? 'lost-answer';
}

async function settleSet({ desk, olds, news }: SetCase): Promise<Properties> {
  const hints = newsOf(news);
  const owner = ownerOf(hints);
  const kept = 'records' in olds ? readKeptSet(olds) : NOTHING;
  const handover = readHandover(hints.handover);
  const touched = isTouched(hints, hints);
  const begun = new Set(kept.openIntents.filter(touched).map(({ address }) => address));
  const own = splitReceipts(kept.recorded, hints, { begun, custodyOf: (address) => desk.custody.of(address, owner) });
  const desired = desiredRecords(hints).filter(touched);
  const [arriving, resting] = byRest(handover, hints);
  const objects: ManyObjects = {
    campaign: campaignOfSet(hints),
    shard: hints.shard ?? '',
    desired,
    recorded: [...newest([...own.working, ...arriving]).values()],
    openIntents: [...kept.openIntents.filter(touched), ...claims(hints, { desired, kept, now: desk.clock() })],
    copies: kept.copies,
    pins: readPins(hints.pins),
  };
  const result = await desk.door.reconcileMany(objects);
  const incoming = new Map(handover.map((receipt) => [receipt.address, receipt]));
  const ownBefore = new Set(own.working.map(({ address }) => address));
  // Where a record moves from: its receipt stays with the resource that handed it over until the move is done.
  const isOthers = ({ address, campaignName }: RecordedRecord): boolean =>
    incoming.has(address) && campaignName !== hints.campaignName && !ownBefore.has(address);
  const left = new Set(result.recorded.map(({ address }) => address));
  const moved = [...incoming.values()].filter((receipt) => isOthers(receipt) && !left.has(receipt.address));
  const recorded = [...result.recorded.filter((receipt) => !isOthers(receipt)), ...own.aside, ...resting];
  desk.custody.hold(
    [...recorded, ...moved].map(({ address }) => address),
    owner,
  );
  const taken = [
    ...stillTaken(kept.taken, hints),
    ...moved.map(({ address, recordedAt }) => ({ address, recordedAt })),
  ];
  const openIntents = [...result.openIntents, ...kept.openIntents.filter((intent) => !touched(intent))];
  const { copies } = result;
  const outs = { ...setInputsIn(news), ...writeKeptSet({ recorded, openIntents, copies, taken, observed: null }) };
  const lines = [...failures(result), ...undone(result, desired, recorded)];
  if (lines.length > 0) throw new UnsettledError(owner, outs, shortened(lines));
  return outs;
}

const NOTHING: KeptSet = { recorded: [], openIntents: [], copies: [], taken: [], observed: null };

interface Split {
  /** What the core compares. */
  readonly working: readonly RecordedRecord[];
  /** Recorded, and not to be touched now. */
  readonly aside: readonly RecordedRecord[];
}

interface Splitting {
  /** Addresses of writes that an earlier run left open. */
  readonly begun: ReadonlySet<string>;
  readonly custodyOf: (address: string) => 'own' | 'held' | 'awaited';
}

/** What leaves is forgotten once another resource holds it; nothing is sent for it, whoever holds it. */
function splitReceipts(receipts: readonly RecordedRecord[], hints: SetInputs, { begun, custodyOf }: Splitting): Split {
  const [leaving, kept, stale] = [readTexts(hints.leaving), readTexts(hints.kept), readTexts(hints.stale)];
  const fate = Map.groupBy(receipts, ({ clientId, address }) => {
    const custody = custodyOf(address);
    if (stale.has(clientId) || custody === 'held') return 'gone';
    if (leaving.has(clientId) || custody === 'awaited') return 'aside';
    // What an earlier run began is settled, whatever is to be kept.
    if (kept.has(clientId) && !begun.has(address)) return 'aside';
    return 'working';
  });
  return { working: fate.get('working') ?? [], aside: fate.get('aside') ?? [] };
}

/** Receipts handed over: those the core compares, and those that come only to be kept. */
function byRest(handover: readonly RecordedRecord[], hints: SetInputs): [RecordedRecord[], RecordedRecord[]] {
  const kept = readTexts(hints.kept);
  const rests = ({ campaignName, clientId }: RecordedRecord): boolean =>
    campaignName === hints.campaignName && kept.has(clientId);
  return [handover.filter((receipt) => !rests(receipt)), handover.filter(rests)];
}

/** Of two receipts of one record the later one counts. */
function newest(receipts: readonly RecordedRecord[]): Map<string, RecordedRecord> {
  const found = new Map<string, RecordedRecord>();
  for (const receipt of receipts) {
    const other = found.get(receipt.address);
    if (other === undefined || other.recordedAt < receipt.recordedAt) found.set(receipt.address, receipt);
  }
  return found;
}

interface Claiming {
  readonly desired: readonly DesiredRecord[];
  readonly kept: KeptSet;
  readonly now: number;
}

/** Creates of a run that was killed, recognised by what was sent. Where there are markers the records say it themselves. */
function claims(hints: SetInputs, { desired, kept, now }: Claiming): OpenIntent[] {
  const claimed = readClaims(hints.claims);
  const held = new Set(kept.recorded.map(({ clientId }) => clientId));
  return desired
    .filter(({ clientId, campaign }) => claimed.has(clientId) && !held.has(clientId) && !campaign.marker)
    .flatMap((record) => claimedIntent(record, claimed.get(record.clientId) ?? {}, now))
    .map((intent) => ({ ...intent, id: `claim ${intent.address}` }));
}

function stillTaken(taken: readonly Taken[], hints: SetInputs): readonly Taken[] {
  const open = readTexts(hints.supersedes);
  return taken.filter(({ address }) => open.has(address));
}

/** With its code, which `muster explain` knows. */
function lineOf({ address }: Change, { code, message }: Problem): string {
  return `[${code}] ${address}: ${message}`;
}

function failures({ settlements, openIntents }: ManyResult): string[] {
  const failed = settlements.flatMap((settlement) =>
    settlement.kind === 'applied' ? [] : [lineOf(settlement.change, settlement.problem)],
  );
  const tried = new Set(settlements.map(({ change }) => change.address));
  const open = openIntents.filter(({ address }) => !tried.has(address));
  return [...failed, ...open.map(({ address, action }) => `${address}: an earlier ${action} could not be settled`)];
}

/** Wanted here, without a receipt, and nothing was tried: what the core said instead. */
function undone(result: ManyResult, desired: readonly DesiredRecord[], recorded: readonly RecordedRecord[]): string[] {
  const known = new Set([
    ...recorded.map(({ address }) => address),
    ...result.settlements.map(({ change }) => change.address),
    ...result.openIntents.map(({ address }) => address),
  ]);
  const missing = desired.filter(({ address, ensure }) => ensure === 'present' && !known.has(address));
  return missing.flatMap(({ address }) => {
    const verdict = result.verdicts.find((candidate) => candidate.address === address);
    return verdict?.class === 'consumed'
      ? []
      : [`${address}: ${verdict ? whyVerdict(verdict) : 'was not carried out'}`];
  });
}

function shortened(lines: readonly string[]): string {
  const more = lines.length > SHOWN ? [`and ${lines.length - SHOWN} more`] : [];
  return [...lines.slice(0, SHOWN), ...more].join('\n');
}
