// Who moved a field since it was last sent. Compare, drift, origin and overwrite ask here, so that a plan and a drift report of one
// reading say the same. "Last" is always our digest, never a value read later: or the first refresh would erase the evidence. Pure.
//
//   file moved | service moved      | mover
//   yes        | no, or by a rule   | git
//   yes        | yes, other         | both
//   no         | yes                | outside
//   no         | by a rule          | platform (a pin that is over, a time that passed), agent (at work), service (keeps its own)
//   no         | no, or not shown   | nobody
//
// A pin is over 30 minutes after its task became deliverable: the later of createdTime and nextEarliestWorkTime ("Preferred-agent
// rule"). "Within 30 minutes": at exactly 30 it is over. Whether a pin set later starts them anew is open (pin-start); counted so, a
// pin that the service takes away at once would be set again by every plan.

import { namesWhere } from '../model/fields.ts';
import type { NamesWhere } from '../model/fields.ts';
import { isWorked, pinLapsesAt } from '../model/record.ts';
import type { ObservedTask, RecordedRecord } from '../model/record.ts';
import { isShownByName, RECORD_FIELDS, showsSometimes } from '../model/record-fields.ts';
import type { RecordFields } from '../model/record-fields.ts';
import type { Digest } from '../model/state.ts';
import type { FieldChange } from './change.ts';

/** By who moved it: the class in a plan and in drift, and whether an update settles it. */
export const MOVERS = {
  git: { class: 'pending', isWritten: true },
  both: { class: 'conflict', isWritten: true },
  outside: { class: 'drift', isWritten: true },
  agent: { class: 'platform', isWritten: true },
  platform: { class: 'platform', isWritten: false },
  service: { class: 'platform', isWritten: false },
  nobody: { class: 'platform', isWritten: false },
} as const;

export type Mover = keyof typeof MOVERS;

export interface MoverFacts {
  /** Null, undefined: nothing was sent that we know of. */
  readonly recorded:
    (Pick<RecordedRecord, 'digests'> & Partial<Pick<RecordedRecord, 'shown' | 'marker'>>) | null | undefined;
  /** Null where nothing of it is shown (users). */
  readonly task: ObservedTask | null;
  readonly digest: Digest;
  readonly now: number;
}

/** `before` as it is seen, `after` as the file says it; null for none. */
type Seen = Pick<FieldChange, 'field' | 'before' | 'after'>;

export function moverOf(seen: Seen, facts: MoverFacts): Mover {
  const { field, before, after } = seen;
  // What we wrote stands there, and the stack has another name by now.
  if (field === 'marker') return before !== null && before === facts.recorded?.marker ? 'git' : 'outside';
  const last = facts.recorded?.digests[field];
  const isOfFile = last !== (after === null ? undefined : facts.digest(after));
  const inService = movedInService(seen, facts, isOfFile);
  if (!isOfFile) return inService;
  // Never sent before: what stands there is a default of the service, unless it is an item somebody added.
  const wasKnown = last !== undefined || (field.startsWith('data.') && before !== null && Boolean(facts.recorded));
  return inService === 'outside' && wasKnown ? 'both' : 'git';
}

function movedInService(seen: Seen, facts: MoverFacts, isOfFile: boolean): Exclude<Mover, 'git' | 'both'> {
  const { field, before } = seen;
  const { recorded, task } = facts;
  const shown = facts.digest(before);
  if (recorded?.shown?.[field] === shown) return isShownByName(field) ? 'nobody' : 'service';
  if (recorded?.digests[field] === (before === null ? undefined : shown)) return 'nobody';
  if (before === null && showsSometimes(field)) return 'nobody';
  const delivered = DELIVERED.find((name) => name === field);
  if (delivered === undefined || task === null) return 'outside';
  if (BY_RULE[delivered](seen, { ...facts, task, isOfFile })) return 'platform';
  // Both are Git's until first delivery. Another pin is somebody's word even then.
  return isWorked(task) && (field !== 'preferredAgent' || isNone(before)) ? 'agent' : 'outside';
}

type DeliveryField = NamesWhere<RecordFields, { owner: 'delivery' }>;
const DELIVERED = namesWhere(RECORD_FIELDS, { owner: 'delivery' });

type RuleFacts = MoverFacts & { readonly task: ObservedTask; readonly isOfFile: boolean };

/** Whether the documented rules explain what is seen. */
const BY_RULE: Readonly<Record<DeliveryField, (seen: Seen, facts: RuleFacts) => boolean>> = {
  preferredAgent: ({ before }, { task, now }) => isNone(before) && isPinOver(task, now),
  nextEarliestWorkTime: ({ after }, { now, isOfFile }) => !isOfFile && Number(after) <= now,
};

function isNone(value: unknown): boolean {
  return value === null || value === '';
}

/** Whether the platform clears a pin that the task has. */
export function isPinOver(task: Parameters<typeof pinLapsesAt>[0], now: number): boolean {
  return now >= pinLapsesAt(task);
}

/** Whether the platform has cleared the pin that was sent: it is not sent again. */
export function hasPinEnded(task: ObservedTask, now: number): boolean {
  return !task.preferredAgent && isPinOver(task, now);
}
