// `muster get`, `search` and `why`: what was asked for cannot be asked, or was not answered.

import { entry } from './entry.ts';
import type { ErrorEntry } from './entry.ts';

export const LOOKUP_ERRORS = {
  'lookup-refused': entry(
    12,
    'The service refused to answer a look-up.',
    'Correct what the reason names, or run again. Nothing was concluded, and nothing was changed.',
  ),
  'bad-criterion': entry(
    2,
    'A --where cannot be read as a search criterion.',
    'Write it as "key CONDITION value", or "key=value" for EQUALS; an empty value is written as "".',
  ),
  'unknown-address': entry(
    2,
    'muster knows nothing under that address: no file declares it, and it is not in the state.',
    'Correct it, or ask the service alone: `muster get user LOGIN`, `muster get record CAMPAIGN CLIENTID`.',
  ),
} as const satisfies Record<string, ErrorEntry>;
