// create, update, delete: one object through the core, and how it ended in the engine's words. The core observes before it
// writes, so that a create which the engine repeats after a crash finds what the first one made.

import { parseAddress } from '../src/model/address.ts';
import { ToolError } from '../src/model/errors.ts';
import type { RecordedRecord } from '../src/model/record.ts';
import type { RecordedObject } from '../src/model/state.ts';
import type { OneObject, OneResult } from '../src/door.ts';
import { whyVerdict } from '../src/report/why-verdict.ts';
import { isKnownUsedUp, refuseForgetting, usedUp } from './forgetting.ts';
import { listOf } from './inputs.ts';
import { idOf, textIn, USER } from './kinds.ts';
import { claimOf, isLetGo, isTouchedOnHold, needsPerson } from './observe.ts';
import type { Case } from './observe.ts';
import { inputsIn, readKept, writeKept } from './outputs.ts';
import type { Kept, Properties } from './outputs.ts';
import { readDigests, readHandover, readPin } from './set-inputs.ts';

/** Saved by the engine with its id and properties; the next `up` updates it, which reads before it writes. */
export class UnsettledError extends Error {
  readonly id: string;
  readonly properties: Properties;
  readonly reasons: string[];

  constructor(id: string, properties: Properties, reason: string) {
    super(reason);
    this.id = id;
    this.properties = properties;
    this.reasons = [reason];
  }
}

export async function createOne({ kind, desk, news }: Omit<Case, 'olds'>): Promise<{ id: string; outs: Properties }> {
  const desired = kind.desired(news);
  const { here, elsewhere } = handedOver(news, desired.address);
  if (here !== null && 'hold' in news) {
    desk.custody.hold([here.address], here.address);
    return { id: idOf(kind, news), outs: outputs(news, here) };
  }
  const object: OneObject = {
    desired,
    recorded: here,
    recordedElsewhere: elsewhere,
    claim: news['claim'] === true,
    ...sentIn(news),
    ...pinIn(news),
    campaigns: campaignsToSearch(desk, news),
  };
  const result = await desk.door.reconcileOne(object);
  refuseUndecided(here === null ? result : { ...result, verdicts: [] }, desired.address);
  if (result.settlement?.kind !== 'unresolved') refuseStay(result, elsewhere, desired.address);
  const id = idOf(kind, news);
  if (result.settlement?.kind === 'unresolved') {
    const properties = {
      ...inputsIn(news),
      ...writeKept({ recorded: result.recorded, observed: null, unsettled: true, unsettledAt: desk.clock() }),
    };
    throw new UnsettledError(id, properties, result.settlement.problem.message);
  }
  desk.custody.hold([desired.address, ...handedAddresses(news)], desired.address);
  return { id, outs: outputs(news, result.recorded) };
}

export async function updateOne({ kind, desk, olds, news }: Case): Promise<{ outs: Properties }> {
  const kept = readKept(olds);
  // The engine updates what ended with an error once, whatever diff says.
  if ('hold' in news) return { outs: { ...inputsIn(news), ...writeKept(await heldOne(desk, kept, news)) } };
  const desired = kind.desired(news);
  const { here, elsewhere } = handedOver(news, desired.address);
  const isMove = kept.recorded?.kind === 'record' && kept.recorded.address !== desired.address;
  const moved = isMove && kept.recorded?.kind === 'record' ? kept.recorded : elsewhere;
  const object: OneObject = {
    desired,
    recorded: isMove ? null : (kept.recorded ?? here),
    recordedElsewhere: moved,
    ...claimOf(kept),
    ...(news['claim'] === true && { claim: true }),
    ...sentIn(news),
    ...pinIn(news),
    campaigns: campaignsToSearch(desk, olds, news),
  };
  const result = await desk.door.reconcileOne(object);
  refuseUndecided(result, desired.address);
  keepWhatIsLeft(result, idOf(kind, news), news);
  refuseUnresolved(result, desired.address);
  refuseStay(result, moved, desired.address);
  desk.custody.hold([desired.address, ...handedAddresses(news)], desired.address);
  return { outs: outputs(news, result.recorded) };
}

/**
 * Let go: what was used up is remembered. Taken out of a leaver's hands: pinned to another. Whatever else it has become by
 * now is for the next plan.
 */
async function heldOne(desk: Case['desk'], kept: Kept, news: Properties): Promise<Kept> {
  const { recorded } = kept;
  if (recorded === null || !isTouchedOnHold(news)) return kept;
  const only = isLetGo(news) ? 'forget' : 'update';
  const result = await desk.door.reconcileOne({ desired: null, recorded, claim: false, only, ...pinIn(news) });
  refuseUnresolved(result, recorded.address);
  return { ...kept, recorded: result.recorded ?? recorded, observed: null };
}

function pinIn(news: Properties): Pick<OneObject, 'pin'> {
  const pin = textIn(news, 'pin');
  return pin === null ? {} : { pin: readPin(pin) };
}

export async function deleteOne({ kind, desk, olds }: Omit<Case, 'news'>): Promise<void> {
  const { recorded, unsettled, observed } = readKept(olds);
  if (recorded !== null && isHeldElsewhere(desk, recorded.address)) return;
  const desired = unsettled ? leaving(kind.desired(inputsIn(olds))) : null;
  if (recorded === null && desired === null) return;
  // Whom the plan lets go of, or a refresh saw to be gone: whoever is there by now was not planned to be removed.
  const isForgotten = recorded !== null && (observed?.user?.service === 'absent' || desk.forgets.has(recorded.address));
  const only = isForgotten ? { only: 'forget' as const } : {};
  const object: OneObject = { desired, recorded, claim: unsettled, ...only, campaigns: campaignsToSearch(desk, olds) };
  const result = await desk.door.reconcileOne(object);
  const address = (recorded ?? desired)?.address ?? '';
  refuseUnresolved(result, address);
  if (isForgotten) refuseReturned(result, address);
  if (!isKnownUsedUp(recorded, observed?.record ?? null)) refuseForgetting(usedUp([result.recorded ?? recorded]));
  if (!result.verdicts.some(needsPerson) || (await isKnownGone(desk, object))) return;
  refuseUndecided(result, address);
}

function refuseReturned({ settlement, verdicts }: OneResult, address: string): void {
  if (settlement !== null || verdicts.some(needsPerson)) return;
  const message = `${address}: was gone, and is there again; nobody is removed unseen: run again with --refresh`;
  throw new ToolError('moved', { message, address });
}

/** What a create that was cut off sent, as the program read it from the stack. */
function sentIn(news: Properties): Pick<OneObject, 'sent'> {
  const text = textIn(news, 'sent');
  return text === null ? {} : { sent: readDigests(text) };
}

/**
 * Where a task may be pinned to a person who is removed here: what the program said last (a destroy runs none), what this
 * process has seen of records, and what muster.yaml adds.
 */
function campaignsToSearch(desk: Case['desk'], ...properties: readonly Properties[]): string[] {
  const said = properties.flatMap((each) => {
    const text = textIn(each, 'campaigns');
    const names: unknown = text === null ? [] : JSON.parse(text);
    return listOf(names).filter((name) => typeof name === 'string');
  });
  return [...new Set([...said, ...desk.campaigns])];
}

/** The receipt handed over by a set of records: of the same address, or of the campaign the record moves from. */
function handedOver(
  news: Properties,
  address: string,
): { here: RecordedRecord | null; elsewhere: RecordedRecord | null } {
  const [receipt = null] = readHandover(textIn(news, 'handover') ?? undefined);
  return receipt?.address === address ? { here: receipt, elsewhere: null } : { here: null, elsewhere: receipt };
}

export function handedAddresses(news: Properties): string[] {
  return readHandover(textIn(news, 'handover') ?? undefined).map(({ address }) => address);
}

/** A set of records has it by now: this resource ends without a request. */
function isHeldElsewhere(desk: Case['desk'], address: string): boolean {
  const custody = desk.custody.of(address, address);
  if (custody !== 'awaited') return custody === 'held';
  throw new ToolError('dependency-failed', { message: `${address}: the set that takes it over does not hold it yet` });
}

/**
 * An object whose create was never settled. A record that is there now is ours, and it goes. Who made a user who is there
 * nobody can prove: released (null), unless the file says delete (0008).
 */
function leaving(desired: ReturnType<Case['kind']['desired']>): ReturnType<Case['kind']['desired']> | null {
  if (desired.kind === 'record') return { ...desired, ensure: 'absent' };
  const { kind, address, source, loginUserId, onRemove, offboard } = desired;
  if (onRemove === undefined || onRemove === 'release') return null;
  return { kind, address, source, loginUserId, offboard, onRemove, adopt: true, ensure: 'absent' };
}

/** NOT_FOUND counts once a known user answered SUCCESS in this process (U8). */
async function isKnownGone(desk: Case['desk'], object: OneObject): Promise<boolean> {
  if (object.recorded?.kind !== 'user' || !(await isAnybodySeen(desk))) return false;
  return (await desk.door.observeOne(object)).user?.service === 'absent';
}

/** People asked before a NOT_FOUND is left unreadable. */
const WITNESSES = 3;

/** Without a refresh nobody was asked yet: people who stay are. */
async function isAnybodySeen(desk: Case['desk']): Promise<boolean> {
  const people = [...desk.registered].map(parseAddress).filter((address) => address?.kind === 'user');
  for (const { loginUserId } of people.slice(0, WITNESSES)) {
    if (desk.knownUserSeen) break;
    const desired = USER.desired({ loginUserId });
    const { user } = await desk.door.observeOne({ desired, recorded: null, claim: false });
    desk.knownUserSeen = user?.service === 'present';
  }
  return desk.knownUserSeen;
}

function outputs(news: Properties, recorded: RecordedObject | null): Properties {
  return { ...inputsIn(news), ...writeKept({ recorded, observed: null, unsettled: false }) };
}

function refuseUndecided(result: OneResult, address: string): void {
  const [verdict] = result.settlement === null ? result.verdicts.filter(needsPerson) : [];
  if (verdict !== undefined) {
    throw new ToolError(verdict.code ?? 'needs-decision', { message: `${address}: ${whyVerdict(verdict)}`, address });
  }
}

function refuseUnresolved({ settlement }: OneResult, address: string): void {
  if (settlement?.kind !== 'unresolved') return;
  const { code, message } = settlement.problem;
  throw new ToolError(code, { message: `${address}: ${message}`, address });
}

/**
 * A user who was deleted here, or was gone, and whose create was refused or has no answer: the stack must not go on calling
 * ours what is found there next.
 */
function keepWhatIsLeft({ settlement, recorded }: OneResult, id: string, news: Properties): void {
  if (settlement === null || settlement.kind === 'applied' || settlement.change.kind !== 'user') return;
  if (settlement.change.action !== 'create' && recorded !== null) return;
  const unsettled = settlement.kind === 'unresolved';
  const { code, message } = settlement.problem;
  const properties = { ...inputsIn(news), ...writeKept({ recorded: null, observed: null, unsettled }) };
  throw new UnsettledError(id, properties, `[${code}] ${settlement.change.address}: ${message}`);
}

/** A move that the core left undone (worked meanwhile): the stack must go on saying where the record is. */
function refuseStay(result: OneResult, from: RecordedRecord | null, address: string): void {
  if (from === null || result.recorded?.address === address) return;
  const words = result.verdicts.map(whyVerdict).join('; ');
  throw new ToolError('moved', { message: `${address}: stays in ${from.campaignName}: ${words}`, address });
}
