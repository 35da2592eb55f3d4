// What a plan warns of, in words.

import type { Address } from '../../model/address.ts';
import type { WarningReason } from '../../reconcile/warning.ts';
import { count, SECOND_SYSTEM, shortName, textOf, type Texts, timeIn } from './words.ts';
export function whyWarning(warning: WarningReason, system = SECOND_SYSTEM): string {
  return 'message' in warning ? warning.message : textOf(WARNINGS, [warning, 'code'], { system });
}

const areCounted = (count: number, noun: string): string => (count === 1 ? `1 ${noun} is` : `${count} ${noun}s are`);

const MOST_NAMED = 4;

/** Who stands in no row of the plan. */
function keptText(kept: readonly Address[]): string {
  if (kept.length === 0) return '';
  const who = kept.length > MOST_NAMED ? count(kept.length, 'customer') : kept.map(shortName).join(', ');
  return `; has ${who} already`;
}

const WARNINGS: Texts<Exclude<WarningReason, { readonly message: string }>, 'code'> = {
  'time-in-past': ({ time, zone }) => `nextEarliestWorkTime ${timeIn(time, zone)} has passed: deliverable at once`,
  'pin-lapses-early': ({ loginUserId, time, zone }) => {
    const since =
      time === null
        ? 'it has been deliverable for more than 30 minutes'
        : `its earliest time ${timeIn(time, zone)} passed more than 30 minutes ago`;
    return `pinned to ${loginUserId}, but ${since}: if a pin’s 30 minutes count from then (the service’s documents do not say), any agent gets it`;
  },
  'pins-crowded': ({ loginUserId, records, from, zone, limit }) => {
    const when = from === null ? 'at once' : `from ${timeIn(from, zone)}`;
    return `${records} customers pinned to ${loginUserId} can be called ${when}, within the 30 minutes for which a pin holds; above ${limit}, some reach other agents`;
  },
  'pin-on-new-agent': ({ kept, from, zone }) => {
    const by = from === null ? 'before calls' : `by ${timeIn(from, zone)} to get their first customer`;
    return `must log in ${by}${keptText(kept)}`;
  },
  'agent-not-observable': (warning, { system }) => `whether ${warning.loginUserId} is in ${system} is not observable`,
  'pins-unchecked': ({ records }) =>
    `${areCounted(records, 'pin')} passed on unchecked: the target says identity: internal, where no user can be asked for`,
  'id-field-differs': ({ campaignName, clientIdFieldName, clientId, heldUnder }) => {
    const where = heldUnder === null ? 'under no key' : `under ${heldUnder}`;
    return `${campaignName} declares clientIdFieldName ${clientIdFieldName}; its customer ${clientId}, who is not ours, has the id ${where}`;
  },
  'not-applied': (warning) =>
    `${warning.fields.join(', ')} ${warning.fields.length === 1 ? 'stays as it is' : 'stay as they are'}: with the state that the file asks for, no request carries it`,
  'zone-not-kept': (warning) => {
    const updates = warning.records === 1 ? '1 update names' : `${warning.records} updates name`;
    return `${updates} no timeZone: a zone that another call gave the customer is not shown, and becomes the default of the campaign`;
  },
  'zone-differs': ({ records }) =>
    `${areCounted(records, 'customer')} not found by a search for the declared time zone: another one is in force`,
  'allow-not-needed': (warning) =>
    `${warning.guard}=${warning.allowed} was allowed, and this plan does not meet the guard ${warning.guard}`,
  'state-absent': (warning) => absentText(warning.campaigns, warning.older),
  'history-shallow':
    'no history of commits here: whether these files follow on the commit applied last cannot be told (fetch-depth: 0)',
};

function absentText(campaigns: readonly string[] | null, older: readonly string[]): string {
  const found = 'no state';
  if (campaigns === null) return `${found}: what was applied is not known here, so everybody counts as new`;
  const marked = 'customers there carry a marker of muster';
  if (campaigns.length === older.length)
    return `the state of ${older.join(', ')} is older than the service: ${marked}, and are not recorded`;
  return `${found} of ${campaigns.join(', ')}: ${marked}, so something was applied, elsewhere or with a ledger or stack that is lost`;
}
