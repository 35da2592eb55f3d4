// What is pinned to one person, counted for people: by campaign, by state and by earliest time (preview campaign
// interface, "Preferred-agent rule"). Pure; nothing is decided here.

import { isFinished, isTaken } from '../../model/record.ts';
import type { PinnedTask } from '../../model/state.ts';
import type { CampaignPins } from '../plan-value.ts';

export interface PinJudge {
  readonly isSettled: (pinned: PinnedTask) => boolean;
  readonly isOurs: (pinned: PinnedTask) => boolean;
  /** Epoch milliseconds. */
  readonly now: number;
}

export function countPins(tasks: readonly PinnedTask[], judge: PinJudge): CampaignPins[] {
  return [...Map.groupBy(tasks, ({ campaignName }) => campaignName)]
    .map(([campaignName, members]) => countIn(campaignName, members, judge))
    .toSorted((a, b) => BY_NAME.compare(a.campaignName, b.campaignName));
}

function countIn(campaignName: string, members: readonly PinnedTask[], judge: PinJudge): CampaignPins {
  const open = members.filter(({ task }) => !isFinished(task));
  const left = open.filter((pinned) => !judge.isSettled(pinned));
  const untouched = left.filter(({ task }) => !isTaken(task, judge.now));
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
