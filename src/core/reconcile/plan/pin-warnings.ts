// Of agents to whom a plan pins customers: too many at a time, or on somebody who never logged in. Those who are pinned to them already,
// and stay so, count, too. Pure.

import { userAddress } from '../../model/address.ts';
import type { Address } from '../../model/address.ts';
import { goesOn, isFinished } from '../../model/record.ts';
import type { DesiredState, ObservedState } from '../../model/state.ts';
import type { Policy } from '../../model/target.ts';
import { PIN_LAPSE_MS } from '../../model/time.ts';
import { addsUser } from '../change.ts';
import type { Change } from '../change.ts';
import { isPinOver } from '../mover.ts';
import type { Warning } from '../warning.ts';
import type { Delivery } from './forecast.ts';

interface PinFacts {
  readonly desired: DesiredState;
  readonly observed: ObservedState;
  readonly policy: Policy;
  /** Epoch milliseconds. */
  readonly now: number;
}

export interface PinnedAgent {
  readonly agent: string;
  /** Customers of the plan. */
  readonly pinned: readonly Delivery[];
  /** The others. */
  readonly kept: readonly KeptPin[];
}

const PINS_PER_WINDOW = 4;

/** In the order of their loginUserIds. */
export function pinnedAgents(all: readonly Delivery[], facts: PinFacts): PinnedAgent[] {
  const byAgent = Map.groupBy(all, ({ agent }) => agent ?? '');
  byAgent.delete('');
  const kept = Map.groupBy(keptPins(new Set(all.map(({ address }) => address)), facts), ({ agent }) => agent);
  return [...byAgent]
    .map(([agent, pinned]) => ({ agent, pinned, kept: kept.get(agent) ?? [] }))
    .toSorted((a, b) => (a.agent < b.agent ? -1 : 1));
}

interface KeptPin {
  readonly agent: string;
  readonly address: Address;
  /** When it can be called, epoch milliseconds. */
  readonly time: number;
}

/** Open tasks whose pin this plan leaves as it is. */
function keptPins(changed: ReadonlySet<Address>, { desired, observed, now }: PinFacts): KeptPin[] {
  return desired.records.flatMap(({ address, ensure, preferredAgent: agent = '' }): KeptPin[] => {
    const task = observed.records.get(address)?.tasks[0];
    if (changed.has(address) || !goesOn(ensure) || task === undefined || isFinished(task)) return [];
    if (agent === '' || task.preferredAgent !== agent || isPinOver(task, now)) return [];
    return [{ agent, address, time: task.nextEarliestWorkTime ?? now }];
  });
}

export function pinWarnings(agents: readonly PinnedAgent[], changes: readonly Change[], facts: PinFacts): Warning[] {
  const added = new Map(changes.filter(addsUser).map((change) => [change.address, change]));
  return [
    ...agents.flatMap((each) => crowded(each, facts) ?? []),
    ...agents.flatMap((each) => newcomer(each, added, facts) ?? []),
  ];
}

function crowded({ agent, pinned, kept }: PinnedAgent, { policy, now }: PinFacts): Warning | null {
  const limit = policy.pinsPerWindow ?? PINS_PER_WINDOW;
  const window = busiestWindow([
    ...pinned.map(({ time }) => ({ at: Math.max(now, time ?? 0), isOfPlan: true })),
    // Who can be called already is being called: how many of these are left nobody knows.
    ...kept.flatMap(({ time }) => (time > now ? [{ at: time, isOfPlan: false }] : [])),
  ]);
  if (window.count <= limit) return null;
  const from = window.start <= now ? null : window.start;
  const source = pinned[0]?.change.source ?? null;
  const when = { from, zone: zoneOf(pinned) };
  const reason = { code: 'pins-crowded', loginUserId: agent, records: window.count, ...when, limit } as const;
  return { ...reason, address: userAddress(agent), source };
}

function zoneOf(pinned: readonly Delivery[]): string | null {
  const [zone = null, ...others] = new Set(pinned.map((each) => each.zone));
  return others.length === 0 ? zone : null;
}

interface Instant {
  readonly at: number;
  readonly isOfPlan: boolean;
}

/** The half hour in which most of these instants fall, of those to which the plan adds one. */
function busiestWindow(instants: readonly Instant[]): { start: number; count: number } {
  const sorted = instants.toSorted((a, b) => a.at - b.at);
  let best = { start: 0, count: 0 };
  let [end, ofPlan] = [0, 0];
  for (const [index, { at: start, isOfPlan }] of sorted.entries()) {
    for (let next = sorted[end]; next !== undefined && next.at < start + PIN_LAPSE_MS; next = sorted[++end])
      ofPlan += Number(next.isOfPlan);
    if (ofPlan > 0 && end - index > best.count) best = { start, count: end - index };
    ofPlan -= Number(isOfPlan);
  }
  return best;
}

function newcomer(
  { agent, pinned, kept }: PinnedAgent,
  added: ReadonlyMap<string, Pick<Change, 'source'>>,
  { now }: PinFacts,
): Warning | null {
  const address = userAddress(agent);
  const made = added.get(address);
  if (made === undefined) return null;
  const first = [...kept, ...pinned].reduce((least, { time }) => Math.min(least, time ?? now), Infinity);
  const when = { from: first <= now ? null : first, zone: zoneOf(pinned) };
  const own = { loginUserId: agent, kept: kept.map((each) => each.address) };
  const reason = { code: 'pin-on-new-agent', ...own, ...when } as const;
  return { ...reason, address, source: made.source };
}
