// Something could not be read or settled: nothing is concluded, and the run is not reported as clean.

import { entry } from './entry.ts';
import type { ErrorEntry } from './entry.ts';

export const INCOMPLETE_ERRORS = {
  'lost-answer': entry(
    12,
    'A write was sent and no readable answer came; reading could not settle it.',
    'Run again: the next run reads before it writes.',
  ),
  unreadable: entry(12, 'Something declared could not be read.', 'Run again; nothing was concluded about it.'),
  'garbled-answer': entry(
    12,
    'The answer does not fit the interface document.',
    'Check proxies and gateways on the way to the service; run again.',
  ),
  'profile-changed': entry(
    12,
    'The service answers a point left open by its documents in another way than before.',
    'Read what changed, plan again, then put the new answers down with `muster doctor --probe --write`.',
  ),
  'probe-leftover': entry(
    12,
    'A record or the test user of a probe could not be removed.',
    'Run the same probe again: it removes what an earlier one left before it begins.',
  ),
  timeout: entry(12, 'No answer in time.', 'Run again; nothing was concluded.'),
  'drift-overdue': entry(
    12,
    'The last complete drift run is too old, or there is none.',
    'Check whether the nightly job still runs, and why its runs are incomplete; then run `muster drift`.',
  ),
} as const satisfies Record<string, ErrorEntry>;
