// docs/semantics.md: the decision tables, asked of the differ cell by cell, with a few words around them. Written by
// generate-docs.ts; the page cannot say what the code does not do.

import { offboardTable } from './semantics/leaving.ts';
import { coverageTable, situationTable, threeWayTable } from './semantics/drift.ts';
import * as records from './semantics/records.ts';
import * as users from './semantics/users.ts';

const { SAID_OF_USERS: ofUsers } = users;
const { SAID_OF_RECORDS: ofRecords } = records;

const NOTICE =
  '<!-- Made by scripts/generate-docs.ts from the answers of the code. Change scripts/generate-semantics.ts. -->';

export function semanticsPage(): string {
  return [NOTICE, INTRO, ...usersPart(), ...recordsPart(), ...leavingPart(), ...driftPart()].join('\n\n');
}

const INTRO = `# What muster does with what it finds

For everybody who reviews rosters and task lists in pull requests. Three facts decide about each person and each record:

- **the file**: what is declared,
- **recorded**: what muster did last, and so whether it is ours,
- **seen**: what the service answers now.

Find your situation in a table and read the answer. Every cell on this page was filled in by asking the same code that
makes the plan, so the tables and the plan agree.

## Words in the tables

- **create**, **update**, **replace**, **move**, **delete**: a change of the plan. Replace is a delete and a create.
- **adopt**: from now on it is ours; what differs is put right. **release**: no longer ours; it stays as it is.
- **no request**: only remembered by muster; the service is not asked to do anything.
- **no change**: as declared.
- **decision: …**: nothing is done until a person decides. The word leads to what to do.
- **kept**: differs, and is left alone on purpose. **consumed**: used up by being worked, left alone.
- **left to the platform**: the service moved it as it is known to do.
- **nothing concluded**: could not be read, so nothing is done about it.
- **not ours** stands for whatever was there before us: another team's, an intake file's, made by hand.`;

const says = (text: string): string => `> ${text}`;

function usersPart(): string[] {
  return [
    '## Users',
    'The service and the backing instance answer separately whether somebody is there. muster makes nobody twice and takes nobody over unless the file says so. `FAIL` and `ALLOW` are what the create says about the backing instance: with `FAIL` it is refused if the person is there, with `ALLOW` it goes on. Where the service does not show the backing side and the file says `adopt: true`, a create that was refused with `FAIL` is sent once more with `ALLOW`: so it is known which side is ours.',
    '### A person the file wants',
    users.presentTable(),
    'Example: `ana@example.com` is declared for the first time, but somebody has made her account already. The plan says of her:',
    says(ofUsers.conflict),
    'When nobody has her account yet, she is created. Should somebody make it in the same minute, the create is refused instead of taking that account over.',
    '### `behaviorIfInBackend` in the file',
    'For a person with `createInBackend: true` who is not in the service yet. A side that counts as adopted is never deleted by us unless the file says so.',
    users.behaviorTable(),
    'With `adopt: true` and nothing said about it, a person whose backing side is not shown is created with `FAIL` first. Only after a refusal, and after another look that the service still has nobody, the create is sent once more with `ALLOW`; the backing side then counts as adopted.',
    'Example: Ana has an account in the backing instance from her former team, and the file says `ALLOW`. She is created in the service; if she leaves, her backing account stays.',
    '### A changed name, template or e-mail',
    'There is no call that updates a person, so no plan ever says "update" for these: the change is kept back, or the person is deleted and created again because the file asks for it. Only how a later removal is handled can be updated, without a request.',
    users.profileTable(),
    "Example: Ana's last name changes in the file, and `onProfileChange` is left out. The plan says:",
    says(ofUsers.kept),
    '### An account that somebody made again',
    'The backing instance gives every account an id, `connectUserId`. When it is another one than before, this is not the account we made.',
    users.recreatedTable(),
    'Example: an administrator deleted Ana and made her again. The plan says:',
    says(ofUsers.recreated),
    '### A person who is no longer declared',
    'By who made which side. What we took over is released, what we made is deleted, and `onRemove` in the file has the last word.',
    users.removalTable(),
    'Example: Ana was there before us and was adopted. Her line is taken out of the file, and the plan says:',
    says(ofUsers.released),
    '### Leavers: `ensure: absent`',
    'A person on the leaver list is looked for on both sides at every run. A person who is gone can be forgotten only if in the same run somebody we know was found: else we may be asking the wrong company.',
    users.leaverTable(),
    'Example: `old.agent@example.com` is on the leaver list, was made by hand, and is still there. The plan says:',
    says(ofUsers.leaver),
  ];
}

function recordsPart(): string[] {
  return [
    '## Records',
    'A record is there to be worked once. After that it is used up, and muster does not add it again: nobody is called twice because a tool was diligent.',
    '### A record the file wants',
    records.presentTable(),
    'Example: C-1 was called and COMPLETED. It stays in the file, and the plan says:',
    says(ofRecords.consumed),
    'Example: C-1 was open yesterday and is not found today:',
    says(ofRecords.gone),
    '### A record that is to go or to end',
    'Dropped means that its lines were taken out of the file; the other columns are what `ensure` says.',
    records.endTable(),
    'Example: C-1 is dropped, but an intake file has overwritten it meanwhile, and our marker is gone. The plan says:',
    says(ofRecords.unmarked),
    '### A record that an agent has touched: `whenWorked`',
    records.whenWorkedTable(),
    'Example: the queue of C-1 changes in the file after an agent has tried to reach the customer. The plan says:',
    says(ofRecords.kept),
    '### Calling somebody again: `reissue`',
    'Only a reason that was not used before adds a used-up record again, and only once. The table is about a record with an attempt seen before.',
    records.reissueTable(),
    'Example: the customer of C-1 asks to be called again, and the file says `reissue: asked again`. The plan says:',
    says(ofRecords.reissued),
    'The reason may stay in the file: it is used up. Another reason is another call.',
    '### A record that moves to another campaign',
    'Declared in Winter, recorded in Summer, no longer declared in Summer: one transfer. The source is never deleted by us. When two campaigns take up what one gave up, none is chosen (`move-unclear`).',
    records.moveTable(),
    'Example: the lines of C-1 are cut out of `summer.yaml` and pasted into `winter.yaml`. The plan says:',
    says(ofRecords.moved),
    '### A record that somebody else moved',
    'Its marker tells that the task in the other campaign is the same one. It is neither added again nor fetched back.',
    records.elsewhereTable(),
    'Example: a supervisor moves C-1 to Winter by hand, and the file still declares it in Summer. Declare it in Winter, or move it back.',
    '### Pins and the 30-minute rule',
    'A task waits for its preferred agent for 30 minutes from the moment it may be delivered; then the service clears the pin. That is expected and is not put back. The columns are what the file says about `preferredAgent`.',
    records.pinTable(),
    'Example: C-1 was pinned to Ana this morning, she was busy, and 31 minutes have passed. The plan says:',
    says(ofRecords.lapsed),
    '### Whose record it is: markers',
    'Each record we write carries one hidden item with the name of our stack. Without it nothing is deleted. If the recorded state is lost, the markers bring it back.',
    records.markerTable(),
    'Example: the ledger was lost. C-1 carries our marker and is declared, so the next apply records it again, without a request to the service.',
  ];
}

function leavingPart(): string[] {
  return [
    '## Off-boarding: tasks pinned to a person who leaves',
    'Before somebody is removed, every campaign is searched for tasks pinned to that person. Tasks are settled first, the person is removed after. A task that is not ours is never written; it keeps the person.',
    offboardTable(),
    'Example: Ana leaves with `offboard: {reassignTo: ben@example.com}` and has one open task. The task is given to Ben; only when that is done, Ana is deleted.',
  ];
}

function driftPart(): string[] {
  return [
    '## Drift: who changed it?',
    '`muster drift` compares three values. If only the file moved, it is waiting to be applied. If only the service moved, somebody changed it there. If both did, and differently, it is a conflict. Two that moved to the same value are in sync.',
    threeWayTable(),
    'Example: the queue of C-1 was written as silver. The file still says silver, the service shows bronze: drift, and somebody is told.',
    '### Other situations',
    situationTable(),
    'Example: C-1 was completed overnight. The report lists it as consumed, and nobody is alarmed. What is unreadable raises no alarm either, but such a report is never called clean: it ends with exit number 12.',
    '## What can be verified at all',
    'The service shows of a person only whether they are there. Of a record it shows nearly everything. Each record property below was changed behind the back of the report: verified means that the report noticed.',
    coverageTable(),
    "Example: somebody changes Ana's e-mail address in the service. No call shows it, so no report can say it. The report counts such properties as not verified instead of calling them clean.",
  ];
}
