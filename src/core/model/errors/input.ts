// Mistakes in the command line, muster.yaml and the desired files.

import { entry } from './entry.ts';
import type { ErrorEntry } from './entry.ts';

export const INPUT_ERRORS = {
  'no-project': entry(
    2,
    'There is no muster.yaml in this folder or above it.',
    'Run `muster init` or change to the folder that holds muster.yaml.',
  ),
  'unknown-target': entry(2, 'muster.yaml has no target of that name.', 'Use one of the names under `targets:`.'),
  'target-needed': entry(
    2,
    'No target was named, and muster.yaml has several; or the named target is split into partitions.',
    'Say `--target NAME`, or set MUSTER_TARGET; with Pulumi, whose own --target takes a URN, set `muster:target` of the stack, or give `target` to the class or the provider.',
  ),
  'unreadable-file': entry(
    2,
    'A desired file could not be read.',
    'Check that it is a text file in the project folder, smaller than the limit, and not a link out of the folder.',
  ),
  'input-file': entry(
    2,
    'A file named on the command line could not be read.',
    'Check its path: it is relative to the current folder, or to the one given with -C.',
  ),
  'not-a-report': entry(
    2,
    'The file is not a JSON report of muster.',
    'Give a file that `muster plan --out json=PATH` or another command wrote, whole and unchanged.',
  ),
  'report-version': entry(
    2,
    'A report has a format that this version does not read.',
    'Use the version of muster that wrote it, or write the report anew.',
  ),
  'report-personal': entry(
    2,
    'A report holds personal values: it is not shown.',
    'Write the report anew with `--out json=PATH`; reports of adopt are read where they were made.',
  ),
  'report-not-believed': entry(
    2,
    'A report says more than its run may say. Nothing is published.',
    'A fork may publish `muster validate` only, and a request no drift. See the table in docs/pull-requests.md.',
  ),
  'file-too-large': entry(2, 'A desired file is larger than the limit.', 'Split it; one file may hold at most 32 MiB.'),
  'not-text': entry(2, 'A desired file is not UTF-8 text.', 'Save it as UTF-8 without control characters.'),
  'link-outside': entry(2, 'A desired file is a link out of the project folder.', 'Copy the file into the folder.'),
  syntax: entry(
    2,
    'A file is not valid YAML, JSON or CSV, or a line of the do-not-call list names nobody.',
    'Correct the marked place.',
  ),
  'aliases-refused': entry(
    2,
    'YAML aliases are not read in desired files.',
    'Write the value out, or use campaign `defaults`.',
  ),
  'tags-refused': entry(
    2,
    'YAML tags are not read.',
    'Remove the tag (!!binary, !!str, !name) and write the value as text: tags turn a text into something else.',
  ),
  'too-deep': entry(2, 'A file is nested deeper than any declaration.', 'Remove the extra levels.'),
  partition: entry(
    2,
    'A campaign or a file of people belongs to no partition, or to several.',
    'Correct the patterns under `partitions:` in muster.yaml, so that exactly one matches. What matches none is never applied. What matches two is taken by one stack from the other.',
  ),
  'no-desired-files': entry(
    2,
    'No desired file matches `desired:` in muster.yaml.',
    'Correct the patterns, or create the first file.',
  ),
  'hidden-character': entry(
    2,
    'An id holds an invisible character, or a blank at its start or end.',
    'Delete the named character, or type the id anew. If the service itself has it in a name, write it as an escape in double quotes: `"Summer\\u00a0Sale"`.',
  ),
  'empty-file': entry(
    2,
    'A desired file declares nothing, or the do-not-call list is empty.',
    'Remove the file, or declare users or campaigns in it. A list that names nobody on purpose says so in a line with `#`.',
  ),
  'empty-list': entry(
    2,
    'A list is empty: it could mean "none" or a mistake.',
    'Add an entry, or remove the key where it is optional; what is to be removed is declared with `ensure: absent`.',
  ),
  'unknown-key': entry(2, 'A key is not known here.', 'Correct the spelling; `muster schema` prints all keys.'),
  'missing-key': entry(2, 'A required key is missing.', 'Add it.'),
  'wrong-type': entry(2, 'A value has the wrong type or form.', 'Write the expected form.'),
  'duplicate-key': entry(2, 'A key is written twice in one mapping.', 'Keep one of them.'),
  'duplicate-user': entry(
    2,
    'The same loginUserId is declared twice, perhaps in another Unicode form.',
    'Keep one declaration. Ids that differ only in case are two for the service, and only a warning (similar-id).',
  ),
  'duplicate-campaign': entry(
    2,
    'The same campaign is declared twice with different settings.',
    'Give the settings in one place.',
  ),
  'duplicate-record': entry(
    2,
    'The same clientId is declared twice in one campaign, perhaps in another Unicode form.',
    'Keep one declaration.',
  ),
  'record-in-two-campaigns': entry(
    2,
    'One clientId is declared in two campaigns and recorded in a third.',
    'Declare it once, so that it is clear where it moves.',
  ),
  'reserved-data-key': entry(
    2,
    'A data key is reserved: the service gives it a meaning.',
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
    'Correct the spelling, or add the item to data. If intake files feed the campaign, say `intake: true`.',
  ),
  'phone-not-e164': entry(
    2,
    'A phone number is not clean E.164.',
    'Write a plus sign, the country code and the number without blanks: "+34911234567".',
  ),
  'link-not-url': entry(
    2,
    'A link or button is not a URL.',
    'Write an absolute URL, such as https://crm.example.com/c/1.',
  ),
  'unknown-time-zone': entry(2, 'That is not an IANA time zone name.', 'Write a name such as Europe/Madrid.'),
  'time-without-zone': entry(
    2,
    'A time has no zone or offset, or there is no such time.',
    'Write it as 2026-12-01T09:00:00+01:00.',
  ),
  'time-out-of-range': entry(
    2,
    'A time lies outside of the years 2000 to 2100.',
    'Correct the year: it counts in UTC, from 2000-01-01T00:00Z to the end of 2100.',
  ),
  'display-order': entry(
    2,
    'displayOrder must be a whole number from 1 to 2,147,483,647.',
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
  'users-unsupported': entry(
    2,
    'Users are declared for a target without a user interface (`identity: internal`).',
    'Take the users out of the files of this target, or correct its `identity`.',
  ),
  'undeclared-agent': entry(
    2,
    'A customer is pinned to somebody who is no longer declared, and would be removed.',
    'Correct preferredAgent, or declare the user again.',
  ),
  'pinned-to-leaver': entry(
    2,
    'A customer is pinned to a user declared absent.',
    '`muster repin --from LOGIN --to ANOTHER` pins all of them to another user; or remove preferredAgent. `offboard` is for pins that the files do not declare.',
  ),
  'reassign-to-leaver': entry(
    2,
    'offboard.reassignTo names a user who leaves too, or the same user.',
    'Name somebody who stays.',
  ),
  'worked-needs-time': entry(2, 'Setting WORKED needs nextEarliestWorkTime.', 'Add the time.'),
  'bad-csv-column': entry(
    2,
    'recordsFrom or usersFrom names a column that the CSV file does not have, or has twice.',
    'Use a name that stands once in the first line. If semicolons or tabs separate the cells, say so with `delimiter`.',
  ),
  'typescript-failed': entry(
    2,
    'A TypeScript desired file could not be loaded.',
    'Run it with node to see its error; it must export defineDesired({...}) as default.',
  ),
  'action-unknown': entry(
    2,
    'This copy of muster was not released, so it does not know where its action lives.',
    'Give `--action owner/name@commit`: the repository that holds action.yml, and its commit. A release knows its own.',
  ),
  'bad-usage': entry(2, 'The command line is not understood.', 'Run `muster help`, or the command with `--help`.'),
  'since-unknown': entry(
    2,
    'The plan cannot be compared with what --since names.',
    'Name a commit, branch or tag of this repository (`--since origin/main`). A pipeline has to fetch it: `fetch-depth: 0` of actions/checkout, `GIT_DEPTH: 0` on GitLab, `git fetch --unshallow` elsewhere. Without --since everything is planned.',
  ),
  'unknown-code': entry(2, 'There is no such code.', 'Run `muster explain` for the list.'),
  'approval-needed': entry(
    2,
    'A change needs an answer, and there is no terminal to ask on.',
    'Add `--auto-approve` once you know what would be changed.',
  ),
  'nothing-to-ignore': entry(2, 'There is no alarm to write an ignore rule for.', 'Nothing to do.'),
  declined: entry(8, 'Not approved; nothing was changed.', 'Run it again when the plan is right.'),
  'insecure-tls': entry(
    2,
    'NODE_TLS_REJECT_UNAUTHORIZED=0 is set: certificates would not be checked.',
    'Unset it; give a private root with `caFile`.',
  ),
  'bad-profile': entry(
    2,
    'The service profile cannot be used.',
    'Correct the line; `muster explain NAME` explains a question. Or remove the file and write it anew with `muster doctor --probe --write`.',
  ),
  'folder-not-empty': entry(2, 'The folder already holds a muster.yaml.', 'Use an empty folder.'),
} as const satisfies Record<string, ErrorEntry>;
