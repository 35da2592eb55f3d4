// Every code muster can end or report with: exit number, headline and advice. `explain CODE`, docs/errors.md and every
// printed error read this one table. Exit numbers: 2 input, 3 credentials, 4 a change failed, 12 incomplete, 14 guard,
// 15 locked (docs/operations.md).

import type { Address, SourcePosition } from './address.ts';

interface ErrorEntry {
  readonly exit: number;
  /** What happened, in one sentence without values. */
  readonly headline: string;
  /** How to go on. */
  readonly advice: string;
}

const entry = (exit: number, headline: string, advice: string): ErrorEntry => ({ exit, headline, advice });

export const ERRORS = {
  // input: the project file and the desired files
  'no-project': entry(
    2,
    'There is no muster.yaml in this folder.',
    'Run `muster init` or change to the folder that holds muster.yaml.',
  ),
  'unknown-target': entry(2, 'muster.yaml has no target of that name.', 'Use one of the names under `targets:`.'),
  'target-needed': entry(2, 'muster.yaml has several targets and none was named.', 'Say `--target NAME`.'),
  'unreadable-file': entry(
    2,
    'A desired file could not be read.',
    'Check that it is a text file in the project folder, not a link out of it, and smaller than the limit.',
  ),
  'file-too-large': entry(2, 'A desired file is larger than the limit.', 'Split it; one file may hold at most 32 MiB.'),
  'not-text': entry(2, 'A desired file is not UTF-8 text.', 'Save it as UTF-8 without control characters.'),
  'link-outside': entry(2, 'A desired file is a link out of the project folder.', 'Copy the file into the folder.'),
  syntax: entry(2, 'A file is not valid YAML, JSON or CSV.', 'Correct the marked place.'),
  'aliases-refused': entry(
    2,
    'YAML aliases are not read in desired files.',
    'Write the value out, or use campaign `defaults`.',
  ),
  'too-deep': entry(2, 'A file nests deeper than desired state ever does.', 'Remove the extra levels.'),
  'no-desired-files': entry(
    2,
    'No desired file matches `desired:` in muster.yaml.',
    'Correct the patterns, or create the first file.',
  ),
  'empty-file': entry(2, 'A desired file declares nothing.', 'Remove the file, or declare users or campaigns in it.'),
  'empty-list': entry(
    2,
    'A list is empty: it could mean "none" or a mistake.',
    'Remove the key, or declare the objects to be removed with `ensure: absent`.',
  ),
  'unknown-key': entry(2, 'A key is not known here.', 'Correct the spelling; `muster schema` prints all keys.'),
  'missing-key': entry(2, 'A required key is missing.', 'Add it.'),
  'wrong-type': entry(2, 'A value has the wrong type or form.', 'Write the expected form.'),
  'duplicate-key': entry(2, 'A key stands twice in one mapping.', 'Keep one of them.'),
  'duplicate-user': entry(
    2,
    'The same loginUserId is declared twice, or two differ only in case, blanks or Unicode form.',
    'Keep one declaration: the service is case-sensitive, people are not.',
  ),
  'duplicate-campaign': entry(
    2,
    'The same campaign is declared twice with different settings.',
    'Give the settings in one place.',
  ),
  'duplicate-record': entry(2, 'The same clientId is declared twice in one campaign.', 'Keep one declaration.'),
  'record-in-two-campaigns': entry(
    2,
    'The same clientId is declared in two campaigns and recorded in a third.',
    'Declare it once, so that it is clear where it moves.',
  ),
  'reserved-data-key': entry(
    2,
    'A data key has a meaning of its own.',
    'Use the field of that name on the record (skillQueue, timeZone, highlight, hidden).',
  ),
  'client-id-in-data': entry(
    2,
    'A data key equals clientIdFieldName.',
    'Remove it: the service stores clientId under that key by itself.',
  ),
  'unknown-item': entry(
    2,
    'highlight or hidden names a key that data does not have.',
    'Correct the spelling, or add the item to data.',
  ),
  'phone-not-e164': entry(
    2,
    'A phone number is not clean E.164.',
    'Write a plus sign, the country code and the number without blanks: "+34911234567".',
  ),
  'link-not-https': entry(2, 'A link or button is not an https URL.', 'Write an absolute https:// URL.'),
  'unknown-time-zone': entry(2, 'That is not an IANA time zone name.', 'Write a name such as Europe/Madrid.'),
  'time-without-zone': entry(
    2,
    'A time has no zone or offset, or is no such moment.',
    'Write it as 2026-12-01T09:00:00+01:00.',
  ),
  'display-order': entry(
    2,
    'displayOrder must be a whole number greater than zero and used once.',
    'Number the items from 1, or leave displayOrder out.',
  ),
  'behavior-without-create': entry(
    2,
    'behaviorIfInBackend is only for users with createInBackend: true.',
    'Remove it, or set createInBackend: true.',
  ),
  'primary-email-needed': entry(
    2,
    'Targets with identity: directory need primaryEmailAddr.',
    'Add primaryEmailAddr to the user.',
  ),
  'undeclared-agent': entry(
    2,
    'A record is pinned to somebody who is neither declared nor known to the service.',
    'Declare the user, or correct preferredAgent.',
  ),
  'pinned-to-leaver': entry(
    2,
    'A record is pinned to a user declared absent.',
    'Pin it to somebody else, or remove preferredAgent.',
  ),
  'reassign-to-leaver': entry(
    2,
    'offboard.reassignTo names a user who leaves too, or the same user.',
    'Name somebody who stays.',
  ),
  'worked-needs-time': entry(2, 'Setting WORKED needs nextEarliestWorkTime.', 'Add the time.'),
  'bad-csv-column': entry(
    2,
    'recordsFrom names a column the CSV file does not have.',
    'Use a name from its first line.',
  ),
  'typescript-failed': entry(
    2,
    'A TypeScript desired file could not be loaded.',
    'Run it with node to see its error; it must export defineDesired({...}) as default.',
  ),
  'bad-usage': entry(2, 'The command line is not understood.', 'Run `muster help`.'),
  'unknown-code': entry(2, 'There is no such code.', 'Run `muster explain` for the list.'),
  'approval-needed': entry(
    2,
    'apply needs an answer and there is no terminal to ask on.',
    'Say `--auto-approve`, after reading the plan.',
  ),
  declined: entry(8, 'Not approved; nothing was changed.', 'Run it again when the plan is right.'),
  'insecure-tls': entry(
    2,
    'NODE_TLS_REJECT_UNAUTHORIZED=0 is set: certificates would not be checked.',
    'Unset it; give a private root with `caFile`.',
  ),
  'folder-not-empty': entry(2, 'The folder already holds a muster.yaml.', 'Use an empty folder.'),
  // credentials and connection
  'secret-unavailable': entry(
    3,
    'The API key could not be read from the secrets manager.',
    'Check secretName, secretsRegion and the cloud credentials of this machine.',
  ),
  'key-refused': entry(
    3,
    'The service answered 401.',
    'Either the URL is wrong (host, region, prefix) or the headers or the API key are: check both readings.',
  ),
  unauthorized: entry(
    3,
    'The service answered UNAUTHORIZED.',
    'Check the API key and that it belongs to this environment.',
  ),
  'invalid-tenant': entry(3, 'The service answered INVALID_TENANT.', 'Check platform, companyCode and environment.'),
  'not-supported': entry(
    3,
    'The service answered NOT_SUPPORTED: this environment cannot provision users.',
    'Use SAML or a linked directory in the backing instance; then set `identity`.',
  ),
  unreachable: entry(3, 'The service cannot be reached.', 'Check host, region, port and the network.'),
  'bad-certificate': entry(
    3,
    'The server certificate is not trusted.',
    'Check host; give a private root with `caFile`. There is no switch to skip the check.',
  ),
  'wrong-envelope': entry(
    3,
    'The answer is about another environment, region or campaign than was asked.',
    'Check region, companyCode, environment and the campaign name.',
  ),
  'wrong-url': entry(3, 'The service answered 404: no such path.', 'Check previewPrefix and adminPrefix.'),
  // one object's fate
  refused: entry(4, 'The service refused the change.', 'Read its reason; correct the file or the environment.'),
  'already-exists': entry(
    4,
    'The object appeared between the plan and the write, and is not ours.',
    'Plan again; say `adopt: true` to take it over.',
  ),
  'rate-limited': entry(
    4,
    'The service kept refusing because of its rate limit.',
    'Lower maxConcurrency and run again: what was done is recorded.',
  ),
  'server-error': entry(4, 'The service kept failing.', 'Run again later: what was done is recorded.'),
  moved: entry(
    4,
    'The record changed between the plan and the write; it was left alone.',
    'Plan again and look at the new state.',
  ),
  'change-failed': entry(
    4,
    'Part of the plan was not applied.',
    'Read the list; run again: what was done is recorded.',
  ),
  'needs-decision': entry(
    4,
    'Something declared was left out because it needs a decision.',
    'Read "Needs a decision" in the plan.',
  ),
  'skipped-stopped': entry(4, 'Not tried: the run was stopped before.', 'Remove the cause and run again.'),
  'dependency-failed': entry(4, 'Not tried: something it depends on was not done.', 'Remove the cause and run again.'),
  // verdicts that need a decision
  conflict: entry(4, 'It exists and is not ours.', 'Say `adopt: true` to take it over, or remove the declaration.'),
  twin: entry(
    4,
    'The clientId stands twice in the campaign: no write can name one of them.',
    'Remove one of the two in the service.',
  ),
  partial: entry(
    4,
    'The user exists in the service but not in the backing instance; no call repairs that in place.',
    'Set `onProfileChange: replace` to delete and create again, or createInBackend: false.',
  ),
  recreated: entry(
    4,
    'Somebody deleted the user and made it again.',
    'Say `adopt: true` to take it over, or remove the declaration.',
  ),
  'replace-needed': entry(
    4,
    'The change needs a delete and a create, which was not allowed.',
    'Set `onProfileChange: replace` on that user.',
  ),
  'leaver-present': entry(
    4,
    'A user declared absent is present and not ours.',
    'Say `adopt: true` beside `ensure: absent` to have it deleted.',
  ),
  'offboard-blocked': entry(
    4,
    'Tasks are pinned to a user about to be removed.',
    'Set `offboard: {reassignTo: …}` or `offboard: clear` on the user.',
  ),
  'move-unclear': entry(
    4,
    'The record is in both campaigns, or in neither.',
    'Look at both campaigns; the saved copy is shown by `muster show`.',
  ),
  'gone-unclear': entry(
    4,
    'A record is gone, and nobody can tell whether the customer was called.',
    'Remove it from the file, or say `reissue: <reason>` on the record to add it again.',
  ),
  'moved-elsewhere': entry(
    4,
    'A record was moved to another campaign by somebody else.',
    'Declare it in that campaign, or move it back in the service.',
  ),
  'target-occupied': entry(
    4,
    'The campaign a record should move to already has that clientId.',
    'Remove one of the two in the service.',
  ),
  // incomplete knowledge
  'lost-answer': entry(
    12,
    'A write left and no readable answer came; reading could not settle it.',
    'Run again: the next run reads before it writes.',
  ),
  unreadable: entry(12, 'Something declared could not be read.', 'Run again; nothing was concluded about it.'),
  'garbled-answer': entry(
    12,
    'The answer does not fit the interface document.',
    'Check what stands between here and the service; run again.',
  ),
  timeout: entry(12, 'No answer in time.', 'Run again; nothing was concluded.'),
  // guards and locks
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
  // state
  'ledger-damaged': entry(1, 'The ledger cannot be read.', 'Restore it from a copy; nothing was changed.'),
  'ledger-unwritable': entry(
    1,
    'The ledger could not be written.',
    'Check free space and permissions of its folder and run again: the next run settles by reading what was sent.',
  ),
  'wrong-home': entry(
    2,
    'The recorded state of this target lives elsewhere.',
    'Use the door named by `state:` in muster.yaml.',
  ),
  'other-target': entry(
    2,
    'The stack records another target.',
    'Use one stack for each target, or name the target the stack was made for.',
  ),
  'pulumi-failed': entry(1, 'The Pulumi command failed.', 'Read its output above.'),
  'sandbox-failed': entry(
    1,
    'The sandbox did not start.',
    'Read its log, named above; `muster sandbox stop` and try again.',
  ),
  'sandbox-refused': entry(
    2,
    'The sandbox refused the command.',
    'Look with `muster sandbox users` and `muster sandbox records`.',
  ),
  'sandbox-stopped': entry(2, 'The sandbox is not running.', 'Run `muster sandbox start`.'),
  internal: entry(255, 'muster made a mistake.', 'Report it with the version and the command.'),
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof ERRORS;

export interface ErrorDetail {
  /** What was expected, what was given, in words without personal values. */
  readonly message: string;
  readonly address?: Address;
  readonly source?: SourcePosition;
  /** The source line, when showing it helps. */
  readonly line?: string;
  readonly cause?: unknown;
}

/** One finding about input: a code, words and a place. Collected, never thrown one by one. */
export interface Diagnostic {
  readonly code: ErrorCode;
  readonly message: string;
  readonly source: SourcePosition;
  readonly line: string | null;
  readonly address: Address | null;
}

/** The only error muster throws on purpose. Stops the run; carries no value of a secret or of a person. */
export class ToolError extends Error {
  readonly code: ErrorCode;
  readonly detail: ErrorDetail;
  readonly diagnostics: readonly Diagnostic[];

  constructor(code: ErrorCode, detail: ErrorDetail, diagnostics: readonly Diagnostic[] = []) {
    super(detail.message, { cause: detail.cause });
    this.name = 'ToolError';
    this.code = code;
    this.detail = detail;
    this.diagnostics = diagnostics;
  }

  get exit(): number {
    return ERRORS[this.code].exit;
  }
}
