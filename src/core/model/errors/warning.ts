// Warnings of a plan: they stop nothing and change no exit code.

import { entry } from './entry.ts';
import type { ErrorEntry } from './entry.ts';

export const WARNING_ERRORS = {
  'time-in-past': entry(
    0,
    'The earliest time of a customer has passed: the customer can be called at once.',
    'Check the date, the year and the offset; leave the time out where "at once" is meant.',
  ),
  'pin-lapses-early': entry(
    0,
    'A pin will lapse before the agent can call the customer.',
    'Give a nextEarliestWorkTime in the agent’s next shift, or leave the pin out.',
  ),
  'pins-crowded': entry(
    0,
    'Many customers pinned to one agent become due within the same 30 minutes.',
    'Spread nextEarliestWorkTime, or pin to more agents; `policy.pinsPerWindow` sets the number.',
  ),
  'pin-on-new-agent': entry(
    0,
    'Customers are pinned to somebody whom the same plan creates.',
    'Make sure that the person can log in before the customers become due.',
  ),
  'not-applied': entry(
    0,
    'The file ends the calls of a customer and changes other values too. Those other values are not sent.',
    'Nothing to do where the customer is done with: give other values before, or leave them as they are.',
  ),
  'zone-not-kept': entry(
    0,
    'An update names no time zone, so the customer gets the zone of the campaign.',
    'Nothing to do where nobody sets zones by other calls; else declare timeZone, for one record or in `defaults` of the campaign.',
  ),
  'zone-differs': entry(
    0,
    'The time zone in force for a customer is not the one that the file declares and the service shows.',
    'Take timeZone out, apply, and declare it again: that sends it. `policy.verifyZones` searches for it.',
  ),
  'agent-not-observable': entry(
    0,
    'Whether a pinned agent exists in the second system cannot be seen.',
    'Nothing to do, unless the environment should report the second system: ask who runs it.',
  ),
  'pins-unchecked': entry(
    0,
    'The target has no user interface (`identity: internal`), so pins are passed on as the files say.',
    'Nothing to do: the service clears the pin of somebody who does not exist after 30 minutes.',
  ),
  'allow-not-needed': entry(
    0,
    'A number was allowed for a guard that this plan does not meet.',
    'Leave it out: if it stays in a script, it could pass a plan that nobody has read.',
  ),
  'proxy-not-used': entry(
    0,
    'The environment names a proxy, and the target does not say whether to use it.',
    'Say `proxy: environment` in the target to use it, or `proxy: none`.',
  ),
  'state-absent': entry(
    0,
    'There is no state, or an older one. Markers in the service may show that more was applied.',
    'Before the first apply of a pipeline that is as it should be. Otherwise bring the ledger there (docs/state.md, "Sharing a ledger"; docs/pipelines.md): do not apply this plan.',
  ),
  'state-unlocked': entry(
    0,
    'The state was read without the lock, and may not be the latest.',
    'Nothing to do on a read-only copy; where a run is under way, plan again once it has ended.',
  ),
  'history-shallow': entry(
    0,
    'A shallow clone, or files without Git, do not tell whether these files follow on the commit applied last.',
    'Fetch the history of commits: `fetch-depth: 0` of actions/checkout, `GIT_DEPTH: 0` on GitLab. Files of an earlier date are asked about all the same. Without Git (no `.git`, no `git` on the path, a folder of another owner) apply from a clone.',
  ),
  'ignore-rule-expired': entry(
    0,
    'An ignore rule of muster.yaml has expired: what it silenced alarms again.',
    'Put right what it was about, or give the rule a new day with a new reason.',
  ),
  'ignore-rule-unused': entry(
    0,
    'An ignore rule of muster.yaml fits no finding.',
    'Remove it: a rule that stays could silence something that nobody has looked at.',
  ),
  'phone-not-possible': entry(
    0,
    'A phone number has a wrong length for its country, or a leading zero after the country code; or it is a number of another country, too, once a plus sign stands in front.',
    'Check the country code and the digits: the service takes the number, and nobody, or somebody else, may be reached by it.',
  ),
  'link-scheme-unusual': entry(
    0,
    'A link or button is a URL that starts with neither https: nor http:.',
    'Nothing to do where the computers of the agents open such URLs; a script (`javascript:`) may run in the window.',
  ),
  'special-key-meant': entry(
    0,
    'A key of data is nearly a special key. The service knows those by their exact spelling only.',
    'Spell it as the warning says where that is meant; queue and zone of a customer are skillQueue and timeZone beside data.',
  ),
  'null-is-text': entry(
    0,
    'A value is written as `~` or `null`, which YAML files often use for nothing; here every value is text.',
    'Leave the value out where nothing is meant; put it in quotes where the text is.',
  ),
  'target-assumed': entry(
    0,
    'A target does not say what differs from environment to environment, so the usual value is assumed.',
    'Ask who runs the environment, and say it in the target: `previewPrefix`, `adminPrefix`, `identity`.',
  ),
  'similar-id': entry(
    0,
    'Two campaign names, logins or clientIds differ only in case or in the width of letters.',
    'Nothing to do where both are meant: the service tells them apart. Otherwise write the right one everywhere; a user who has the wrong one leaves with `ensure: absent`.',
  ),
  'agent-not-declared': entry(
    0,
    'A customer is pinned to a login that no file declares, but a declared one is nearly the same.',
    'Correct preferredAgent; nothing to do where another person is meant, who exists in the service.',
  ),
  'pattern-unused': entry(
    0,
    'A pattern under `desired:` in muster.yaml matches no file.',
    'Correct it, or take it out: what it was to name is not managed.',
  ),
  'same-number': entry(
    0,
    'Records of one campaign have the same name and number under several ids.',
    'Keep one of them. `policy.sameNumber: block` makes it a mistake, `off` says nothing.',
  ),
  'damaged-name': entry(
    0,
    'A name looks as if a wrong encoding or a broken formula had damaged it.',
    'Correct it before it is sent: nobody can change the name of a person in the service. A file is to be saved as UTF-8.',
  ),
  'id-of-spreadsheet': entry(
    0,
    'A clientId or login of a CSV file looks like a number with an exponent, or like a day.',
    'Where a spreadsheet made it of another id, format the column as text and export again.',
  ),
  'file-not-read': entry(
    0,
    'A file looks like a desired file, but no pattern under `desired:` in muster.yaml matches it.',
    'Give it an ending that is read (`.yaml`, `.yml`, `.json`) and a pattern that matches it (`*.{yaml,yml}` takes both), or move it out of the project.',
  ),
  'item-not-in-data': entry(
    0,
    'highlight or hidden names a key that is not in data, but nearly.',
    'Correct the spelling, unless the intake files have an item of that name.',
  ),
  'id-field-differs': entry(
    0,
    'Customers of the intake files do not carry the declared clientIdFieldName.',
    'Set clientIdFieldName to the name of the first column of the intake files.',
  ),
} as const satisfies Record<string, ErrorEntry>;

/** Warnings that are found where the desired files are read. */
export type InputWarningCode =
  | 'agent-not-declared'
  | 'damaged-name'
  | 'file-not-read'
  | 'id-of-spreadsheet'
  | 'same-number'
  | 'item-not-in-data'
  | 'link-scheme-unusual'
  | 'null-is-text'
  | 'pattern-unused'
  | 'phone-not-possible'
  | 'similar-id'
  | 'special-key-meant';
