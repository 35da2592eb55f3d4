// The rules for when and to whom a record is delivered: they hold for a record and for a campaign's defaults alike.

import type { ErrorCode } from '../model/errors.ts';
import { isTimeZone, parseFileTime } from '../model/time.ts';
import { valuePlace } from './declare.ts';
import type { RecordDefaults } from './define.ts';
import type { Findings } from './findings.ts';
import type { Subject } from './shape.ts';
import type { Leavers } from './users.ts';

export interface Rules {
  readonly leavers: Leavers;
  readonly findings: Findings;
  readonly isZone: (name: string) => boolean;
}

/** Time zones repeat in every record, and checking one costs a formatter. */
export function rememberZones(): (name: string) => boolean {
  const known = new Map<string, boolean>();
  return (name) => {
    const answer = known.get(name) ?? isTimeZone(name);
    known.set(name, answer);
    return answer;
  };
}

export function checkDelivery(subject: Subject, fields: RecordDefaults, rules: Rules): void {
  const { preferredAgent, nextEarliestWorkTime, timeZone } = fields;
  const add = (code: ErrorCode, key: string, words: string): void => {
    const { source, path, address } = subject;
    rules.findings.add({ code, source, at: valuePlace(subject, key), message: `${path}.${key}: ${words}`, address });
  };
  if (nextEarliestWorkTime !== undefined && parseFileTime(nextEarliestWorkTime) === null) {
    const given = JSON.stringify(nextEarliestWorkTime.slice(0, 60));
    add('time-without-zone', 'nextEarliestWorkTime', `expected a time like 2026-12-01T09:00:00+01:00; given ${given}`);
  }
  if (timeZone !== undefined && !rules.isZone(timeZone)) {
    const given = JSON.stringify(timeZone.slice(0, 60));
    add('unknown-time-zone', 'timeZone', `expected an IANA time zone name such as Europe/Madrid; given ${given}`);
  }
  if (preferredAgent !== undefined && rules.leavers.has(preferredAgent)) {
    add(
      'pinned-to-leaver',
      'preferredAgent',
      `expected a user who stays; given ${preferredAgent}, who is declared absent`,
    );
  }
}
