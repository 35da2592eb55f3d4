// What is known of the phone numbers of each country, loaded when they are asked for. A file of its own: the bundle of the action has them inside
// (scripts/build-action.ts), because nothing is installed beside it.

import { createRequire } from 'node:module';
import type * as library from 'libphonenumber-js/min';

export type PhoneLibrary = Pick<
  typeof library,
  'getCountries' | 'getCountryCallingCode' | 'parsePhoneNumberFromString' | 'Metadata'
>;

export function readPhoneLibrary(): PhoneLibrary {
  return createRequire(import.meta.url)('libphonenumber-js/min') as PhoneLibrary;
}
