// Why one change of a plan was not applied.

import { entry } from './entry.ts';
import type { ErrorEntry } from './entry.ts';

export const FATE_ERRORS = {
  refused: entry(
    4,
    'The service refused the change.',
    'Read its reason; correct the file or the environment. With `adopt: true` a user joins the account that the second system has already.',
  ),
  'already-exists': entry(
    4,
    'It appeared between the plan and the write, and is not ours.',
    'Plan again; say `adopt: true` to take it over.',
  ),
  'rate-limited': entry(
    4,
    'The service kept refusing because of its rate limit.',
    'Lower maxConcurrency and run again.',
  ),
  'server-error': entry(4, 'The service kept failing.', 'Run again later.'),
  moved: entry(
    4,
    'The customer changed between the plan and the write, and was left alone.',
    'Plan again and look at the new state.',
  ),
  'still-there': entry(
    4,
    'The service said that it was removed, and it is still there.',
    'Run again: the next plan removes it once more. If it stays, look in the service: somebody may still have access.',
  ),
  'came-back': entry(
    4,
    'It was removed, or seen gone, and is there again.',
    'Plan again and look at what is there now. To remove a user for good, say `ensure: absent`; it needs no `adopt` here.',
  ),
  'change-failed': entry(
    4,
    'Part of the plan was not applied.',
    'Read the list, then run again: what was done is recorded.',
  ),
  'needs-decision': entry(
    4,
    'Something declared was left out because it needs a decision.',
    'Answer the questions of the plan in the files.',
  ),
  'skipped-stopped': entry(4, 'Not tried: the run stopped before it.', 'Remove the cause and run again.'),
  interrupted: entry(
    8,
    'The run was interrupted.',
    'Run the same command again. What was done is recorded. What was under way is read before anything is written.',
  ),
  'dependency-failed': entry(4, 'Not tried: something it depends on was not done.', 'Remove the cause and run again.'),
} as const satisfies Record<string, ErrorEntry>;
