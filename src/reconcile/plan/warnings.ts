// What a plan warns of: it never stops an apply. Each has a code of its own (model/errors/warning.ts). Pure.

import { userAddress } from '../../model/address.ts';
import { pinLapsesAt } from '../../model/record.ts';
import type { DesiredState, ObservedState } from '../../model/state.ts';
import type { Policy } from '../../model/target.ts';
import { moment, PIN_LAPSE_MS } from '../../model/time.ts';
import { unseenAgents } from './agents.ts';
import { addsUser } from '../change.ts';
import type { Change } from '../change.ts';
import type { Warning } from '../plan-value.ts';
import { deliveries } from './forecast.ts';
import type { Delivery } from './forecast.ts';
import { idFieldWarnings } from './id-field.ts';

export interface WarningFacts {
  readonly desired: DesiredState;
  readonly observed: ObservedState;
  readonly policy: Policy;
  /** Epoch milliseconds. */
  readonly now: number;
}

const PINS_PER_WINDOW = 4;

export function warningsOf(changes: readonly Change[], facts: WarningFacts): Warning[] {
  const all = deliveries(changes);
  const byAgent = new Map<string, Delivery[]>();
  for (const delivery of all) {
    if (delivery.agent !== null) byAgent.set(delivery.agent, [...(byAgent.get(delivery.agent) ?? []), delivery]);
  }
  const agents = [...byAgent].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return [
    ...all.flatMap((delivery) => early(delivery, facts.now) ?? []),
    ...agents.flatMap(([agent, pinned]) => crowded(agent, pinned, facts) ?? []),
    ...agents.flatMap(([agent, pinned]) => newcomer(agent, pinned, changes) ?? []),
    ...unseenAgents(facts),
    ...idFieldWarnings(facts),
    ...ofFiles(changes, facts.desired),
  ];
}

/** What the files are warned of, for the records that this plan changes: `muster validate` says all of it. */
function ofFiles(changes: readonly Change[], { warnings = [] }: DesiredState): Warning[] {
  const changed = new Set(changes.map(({ address }) => address));
  return warnings.flatMap(({ code, message, address, source }) =>
    address !== null && changed.has(address) ? [{ code, text: message, address, source }] : [],
  );
}

/** A time that has passed, or a pin that nobody can use: one warning a record, the graver one. */
function early(delivery: Delivery, now: number): Warning | null {
  const { address, agent, time, setsTime, setsPin, task } = delivery;
  const source = delivery.change.source;
  const isPast = setsTime && time !== null && time < now;
  if (agent !== null && setsPin && lapsesEarly(delivery, now)) {
    const since = task === null ? 'its earliest time passed' : 'it has been deliverable for';
    const text = `pinned to ${agent}, but ${since} more than 30 minutes${task === null ? ' ago' : ''}`;
    return { code: 'pin-lapses-early', text, address, source };
  }
  if (!isPast) return null;
  const text = `nextEarliestWorkTime ${moment(time)} has passed: deliverable at once`;
  return { code: 'time-in-past', text, address, source };
}

/** Whether the half hour counts from then or from the new pin is not shown in the document; the earlier is assumed. */
function lapsesEarly({ time, task }: Delivery, now: number): boolean {
  const createdTime = task?.createdTime ?? null;
  if (createdTime === null && time === null) return false;
  return pinLapsesAt({ createdTime, nextEarliestWorkTime: time }) <= now;
}

function crowded(agent: string, pinned: readonly Delivery[], { policy, now }: WarningFacts): Warning | null {
  const limit = policy.pinsPerWindow ?? PINS_PER_WINDOW;
  const window = busiestWindow(pinned.map(({ time }) => Math.max(now, time ?? 0)));
  if (window.count <= limit) return null;
  const from = window.start <= now ? 'at once' : `from ${moment(window.start)}`;
  const text = `${window.count} records pinned to ${agent} are deliverable within 30 minutes ${from}; more than ${limit} is a crowd`;
  return { code: 'pins-crowded', text, address: userAddress(agent), source: pinned[0]?.change.source ?? null };
}

/** The half hour in which most of these instants fall. */
function busiestWindow(instants: readonly number[]): { start: number; count: number } {
  const sorted = instants.toSorted((a, b) => a - b);
  let best = { start: 0, count: 0 };
  let end = 0;
  for (const [index, start] of sorted.entries()) {
    while ((sorted[end] ?? Infinity) < start + PIN_LAPSE_MS) end += 1;
    if (end - index > best.count) best = { start, count: end - index };
  }
  return best;
}

function newcomer(agent: string, pinned: readonly Delivery[], changes: readonly Change[]): Warning | null {
  const address = userAddress(agent);
  const made = changes.find((change) => change.address === address && addsUser(change));
  if (made === undefined) return null;
  const records = pinned.length === 1 ? '1 record is' : `${pinned.length} records are`;
  const text = `${records} pinned to this person before the first log-in`;
  return { code: 'pin-on-new-agent', text, address, source: made.source };
}
