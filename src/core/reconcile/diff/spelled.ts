// A clientId that is declared to be there for the first time, and is like one that is ours under another spelling, in whatever campaign:
// to call its customer again takes a person. A reason that was used for the one is used for the other. Pure.
//
//   ours under the other spelling         | other form (NFC, NFD) | other case or width
//   recorded, declared nowhere            | decision              | decision; neither is removed
//   recorded and declared                 | decision              | decision; with a new `reissue` created
//   used up, or removed                   | decision              | decision; with a new `reissue` created
//   seen with our marker, or being added  | decision              | decision
//
// Example: C-1é was called and cleared away. A spreadsheet of another system writes it in NFD: without this rule, a new customer.

import { clientIdOf, isRecord } from '../../model/address.ts';
import type { Address } from '../../model/address.ts';
import { isAdded, isTaken } from '../../model/record.ts';
import type { DesiredRecord, RecordedRecord } from '../../model/record.ts';
import { folded, likeness } from '../../model/spelling.ts';
import { isNewReason, withUsed } from '../reasons.ts';
import type { DiffInput } from './input.ts';

export interface SpellingCheck {
  /** Where the clientId stands under another spelling, and that is a decision; null where nothing speaks against a create. */
  readonly other: (desired: DesiredRecord) => Address | null;
  /** The same, where it is recorded, not used up and declared nowhere: it is held, whatever becomes of this one. */
  readonly left: (desired: DesiredRecord) => Address | null;
  /** Recorded under a spelling that no file says any more, and declared under another: left alone. */
  readonly held: ReadonlySet<Address>;
  /**
   * As recorded, with the reasons of the files that another spelling has used, or the same one in a campaign that its line has left, where
   * it waits no more. Declared in two campaigns, they are two records.
   */
  readonly withUsed: (recorded: RecordedRecord) => RecordedRecord;
}

const NOTHING: SpellingCheck = {
  other: () => null,
  left: () => null,
  held: new Set(),
  withUsed: (recorded) => recorded,
};

export function spelledOtherwise(input: DiffInput): SpellingCheck {
  const { desired, recorded } = input.whole ?? input;
  const isFresh = ({ address, ensure }: DesiredRecord): boolean => isAdded(ensure) && !recorded.objects.has(address);
  const fresh = desired.records.filter(isFresh);
  const asked = desired.records.filter(({ reissue }) => reissue !== '');
  if (fresh.length === 0 && asked.length === 0) return NOTHING;
  const declared = new Set(desired.records.map(({ address }) => address));
  const remembered = new Map([...(input.beside ?? []), ...(recorded.removed ?? []), ...recorded.objects]);
  const open = recorded.openIntents.map(({ address }) => address);
  const places = new Set([...remembered.keys(), ...open, ...input.observed.extras.keys()]);
  const known = Map.groupBy(places, (address) => folded(clientIdOf(address)));
  const alike = ({ clientId }: DesiredRecord): Address[] => known.get(folded(clientId)) ?? [];
  const others = (record: DesiredRecord): Address[] =>
    alike(record).filter((address) => clientIdOf(address) !== record.clientId);
  const isLeft = (address: Address): boolean => {
    const object = recorded.objects.get(address);
    const isDeclared = declared.has(address) || desired.others?.holders.has(address) === true;
    return isRecord(object) && object.consumed === null && !isDeclared;
  };
  const isMeant = ({ clientId, reissue }: DesiredRecord, address: Address): boolean => {
    const object = remembered.get(address);
    if (!isRecord(object) || isLeft(address)) return false;
    return likeness(clientId, object.clientId) === 'like' && isNewReason(reissue, object);
  };
  const isUsed = (record: DesiredRecord): boolean =>
    alike(record).some((address) => {
      const object = remembered.get(address);
      if (!isRecord(object) || address === record.address) return false;
      if (object.clientId === record.clientId && isWaiting(address, input)) return false;
      const isBeside = declared.has(address) && object.campaignName !== record.campaign.campaignName;
      return !isBeside && !isNewReason(record.reissue, object);
    });
  const used = Map.groupBy(asked.filter(isUsed), ({ clientId }) => clientId);
  return {
    other: (record) => others(record).find((address) => !isMeant(record, address)) ?? null,
    left: (record) => (isFresh(record) ? (others(record).find(isLeft) ?? null) : null),
    held: new Set(fresh.flatMap((record) => others(record).filter(isLeft))),
    withUsed: (object) =>
      (used.get(object.clientId) ?? []).reduce((known, { reissue }) => withUsed(known, reissue), object),
  };
}

/** Seen, and nobody was called through it. */
function isWaiting(address: Address, { observed, now }: DiffInput): boolean {
  const tasks = observed.records.get(address)?.tasks ?? [];
  return tasks.length > 0 && tasks.every((task) => !isTaken(task, now));
}
