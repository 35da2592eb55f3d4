// What each exit code means, the same for every command. `explain NUMBER` and docs/exit-codes.md read this one table.

export const EXIT_NUMBERS: Readonly<Record<string, string>> = {
  0: 'Done. Changes or drift may exist.',
  1: 'Something outside the plan failed: the ledger, the sandbox, the Pulumi command, the file of a report. Or `get` found nothing.',
  2: 'Input or configuration: the command line, muster.yaml, a desired file.',
  3: 'Credentials or connection: the key, the URL, the certificate, the tenant.',
  4: 'A change failed, or something declared needs a decision.',
  7: 'Changes or drift, and `--expect-no-changes` was given; or files that `fmt --check` would change.',
  8: 'Cancelled, or not approved.',
  10: 'Changes are pending (only with `--detailed-exitcode`).',
  11: 'There is drift (only with `--detailed-exitcode`).',
  12: 'Incomplete: something could not be read, or a write could not be settled. Never reported as clean.',
  13: 'The plan is not the one that was approved. Nothing was changed.',
  14: 'A guard stopped the apply. Nothing was changed.',
  15: 'Another run holds the target, or took its lock away while it ran.',
  255: 'muster made a mistake: please report it.',
};
