// Decisions: why an object is left out of the plan until a person edits the file.

import { entry } from './entry.ts';
import type { ErrorEntry } from './entry.ts';

export const DECISION_ERRORS = {
  conflict: entry(4, 'It exists and is not ours.', 'Say `adopt: true` to take it over, or remove the declaration.'),
  'managed-elsewhere': entry(
    4,
    'The customer carries the marker of another muster stack, which manages it.',
    'Remove it from the files of that stack and apply there, or remove the declaration here. To hand all of its customers over, add its name to `formerStacks` of this target.',
  ),
  'other-partition': entry(
    4,
    'Another partition of the target records or declares this one.',
    'Apply that partition, then this one again: what is recorded goes along, and nothing is sent for it. A customer who goes from a campaign of one partition to one of another: first the one that it leaves.',
  ),
  'other-record': entry(
    4,
    'What has this clientId now is not the customer that was recorded.',
    'Look at the customer in the service. Say `adopt: true` to take it over as it is (beside `ensure: absent`: to delete it), or remove the declaration to leave it alone.',
  ),
  twin: entry(
    4,
    'The campaign has this customer several times, and the file does not say which one is meant.',
    'Say `previewRecordId:` on the entry, and under `twins:` what becomes of the others: keep, remove or merge. If the entry has moved, put it back first, apply, then move it.',
  ),
  'named-missing': entry(
    4,
    'No customer has both this clientId and the `previewRecordId:` of the file.',
    'Correct the id, or take `previewRecordId:` out of the file. A customer with `previewRecordId:` is never added.',
  ),
  partial: entry(
    4,
    'The user exists in the service but not in the second system; no call repairs that in place.',
    'Set `onProfileChange: replace` to delete and create again (an adopted user needs `onRemove: delete` beside it), or createInBackend: false.',
  ),
  recreated: entry(
    4,
    'Somebody deleted the user and made it again.',
    'Say `adopt: true` to take it over; beside `ensure: absent` that deletes it. To let it go: declare it with `adopt: true`, apply, then remove the declaration.',
  ),
  'probably-ours': entry(
    4,
    'A create by muster got no answer, an account appeared after it, and no file declares it any more.',
    'To remove it: `ensure: absent` with `adopt: true`. To keep it: declare it. To stop managing it: declare it with `onRemove: release`, apply, remove the line.',
  ),
  'undeclared-user': entry(
    4,
    'A user with `onRemove: keep` is no longer declared. Every row of a CSV file has that setting.',
    'Put the row back, or say `ensure: absent` for a leaver. To stop managing the user: declare them with `onRemove: release`, apply, remove the line.',
  ),
  'create-refused': entry(
    4,
    'The second system has the user, and `behaviorIfInBackend: FAIL` refuses the whole create then.',
    'Say `behaviorIfInBackend: ALLOW` to join that account, or remove the declaration.',
  ),
  'replace-needed': entry(
    4,
    'The change needs a delete and a create, which is not allowed or would be refused.',
    'Read the reason in the plan; put the old value back, or allow on that user what the reason names.',
  ),
  'leaver-present': entry(
    4,
    'A user declared absent is present and not ours.',
    'Add `adopt: true` to `ensure: absent` to have it deleted.',
  ),
  'offboard-blocked': entry(
    4,
    'Customers are pinned to a user about to be removed.',
    'Set `offboard: {reassignTo: …}` or `offboard: clear` on the user; pin customers that are not ours to other agents in the service.',
  ),
  'agent-unknown': entry(
    4,
    'A customer is pinned to somebody who is neither declared nor known to the service.',
    'Correct preferredAgent, or declare the user. Where agents have ids that are no logins, say `policy.agents: any`.',
  ),
  'agent-not-in-backend': entry(
    4,
    'A customer is pinned to somebody who is not in the second system.',
    'Correct preferredAgent, or have the person created there; `policy.agents: known` drops the check.',
  ),
  'move-unclear': entry(
    4,
    'The customer is in both campaigns, or in neither.',
    'Look at both campaigns; `muster show` prints the saved copy.',
  ),
  'gone-unclear': entry(
    4,
    'A customer is gone, and nobody can tell whether they were called.',
    'Remove it from the file, or say `reissue: <reason>` on the entry to call the customer again.',
  ),
  'do-not-call': entry(
    4,
    'A customer to be called is on the list of `policy.doNotCall`, by clientId or by a number in the data.',
    'Take the entry out of the file, or say `ensure: absent`: that removes a customer who is open and was never called. If the list is wrong, take the line out of it.',
  ),
  'other-spelling': entry(
    4,
    'A new customer has the clientId of one that is ours already, in another spelling.',
    'Write it as the plan names it. If it is another customer, or this one should be called again, say `reissue: <reason>`. A customer who is still open is removed first.',
  ),
  'moved-elsewhere': entry(
    4,
    'Somebody else moved a customer to another campaign.',
    'Declare it in that campaign with `adopt: true`, or move it back in the service. Where nobody is to be called, add `ensure: absent` there.',
  ),
  'target-occupied': entry(
    4,
    'A customer should move to a campaign that has this clientId already.',
    'If it is gone from the campaign that it should leave, say `adopt: true` to take over the one that is here. If it still stands there, remove one of the two in the service.',
  ),
} as const satisfies Record<string, ErrorEntry>;
