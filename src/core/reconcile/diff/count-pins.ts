// What is pinned to one person, counted for people: by campaign, by state and by earliest time (preview campaign
// interface, "Preferred-agent rule"). Pure; nothing is decided here.

import { RECORD_FIELDS } from '../../model/record-fields.ts';
import { isTaken } from '../../model/record.ts';
import type { PinnedTask } from '../../model/state.ts';
import { isTimeZone } from '../../model/zone.ts';
import type { CampaignPins } from '../plan-value.ts';

export interface PinJudge {
  readonly isOpen: (pinned: PinnedTask) => boolean;
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
  const open = members.filter((pinned) => judge.isOpen(pinned));
  const finished = members.filter((pinned) => !judge.isOpen(pinned));
  const left = open.filter((pinned) => !judge.isSettled(pinned));
  const untouched = left.filter(({ task }) => !isTaken(task, judge.now));
  const zones = new Set([...new Set(untouched.map(zoneText))].filter(isTimeZone));
  const times = untouched.flatMap((pinned) => {
    const { nextEarliestWorkTime: at } = pinned.task;
    const zone = zoneText(pinned);
    return at !== null && at > judge.now ? [{ at, zone: zones.has(zone) ? zone : null }] : [];
  });
  const later = [...Map.groupBy(times, ({ at, zone }) => `${at} ${zone ?? ''}`).values()];
  return {
    campaignName,
    openNow: untouched.length - times.length,
    later: later
      .flatMap((group) => group.slice(0, 1).map((first) => ({ ...first, tasks: group.length })))
      .toSorted(byTime),
    worked: left.length - untouched.length,
    finished: finished.length,
    finishedTasks: finished.length > MOST_NAMED ? [] : finished.map(({ task }) => task.clientId),
    settled: open.length - left.length,
    foreign: left.filter((pinned) => !judge.isOurs(pinned)).length,
  };
}

/** More are counted, not named. */
const MOST_NAMED = 5;

const byTime = (a: { readonly at: number }, b: { readonly at: number }): number => a.at - b.at;

const BY_NAME = new Intl.Collator('en', { numeric: true });

function zoneText({ task: { items } }: PinnedTask): string {
  return items.find(({ key }) => key === RECORD_FIELDS.timeZone.item)?.value ?? '';
}
