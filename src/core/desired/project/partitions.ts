// `partitions:` of muster.yaml: one environment as several targets, each with its own stack, over the same desired files. All files
// are read and checked as one; then a partition keeps what it declares, and knows what the others declare.
//
//   partition   a share of the campaigns, and of the people by the files that declare them
//   premise     every campaign and every person belongs to exactly one partition, or nothing is planned
//
//   an object is          | recorded here                  | not recorded here
//   declared here         | compared as without partitions | the same: somebody else's needs `adopt: true`
//   declared elsewhere    | let go without a request       | not looked at
//   declared nowhere      | removed as without partitions  | not looked at
//
// Example: target prod with the partitions people and renewals is split into prod.people and prod.renewals. A leaver declared in
// people is removed there, once no campaign of either has an open task pinned to that person.

import { Minimatch } from 'minimatch';

import { isUser, matchesAddress } from '../../model/address.ts';
import type { Address, SourcePosition } from '../../model/address.ts';
import type { DesiredRecord } from '../../model/record.ts';
import type { DesiredState } from '../../model/state.ts';
import type { Partition, Split, Target } from '../../model/target.ts';
import type { DesiredUser } from '../../model/user.ts';
import { valuePlace } from '../declarations/declare.ts';
import type { Reader } from '../declarations/declare.ts';
import { otherAddresses } from '../declarations/elsewhere.ts';
import type { OtherRecords } from '../declarations/elsewhere.ts';
import { digestOfFiles } from '../text/content.ts';
import type { Findings } from '../text/findings.ts';
import type { Subject } from '../text/shape.ts';
import { fixedSource } from '../text/source.ts';
import { descend } from '../text/tree.ts';

export type PartitionsInput = Readonly<Record<string, Partial<Omit<Partition, 'name'>>>>;

/** Each target, and after it its parts: `<target>.<partition>`, which share its budget of requests. */
export function splitTargets(
  targets: ReadonlyMap<string, Target>,
  input: PartitionsInput | undefined,
  { whole, findings }: { readonly whole: Subject; readonly findings: Findings },
): Map<string, Target> {
  if (input === undefined) return new Map(targets);
  const partitions = Object.entries(input).map(([name, part]) => ({ campaigns: [], teams: [], ...part, name }));
  const all = new Map<string, Target>();
  for (const target of targets.values()) {
    const split = { of: target.name, partitions };
    all.set(target.name, { ...target, split: { ...split, own: null } });
    for (const { name } of partitions) {
      const part = partOf(target, { ...split, own: name });
      if (targets.has(part.name)) {
        const at = valuePlace({ ...whole, node: descend(whole.node, ['targets']) }, part.name);
        const message = `targets.${part.name}: expected a name that no partition has; partition ${name} of target ${target.name} is called so`;
        findings.add({ code: 'duplicate-key', source: whole.source, at, message });
      }
      all.set(part.name, part);
    }
  }
  return all;
}

/** So many partitions may run at once: together they send no more than the target allows. */
function partOf(target: Target, split: Split): Target {
  const maxConcurrency = Math.max(1, Math.floor(target.maxConcurrency / split.partitions.length));
  return {
    ...target,
    name: `${target.name}.${split.own}`,
    stack: `${target.stack}.${split.own}`,
    maxConcurrency,
    split,
  };
}

/** Reports what belongs to no partition or to several. */
export function checkPartitions({ users, campaigns }: DesiredState, split: Split, findings: Findings): void {
  const holders = openHolders(split);
  const refuse = (what: string, key: 'campaigns' | 'teams', { source, names }: PlacedSource): void => {
    if (names.length === 1) return;
    const given = names.length === 0 ? 'none of them has a pattern for it' : `it is in ${names.join(' and ')}`;
    const message = `${what}: expected exactly one partition under partitions.*.${key} of muster.yaml; ${given}`;
    findings.add({ code: 'partition', source: fixedSource(source.file, source.line, source.column), at: 0, message });
  };
  for (const { campaignName, source } of campaigns) {
    refuse(`campaign ${campaignName}`, 'campaigns', { source, names: holders.ofCampaign(campaignName) });
  }
  const first = new Map(users.toReversed().map(({ source }) => [source.file, source]));
  for (const [file, source] of first) refuse(`people of ${file}`, 'teams', { source, names: holders.ofFile(file) });
}

interface PlacedSource {
  readonly source: SourcePosition;
  /** Of the partitions that hold it. */
  readonly names: readonly string[];
}

/** Campaigns of which a run of this partition needs to know hardly more than which records they have. */
export function elsewhereOf(target: Pick<Target, 'split'> | undefined): Pick<Reader, 'isElsewhere'> {
  const split = target?.split;
  if (split === undefined || split.own === null) return {};
  const { ofCampaign } = openHolders(split);
  const known = new Map<string, boolean>();
  const isElsewhere = (name: string): boolean => {
    const [holder, another] = ofCampaign(name);
    // What belongs to no partition or to several is read like one's own, and refused.
    const is = holder !== undefined && another === undefined && holder !== split.own;
    known.set(name, is);
    return is;
  };
  return { isElsewhere: (name) => known.get(name) ?? isElsewhere(name) };
}

/** What the partition of a target declares, and what the others do. The whole where the target is none. */
export function withinPartition(
  whole: DesiredState,
  { split }: Pick<Target, 'split'>,
  others: readonly OtherRecords[],
): DesiredState {
  if (split === undefined || split.own === null) return whole;
  const { own } = split;
  const holderOf = openHolderOf(split);
  const isOwn = (object: DesiredUser | DesiredRecord): boolean => holderOf(object) === own;
  const { users, records, campaigns } = whole;
  const isOwnCampaign = ({ campaignName }: { readonly campaignName: string }): boolean =>
    openHolders(split).ofCampaign(campaignName).includes(own);
  const holders = new Map<Address, string>();
  const beside = [...users, ...records].filter((object) => !isOwn(object));
  const leavers = new Set(beside.flatMap(({ address, ensure }) => (ensure === 'absent' ? [address] : [])));
  for (const object of beside) holders.set(object.address, holderOf(object) ?? '');
  for (const each of others) {
    const [holder = ''] = openHolders(split).ofCampaign(each.campaignName);
    for (const address of otherAddresses(each, each.clientIds)) holders.set(address, holder);
    for (const address of otherAddresses(each, each.absent)) leavers.add(address);
  }
  return {
    ...whole,
    // Files with which muster.yaml divides the target another way are other files.
    content: digestOfFiles([
      ...split.partitions.map(({ name, ...held }) => [name, JSON.stringify(held)] as const),
      ['', whole.content],
    ]),
    users: users.filter(isOwn),
    records: records.filter(isOwn),
    campaigns: campaigns.filter(isOwnCampaign),
    others: { holders, leavers, campaigns: campaigns.filter((campaign) => !isOwnCampaign(campaign)) },
  };
}

/** Declared people and records -> the name of their partition. */
function openHolderOf(split: Split): (object: DesiredUser | DesiredRecord) => string | undefined {
  const { ofCampaign, ofFile } = openHolders(split);
  const known = new Map<string, string | undefined>();
  return (object) => {
    const key = isUser(object) ? `file ${object.source.file}` : `campaign ${object.campaign.campaignName}`;
    if (!known.has(key)) {
      known.set(key, isUser(object) ? ofFile(object.source.file)[0] : ofCampaign(object.campaign.campaignName)[0]);
    }
    return known.get(key);
  };
}

interface Holders {
  readonly ofCampaign: (campaignName: string) => string[];
  readonly ofFile: (file: string) => string[];
}

function openHolders({ partitions }: Split): Holders {
  const named = (isHeld: (each: Partition) => boolean): string[] => partitions.filter(isHeld).map(({ name }) => name);
  return {
    ofCampaign: (name) => named(({ campaigns }) => campaigns.some((pattern) => matchesAddress(pattern, name))),
    ofFile: (file) => named(({ teams }) => teams.some((pattern) => new Minimatch(pattern).match(file))),
  };
}
