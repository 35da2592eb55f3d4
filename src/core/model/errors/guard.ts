// What stops an apply before anything is sent.

import { entry } from './entry.ts';
import type { ErrorEntry } from './entry.ts';

export const GUARD_ERRORS = {
  'guard-deletes': entry(
    14,
    'More would be deleted than the limit allows.',
    'Read the list, then pass the exact number: --allow deletes=N (with Pulumi: MUSTER_ALLOW=deletes=N).',
  ),
  'guard-file-deletes': entry(
    14,
    'One file would cause more deletes than the limit for a file allows.',
    'Read the list, then pass the exact number: --allow file-deletes=N.',
  ),
  'guard-overwrite': entry(
    14,
    'Values would be overwritten that changed both in the service and in Git.',
    'Look at `muster drift`; write the value of the service into the file, or pass the exact number: --allow overwrite=N.',
  ),
  'guard-first-run': entry(
    14,
    'The first run for a kind or a campaign would already take something away.',
    'Apply without the removals first, or pass the exact number: --allow first-run=N.',
  ),
  'guard-restores': entry(
    14,
    'People whom somebody removed outside would get their access back.',
    'Ask who removed them. Take the person out of the file, or pass the exact number: --allow restores=N (with Pulumi: MUSTER_ALLOW=restores=N); `policy.restore: always` gives it back without asking.',
  ),
  'guard-interrupted': entry(
    14,
    'An update was cut off. It may have added customers that this plan would add again.',
    'Look in the service whether these customers were called since. Take out the lines of those who were, or pass the exact number: --allow interrupted=N (with Pulumi: MUSTER_ALLOW=interrupted=N).',
  ),
  'guard-older-files': entry(
    14,
    'The files are of a commit that does not follow the one applied last.',
    'Apply the newest commit; a commit that undoes another one is new, too. Where older files are meant, pass the exact number: --allow older-files=N (with Pulumi: MUSTER_ALLOW=older-files=N).',
  ),
  'guard-requests': entry(
    14,
    'More requests would be sent than --max-requests allows.',
    'Raise --max-requests (with Pulumi: MUSTER_MAX_REQUESTS), or narrow the run with --only.',
  ),
  'plan-stale': entry(
    13,
    'The plan is not the one that was approved.',
    'Plan again, read what is different, and approve the new fingerprint.',
  ),
  'left-for-approval': entry(
    0,
    'Not attempted: this part of the plan was not approved.',
    'Plan again and approve it by its own fingerprint.',
  ),
  'guard-unread-files': entry(
    14,
    'People or customers would be removed although a file declares them. No pattern of muster.yaml matches that file.',
    'Give the file its old name, or an ending that is read (`.yaml`, `.yml`, `.json`) and a pattern under `desired:`. Where they should go all the same, pass the exact number: --allow unread-files=N (with Pulumi: MUSTER_ALLOW=unread-files=N).',
  ),
  'guard-ids': entry(
    14,
    'Rows may not mean whom they meant: a spreadsheet changed the ids, or a column or a file changed places.',
    'Put ids, columns and files back as they were. Where the rows are right, pass the exact number: --allow ids=N (with Pulumi: MUSTER_ALLOW=ids=N).',
  ),
  'guard-same-object': entry(
    14,
    'Somebody would be removed who is declared under another form of the same name.',
    'Correct the file: this is a rename, not two changes. If there are two accounts, say `ensure: absent` of the wrong one; where the service does not show two, delete it there.',
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
  'guard-empty': entry(
    14,
    'Everything recorded would be removed.',
    'If that is meant, use `muster destroy`; with the classes of a Pulumi program, `pulumi destroy`.',
  ),
  'guard-unsaved': entry(
    14,
    'Customers would be added by an update that saves nothing before its end.',
    'Run without PULUMI_SKIP_CHECKPOINTS. Where nobody can be called through the target (a sandbox), pass the exact number: MUSTER_ALLOW=unsaved=N.',
  ),
  'guard-unrecorded': entry(
    14,
    'Markers in the service show earlier applies that are not in the state.',
    'Bring the ledger or the stack that applied them (docs/state.md, "Sharing a ledger"). Where it is lost for good, look who was called, then go on once with --first-apply (with Pulumi: MUSTER_FIRST_APPLY=1); where the markers are of another stack, with its name in `formerStacks` of the target, too.',
  ),
  'changes-expected-none': entry(7, 'There are changes or drift, and none were expected.', 'Read the plan.'),
  locked: entry(
    15,
    'Another run holds the target.',
    'Wait, or give --lock-timeout. A lock whose process is gone is taken over by itself; `muster unlock` shows who holds it.',
  ),
} as const satisfies Record<string, ErrorEntry>;
