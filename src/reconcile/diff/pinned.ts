// What is pinned to one person, counted for people: by campaign, by state and by earliest time (preview campaign
// interface, "Preferred-agent rule"). Pure; nothing is decided here.

import type { Address } from '../../model/address.ts';
import { isFinished, isWorked } from '../../model/record.ts';
import type { PinnedTask } from '../../model/state.ts';

/** Tasks of one campaign that name one person. Each task is counted once. */
export interface PinnedIn {
  readonly campaignName: string;
  /** Open, untouched, deliverable already. */
  readonly openNow: number;
  /** Open, untouched, deliverable from that instant (epoch milliseconds), earliest first. */
  readonly later: readonly { readonly at: number; readonly tasks: number }[];
  /** Touched by an agent and still open. */
  readonly worked: number;
  /** COMPLETED or REMOVED: left alone. */
  readonly finished: number;
  /** Dealt with by a change of their own in the same plan: deleted, moved or pinned to somebody else. */
  readonly settled: number;
  /** Open and not ours, and counted above too: never written. */
  readonly foreign: number;
}

/** What becomes of the open tasks that no other change deals with; `stays`: they keep the pin. */
export type PinFate = 'reassign' | 'clear' | 'block' | 'stays';

export interface PinnedTo {
  /** Of the person. */
  readonly address: Address;
  readonly fate: PinFate;
  /** loginUserId of who gets the tasks; null unless the fate is `reassign`. */
  readonly heir: string | null;
  readonly campaigns: readonly PinnedIn[];
}

export interface Offboarding {
  /** Campaigns that were searched for pins; none when nobody leaves. A pin in any other campaign is not seen. */
  readonly searched: readonly string[];
  readonly leavers: readonly PinnedTo[];
}

export interface PinJudge {
  readonly isSettled: (pinned: PinnedTask) => boolean;
  readonly isOurs: (pinned: PinnedTask) => boolean;
  /** Epoch milliseconds. */
  readonly now: number;
}

export function countPins(tasks: readonly PinnedTask[], judge: PinJudge): PinnedIn[] {
  return [...Map.groupBy(tasks, ({ campaignName }) => campaignName)]
    .map(([campaignName, members]) => countIn(campaignName, members, judge))
    .toSorted((a, b) => BY_NAME.compare(a.campaignName, b.campaignName));
}

function countIn(campaignName: string, members: readonly PinnedTask[], judge: PinJudge): PinnedIn {
  const open = members.filter(({ task }) => !isFinished(task));
  const left = open.filter((pinned) => !judge.isSettled(pinned));
  const untouched = left.filter(({ task }) => !isWorked(task));
  const times = untouched.flatMap(({ task: { nextEarliestWorkTime: time } }) =>
    time !== null && time > judge.now ? [time] : [],
  );
  const later = [...Map.groupBy(times, (time) => time)].toSorted(([a], [b]) => a - b);
  return {
    campaignName,
    openNow: untouched.length - times.length,
    later: later.map(([at, group]) => ({ at, tasks: group.length })),
    worked: left.length - untouched.length,
    finished: members.length - open.length,
    settled: open.length - left.length,
    foreign: left.filter((pinned) => !judge.isOurs(pinned)).length,
  };
}

const BY_NAME = new Intl.Collator('en', { numeric: true });
const MOST_NAMES = 5;

/** `Summer: C-1, C-2; Winter: W-1 and 3 more`: five clientIds at most, then a number. */
export function pinNames(tasks: readonly PinnedTask[]): string {
  const sorted = tasks.toSorted(
    (a, b) => BY_NAME.compare(a.campaignName, b.campaignName) || BY_NAME.compare(a.task.clientId, b.task.clientId),
  );
  const named = Map.groupBy(sorted.slice(0, MOST_NAMES), ({ campaignName }) => campaignName);
  const words = [...named].map(([name, group]) => `${name}: ${group.map(({ task }) => task.clientId).join(', ')}`);
  const more = sorted.length - MOST_NAMES;
  return words.join('; ') + (more > 0 ? ` and ${more} more` : '');
}

/** `1 open task is pinned`, `3 open tasks are pinned`. */
export function openPins(count: number): string {
  return count === 1 ? '1 open task is pinned' : `${count} open tasks are pinned`;
}
