// What the service shows of earlier applies that recorded state knows nothing of: it lies elsewhere, or was lost. Pure.
//
//   Terms     ours      a task whose marker fits this stack, its campaign and its clientId
//             new       a declared record that is not recorded and not seen there, so that it is or may be added; so is one that the
//                       file asks for again (`reissue`), and whose task is used up or gone
//             made      a record that the file asks for again, with another task than the recorded one, or recorded as finished and
//             again     open, worked since then, or there where it was gone, and not made before it counted as gone
//   Premise   A marker is only there because an apply of this stack sent it. What that apply recorded is not here, so of a clientId
//             that is absent nobody can say whether its task was worked and cleared away: to add it may call a customer twice.
//
//   recorded state          a task that is ours, and not recorded   its campaign
//   nothing at all          any, also one that others carried there is unrecorded, and so is every user
//   of other campaigns      of a declared record                    is unrecorded
//   of this campaign        of a declared record, and one is new    is older than the service: as unrecorded
//   of this campaign        made again, and one is new              is older than the service: as unrecorded
//   of this campaign        any, and none is new                    is recorded: the record alone is taken over by its marker
//   anything                REMOVED, or its very marker is recorded says nothing: deleted and forgotten, or moved by others
//   of another campaign     that an apply of ours was to move here  says nothing: a stack keeps no intent of a move that failed
//   anything                that an apply of ours let go of last    says nothing, wherever others carried it: a stack keeps nothing of
//                                                                   it, and the task its marker
//   anything                REMOVED, that such an apply removed     says nothing, also where that was the last one of this recorded state
//
//   A task is of a declared record, too, where their clientIds differ in spelling only, or a spreadsheet makes the one of the other.
//
//   Under another name this stack, or another one, made what its marker fits: campaign and clientId. Where nothing is recorded of the
//   campaign, and a declared record carries such a marker, that stack has called who is absent, too: its campaign is unrecorded. So it is
//   where an apply of this Pulumi stack had that record in hand, and it is not recorded now: its row went to the other stack, and with it
//   who was called.
//   Else, where something is recorded, two stacks share a campaign, and the record alone is a decision.
//
//   Example   A colleague's clone has no ledger. 299 of 300 declared records stand in Summer with our marker, one was worked and
//   cleared away. Without this rule the plan says "1 create, 299 adopt", and that customer is called again. So it is where the stack
//   is put back as it was before the last 30 of them were added.

import { campaignOf, clientIdOf, isRecord, isUser, recordAddress } from '../../model/address.ts';
import type { Address } from '../../model/address.ts';
import type { Lineage } from '../../model/identity.ts';
import { CLOCK_SKEW_MS } from '../../model/age.ts';
import { isAdded, isDeleted, isFinished, isSameTask, markerIn, stackIn } from '../../model/record.ts';
import type { DesiredRecord, ObservedTask, RecordedRecord } from '../../model/record.ts';
import { openSavedIds } from '../../model/saved-id.ts';
import { folded } from '../../model/spelling.ts';
import type { DesiredState, ObservedState, RecordedState } from '../../model/state.ts';
import { heldElsewhere } from '../held-elsewhere.ts';
import { isMarkerOf, markerClaim } from '../marker.ts';
import { isMarkedOurs, isOther } from '../owner.ts';
import { isNewReason } from '../reasons.ts';
import { recordVerdict, userVerdict } from '../verdict.ts';
import type { Verdict } from '../verdict.ts';

export interface UnrecordedCampaigns {
  /** Sorted. */
  readonly campaigns: readonly string[];
  /** Those of them of which something is recorded, by an older copy. */
  readonly older: readonly string[];
  /** Other stacks, by name of the markers that say so. Sorted. */
  readonly stacks: readonly string[];
  /** Campaigns where a declared record carries such a marker. */
  readonly theirs: readonly string[];
  /** Whether nothing at all is recorded. */
  readonly isAll: boolean;
}

interface Facts {
  /** Whatever the scope of the run. */
  readonly desired: DesiredState;
  readonly recorded: RecordedState;
  /** The same without what a note alone says was let go: rows that went to another stack, or were lost, leave it behind. Missing: all. */
  readonly kept?: RecordedState;
  readonly observed: Pick<ObservedState, 'records' | 'extras' | 'foreign'>;
  readonly lineage: Lineage;
  readonly now: number;
  /** What applies began last, as far as it is kept. */
  readonly begun?: ReadonlySet<Address>;
  /** The same of this Pulumi stack, whose rows may have gone to another one. */
  readonly applied?: ReadonlySet<Address>;
  /** What applies let go of last: a stack remembers nothing else of it, and the task keeps our marker. */
  readonly letGo?: ReadonlySet<Address>;
  /** What they removed last. */
  readonly removed?: ReadonlySet<Address>;
}

/** Null where recorded state knows what the service shows. */
export function unrecordedIn(facts: Facts): UnrecordedCampaigns | null {
  const { desired, recorded, observed } = facts;
  const known = recordedCampaigns(facts.kept ?? recorded);
  const isAll = known.size === 0;
  const isKnown = knownIn(recorded);
  const isDeclared = declaredIn(desired.records);
  const isMoving = movingIn(facts);
  const again = desired.records.filter((record) => isAskedAgain(record, recorded));
  const isMade = ({ address }: DesiredRecord): boolean => isMadeAgain(address, facts);
  const waiting = again.filter(({ address }) => isWaiting(address, observed));
  const adding = new Set([...desired.records.filter(isNew), ...waiting].map(({ campaign }) => campaign.campaignName));
  const isNews = (address: Address): boolean => {
    const isAsked = !known.has(campaignOf(address)) || adding.has(campaignOf(address));
    const isLetGo = facts.letGo?.has(address) === true || isRemoved(address, facts);
    const isExplained = isKnown(address) || isMoving(address) || isLetGo;
    return isAsked && !isExplained && (isAll || isDeclared(address));
  };
  const made = again
    .filter(isMade)
    .flatMap(({ campaign: { campaignName } }) => (adding.has(campaignName) ? campaignName : []));
  const savedAs = savedIn(facts);
  const isHandedOn = ({ address }: DesiredRecord): boolean =>
    adding.has(campaignOf(address)) && !isKnown(address) && facts.applied?.has(address) === true;
  // What another partition records, or has sent and not heard of, is in its state: it says who was called there.
  const isBeside = ({ address }: DesiredRecord): boolean => heldElsewhere(desired).has(address);
  const others = desired.records.flatMap((record) =>
    isBeside(record) || (known.has(campaignOf(record.address)) && !isHandedOn(record))
      ? []
      : madeBy(record, savedAs(record), facts),
  );
  const found = new Set([
    ...oursIn(observed, { ...facts, recorded: isAll ? null : recorded }, isNews).map(campaignOf),
    ...made,
    ...others.map(({ campaignName }) => campaignName),
  ]);
  const campaigns = [...found].toSorted();
  const stacks = [...new Set(others.map(({ stack }) => stack))].toSorted();
  const theirs = [...new Set(others.map(({ campaignName }) => campaignName))].toSorted();
  const older = campaigns.filter((name) => known.has(name));
  return found.size === 0 ? null : { campaigns, older, stacks, theirs, isAll };

  function isNew({ address, ensure }: DesiredRecord): boolean {
    // Who is not asked for by a plan of a part is seen beside it.
    const isSeen = observed.records.get(address)?.presence === 'present' || observed.extras.has(address);
    return isAdded(ensure) && !isKnown(address) && !isSeen;
  }
}

/** As an apply of ours left it. */
function isRemoved(address: Address, { removed, observed }: Facts): boolean {
  const extra = observed.extras.get(address) ?? [];
  return removed?.has(address) === true && [observed.records.get(address)?.tasks ?? [], extra].flat().every(isDeleted);
}

/** What a first apply does not pass: another stack has called these customers, and knows who was cleared away, whatever is lost here. */
export function ofOtherStacks(found: UnrecordedCampaigns | null): UnrecordedCampaigns | null {
  if (found === null || found.theirs.length === 0) return null;
  return { ...found, campaigns: found.theirs, older: [], isAll: false };
}

interface MadeBy {
  readonly campaignName: string;
  readonly stack: string;
}

/** The tasks of other stacks whose ids a spreadsheet may have made those of the files of. */
function savedIn({ observed }: Facts): (record: DesiredRecord) => readonly ObservedTask[] {
  const campaigns = Map.groupBy(observed.foreign ?? [], ([address]) => campaignOf(address));
  const found = new Map(
    [...campaigns].map(([name, tasks]) => [name, openSavedIds(tasks.map(([, { clientId }]) => clientId))]),
  );
  return ({ clientId, campaign: { campaignName } }) => {
    const ids = found.get(campaignName)?.(clientId) ?? [];
    return ids.flatMap(({ id }) => observed.foreign?.get(recordAddress(campaignName, id)) ?? []);
  };
}

/** The other stacks that made tasks of a declared record. */
function madeBy(
  { address, campaign }: DesiredRecord,
  saved: readonly ObservedTask[],
  { observed, lineage }: Facts,
): MadeBy[] {
  const { campaignName } = campaign;
  return [...(observed.records.get(address)?.tasks ?? []), ...saved].flatMap((task) => {
    const marker = markerIn(task) ?? '';
    const stack = stackIn(marker);
    const claim = markerClaim({ stack, former: [] }, marker, { campaignName, clientId: task.clientId });
    // A service that cuts long values leaves the name whole, or it is no name.
    const fits = claim === 'ours' || (claim === 'cut' && marker.includes('/'));
    return fits && !isMarkerOf(lineage, `${stack}/`) ? [{ campaignName, stack }] : [];
  });
}

/** Whether the file gives a reason to call again that recorded state does not know of. */
export function isAskedAgain({ address, ensure, reissue }: DesiredRecord, { objects }: RecordedState): boolean {
  const recorded = objects.get(address);
  return isAdded(ensure) && isRecord(recorded) && isNewReason(reissue, recorded);
}

function isWaiting(address: Address, { records }: Facts['observed']): boolean {
  const seen = records.get(address);
  return seen !== undefined && seen.presence !== 'unknown' && seen.tasks.every(isFinished);
}

function isMadeAgain(address: Address, { recorded, observed, lineage, now }: Facts): boolean {
  const known = recorded.objects.get(address);
  if (!isRecord(known) || recorded.openIntents.some((intent) => intent.address === address)) return false;
  const extra = observed.extras.get(address);
  const tasks = observed.records.get(address)?.tasks ?? (extra === undefined ? [] : [extra]);
  // Where the very task stands there, another beside it is a copy.
  const same = tasks.filter((task) => isSameTask(known, task));
  return (same.length > 0 ? same : tasks).some((task) => isNewer(task, known, now) && isOurs(address, task, lineage));
}

function isNewer(task: ObservedTask, recorded: RecordedRecord, now: number): boolean {
  const { consumed, worked } = recorded;
  // Without an id a time tells, which is that of two clocks: not of one that is REMOVED and that nobody had.
  const isNobodys = recorded.previewRecordId === '' && task.workedState === 'REMOVED' && task.workAttempts === 0;
  if (isOther(recorded, task, now) && !isNobodys) return true;
  if (consumed === null || consumed.how === 'released') return false;
  // No reading had shown it yet.
  if (consumed.how === 'gone' && task.createdTime !== null && task.createdTime <= consumed.at) return false;
  // By the service's own times, where the last one was recorded with the end.
  const lastAttempt = worked.state === consumed.how ? worked.lastAttemptTime : undefined;
  const isWorkedSince = (task.lastAttemptTime ?? 0) > (lastAttempt ?? consumed.at + CLOCK_SKEW_MS);
  const isThere = consumed.how === 'gone' && task.workedState !== 'REMOVED';
  return isThere || !isFinished(task) || isWorkedSince;
}

/** Also in another spelling: a list that was exported anew says `c-3` of the customer whose task says `C-3`. */
function declaredIn(records: readonly DesiredRecord[]): (address: Address) => boolean {
  const exact = new Set(records.map(({ address }) => address));
  let alike: ReadonlySet<string> | null = null;
  return (address) => {
    if (exact.has(address)) return true;
    alike ??= new Set(records.map((record) => folded(record.address)));
    return alike.has(folded(address));
  };
}

/** Nobody is told to adopt what recorded state would know. */
export function withoutAdvice(
  verdicts: readonly Verdict[],
  unrecorded: UnrecordedCampaigns | null,
): readonly Verdict[] {
  if (unrecorded?.isAll !== true) return verdicts;
  const reason = { kind: 'unrecorded' } as const;
  return verdicts.map((verdict): Verdict => {
    if (verdict.reason.kind !== 'not-ours') return verdict;
    return isUser(verdict) ? userVerdict(verdict, reason) : recordVerdict(verdict, reason);
  });
}

/** Whether a task is ours of which nothing is recorded: another copy of recorded state knows more than this one. */
export function isOlder({ recorded, observed, lineage }: Omit<Facts, 'desired' | 'now'>): boolean {
  const isKnown = knownIn(recorded);
  return oursIn(observed, { lineage, recorded }, (address) => !isKnown(address)).length > 0;
}

/** Recorded where nothing declares it any more, and an apply was about to move it. */
function movingIn({ desired, recorded, begun }: Facts): (address: Address) => boolean {
  const declared = new Set(desired.records.map(({ address }) => address));
  const left = [...recorded.objects.keys()].flatMap((address) => (declared.has(address) ? [] : clientIdOf(address)));
  const leaving = new Set(left);
  return (address) => begun?.has(address) === true && leaving.has(clientIdOf(address));
}

function knownIn({ objects, removed, openIntents }: RecordedState): (address: Address) => boolean {
  const open = new Set(openIntents.map(({ address }) => address));
  return (address) => objects.has(address) || open.has(address) || (removed?.has(address) ?? false);
}

/** Names of campaigns of which something is recorded; an empty one for everything that is no record. */
export function recordedCampaigns({ objects, openIntents, removed, campaigns = [] }: RecordedState): Set<string> {
  const addresses = [...objects.keys(), ...(removed?.keys() ?? []), ...openIntents.map(({ address }) => address)];
  const left = openIntents.flatMap(({ fromCampaign }) => fromCampaign ?? []);
  return new Set([...addresses.map(campaignOf), ...left, ...campaigns.map(({ campaignName }) => campaignName)]);
}

/**
 * Of those that the question is about: who reads a marker makes digests. No proof beside a recorded state is a task whose very marker
 * is recorded elsewhere (its record was moved by others), and one that is REMOVED: what we deleted may be shown so, and was forgotten.
 */
function oursIn(
  { records, extras }: Facts['observed'],
  { lineage, recorded, letGo }: Pick<Facts, 'lineage' | 'letGo'> & { readonly recorded: RecordedState | null },
  isAsked: (address: Address) => boolean,
): Address[] {
  const seen = [...records].flatMap(([address, { tasks }]) =>
    isAsked(address) ? tasks.map((task) => ({ address, task })) : [],
  );
  const all = [...seen, ...[...extras].map(([address, task]) => ({ address, task }))];
  // Where nothing is recorded, a marker of this stack says that it wrote something, wherever others carried that.
  const isSign = ({ address, task }: { readonly address: Address; readonly task: ObservedTask }): boolean =>
    recorded === null ? isMarkerOf(lineage, markerIn(task)) : isOurs(address, task, lineage);
  const ours = all.filter((each) => isAsked(each.address) && isSign(each) && !wasLetGo(each.task, letGo, lineage));
  if (recorded === null || ours.length === 0) return ours.map(({ address }) => address);
  const markers = new Set([...recorded.objects.values()].map((object) => isRecord(object) && object.marker));
  const isProof = ({ task }: { readonly task: ObservedTask }): boolean =>
    task.workedState !== 'REMOVED' && !markers.has(markerIn(task) ?? false);
  return ours.filter(isProof).map(({ address }) => address);
}

function wasLetGo(task: ObservedTask, letGo: Facts['letGo'], lineage: Lineage): boolean {
  const isIts = (address: Address): boolean => clientIdOf(address) === task.clientId;
  return [...(letGo ?? [])].some((address) => isIts(address) && isOurs(address, task, lineage));
}

function isOurs(address: Address, task: ObservedTask, lineage: Lineage): boolean {
  return isMarkedOurs(task, campaignOf(address), lineage);
}
