// Whether a phone number that is clean E.164 can be one at all: as long as numbers of its country code are. The lengths come from
// libphonenumber-js; they are read when the first number is asked for, because most files and most commands have none.

import { readPhoneLibrary, type PhoneLibrary } from './phone-library.ts';

export type PhoneCheck = (e164: string) => boolean;

/** One for a run: the numbers of a country may be thousands, and each is asked for once a record. */
export function openPhoneCheck(): PhoneCheck {
  let loaded: PhoneLibrary | null = null;
  return (e164) => {
    loaded ??= readPhoneLibrary();
    return loaded.isPossiblePhoneNumber(e164);
  };
}
