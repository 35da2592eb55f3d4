// Recorded state, files, the sandbox, and muster itself.

import { entry } from './entry.ts';
import type { ErrorEntry } from './entry.ts';

export const STATE_ERRORS = {
  'ledger-damaged': entry(1, 'The ledger is damaged.', 'Restore it from a copy; a damaged ledger is never written.'),
  'ledger-key': entry(
    1,
    'The key of the ledger is not there.',
    'Copy it (`.muster/keys`) from the machine or the backup the ledger comes from. If it is lost, set the ledger aside, and take over what is there: markers show which customers are ours, users need `adopt: true`.',
  ),
  'ledger-unreadable': entry(
    1,
    'The ledger could not be read.',
    'Check the permissions of the file and its folder, and the disk; nothing was changed.',
  ),
  'ledger-read-only': entry(
    1,
    'The ledger is in a folder that cannot be written.',
    '`plan`, `drift` and `show` work there; apply where the folder `.muster` can be written.',
  ),
  'disk-full': entry(
    1,
    'The disk of the ledger is full.',
    'Free some space and run again: the next run reads what became of the requests sent.',
  ),
  'ledger-unwritable': entry(
    1,
    'The ledger could not be written.',
    'Check its folder and the disk and run again: the next run reads what became of the requests sent.',
  ),
  'report-not-written': entry(
    1,
    'A report could not be written; what the run did stays done.',
    'Read the report above, or make room and run `muster plan` or `muster drift` again; `muster render` writes a JSON report anew.',
  ),
  'profile-unwritable': entry(
    1,
    'The service profile could not be written.',
    'Make the folder `profiles` writable; `--out json=FILE` keeps the answers elsewhere.',
  ),
  'file-failed': entry(
    1,
    'A file or folder could not be read or written.',
    'Check its permissions and the free space; what was sent is recorded.',
  ),
  'state-branch': entry(
    1,
    'The state could not be fetched from its branch, or saved there.',
    'Nothing is applied without it. Check the token, MUSTER_STATE_KEY and the branch (docs/pipelines.md) and run again.',
  ),
  'state-claimed': entry(
    15,
    'Another run has taken the state and not handed it back.',
    'Wait while it applies. If it is gone: read docs/pipelines.md on lost runs, plan, and go on with `lost-run` set to the named run.',
  ),
  'no-recorded-state': entry(
    2,
    'There is no state to apply with.',
    'If nothing was ever applied for this target, say `--first-apply` once (of the action: `first-apply: true`; with Pulumi: MUSTER_FIRST_APPLY=1). Otherwise bring it back first: a customer who is finished and cleared away would be added, and called, again.',
  ),
  'state-older': entry(
    2,
    'The state is older than what was applied since.',
    'Put the newer ledger back. Where it is lost, look what was applied since (people removed, customers called), then go on once with --first-apply.',
  ),
  'wrong-home': entry(
    2,
    'The state of this target lives elsewhere.',
    'A target with `state: ledger` is applied by `muster apply`, one with `state: pulumi` by `pulumi up`. `muster state hand-over` moves the state. A partition that is taken out of muster.yaml is emptied first (docs/scale.md).',
  ),
  'other-target': entry(
    2,
    'The state of this stack is about another target.',
    'Use one stack for each target, or name the target the stack was made for.',
  ),
  'other-tenant': entry(
    2,
    'The state is about another tenant of the service.',
    'Put back host, region, platform, companyCode and environment, or use the ledger or stack of this tenant. Where it is the same service under another name: `muster state move-target`.',
  ),
  'other-stack': entry(
    2,
    'The state belongs to another project or stack.',
    'Put its own ledger or stack in place. Where project or stack were renamed: `muster state move-target`, or the recorded name in `formerStacks` of the target.',
  ),
  'pulumi-failed': entry(1, 'The Pulumi command failed.', 'Read its output above.'),
  'no-pulumi': entry(
    2,
    'Pulumi is not installed here.',
    'For a target with `state: pulumi` install the `pulumi` command, and `npm install @pulumi/pulumi` beside musterctl. The image of muster has neither.',
  ),
  'no-engine': entry(
    1,
    'The Pulumi engine does not answer the program.',
    'Start it with `pulumi up` or the Automation API, with one @pulumi/pulumi in the project: see `npm ls @pulumi/pulumi`.',
  ),
  'sandbox-failed': entry(
    1,
    'The sandbox did not start.',
    'Read its log, named above; run `muster sandbox stop` and try again.',
  ),
  'sandbox-refused': entry(
    2,
    'The sandbox refused the command.',
    'Look with `muster sandbox users` and `muster sandbox records`.',
  ),
  'sandbox-stopped': entry(2, 'The sandbox is not running.', 'Run `muster sandbox start`.'),
  internal: entry(255, 'muster made a mistake.', 'Report it with the version and the command.'),
} as const satisfies Record<string, ErrorEntry>;
