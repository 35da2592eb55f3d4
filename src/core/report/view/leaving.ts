// What stands beside a person who leaves: who gets which tasks, campaign by campaign, before the person is removed.

import { count, namesOf, tally, timeIn } from '../words/words.ts';
import type { ReportChange } from '../documents/plan-rows.ts';
import type { CampaignPins, LeaverPins } from '../../reconcile/plan-value.ts';
import { type Address, isUser, parseAddress } from '../../model/address.ts';
import type { ReportedPlan } from '../documents/document.ts';
import { ofPlan } from './effects.ts';
import type { ViewNote } from './view.ts';

type CountedPins = CampaignPins<string>;

const MOST_TIMES = 3;

/** `2 open now, 1 from 2026-12-01 09:00 in Europe/Madrid, 1 called before and still open`. */
function countedStates({ openNow, later, worked }: CountedPins): string {
  const shown = later.slice(0, MOST_TIMES);
  const rest = later.slice(MOST_TIMES).reduce((sum, { tasks }) => sum + tasks, 0);
  return tally([
    [openNow, 'open now'],
    ...shown.map(({ at, zone, tasks }) => [tasks, `from ${timeIn(at, zone)}`] as const),
    [rest, 'later'],
    [worked, 'called before and still open'],
  ]);
}

type Fate = (reassignTo: string, one: boolean) => string;

const FATES: Readonly<Record<LeaverPins<string>['fate'], Fate>> = {
  reassign: (to, one) => `${one ? 'goes' : 'go'} to ${to} before the removal`,
  clear: (_, one) => `${one ? 'goes' : 'go'} to any agent before the removal`,
  block: (_, one) => `${one ? 'stops' : 'stop'} the removal`,
  stays: (_, one) => `${one ? 'keeps its' : 'keep their'} pin to this user`,
};

/** One note for each person who leaves, by address: who gets the tasks, and what stays or stands in the way, campaign by campaign. */
export function leavingNotes(document: ReportedPlan): ReadonlyMap<string, readonly ViewNote[]> {
  const { offboarding, changes } = document;
  const taken = Map.groupBy(changes.flatMap(pinTaken), ({ from }) => from);
  return new Map(
    offboarding.leavers.map((leaver) => {
      const parsed = parseAddress(leaver.address);
      const own = taken.get(isUser(parsed) ? parsed.loginUserId : '') ?? [];
      const text = [
        ...successors(own, ofPlan(document)),
        ...leaver.campaigns.flatMap((each) => inCampaign(leaver, each)),
      ].join('; ');
      const tone = leaver.fate === 'block' ? 'warning' : 'plain';
      return [leaver.address, text === '' ? [] : [{ tone, text }]];
    }),
  );
}

interface PinTaken {
  readonly address: Address;
  readonly from: string;
  readonly to: string;
}

function pinTaken({ address, fields, writes }: ReportChange): PinTaken[] {
  const pin = fields.find(({ field }) => field === 'preferredAgent');
  if (pin === undefined || !('before' in pin) || writes.length === 0) return [];
  const { before, after } = pin;
  return typeof before === 'string' && before !== ''
    ? [{ address, from: before, to: typeof after === 'string' ? after : '' }]
    : [];
}

/** More are counted, not named. */
const MOST_NAMED = 6;

/** `2 customers go to bianca.rossi@example.com before the removal: C-1, C-2`, by the changes of this plan. */
function successors(taken: readonly PinTaken[], how: ReturnType<typeof ofPlan>): string[] {
  const byName = Map.groupBy(taken, ({ to }) => to);
  return [...byName].map(([to, own]) => {
    const fate = FATES[to === '' ? 'clear' : 'reassign'](to, own.length === 1);
    const who = own.length > MOST_NAMED ? '' : `: ${namesOf(own, how)}`;
    return `${count(own.length, 'customer')} ${fate}${who}`;
  });
}

/** What stays as it is, or stands in the way, in one campaign. */
function inCampaign({ fate, reassignTo }: LeaverPins<string>, campaign: CountedPins): string[] {
  // A report of an earlier version names nobody.
  const { worked, finished, finishedTasks = [], foreign, openNow, later, campaignName } = campaign;
  const who = finishedTasks.length > 0 ? finishedTasks.join(', ') : count(finished, 'customer');
  const open = openNow + worked + later.reduce((sum, { tasks }) => sum + tasks, 0);
  const stands = fate === 'block' || fate === 'stays';
  const whose = foreign > 0 ? ` (${foreign.toLocaleString('en')} not ours)` : '';
  const kept = `${count(open, 'pinned customer')}${whose} ${FATES[fate](reassignTo ?? '', open === 1)}`;
  const parts = [
    stands && open > 0 ? `${kept}: ${countedStates(campaign)}` : '',
    finished > 0 ? `${who} ${finished === 1 ? 'stays' : 'stay'} finished` : '',
  ].filter((each) => each !== '');
  return parts.length === 0 ? [] : [`${campaignName}: ${parts.join('; ')}`];
}
