// What a plan warns of: it never stops an apply. Each has a code of its own (model/errors/warning.ts). Pure.

import { isRecord } from '../../model/address.ts';
import { RECORD_FIELDS } from '../../model/record-fields.ts';
import type { DesiredState, ObservedState, RecordedState } from '../../model/state.ts';
import { agentRuleOf } from '../../model/target.ts';
import type { Policy, Target } from '../../model/target.ts';
import { unseenAgents } from '../diff/agents.ts';
import type { Change } from '../change.ts';
import { isPinOver } from '../mover.ts';
import type { Warning } from '../warning.ts';
import { deliveries } from './forecast.ts';
import type { Delivery } from './forecast.ts';
import { idFieldWarnings } from './id-field.ts';
import { nearCampaigns } from './near-campaigns.ts';
import { pinnedAgents, pinWarnings } from './pin-warnings.ts';

export interface WarningFacts {
  readonly desired: DesiredState;
  readonly observed: ObservedState;
  readonly recorded: RecordedState;
  readonly policy: Policy;
  readonly target: Pick<Target, 'identity'>;
  /** Epoch milliseconds. */
  readonly now: number;
}

export function warningsOf(changes: readonly Change[], facts: WarningFacts): Warning[] {
  const all = deliveries(changes);
  const agents = pinnedAgents(all, facts);
  return [
    ...all.flatMap((delivery) => early(delivery, facts.now) ?? []),
    ...pinWarnings(agents, changes, facts),
    ...unchecked(
      agents.flatMap(({ pinned }) => pinned),
      facts.target,
    ),
    ...unseenAgents({ ...facts, rule: agentRuleOf(facts.policy, facts.target) }),
    ...idFieldWarnings(facts),
    ...nearCampaigns(facts),
    ...changes.flatMap((change) => notApplied(change) ?? []),
    ...zonesNotKept(changes),
    ...zonesDiffer(facts),
    ...ofFiles(changes, facts.desired),
  ];
}

/** Nobody can be asked for there: said once. */
function unchecked(pinned: readonly Delivery[], { identity }: WarningFacts['target']): Warning[] {
  const [first] = pinned;
  if (identity !== 'internal' || first === undefined) return [];
  return [{ code: 'pins-unchecked', records: pinned.length, address: null, source: first.change.source }];
}

function notApplied(change: Change): Warning | null {
  const { address, source } = change;
  const fields = isRecord(change) ? (change.unapplied ?? []) : [];
  return fields.length === 0 ? null : { code: 'not-applied', fields, address, source };
}

function zonesDiffer({ desired, observed }: WarningFacts): Warning[] {
  const found = desired.records.filter(({ address }) => observed.otherZones?.has(address));
  return found
    .slice(0, 1)
    .map(({ source }) => ({ code: 'zone-differs', records: found.length, address: null, source }));
}

/** "When absent, the campaign's default time zone is used": an update says nothing of a zone that another call gave the task. */
function zonesNotKept(changes: readonly Change[]): Warning[] {
  const { item } = RECORD_FIELDS.timeZone;
  const updates = changes.filter((change) => {
    if (!isRecord(change) || !change.writes.includes('addOrUpdateCampaignRecord')) return false;
    const task = (change.from?.observed ?? change.observed)?.tasks[0];
    return task !== undefined && change.desired?.timeZone === undefined && task.items.every(({ key }) => key !== item);
  });
  const [first] = updates;
  if (first === undefined) return [];
  return [{ code: 'zone-not-kept', records: updates.length, address: null, source: first.source }];
}

/** What the files are warned of, for the records that this plan changes: `muster validate` says all of it. */
function ofFiles(changes: readonly Change[], { warnings = [] }: DesiredState): Warning[] {
  const changed = new Set(changes.map(({ address }) => address));
  return warnings.flatMap(({ code, message, address: first, source, alike = [] }) => {
    const address = [first, ...alike.map((each) => each.address)].find((each) => each !== null && changed.has(each));
    return address ? [{ code, message, address, source }] : [];
  });
}

/** A time that has passed, or a pin that nobody can use: one warning a record, the graver one. */
function early(delivery: Delivery, now: number): Warning | null {
  const { address, agent, time, setsTime, setsPin, zone } = delivery;
  const source = delivery.change.source;
  const isPast = setsTime && time !== null && time < now;
  if (agent !== null && setsPin && lapsesEarly(delivery, now)) {
    return { code: 'pin-lapses-early', loginUserId: agent, time, zone, address, source };
  }
  return isPast ? { code: 'time-in-past', time, zone, address, source } : null;
}

/** A new task is deliverable from its time on, whenever it is added: what the open point allows is warned of, too. */
function lapsesEarly({ time, task }: Delivery, now: number): boolean {
  const since = task === null ? (time ?? now) : time;
  return isPinOver({ createdTime: task?.createdTime ?? null, nextEarliestWorkTime: since }, now);
}
