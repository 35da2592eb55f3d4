// The check of lengths against the library that it spares: the same answer to every number.

import { getCountries, getCountryCallingCode, parsePhoneNumberFromString } from 'libphonenumber-js/min';
import fc from 'fast-check';
import { expect, test } from 'vitest';

import { openPhoneCheck } from '../../src/core/desired/declarations/plausible.ts';

const CODES = [...new Set(getCountries().map((country) => getCountryCallingCode(country)))];

/** Also numbers with a national prefix, which begins with 0, 1 or 8 nearly everywhere, and codes that are no country's. */
const code = fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...CODES) }, fc.constantFrom('2', '800', '999'));
const digits = fc.tuple(fc.constantFrom('', '0', '1', '8', '15'), fc.stringMatching(/^\d{1,14}$/u));
const number = fc.tuple(code, digits).map(([start, rest]) => `+${start}${rest.join('')}`.slice(0, 16));

test('100,000 numbers are possible exactly where the library says so, without the zero that it takes off', () => {
  const faultOf = openPhoneCheck();
  const answers = { possible: 0, length: 0, 'national-zero': 0 };
  fc.assert(
    fc.property(number, (e164) => {
      const parsed = parsePhoneNumberFromString(e164);
      const isZero = e164[(parsed?.countryCallingCode.length ?? 0) + 1] === '0' && parsed?.number !== e164;
      const expected = parsed?.isPossible() !== true ? 'length' : isZero ? 'national-zero' : null;
      answers[expected ?? 'possible'] += 1;
      if (faultOf(e164) !== expected) expect.fail(`${e164}: expected ${expected}`);
    }),
    { numRuns: 100_000 },
  );
  expect(Math.min(...Object.values(answers))).toBeGreaterThan(1000);
  expect(faultOf('+4407700900123')).toBe('national-zero');
});
