// Whether a phone number that is clean E.164 can be one at all: as long as numbers of its country code are, and without the zero that is
// dialled only inside the country (+4407700…). Both come from libphonenumber-js, which is read when the first number is asked for,
// because most files and most commands have none.

import { readPhoneLibrary, type PhoneLibrary } from './phone-library.ts';

/** Null for a number that can be one. */
export type PhoneCheck = (e164: string) => 'length' | 'national-zero' | null;

/** Digits behind a country code that are possible in each country that has it. */
type Lengths = ReadonlyMap<string, ReadonlySet<number>>;

/**
 * One for a run. Parsing a number costs 40 µs, half of the time of loading 50,000 records, and a length that is possible wherever the
 * country code is used is possible whatever the parser makes of the other digits: it takes a national prefix off only where what is
 * left is possible. So the parser is asked about the others alone, and about those with a zero there.
 */
export function openPhoneCheck(): PhoneCheck {
  let loaded: PhoneLibrary | null = null;
  let lengths: Lengths = new Map();
  return (e164) => {
    if (loaded === null) {
      loaded = readPhoneLibrary();
      lengths = lengthsOf(loaded);
    }
    if (isPossibleEverywhere(e164, lengths)) return null;
    const parsed = loaded.parsePhoneNumberFromString(e164);
    if (parsed?.isPossible() !== true) return 'length';
    const isZeroTakenOff = e164[parsed.countryCallingCode.length + 1] === '0' && parsed.number !== e164;
    return isZeroTakenOff ? 'national-zero' : null;
  };
}

function lengthsOf({ getCountries, getCountryCallingCode, Metadata }: PhoneLibrary): Lengths {
  const lengths = new Map<string, Set<number>>();
  for (const country of getCountries()) {
    const code = getCountryCallingCode(country);
    const metadata = new Metadata();
    metadata.selectNumberingPlan(country);
    const own = metadata.numberingPlan?.possibleLengths() ?? [];
    const others = lengths.get(code);
    lengths.set(code, new Set(own.filter((length) => others?.has(length) ?? true)));
  }
  return lengths;
}

/** No country code begins with another, and none has more than three digits. */
function isPossibleEverywhere(e164: string, lengths: Lengths): boolean {
  return [2, 3, 4].some((end) => e164[end] !== '0' && lengths.get(e164.slice(1, end))?.has(e164.length - end) === true);
}
