// What a plan says of people who leave: the tasks pinned to each, campaign by campaign, and where that was looked for.

import type { Address } from '../../model/address.ts';
import type { Note } from '../layout.ts';
import { count, moment, tally } from '../words.ts';
import type { PlanFacts } from './facts.ts';
import type { ReportLeaver } from './rows.ts';

type Counted = ReportLeaver['campaigns'][number];

const MOST_TIMES = 3;

/** Under the person: `Summer: 2 open now, 1 from 2026-12-01 08:00 UTC go to ben@… first; 1 finished is left alone`. */
export function pinNotes(address: Address, { leavers }: PlanFacts['offboarding']): Note[] {
  const leaver = leavers.find((each) => each.address === address);
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
  const which = open > 0 ? `${settled.toLocaleString('en')} more` : count(settled, 'pinned task');
  const parts = [
    open > 0 ? `${count(open, 'pinned task')}${whose} ${fateText(leaver, open)}: ${states}` : '',
    settled > 0 ? `${which} settled by ${settled === 1 ? 'its' : 'their'} own change in this plan` : '',
    finished > 0 ? `${finished.toLocaleString('en')} finished left alone` : '',
  ];
  return `${campaign.campaignName}: ${parts.filter((part) => part !== '').join('; ')}`;
}

function fateText({ fate, heir }: ReportLeaver, open: number): string {
  const one = open === 1;
  switch (fate) {
    case 'reassign':
      return `${one ? 'goes' : 'go'} to ${heir ?? ''} first`;
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
export function searchedLine({ searched }: PlanFacts['offboarding']): string {
  if (searched.length === 0) return '';
  return `Searched for tasks pinned to people who leave: ${searched.join(', ')} (others cannot be found; policy.offboard.campaigns adds more)`;
}
