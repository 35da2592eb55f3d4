// Reads the records of all campaigns: by marker in bulk where there are markers, then by the start of their ids in bulk, where they are
// many (read-by-start.ts), then one by one what was not seen. Absence in bulk counts where nothing follows from it but a create, which
// reads once more in its turn:
//
//   declared to be there, not to be adopted   | absent in bulk is absent
//   recorded now or before, an open intent    | asked by itself: absence alone would end something
//   `ensure: absent` or a state, `adopt`     | asked by itself: verified, or expected to be there

import { clientIdOf, isRecord, parseAddress, recordAddress } from '../../model/address.ts';
import type { Address } from '../../model/address.ts';
import type { Lineage } from '../../model/identity.ts';
import type { Campaign, DesiredRecord, ObservedRecord, ObservedTask, RecordedRecord } from '../../model/record.ts';
import type { Presence } from '../../model/user.ts';
import type { Clock, DesiredState, OpenIntent, RecordedState } from '../../model/state.ts';
import type { ServiceReader } from '../../service/service.ts';
import { isAnother } from '../owner.ts';
import { isMarkerOf, stacksOf } from '../marker.ts';
import { isNewReason } from '../reasons.ts';
import { goesOn, isAdded, isSameTask, MARKER_KEY, markerIn } from '../../model/record.ts';
import { mayBeSaved } from '../../model/saved-id.ts';
import { findStranger, mayHaveTwin, readTwins } from './intake.ts';
import { namedIds, observeNamed } from './named.ts';
import { observeRecord, showsOthersAlone, stopOnEnvironment, toObserved } from './one.ts';
import { campaignsToRead, recordKeys } from './addresses.ts';
import { forEachParallel } from './parallel.ts';
import { readByMarker } from './read-by-marker.ts';
import { readByStart } from './read-by-start.ts';
import { givesWay, standing, withoutDeleted } from './standing.ts';
import type { Coming } from './standing.ts';

export interface ReadingOptions {
  readonly reader: ServiceReader;
  readonly desired: DesiredState;
  readonly recorded: RecordedState;
  readonly lineage: Lineage;
  readonly clock: Clock;
  /** Leading bits of the markers to read in bulk, where only one shard is asked for. */
  readonly shard?: string;
}

export class RecordReading {
  readonly observed = new Map<Address, ObservedRecord>();
  /** Campaigns that intake files feed -> one of their tasks that is not ours. */
  readonly strangers = new Map<string, ObservedTask>();
  readonly size: number;
  /** See ObservedState. */
  readonly foreign = new Map<Address, ObservedTask>();
  /** Campaigns in which the search by marker did not show everything. */
  readonly unread = new Set<string>();
  private readonly seen = new Map<Address, ObservedTask[]>();
  private readonly keys: Map<string, Set<string>>;
  private readonly campaigns: readonly Campaign[];
  /** Declared to be fed by intake files. */
  private readonly fed: ReadonlySet<string>;
  private readonly options: ReadingOptions;
  private readonly desired: ReadonlyMap<Address, DesiredRecord>;
  private readonly open: ReadonlySet<Address>;
  /** Open writes beside moves. */
  private readonly written: ReadonlySet<Address>;
  /** By clientId: recorded where the file wants it no more. */
  private readonly left: ReadonlyMap<string, RecordedRecord>;
  /** By clientId: those of the lines of any campaign. */
  private readonly reasons: ReadonlyMap<string, readonly string[]>;

  constructor(options: ReadingOptions) {
    this.options = options;
    this.fed = new Set(options.desired.campaigns.flatMap((each) => (each.intake ? [each.campaignName] : [])));
    this.desired = new Map(options.desired.records.map((record) => [record.address, record]));
    this.open = new Set(options.recorded.openIntents.flatMap(addressesOf));
    this.written = new Set(
      options.recorded.openIntents.flatMap(({ address, action }) => (action === 'move' ? [] : address)),
    );
    this.reasons = new Map(
      [...Map.groupBy(options.desired.records, ({ clientId }) => clientId)].map(([clientId, records]) => [
        clientId,
        records.map(({ reissue }) => reissue),
      ]),
    );
    const goesOnThere = ({ address }: RecordedRecord): boolean => goesOn(this.desired.get(address)?.ensure ?? 'absent');
    const left = [...options.recorded.objects.values()].filter(isRecord).filter((each) => !goesOnThere(each));
    const isOpen = ({ consumed }: RecordedRecord): number => Number(consumed === null);
    this.left = new Map(left.toSorted((a, b) => isOpen(a) - isOpen(b)).map((each) => [each.clientId, each]));
    this.keys = recordKeys(options.desired, options.recorded);
    this.campaigns = campaignsToRead(options.desired, options.recorded);
    this.size = [...this.keys.values()].reduce((sum, ids) => sum + ids.size, 0);
  }

  async read(step: () => void): Promise<void> {
    await Promise.all(this.campaigns.map((campaign) => this.readCampaign(campaign, step)));
    for (const [address, seen] of this.observed) {
      this.observed.set(
        address,
        withoutDeleted(seen, { known: this.knownOf(address), coming: this.comingTo(address) }),
      );
    }
  }

  private comingTo(address: Address): Coming | null {
    const desired = this.desired.get(address);
    const { objects, removed } = this.options.recorded;
    const recorded = objects.has(address) ? undefined : this.left.get(clientIdOf(address));
    if (desired === undefined || recorded === undefined) return null;
    const isOpen = this.open.has(address);
    const isAsked = isOpen || (isAdded(desired.ensure) && isNewReason(desired.reissue, recorded));
    const before = removed?.get(address);
    const said = { desired, former: isRecord(before) ? before : undefined, stacks: stacksOf(this.options.lineage) };
    const isFree = (task: ObservedTask): boolean => isOpen || givesWay(task, said);
    return { recorded, observed: this.observed.get(recorded.address), isAsked, isFree };
  }

  presences(): Presence[] {
    return [...this.observed.values()].map((record) => record.presence);
  }

  /** Tasks with our marker that nobody declares and nothing records. */
  extras(): Map<Address, ObservedTask> {
    const extras = new Map<Address, ObservedTask>();
    for (const [address, tasks] of this.seen) {
      const [task] = standing(tasks, undefined);
      if (task !== undefined && !this.observed.has(address)) extras.set(address, task);
    }
    return extras;
  }

  private async readCampaign(campaign: Campaign, step: () => void): Promise<void> {
    const ids = this.keys.get(campaign.campaignName) ?? new Set<string>();
    const observedAt = this.options.clock();
    const ours = await this.readOurs(campaign, ids);
    const isFed = this.fed.has(campaign.campaignName);
    const named: DesiredRecord[] = [];
    const unseen: string[] = [];
    const mayStandTwice: string[] = [];
    for (const clientId of ids) {
      const address = recordAddress(campaign.campaignName, clientId);
      const [desired, found] = [this.desired.get(address), this.seen.get(address)];
      if (desired !== undefined && namedIds(desired).length > 0) named.push(desired);
      else if (found !== undefined && (this.isDoubtful(address) || (isFed && mayHaveTwin(found))))
        mayStandTwice.push(clientId);
      else if (found !== undefined) this.keep(address, toObserved(found, observedAt), step);
      else if (!this.isUsedUp(address)) unseen.push(clientId);
    }
    await this.readNamed(named, step);
    await forEachParallel(mayStandTwice, async (clientId) => {
      const address = recordAddress(campaign.campaignName, clientId);
      const asking = { ...this.options, campaign, isDoubtful: this.isDoubtful(address), known: this.knownOf(address) };
      this.keep(address, await readTwins(this.seen.get(address) ?? [], asking), step);
    });
    await this.readUnseen(campaign, { unseen, ours }, step);
    await this.readForeign(campaign, unseen);
    if (isFed) await this.sample(campaign, ids);
  }

  private keep(address: Address, observed: ObservedRecord, step: () => void): void {
    this.observed.set(address, observed);
    step();
  }

  /** All that carry our marker. */
  private async readOurs(campaign: Campaign, ids: ReadonlySet<string>): Promise<readonly ObservedTask[]> {
    if (!campaign.marker) return [];
    const { reader, lineage, shard } = this.options;
    const size = { expected: ids.size, ...(shard !== undefined && { shard }) };
    const { tasks, isWhole } = await readByMarker({ reader, lineage, campaign, ids, ...size });
    if (!isWhole) this.unread.add(campaign.campaignName);
    for (const task of tasks) {
      const address = recordAddress(campaign.campaignName, task.clientId);
      const twins = this.seen.get(address);
      if (twins === undefined) this.seen.set(address, [task]);
      else twins.push(task);
    }
    return tasks;
  }

  private async readUnseen(
    campaign: Campaign,
    { unseen, ours }: { readonly unseen: readonly string[]; readonly ours: readonly ObservedTask[] },
    step: () => void,
  ): Promise<void> {
    const { reader, clock, shard } = this.options;
    const observedAt = clock();
    // Of a shard of a campaign the keys are spread over all starts.
    const clientIds = shard === undefined ? unseen : [];
    const bulk = await readByStart({ reader, campaign, clientIds, ours });
    const none = toObserved([], observedAt);
    const alone: string[] = [];
    for (const clientId of unseen) {
      const address = recordAddress(campaign.campaignName, clientId);
      // Where files are loaded, another may stand beside it that no search for its id item shows.
      const found = campaign.intake ? undefined : bulk.present.get(clientId);
      if (found !== undefined && !showsOthersAlone(found, this.knownOf(address) ?? ''))
        this.keep(address, toObserved(found, observedAt), step);
      else if (bulk.absent.has(clientId) && this.isOnlyDeclared(address)) {
        this.keep(address, none, step);
      } else alone.push(clientId);
    }
    await forEachParallel(alone, async (clientId) => {
      const address = recordAddress(campaign.campaignName, clientId);
      const both = { ...campaign, intake: true };
      const asked = this.isDoubtful(address) ? both : campaign;
      const key = { clientId, clock, known: this.knownOf(address) };
      const found = await observeRecord(reader, { ...key, campaign: asked });
      const again = !asked.intake && this.mayHideOurs(clientId, found);
      this.keep(address, again ? await observeRecord(reader, { ...key, campaign: both }) : found, step);
    });
  }

  /** A project that was renamed finds none of its tasks by their ids where a spreadsheet changed all of them. Absence is not learnt here. */
  private async readForeign(campaign: Campaign, unseen: readonly string[]): Promise<void> {
    const { reader, recorded, lineage } = this.options;
    const { campaignName } = campaign;
    const isKnown = [...recorded.objects.values()].some((each) => isRecord(each) && each.campaignName === campaignName);
    if (!campaign.marker || isKnown || !unseen.some(mayBeSaved)) return;
    const criterion = { key: MARKER_KEY, value: '/', condition: 'CONTAINS' } as const;
    const outcome = await reader.searchRecords(campaign, criterion);
    stopOnEnvironment(outcome);
    for (const task of outcome.kind === 'done' ? outcome.value.tasks : []) {
      const marker = markerIn(task);
      if (marker !== null && !isMarkerOf(lineage, marker))
        this.foreign.set(recordAddress(campaignName, task.clientId), task);
    }
  }

  /** Where a record comes to stands another task than the recorded one: others may have carried ours there, too. */
  private mayHideOurs(clientId: string, { tasks }: ObservedRecord): boolean {
    const left = this.left.get(clientId);
    return left?.consumed === null && tasks.some((task) => !isSameTask(left, task));
  }

  /**
   * Asked for by itself: what only its marker says is ours, what a write found otherwise, and a task other than the recorded one, which may
   * stand beside it.
   */
  private isDoubtful(address: Address): boolean {
    const recorded = this.options.recorded.objects.get(address);
    const seen = this.seen.get(address);
    if (!isRecord(recorded)) return seen !== undefined;
    return recorded.contested === true || seen?.every((task) => isAnother(recorded, task)) === true;
  }

  private knownOf(address: Address): string | undefined {
    const recorded = this.options.recorded.objects.get(address);
    return isRecord(recorded) ? recorded.previewRecordId : undefined;
  }

  /**
   * What is absent and so is created or moved here, after one more reading; nothing else follows from its absence. Not where that reading
   * found the place taken.
   */
  private isOnlyDeclared(address: Address): boolean {
    const { objects, removed } = this.options.recorded;
    const desired = this.desired.get(address);
    if (desired === undefined || desired.adopt || !isAdded(desired.ensure)) return false;
    if (this.left.get(desired.clientId)?.contested === true) return false;
    return !objects.has(address) && removed?.has(address) !== true && !this.open.has(address);
  }

  private async readNamed(named: readonly DesiredRecord[], step: () => void): Promise<void> {
    const { reader, clock, recorded } = this.options;
    await forEachParallel(named, async (desired) => {
      const known = recorded.objects.get(desired.address);
      const asked = { reader, desired, recorded: isRecord(known) ? known : null, clock };
      this.keep(desired.address, await observeNamed(asked), step);
    });
  }

  private async sample(campaign: Campaign, ids: ReadonlySet<string>): Promise<void> {
    if (ids.size === 0) return;
    const addresses = [...ids].map((clientId) => recordAddress(campaign.campaignName, clientId));
    const read = addresses.flatMap((address) => this.observed.get(address)?.tasks ?? []);
    const stranger = await findStranger({ ...this.options, campaign, read });
    if (stranger !== undefined) this.strangers.set(campaign.campaignName, stranger);
  }

  /**
   * A record consumed and gone is settled for good: asking again each run would cost a request for nothing. Not where no reading has ever
   * shown it: those that found it gone may have lagged; nor where a write is open that this reading settles. Of a move it would settle too
   * much: what is gone where it came from may stand behind another.
   */
  private isUsedUp(address: Address): boolean {
    const recorded = this.options.recorded.objects.get(address);
    if (!isRecord(recorded) || recorded.consumed === null || this.written.has(address)) return false;
    const reissue = this.desired.get(address)?.reissue;
    if (reissue === undefined)
      return this.reasons.get(recorded.clientId)?.every((each) => !isNewReason(each, recorded)) ?? true;
    const wasShown = recorded.previewRecordId !== '';
    return recorded.consumed.how === 'gone' && wasShown && !isNewReason(reissue, recorded);
  }
}

/** Of a move both. */
function addressesOf({ address, fromCampaign }: OpenIntent): Address[] {
  const parsed = parseAddress(address);
  return fromCampaign === null || !isRecord(parsed)
    ? [address]
    : [address, recordAddress(fromCampaign, parsed.clientId)];
}
