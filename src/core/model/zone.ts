// Names of time zones. Runtimes take them in any letter case; the interface documents want the "IANA time zone database name", so
// that is what is compared, planned and sent, however a file or the service spells it. A link stays the name that it is:
// Asia/Kolkata is never turned into Asia/Calcutta, which is another name for the same clocks.

import { ZONE_NAMES } from './zone-names.ts';

const SPELLINGS: ReadonlyMap<string, string> = new Map(
  ZONE_NAMES.flatMap(([area, names]) =>
    names.split(/\s+/u).map((name) => {
      const whole = area === '' ? name : `${area}/${name}`;
      return [whole.toLowerCase(), whole] as const;
    }),
  ),
);

/** `europe/madrid` -> `Europe/Madrid`; what is no known name stays as it is. */
export function spellZone(name: string): string {
  return SPELLINGS.get(name.toLowerCase()) ?? name;
}

/** Whether a name is a time zone: checked by constructing a formatter, since the runtime's list lacks valid names. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '' && !/^[+-]/u.test(name);
  } catch {
    return false;
  }
}

/** Whether a name is a time zone, letter for letter as the database spells it. */
export function isZoneName(name: string): boolean {
  return isTimeZone(name) && spellZone(name) === name;
}
