// Whether a phone number that is clean E.164 can be one at all: as long as numbers of its country code are. The lengths come from
// libphonenumber-js; they are read when the first number is asked for, because most files and most commands have none.

import { createRequire } from 'node:module';

export type PhoneCheck = (e164: string) => boolean;

type Library = typeof import('libphonenumber-js/min');

/** One for a run: the numbers of a country may be thousands, and each is asked for once a record. */
export function openPhoneCheck(): PhoneCheck {
  let library: Library | null = null;
  return (e164) => {
    library ??= createRequire(import.meta.url)('libphonenumber-js/min') as Library;
    return library.isPossiblePhoneNumber(e164);
  };
}
