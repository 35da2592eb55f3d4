// What a row says of one change beside its name, by what is done: the access of a person, the agent and queue of a customer, the fields that
// differ, or the reason.

import { isRecord, isUser } from '../../model/address.ts';
import type { Action } from '../../model/state.ts';
import type { ReportChange } from '../documents/plan-rows.ts';
import type { ReportHead } from '../words/head.ts';
import type { ReportField } from '../words/redact.ts';
import { calledName, changeText, secondSystem, sidesText, value, withName } from '../words/words.ts';

interface ChangeDetails {
  readonly details: readonly string[];
  /** What a row of many counts by, where that is less than the details. */
  readonly common?: readonly string[];
  /** Whether the details say why. */
  readonly isReasonTold: boolean;
}

/** What is said of a change, by its action. */
export const DETAILS: Readonly<Record<Action, (change: ReportChange, target: ReportHead['target']) => ChangeDetails>> =
  {
    create: (change, target) => (isUser(change) ? userMade(change, target) : recordMade(change)),
    restore: userMade,
    update: updated,
    adopt: (change) => told(change.reason, fieldsOf(change)),
    move: (change) => ({ ...told(change.reason, fieldsOf(change)), common: [change.reason] }),
    delete: (change) => told(change.reason, adoptedSince(change)),
    replace: ({ reason }) => ({
      ...told(`deleted and created again: ${reason}`),
      common: ['deleted and created again'],
    }),
    forget: ({ reason }) => told(`no request: ${reason}`),
  };

function told(...details: readonly string[]): ChangeDetails {
  return { details, isReasonTold: true };
}

/** Where it moves to and from stands in the reason, and that it opens again. */
function fieldsOf({ fields, ...change }: ReportChange): string {
  const inPlace = fields.filter(
    ({ field }) => field !== 'campaignName' && !(change.cause === 'reissue' && field === 'workedState'),
  );
  return inPlace.map((each) => fieldSaid(each, change)).join(', ');
}

type PinFacts = Pick<ReportChange, 'recorded' | 'changedOutside'>;

/** A pin that the service ended is no agent who was taken away. */
function fieldSaid(each: ReportField, change: PinFacts & { readonly zone: string | null }): string {
  const agent = each.field === 'preferredAgent' && isEnded(each, change) ? publicValue([each], each.field) : '';
  if (agent === '') return changeText(each, change.zone);
  const was = change.recorded?.preferredAgent;
  return agent === was
    ? `pinned again to ${agent} (the service ended that pin)`
    : `pinned to ${agent} (the service ended the pin to ${was})`;
}

/** We pinned it, it stands there without a pin, and nobody but the service took that. */
function isEnded(pin: ReportField, { recorded, changedOutside }: PinFacts): boolean {
  const byOthers = [...(changedOutside?.putBack ?? []), ...(changedOutside?.overwritten ?? [])];
  return 'before' in pin && !pin.before && Boolean(recorded?.preferredAgent) && !byOthers.includes(pin.field);
}

/** The template is the role: two people with different ones are different things to approve. */
function userMade(change: ReportChange, target: ReportHead['target']): ChangeDetails {
  const { fields, backend, behaviorIfInBackend } = change;
  const template = publicValue(fields, 'userTemplateName');
  const where = ` (${sidesText(backend, secondSystem(target))})`;
  const how = backend && behaviorIfInBackend !== null ? withName(RACES[behaviorIfInBackend], secondSystem(target)) : '';
  const who = template === '' ? '' : `template ${template}`;
  const said = [(who + where).trim(), how].filter((each) => each !== '').join('; ');
  return { details: [said], isReasonTold: false };
}

const RACES = {
  FAIL: '',
  ALLOW: 'if the second system has the account, that one is used',
  'FAIL-then-ALLOW': 'if the second system has the account, the first try is refused, and a second one uses it',
};

/** Public fields of a new record that say who gets it; when, the table of delivery says. */
function recordMade({ fields }: ReportChange): ChangeDetails {
  const pin = publicValue(fields, 'preferredAgent');
  const queue = publicValue(fields, 'skillQueue');
  const agent = `for ${pin === '' ? 'any agent' : pin}`;
  const details = [queue === '' ? agent : `${agent}, queue ${queue}`];
  return { details, common: [agent], isReasonTold: false };
}

function updated(change: ReportChange): ChangeDetails {
  const { fields, reason, cause, writes, kind } = change;
  const silent = writes.length === 0 ? ' (no request)' : '';
  if (fields.length === 0) return told(reason);
  // Calling a customer again, putting back what a move lost, and a removal settled first are not told by the fields.
  const why = isRecord({ kind }) && TOLD.has(cause) ? reason : '';
  const values = [fieldsOf(change), agentKept(change)].filter((each) => each !== '').join(', ');
  const leaver = cause === 'offboarding' ? reason : '';
  const details = [why, values === '' ? '' : values + silent, leaver].filter((each) => each !== '');
  return { details, common: why === '' ? briefly(change) : [why], isReasonTold: why !== '' || leaver !== '' };
}

/** Who calls a customer again, where that does not change. */
function agentKept({ cause, fields, carried, recorded }: ReportChange): string {
  const isKept =
    carried.some(({ field }) => field === 'preferredAgent') && fields.every(({ field }) => field !== 'preferredAgent');
  return cause === 'reissue' && isKept && recorded?.preferredAgent ? `for ${recorded.preferredAgent} as before` : '';
}

/** What a row of many has in the place of each time. */
export const NEW_TIME = 'new earliest time';

/** From whom to whom, and that the time is another; of the other fields their names. */
function briefly(change: ReportChange): string[] {
  const plain = new Set(['preferredAgent', 'skillQueue']);
  const [times, rest] = [true, false].map((wanted) =>
    change.fields.filter(({ field }) => (field === 'nextEarliestWorkTime') === wanted),
  );
  const others = (rest ?? []).filter(({ field }) => !plain.has(field)).map(calledName);
  return [
    ...(rest ?? []).filter(({ field }) => plain.has(field)).map((each) => fieldSaid(each, change)),
    ...(times ?? []).map(() => NEW_TIME),
    ...(others.length === 0 ? [] : [`new ${others.join(', ')}`]),
  ];
}

const TOLD: ReadonlySet<ReportChange['cause']> = new Set([
  'reissue',
  'lost-on-move',
  'reset-by-update',
  'ensure',
  'twins',
]);

/** What we did not make is worth a second look before it is deleted. */
function adoptedSince({ recorded }: ReportChange): string {
  return recorded?.provenance === 'adopted' ? `adopted on ${recorded.at.slice(0, 10)}, not created by us` : '';
}

/** The value of a public field as a report shows it; empty where it has none, or is not shown. */
export function publicValue(fields: readonly ReportField[], name: string): string {
  const field = fields.find((each) => each.field === name);
  if (field === undefined || 'changed' in field || field.after === null || field.after === '') return '';
  return value(name, field.after);
}
