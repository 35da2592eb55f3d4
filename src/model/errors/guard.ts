// What stops an apply before anything is sent.

import { entry } from './entry.ts';
import type { ErrorEntry } from './entry.ts';

export const GUARD_ERRORS = {
  'guard-deletes': entry(
    14,
    'More would be deleted than the limit allows.',
    'Read the list, then pass the exact number: --allow deletes=N.',
  ),
  'guard-same-object': entry(
    14,
    'One object would be created and deleted in one plan.',
    'Correct the file: this is a rename, not two changes.',
  ),
  'guard-incomplete': entry(
    14,
    'Deletes are planned although the reading was incomplete.',
    'Run again until everything could be read.',
  ),
  'guard-vanished': entry(
    14,
    'Every recorded user is absent: this may be the wrong tenant.',
    'Check platform, companyCode and environment; if they are right, pass the exact number: --allow vanished=N.',
  ),
  'guard-empty': entry(14, 'Everything recorded would be removed.', 'If that is meant, use `muster destroy`.'),
  'changes-expected-none': entry(7, 'There are changes or drift, and none were expected.', 'Read the plan.'),
  locked: entry(
    15,
    'Another run holds the target.',
    'Wait, or give --lock-timeout. A lock whose process is gone is taken over by itself.',
  ),
} as const satisfies Record<string, ErrorEntry>;
