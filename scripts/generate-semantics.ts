// docs/semantics.md: tables of decisions. Each cell is computed by the differ, so the page cannot differ from the code;
// generate-docs.ts writes it.

import { DECISION_TABLES as titled } from './semantics/tables.ts';
import { offboardTable } from './semantics/leaving.ts';
import { coverageTable, situationTable, threeWayTable } from './semantics/drift.ts';
import * as records from './semantics/records.ts';
import { listedSection } from './semantics/listed.ts';
import { partitionSection } from './semantics/partitions.ts';
import { agentTable } from './semantics/agents.ts';
import { spellingTable } from './semantics/spelling.ts';
import * as users from './semantics/users.ts';

const { SAID_OF_USERS: ofUsers } = users;
const { SAID_OF_RECORDS: ofRecords } = records;

const NOTICE =
  '<!-- Made by scripts/generate-docs.ts from the answers of the code. Change scripts/generate-semantics.ts. -->';

export function semanticsPage(): string {
  return [NOTICE, INTRO, ...usersPart(), ...recordsPart(), ...agentsPart(), ...leavingPart(), ...driftPart()].join(
    '\n\n',
  );
}

const INTRO = `# What muster does in each situation

For everybody who reviews rosters and task lists in pull requests. Three facts decide what becomes of each user and record:

- **the file**: what is declared,
- **recorded**: what muster did last, and so whether it is ours,
- **seen**: what the service answers now.

Find your situation in a table and read the answer. Every cell on this page is computed by the code that makes the plan, so
the tables and the plan agree.

## Words in the tables

- **create**, **update**, **replace**, **move**, **delete**: a change of the plan. Replace is a delete and a create.
- **restore**: a create that gives a user access again whom somebody removed outside; only by the exact number (\`--allow restores=N\`), unless muster.yaml says \`policy.restore: always\`.
- **adopt**: from now on it is ours; what differs is updated. **release**: no longer ours; it stays as it is.
- **no request**: only the state changes; nothing is sent to the service.
- **no change**: as declared.
- **decision: …**: nothing is done until a person decides. The link says how to go on.
- **kept**: differs, and is left as it is by a rule of the file. **finished**: called to the end, and left alone.
- **left to the platform**: the service changed it by a documented rule.
- **nothing concluded**: could not be read, so nothing is done about it.
- **not ours**: not created or adopted by muster: another team's, an intake file's, or made by hand.`;

const says = (text: string): string => `> ${text}`;

function usersPart(): string[] {
  return [
    '## Users',
    'The service and the second system answer separately whether a user exists. muster creates no user twice and takes no user over unless the file says so. `FAIL` and `ALLOW` are what the create says about the backing instance: with `FAIL` it is refused if the user is there, with `ALLOW` it is carried out. Where the service does not show the backing side and the file says `adopt: true`, a create that was refused with `FAIL` is sent once more with `ALLOW`. The answers then tell which side is ours.',
    `### ${titled['declared-user']}`,
    users.presentTable(),
    'Example: `ana@example.com` is declared for the first time, but somebody has made her account already. The plan says of her:',
    says(ofUsers.conflict),
    'When she has no account yet, it is created. If somebody else creates it between plan and request, the create is refused and does not take that account over.',
    '### `behaviorIfInBackend` in the file',
    'For a person with `createInBackend: true` who is not in the service yet. muster never deletes a side that counts as adopted, unless the file says so.',
    users.behaviorTable(),
    'With `adopt: true` and without `behaviorIfInBackend`, a user whose side in the second system is not shown is created with `FAIL` first. Only after a refusal, and after a reading that the service still does not have the user, the create is sent once more with `ALLOW`; the backing side then counts as adopted.',
    'Example: Ana has an account in the second system from her former team, and the file says `ALLOW`. She is created in the service; if she leaves, her account there stays.',
    `### ${titled['changed-profile']}`,
    'There is no call that updates a user. So such a change is not applied, or the user is deleted and created again because the file asks for it. Only `onRemove` and `offboard` can be updated, without a request.',
    users.profileTable(),
    'Targets with `identity: saml` (the default) ignore `primaryEmailAddr`: there no value of it is a difference.',
    "Example: Ana's last name changes in the file, and `onProfileChange` is left out. The plan says:",
    says(ofUsers.kept),
    `### ${titled['recreated-user']}`,
    'The second system gives every account an id, `connectUserId`. When the id is another one than before, this is not the account that muster created.',
    users.recreatedTable(),
    'Example: an administrator deleted and created the account of Ana again. The plan says:',
    says(ofUsers.recreated),
    '### An account that appeared after a create of ours that was not answered',
    'A lost create may arrive late. An account that appears in that time is probably ours: it is taken into the state, and while a line declares it nothing more is asked. It is never let go without a word.',
    users.appearedTable(),
    'Example: the create of Ana was not answered, her line was dropped, and her account appeared an hour later. Whether it is removed or kept, a person decides.',
    `### ${titled['undeclared-user']}`,
    'It depends on who created which side: what muster adopted is released, what it created is deleted, and `onRemove` in the file is stronger than both.',
    users.removalTable(),
    'Example: the account of Ana existed and was adopted. Her line is removed from the file, and the plan says:',
    says(ofUsers.released),
    `### ${titled.leaver}`,
    'Every run asks for a leaver on both sides. A user counts as absent only if a known user was found in the same run; otherwise this may be the wrong tenant.',
    users.leaverTable(),
    'Example: `old.agent@example.com` has `ensure: absent`, was made by hand, and still exists. The plan says:',
    says(ofUsers.leaver),
  ];
}

function recordsPart(): string[] {
  return [
    '## Records',
    'A customer is called once. Then the customer is finished, and muster adds nobody again who is finished: that would be a second call.',
    `### ${titled['declared-record']}`,
    records.presentTable(),
    'Example: C-1 was called and COMPLETED. It stays in the file, and the plan says:',
    says(ofRecords.consumed),
    'Example: C-1 was open yesterday and is not found today:',
    says(ofRecords.gone),
    `### ${titled['ending-record']}`,
    'Dropped means that its lines were removed from the file; the other columns are values of `ensure`.',
    records.endTable(),
    'Example: C-1 is dropped, but an intake file has overwritten it meanwhile, and our marker is gone. The plan says:',
    says(ofRecords.unmarked),
    `### ${titled['worked-record']}`,
    records.whenWorkedTable(),
    'Example: the queue of C-1 changes in the file after an agent has tried to reach the customer. The plan says:',
    says(ofRecords.kept),
    `### ${titled.reissue}`,
    'Only a new reason adds a finished customer again, and only once. In the table, an attempt on the record was seen before.',
    records.reissueTable(),
    'Example: the customer of C-1 asks to be called again, and the file says `reissue: asked again`. The plan says:',
    says(ofRecords.reissued),
    'The reason may stay in the file: it counts once. Another reason is another call; one that was used before is not, also after others, after its line was gone for a while, after a move, and whatever its case, blanks and Unicode form. A reason that is given while the record is open, or beside `ensure: absent`, `completed` or `removed`, counts as used.',
    '### A clientId in another spelling',
    'Two spellings that look alike are probably one customer, who would be called twice. This holds over all campaigns.',
    spellingTable(),
    'Example: C-1é was called and cleared away. A spreadsheet of another system writes the same id in another Unicode form: nothing is created.',
    ...listedSection(),
    ...partitionSection(),
    `### ${titled['asked-state']}`,
    'A status can be changed from any state to any other. What might call a customer again takes a word in the file: `reissue` for one time, `whenWorked: replace` for as long as it stands there. `worked` needs `nextEarliestWorkTime`. With the status go the declared agent, time and zone that differ, and the queue where its name is known; what else differs from a task that ends is said and stays. In the table the record is ours; `update` sets the state.',
    records.stateTable(),
    'Example: the customer of C-1 was called and it is COMPLETED. The file says `ensure: open` and gives no reason. The plan says:',
    says(ofRecords.stays),
    `### ${titled.twins}`,
    'The file names the task that is meant; the others stand beside it. Without a name a person decides. More: [states and duplicates](states.md).',
    records.twinTable(),
    `### ${titled.move}`,
    'Declared in Winter, recorded in Summer, no longer declared in Summer: one transfer. muster never deletes the source. What is shown as REMOVED in Winter, and was ours, counts as none: a service may show so what was deleted. Of others, who may open it again, it is a [conflict](errors.md#conflict): `adopt: true` lets the record take its place. When two campaigns declare a record that one no longer declares, none is chosen (`move-unclear`).',
    records.moveTable(),
    'Example: the lines of C-1 are cut out of `summer.yaml` and pasted into `winter.yaml`. The plan says:',
    says(ofRecords.moved),
    `### ${titled['moved-outside']}`,
    'Its marker shows that the task in the other campaign is the same one. It is neither added again nor moved back.',
    records.elsewhereTable(),
    'Example: a supervisor moves C-1 to Winter by hand, and the file still declares it in Summer. Declare it in Winter, or move it back.',
    `### ${titled.pin}`,
    'A task waits for its preferred agent for 30 minutes from the moment it may be delivered; then the service clears the pin. That is expected, and muster does not set it again. The columns are what the file says about `preferredAgent`.',
    records.pinTable(),
    'Example: C-1 was pinned to Ana this morning, she was busy, and 31 minutes have passed. The plan says:',
    says(ofRecords.lapsed),
    `### ${titled.marker}`,
    'Each record that muster writes has one hidden item, the marker, with the name of our stack. A record without it is not deleted. If the state is lost, the markers restore it.',
    records.markerTable(),
    'Example: the ledger was lost. C-1 has our marker and is declared, so the next apply records it again, without a request to the service.',
  ];
}

function agentsPart(): string[] {
  return [
    '### Who a record may be pinned to: `policy.agents`',
    'A pin to somebody who is not there is harmless: the platform clears it. So it is a question about that record alone, and nothing else waits for it. The columns are values of `policy.agents`; with `identity: internal` the last one holds.',
    agentTable(),
    'Example: C-1 is pinned to an agent of another team, who left. Name somebody else, or take `preferredAgent` out.',
  ];
}

function leavingPart(): string[] {
  return [
    `## ${titled.offboarding}`,
    'Before a user is removed, every known campaign is searched for customers pinned to that user. They are dealt with first, then the user is removed. A customer who is not ours is never written; while it is open, the user is not removed.',
    offboardTable(),
    'Example: Ana leaves with `offboard: {reassignTo: ben@example.com}` and has one open task. The task is pinned to Ben; only when that is done, Ana is deleted.',
  ];
}

function driftPart(): string[] {
  return [
    '## Drift: who changed it?',
    '`muster drift` compares three values. If only the file changed, the change is waiting to be applied. If only the service changed, somebody changed it there. If both changed, to different values, it is a conflict; to the same value, they are in sync.',
    threeWayTable(),
    'Example: the queue of C-1 was written as silver. The file still says silver, the service shows bronze: drift, which is an alarm.',
    '### Other situations',
    situationTable(),
    'Example: C-1 was completed overnight. The report lists it as finished (`consumed`), without an alarm. `unreadable` is no alarm either, but such a report is never called clean: it ends with exit code 12.',
    '## What can be verified at all',
    'Of a user the service shows only the presence, of a record nearly everything. For this table each property was changed in the service: verified means that the report noticed it.',
    coverageTable(),
    "Example: somebody changes Ana's e-mail address in the service. No call shows it, so no report can contain it. The report counts such properties as not verified.",
  ];
}
