// Reads the records of all campaigns: by marker in bulk where there are markers, then one by one what was not seen.

import { isRecord, recordAddress } from '../../model/address.ts';
import type { Address } from '../../model/address.ts';
import type { Lineage } from '../../model/identity.ts';
import type { Outcome } from '../../model/outcome.ts';
import type { Campaign, DesiredRecord, ObservedRecord, ObservedTask } from '../../model/record.ts';
import type { Presence } from '../../model/user.ts';
import type { Clock, DesiredState, RecordedState } from '../../model/state.ts';
import type { ServiceReader } from '../../service/service.ts';
import { isMarkerOf, shardPrefixes, splitShard, stacksOf } from '../marker.ts';
import { isNewReason } from '../reasons.ts';
import { MARKER_KEY } from '../../model/record.ts';
import { findStranger, mayHaveTwin, readTwins } from './intake.ts';
import { namedIds, observeNamed } from './named.ts';
import { observeRecord, stopOnEnvironment, toObserved } from './one.ts';
import { campaignsToRead, recordKeys } from './addresses.ts';
import { forEachParallel } from './parallel.ts';
import { isLikelyCeiling } from './search-campaign.ts';

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
  /** Campaigns in which the search by marker did not show everything. */
  readonly unread = new Set<string>();
  private readonly seen = new Map<Address, ObservedTask[]>();
  private readonly keys: Map<string, Set<string>>;
  private readonly campaigns: readonly Campaign[];
  /** Declared to be fed by intake files. */
  private readonly fed: ReadonlySet<string>;
  private readonly options: ReadingOptions;
  private readonly reissues: ReadonlyMap<Address, string>;
  /** Declared with a previewRecordId. */
  private readonly named: ReadonlyMap<Address, DesiredRecord>;

  constructor(options: ReadingOptions) {
    this.options = options;
    this.fed = new Set(options.desired.campaigns.flatMap((each) => (each.intake ? [each.campaignName] : [])));
    this.reissues = new Map(options.desired.records.map((record) => [record.address, record.reissue]));
    const named = options.desired.records.filter((record) => namedIds(record).length > 0);
    this.named = new Map(named.map((record) => [record.address, record]));
    this.keys = recordKeys(options.desired, options.recorded);
    this.campaigns = campaignsToRead(options.desired, options.recorded);
    this.size = [...this.keys.values()].reduce((sum, ids) => sum + ids.size, 0);
  }

  async read(step: () => void): Promise<void> {
    await Promise.all(this.campaigns.map((campaign) => this.readCampaign(campaign, step)));
  }

  presences(): Presence[] {
    return [...this.observed.values()].map((record) => record.presence);
  }

  /** Tasks with our marker that nobody declares and nothing records. */
  extras(): Map<Address, ObservedTask> {
    const extras = new Map<Address, ObservedTask>();
    for (const [address, tasks] of this.seen) {
      const task = tasks[0];
      if (task !== undefined && !this.observed.has(address)) extras.set(address, task);
    }
    return extras;
  }

  private async readCampaign(campaign: Campaign, step: () => void): Promise<void> {
    const ids = this.keys.get(campaign.campaignName) ?? new Set<string>();
    const observedAt = this.options.clock();
    const { reader, lineage, shard } = this.options;
    const size = { expected: ids.size, ...(shard !== undefined && { shard }) };
    const ours = campaign.marker
      ? await readByMarker({ reader, lineage, campaign, ids, ...size })
      : { tasks: [], isWhole: true };
    if (!ours.isWhole) this.unread.add(campaign.campaignName);
    for (const task of ours.tasks) {
      const address = recordAddress(campaign.campaignName, task.clientId);
      this.seen.set(address, [...(this.seen.get(address) ?? []), task]);
    }
    const addressOf = (clientId: string): Address => recordAddress(campaign.campaignName, clientId);
    const unseen = [...ids].filter((id) => !this.seen.has(addressOf(id)) && !this.named.has(addressOf(id)));
    await this.readNamed([...ids].map(addressOf), step);
    await forEachParallel([...ids], async (clientId) => {
      const address = addressOf(clientId);
      const found = this.seen.get(address);
      if (found === undefined || this.named.has(address)) return;
      const asks = this.fed.has(campaign.campaignName) && mayHaveTwin(found);
      const read = asks ? await readTwins(found, { ...this.options, campaign }) : toObserved(found, observedAt);
      this.observed.set(address, read);
      step();
    });
    await forEachParallel(
      unseen.filter((id) => !this.isUsedUp(recordAddress(campaign.campaignName, id))),
      async (clientId) => {
        this.observed.set(
          recordAddress(campaign.campaignName, clientId),
          await observeRecord(reader, { campaign, clientId, clock: this.options.clock }),
        );
        step();
      },
    );
    if (this.fed.has(campaign.campaignName)) await this.sample(campaign, ids);
  }

  private async readNamed(addresses: readonly Address[], step: () => void): Promise<void> {
    const { reader, clock, recorded } = this.options;
    const named = addresses.flatMap((address) => this.named.get(address) ?? []);
    await forEachParallel(named, async (desired) => {
      const known = recorded.objects.get(desired.address);
      const asked = { reader, desired, recorded: isRecord(known) ? known : null, clock };
      this.observed.set(desired.address, await observeNamed(asked));
      step();
    });
  }

  private async sample(campaign: Campaign, ids: ReadonlySet<string>): Promise<void> {
    if (ids.size === 0) return;
    const addresses = [...ids].map((clientId) => recordAddress(campaign.campaignName, clientId));
    const read = addresses.flatMap((address) => this.observed.get(address)?.tasks ?? []);
    const stranger = await findStranger({ ...this.options, campaign, read });
    if (stranger !== undefined) this.strangers.set(campaign.campaignName, stranger);
  }

  /** A record consumed and gone is settled for good: asking again each run would cost a request for nothing. */
  private isUsedUp(address: Address): boolean {
    const recorded = this.options.recorded.objects.get(address);
    if (!isRecord(recorded) || recorded.consumed === null) return false;
    const reissue = this.reissues.get(address);
    if (reissue === undefined) return true;
    return recorded.consumed.how === 'gone' && !isNewReason(reissue, recorded);
  }
}

/** `isWhole` false: a search failed, or could not be split further; what was not seen may stand there all the same. */
export interface MarkerReading {
  readonly tasks: readonly ObservedTask[];
  readonly isWhole: boolean;
}

/**
 * All tasks that carry our marker, shard by shard; an answer as long as the limit is split and asked again. So is the longest, where
 * it is as long as a ceiling that people set (search-campaign.ts) and a known id is missing.
 */
export async function readByMarker(options: {
  readonly reader: ServiceReader;
  readonly lineage: Lineage;
  readonly campaign: Campaign;
  readonly expected: number;
  /** Known clientIds of the campaign. */
  readonly ids?: ReadonlySet<string>;
  readonly shard?: string;
}): Promise<MarkerReading> {
  const found = new Map<string, ObservedTask>();
  let isWhole = true;
  let longest = 0;
  let doubtful: { readonly prefix: string; readonly shown: number }[] = [];
  const readShard = async (prefix: string): Promise<void> => {
    const criterion = { key: MARKER_KEY, value: prefix, condition: 'BEGINSWITH' } as const;
    const outcome = await options.reader.searchRecords(options.campaign, criterion);
    stopOnEnvironment(outcome);
    keepOurs(outcome, options.lineage, found);
    const shown = outcome.kind === 'done' ? outcome.value.shown : 0;
    longest = Math.max(longest, shown);
    if (outcome.kind !== 'done') isWhole = false;
    else if (!outcome.value.complete) await split(prefix);
    else if (isLikelyCeiling(shown)) doubtful.push({ prefix, shown });
  };
  const split = async (prefix: string): Promise<void> => {
    const halves = splitShard(prefix);
    if (halves.length === 0) isWhole = false;
    await Promise.all(halves.map(readShard));
  };
  const { lineage, shard, expected } = options;
  const prefixes = stacksOf(lineage).flatMap((stack) =>
    shard === undefined ? shardPrefixes(stack, expected) : [`${stack}/${shard}`],
  );
  await Promise.all(prefixes.map(readShard));
  const isMissing = (): boolean => {
    const seen = new Set([...found.values()].map(({ clientId }) => clientId));
    return [...(options.ids ?? [])].some((clientId) => !seen.has(clientId));
  };
  while (doubtful.length > 0 && isMissing()) {
    const again = doubtful.filter(({ shown }) => shown >= longest);
    doubtful = [];
    await Promise.all(again.map(({ prefix }) => split(prefix)));
  }
  return { tasks: [...found.values()], isWhole };
}

function keepOurs(
  outcome: Outcome<{ readonly tasks: readonly ObservedTask[] }>,
  lineage: Lineage,
  found: Map<string, ObservedTask>,
): void {
  if (outcome.kind !== 'done') return;
  for (const task of outcome.value.tasks) {
    const marker = task.items.find((item) => item.key === MARKER_KEY)?.value ?? null;
    if (isMarkerOf(lineage, marker)) found.set(task.previewRecordId, task);
  }
}
