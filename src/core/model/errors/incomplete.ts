// Something could not be read or settled: nothing is concluded, and the run is not reported as clean.

import { entry } from './entry.ts';
import type { ErrorEntry } from './entry.ts';

export const INCOMPLETE_ERRORS = {
  'lost-answer': entry(
    12,
    'A write was sent and no readable answer came; reading could not settle it.',
    'Run again: the next run reads before it writes.',
  ),
  unconfirmed: entry(
    12,
    'The service said that it was created, but a second reading does not show it.',
    'Run again: the next run reads first. It creates a person who is not there. About a customer it asks, because the customer may have been called meanwhile. Tell whoever runs the service.',
  ),
  unreadable: entry(12, 'Something declared could not be read.', 'Run again; nothing was concluded about it.'),
  'not-proven': entry(
    12,
    'A person is gone from the service. The answer about the second system is not in its document, or contradicts itself.',
    'Look at the person in the second system. Nothing was concluded, and the person stays in the state: run again.',
  ),
  'garbled-answer': entry(
    12,
    'The answer does not fit the interface document.',
    'Check proxies and gateways on the way to the service; run again.',
  ),
  'profile-changed': entry(
    12,
    'The service behaves differently than before, in a point that its documents leave open.',
    'Read what changed, plan again, then write the new answers down with `muster doctor --probe --write`.',
  ),
  timeout: entry(12, 'No answer in time.', 'Run again; nothing was concluded.'),
  'drift-overdue': entry(
    12,
    'The last complete drift run is too old, or there is none.',
    'Check whether the nightly job still runs, and why its runs are incomplete; then run `muster drift`.',
  ),
} as const satisfies Record<string, ErrorEntry>;
