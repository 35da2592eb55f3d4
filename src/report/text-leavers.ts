// What a report says of people who leave: the tasks pinned to each, campaign by campaign, where that was looked for, and
// how many people declared absent were verified to be so.

import type { Address } from '../model/address.ts';
import type { ReportLeaver } from './document-rows.ts';
import type { ReportDocument } from './document-shape.ts';
import { paragraph, type Layout, type Note } from './layout.ts';
import { count, moment, tally } from './words.ts';

type Counted = ReportLeaver['campaigns'][number];

const MOST_TIMES = 3;

/** Under the person: `Summer: 2 open now, 1 from 2026-12-01 08:00 UTC go to ben@… first; 1 finished is left alone`. */
export function pinNotes(address: Address, { offboarding }: ReportDocument): Note[] {
  const leaver = offboarding?.leavers.find((each) => each.address === address);
  if (leaver === undefined) return [];
  return leaver.campaigns.map((campaign) => ({ symbol: symbolOf(leaver), text: pinText(leaver, campaign) }));
}

function symbolOf({ fate }: ReportLeaver): Note['symbol'] {
  if (fate === 'block') return '!';
  return fate === 'stays' ? '=' : '~';
}

function pinText(leaver: ReportLeaver, campaign: Counted): string {
  const { openNow, worked, settled, finished, foreign } = campaign;
  const shown = campaign.later.slice(0, MOST_TIMES);
  const rest = campaign.later.slice(MOST_TIMES).reduce((sum, { tasks }) => sum + tasks, 0);
  const states = tally([
    [openNow, 'open now'],
    ...shown.map(({ at, tasks }) => [tasks, `from ${moment(at)}`] as const),
    [rest, 'later'],
    [worked, 'worked and open'],
  ]);
  const open = openNow + worked + campaign.later.reduce((sum, { tasks }) => sum + tasks, 0);
  const whose = foreign > 0 ? ` (${foreign.toLocaleString('en')} not ours)` : '';
  const parts = [
    open > 0 ? `${count(open, 'pinned task')}${whose} ${fateText(leaver, open)}: ${states}` : '',
    settled > 0
      ? `${count(settled, open > 0 ? 'more' : 'pinned task').replace(/ mores$/u, ' more')} settled by ${settled === 1 ? 'its' : 'their'} own change in this plan`
      : '',
    finished > 0 ? `${finished.toLocaleString('en')} finished left alone` : '',
  ];
  return `${campaign.campaignName}: ${parts.filter((part) => part !== '').join('; ')}`;
}

function fateText({ fate, reassignTo }: ReportLeaver, open: number): string {
  const one = open === 1;
  switch (fate) {
    case 'reassign':
      return `${one ? 'goes' : 'go'} to ${reassignTo ?? ''} first`;
    case 'clear':
      return `${one ? 'loses its' : 'lose their'} pin first`;
    case 'block':
      return `${one ? 'stops' : 'stop'} the removal`;
    case 'stays':
      return `${one ? 'keeps its' : 'keep their'} pin to this user`;
    default:
      return fate satisfies never;
  }
}

/** Pins elsewhere cannot be seen: which campaigns were asked is part of what the plan claims. */
export function searchedLine({ offboarding }: ReportDocument): string {
  const searched = offboarding?.searched ?? [];
  if (searched.length === 0) return '';
  return `Searched for tasks pinned to people who leave: ${searched.join(', ')} (others cannot be found; policy.offboard.campaigns adds more)`;
}

/**
 * `3 leavers verified absent on both sides`, or `3 leavers: 2 verified absent on both sides, 1 present`. Empty without a
 * leaver list.
 */
export function leaverLine({ leavers }: ReportDocument, layout: Layout): string[] {
  if (leavers === null || leavers.declared === 0) return [];
  const { declared, verified, notObservable, unproven, open, unreadable } = leavers;
  const all = count(declared, 'leaver');
  if (verified === declared) return paragraph(`${all} verified absent on both sides`, layout);
  const parts = tally([
    [verified, 'verified absent on both sides'],
    [notObservable, 'absent in the service and not observable in the backing instance'],
    [unproven, 'not proven absent (no known user answered in this run)'],
    [open - unreadable, 'present'],
    [unreadable, 'not readable'],
  ]);
  return paragraph(`${all}: ${parts}`, layout);
}
