// What there is to ask about: every user, campaign and record that is declared, recorded, or left open by an earlier run.

import { isRecord, isUser, parseAddress } from '../../model/address.ts';
import { undeclaredCampaign } from '../../model/record.ts';
import type { Campaign, RecordedRecord } from '../../model/record.ts';
import type { DesiredState, RecordedState } from '../../model/state.ts';
import type { Policy } from '../../model/target.ts';
import { heldElsewhere } from '../held-elsewhere.ts';

/** `asksPins`: whether the agents that records are pinned to are asked for, too. */
export function loginsToAsk(
  desired: DesiredState,
  recorded: RecordedState,
  asksPins = true,
): { known: string[]; agents: string[] } {
  const known = new Set(desired.users.map((user) => user.loginUserId));
  const remembered = recorded.removed?.keys() ?? [];
  for (const address of [
    ...recorded.objects.keys(),
    ...remembered,
    ...recorded.openIntents.map((intent) => intent.address),
  ]) {
    const parsed = parseAddress(address);
    if (isUser(parsed)) known.add(parsed.loginUserId);
  }
  const agents = new Set<string>();
  for (const record of asksPins ? desired.records : []) {
    if (record.preferredAgent && !known.has(record.preferredAgent)) agents.add(record.preferredAgent);
  }
  const declared = new Set(desired.users.map((user) => user.address));
  // Who was removed may be there again, with tasks that somebody has to get.
  const leaving = [...recorded.objects.values(), ...(recorded.removed?.values() ?? [])].filter(isUser);
  for (const user of [...desired.users, ...leaving.filter(({ address }) => !declared.has(address))]) {
    const successor = typeof user.offboard === 'object' ? user.offboard.reassignTo : null;
    if (successor !== null && !known.has(successor)) agents.add(successor);
  }
  return { known: [...known], agents: [...agents] };
}

/** Declared campaigns, and those only recorded or left open by an earlier run: rebuilt from what was recorded. */
export function knownCampaigns(desired: DesiredState, recorded: RecordedState): Campaign[] {
  const all = [...(recorded.campaigns ?? []), ...desired.campaigns];
  const campaigns = new Map(all.map((campaign) => [campaign.campaignName, campaign]));
  const add = (campaignName: string, recordedThere: RecordedRecord): void => {
    if (!campaigns.has(campaignName)) campaigns.set(campaignName, undeclaredCampaign(campaignName, recordedThere));
  };
  for (const object of recorded.objects.values()) if (isRecord(object)) add(object.campaignName, object);
  for (const { proposed, fromCampaign } of recorded.openIntents) {
    if (!isRecord(proposed)) continue;
    add(proposed.campaignName, proposed);
    if (fromCampaign !== null) add(fromCampaign, proposed);
  }
  return [...campaigns.values()];
}

/** Those, and campaigns of records that were removed and carried our marker: the search by marker shows whether they are. */
export function campaignsToRead(desired: DesiredState, recorded: RecordedState): Campaign[] {
  const known = knownCampaigns(desired, recorded);
  const names = new Set(known.map(({ campaignName }) => campaignName));
  const removed = new Map<string, Campaign>();
  for (const object of recorded.removed?.values() ?? []) {
    if (!isRecord(object) || object.marker === null || names.has(object.campaignName)) continue;
    removed.set(object.campaignName, undeclaredCampaign(object.campaignName, object));
  }
  return [...known, ...removed.values()];
}

/**
 * Where a task pinned to a leaver may stand: campaigns declared or recorded in any partition, left open by an earlier run, or
 * added by muster.yaml. Takes the whole state, not a narrowed one: pins know no scope. There is no call that lists campaigns.
 */
export function campaignsToSearch(desired: DesiredState, recorded: RecordedState, policy: Policy): Campaign[] {
  const own = knownCampaigns(desired, recorded);
  const ownNames = new Set(own.map(({ campaignName }) => campaignName));
  const beside = (desired.others?.campaigns ?? []).filter(({ campaignName }) => !ownNames.has(campaignName));
  const held = [...heldElsewhere(desired).values()].flatMap(({ object }) =>
    isRecord(object) && object.consumed === null ? undeclaredCampaign(object.campaignName, object) : [],
  );
  const known = [...new Map([...held, ...beside, ...own].map((each) => [each.campaignName, each])).values()];
  const open = recorded.openIntents.flatMap(({ address, fromCampaign }) => {
    const parsed = parseAddress(address);
    return [isRecord(parsed) ? parsed.campaignName : null, fromCampaign];
  });
  const names = new Set(known.map(({ campaignName }) => campaignName));
  const more = [...open, ...(policy.offboard?.campaigns ?? [])].filter((name) => name !== null && !names.has(name));
  return [...known, ...[...new Set(more)].flatMap((name) => (name === null ? [] : [undeclaredCampaign(name)]))];
}

/** Every record address that is desired, recorded or about to be settled, by campaign. */
export function recordKeys(desired: DesiredState, recorded: RecordedState): Map<string, Set<string>> {
  const keys = new Map<string, Set<string>>();
  const add = (campaignName: string, clientId: string): void => {
    const known = keys.get(campaignName) ?? new Set<string>();
    keys.set(campaignName, known.add(clientId));
  };
  for (const record of desired.records) add(record.campaign.campaignName, record.clientId);
  for (const object of recorded.objects.values()) {
    if (isRecord(object)) add(object.campaignName, object.clientId);
  }
  for (const intent of recorded.openIntents) {
    const parsed = parseAddress(intent.address);
    if (!isRecord(parsed)) continue;
    add(parsed.campaignName, parsed.clientId);
    if (intent.fromCampaign !== null) add(intent.fromCampaign, parsed.clientId);
  }
  return keys;
}
