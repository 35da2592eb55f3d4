// The classes of a drift report, by who changed an object since our last write: Git, the service, both, the platform.
// `explain`, docs/errors.md, the alarms and the order of a report read this one table.

import { isUser } from './address.ts';
import type { Address, Kind } from './address.ts';

interface DriftClassEntry {
  /** Whether it counts as an alarm (exit 11 with --detailed-exitcode). */
  readonly alarm: boolean;
  /** What it says, in one sentence without values. */
  readonly headline: string;
  /** How to go on. */
  readonly advice: string;
  readonly example: string;
}

/** In the order of a report: what alarms first. */
export const DRIFT_CLASSES = {
  conflict: {
    alarm: true,
    headline:
      'The file and the service both changed since the last apply, to different values; or it exists and is not ours.',
    advice: 'Decide which value is right: change the file, or apply to overwrite the service.',
    example: 'The file now says queue gold, we last wrote silver, the service shows bronze.',
  },
  recreated: {
    alarm: true,
    headline: 'Somebody deleted it and created it again: what exists now is not what muster created.',
    advice: 'Find out who did it. Say `adopt: true` to take it over, or remove the declaration.',
    example: 'A user whose connectUserId changed; a customer whom an intake file added again after a delete.',
  },
  missing: {
    alarm: true,
    headline: 'muster created or adopted it, it is declared, and it is gone.',
    advice: 'Run `muster plan`: a user is a restore, which a guard stops; a customer who vanished needs a decision.',
    example:
      'A user removed by hand, in the service or in the second system; a customer deleted before anybody was called.',
  },
  drift: {
    alarm: true,
    headline: 'The service changed since the last apply, and the file did not.',
    advice: 'Apply to send the declared value again, or change the file to what the service shows.',
    example: 'Somebody changed the queue of a customer, or took the pin away before 30 deliverable minutes were over.',
  },
  extra: {
    alarm: true,
    headline:
      'It exists and should not: a leaver on either side, or a customer with our marker who is neither declared nor in the state.',
    advice: 'Remove it in the service, or declare it.',
    example: 'A user declared `ensure: absent` who is present again, or who is still in the second system.',
  },
  unreadable: {
    alarm: false,
    headline: 'It could not be read, so nothing is concluded. The run ends with 12.',
    advice: 'Run again. NOT_FOUND counts only when a known user answered SUCCESS in the same run.',
    example: 'No answer in time; or every user answers NOT_FOUND, which may be the wrong tenant.',
  },
  pending: {
    alarm: false,
    headline: 'The file changed since the last apply, and the service did not.',
    advice: 'Run `muster plan`, then apply.',
    example: 'A record was added to the file and not applied yet.',
  },
  converged: {
    alarm: false,
    headline: 'The file and the service both changed since the last apply, to the same value.',
    advice: 'Nothing to do: the next apply records it without a request.',
    example: 'Somebody changed the queue by hand and then put it into the file.',
  },
  platform: {
    alarm: false,
    headline: 'The platform or an agent changed it by a documented rule.',
    advice: 'Nothing to do.',
    example: 'A pin lapsed after 30 deliverable minutes; a customer is being called and is left alone.',
  },
  consumed: {
    alarm: false,
    headline: 'A customer is finished: called to the end, or gone after being called.',
    advice: 'Nothing to do. The customer is called again only with a `reissue:` reason.',
    example: 'An agent called the customer, and the task is COMPLETED.',
  },
  unverifiable: {
    alarm: false,
    headline: 'The service does not show it, so it cannot be compared.',
    advice: 'Nothing to do. The report counts it as not verified; it is never called clean.',
    example: 'The name of a person after creation.',
  },
} as const satisfies Record<string, DriftClassEntry>;

export type DriftClass = keyof typeof DRIFT_CLASSES;

export const CLASS_ORDER = Object.keys(DRIFT_CLASSES) as readonly DriftClass[];

export function isAlarm(name: DriftClass): boolean {
  return DRIFT_CLASSES[name].alarm;
}

/**
 * Findings that a temporary state can cause, while an agent or an intake file is at work: two sightings confirm them.
 */
export function needsTwoSightings(name: DriftClass): boolean {
  return name === 'missing' || name === 'extra' || name === 'recreated';
}

/**
 * Key by which a later run recognises a finding: its class, its address and the names of its fields. Contains no value.
 */
export function findingKey(finding: {
  readonly address: Address;
  readonly class: DriftClass;
  readonly fields: readonly { readonly field: string }[];
}): string {
  return JSON.stringify([finding.class, finding.address, ...finding.fields.map(({ field }) => field).toSorted()]);
}

/** What such a key says; null where it is none. */
export function findingIn(
  key: string,
): { readonly class: string; readonly address: Address; readonly fields: readonly string[] } | null {
  try {
    const parts: unknown = JSON.parse(key);
    const texts = Array.isArray(parts) ? parts.filter((part) => typeof part === 'string') : [];
    const [kind, address, ...fields] = texts;
    return kind === undefined || address === undefined ? null : { class: kind, address, fields };
  } catch {
    return null;
  }
}

/** An access of ours that somebody took away, and that is still declared: an apply would give it back. `cause`: of the finding. */
export function isAccessRemoved({ kind, cause }: { readonly kind: Kind; readonly cause: string }): boolean {
  return isUser({ kind }) && (cause === 'removed' || cause === 'backend-removed');
}
