// The rules for when and to whom a record is delivered: they hold for a record and for a campaign's defaults alike.

import { namesWhere, TIME, ZONE } from '../../model/fields.ts';
import { RECORD_FIELDS } from '../../model/record-fields.ts';
import { didYouMean } from '../../model/suggest.ts';
import { isTimeZone } from '../../model/zone.ts';
import { pinnedToLeaver } from './agents.ts';
import { valuePlace } from './declare.ts';
import type { RecordDefaults } from './define.ts';
import type { FindingCode, Findings } from '../text/findings.ts';
import type { Subject } from '../text/shape.ts';
import { masked } from '../text/masked.ts';
import { timeFault } from './times.ts';
import { meaningOf } from './item-values.ts';
import type { KeyMeaning } from './item-values.ts';
import { openPhoneCheck } from './plausible.ts';
import type { PhoneCheck } from './plausible.ts';
import type { Leavers } from './users.ts';

const SHARED = namesWhere(RECORD_FIELDS, { shared: true });

export interface Rules {
  readonly leavers: Leavers;
  readonly findings: Findings;
  readonly zoneFault: (name: string) => string | null;
  readonly phoneFault: PhoneCheck;
  readonly meaningOf: (key: string) => KeyMeaning;
}

/** The rules of one run. What repeats in every record is looked at once. */
export function openRules({ leavers, findings }: Pick<Rules, 'leavers' | 'findings'>): Rules {
  const remembered = { zoneFault: remember(zoneFault), meaningOf: remember(meaningOf) };
  return { leavers, findings, phoneFault: openPhoneCheck(), ...remembered };
}

export function remember<T>(of: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const told = known.get(text);
    if (told !== undefined) return told;
    const fresh = of(text);
    known.set(text, fresh);
    return fresh;
  };
}

/**
 * What is wrong with the name of a zone, null for nothing. Checking one costs a formatter, and looking for the one that was meant 1 ms,
 * which were 20 s of 20,000 rows with the same slip.
 */
export function zoneFault(name: string): string | null {
  return isTimeZone(name) ? null : zoneWords(name);
}

export function checkDelivery(subject: Subject, fields: RecordDefaults, rules: Rules): void {
  const { preferredAgent } = fields;
  const add = (code: FindingCode, key: string, words: string): void => {
    const { source, path, address } = subject;
    rules.findings.add({ code, source, at: valuePlace(subject, key), message: `${path}.${key}: ${words}`, address });
  };
  for (const [name, value] of textsOf(fields)) {
    const { form } = RECORD_FIELDS[name];
    const fault = form === TIME ? timeFault(value) : null;
    if (fault !== null) add(fault.code, name, fault.words);
    const zoneFault = form === ZONE ? rules.zoneFault(value) : null;
    if (zoneFault !== null) add('unknown-time-zone', name, zoneFault);
  }
  if (preferredAgent !== undefined && rules.leavers.has(preferredAgent)) {
    const { source, path, address } = subject;
    const at = valuePlace(subject, 'preferredAgent');
    rules.findings.add({ ...pinnedToLeaver(preferredAgent, path), source, at, address });
  }
}

/** A zone is nobody's value: what reads like one is shown, with the one that was meant. */
function zoneWords(given: string): string {
  const shown = /^[A-Z][A-Za-z]+(?:\/[A-Za-z_+-]+)+$/u.test(given) ? given : masked(given);
  const near = didYouMean(given, Intl.supportedValuesOf('timeZone'));
  return `expected an IANA time zone name such as Europe/Madrid; given ${shown}${near}`;
}

function textsOf(fields: RecordDefaults): (readonly [keyof RecordDefaults, string])[] {
  return SHARED.flatMap((name) => {
    const value = fields[name];
    return typeof value === 'string' ? [[name, value] as const] : [];
  });
}
