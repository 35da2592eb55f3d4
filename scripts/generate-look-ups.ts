// `npm run look-ups`: plays the look-ups on a fresh copy of examples/tour against a fresh sandbox and writes docs/look-ups.md with
// their real output. A page that would differ only in times, digests and ports stays as it is. Ends with 1 when a command ends
// otherwise than the page says.

import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'prettier';

import { saysTheSame } from './demo/blocks.ts';
import { openStage, ROOT } from './demo/stage.ts';
import type { Call, Stage } from './demo/stage.ts';

const NOTICE =
  '<!-- Made by scripts/generate-look-ups.ts (`npm run look-ups`) with real output. Change the script, not this page. -->';
const SILENT = { silent: true } as const;
const CAMPAIGN = 'Summer Renewals';

async function shown(stage: Stage, words: readonly string[], call: Call = {}): Promise<string> {
  await stage.call(['muster', ...words], call);
  const step = stage.steps().at(-1);
  return `\`\`\`console\n$ ${step?.command ?? ''}\n${step?.output ?? ''}\n\`\`\``;
}

/** Applied from a commit, and then worked once. */
async function prepare(stage: Stage): Promise<void> {
  // One request after the other, so that each task always gets the same id.
  stage.edit('muster.yaml', '    sandbox: true\n', '    sandbox: true\n    maxConcurrency: 1\n');
  const git = ['git', '-c', 'user.name=Team', '-c', 'user.email=team@example.com'];
  await stage.call(['git', 'init', '-q', '.'], SILENT);
  await stage.call([...git, 'add', 'muster.yaml', 'teams', 'campaigns'], SILENT);
  await stage.call([...git, 'commit', '-q', '-m', 'Declare the summer renewals'], SILENT);
  await stage.call(['muster', 'sandbox', 'start'], SILENT);
  await stage.call(['muster', 'apply', '--auto-approve', '--quiet'], SILENT);
  await stage.call(['muster', 'sandbox', 'work', CAMPAIGN, 'C-1002', '--agent', 'ana.ruiz@example.com'], SILENT);
}

async function page(stage: Stage): Promise<string> {
  await prepare(stage);
  return [
    NOTICE,
    INTRO,
    '## One user',
    'One request. The first block is the answer, field by field in the words of the service.',
    await shown(stage, ['get', 'user', 'ana.ruiz@example.com']),
    '## One record',
    RECORD,
    await shown(stage, ['get', 'record', CAMPAIGN, 'C-1002']),
    'By the id that the service gave it: `muster get record CAMPAIGN --id R-4`, one request. A word that is misspelt is named with the nearest one, and an address that nothing knows can be asked with `get`.',
    '## A search',
    SEARCH,
    await shown(stage, ['search', CAMPAIGN, '--where', 'sys_worked_state EQUALS NOTWORKED']),
    COMPLETE,
    await shown(stage, ['search', CAMPAIGN, '--where', 'sys_skill_queue=renewals', '--where', 'phone BEGINSWITH +34']),
    'As a table for a spreadsheet:',
    await shown(stage, ['search', CAMPAIGN, '--where', 'sys_worked_attempts GREATERTHAN 0', '--out', 'csv=-']),
    '## The story of one object',
    WHY,
    await shown(stage, ['why', `record:${CAMPAIGN}/C-1002`]),
    PULUMI,
  ].join('\n\n');
}

const INTRO = `# Look-ups

For operators who want to know what the service shows, without a script. Four commands read and write nothing: their client has no
method that could change anything.

| Question                                                        | Command                                    | Requests                                                      |
| --------------------------------------------------------------- | ------------------------------------------ | ------------------------------------------------------------- |
| Does this person exist, on which side?                          | \`muster get user LOGIN\`                    | 1                                                             |
| What does the service show of this task, are there duplicates?       | \`muster get record CAMPAIGN CLIENTID\`      | 2                                                             |
| The same, by the id that the service gave it                    | \`muster get record CAMPAIGN --id ID\`       | 1; 2 where the spelling of the id was not measured and the first is refused |
| Which tasks match?                                              | \`muster search CAMPAIGN --where CRITERION\` | 1 a criterion; 1 where the service is known to combine with AND |
| What happened to this object, what happens next, by which rule? | \`muster why ADDRESS\`                       | those of \`muster plan --only ADDRESS\`                         |

Each shows beside the answer what muster recorded and what the files declare (file and line). A campaign need not be declared. A
file or a state that cannot be read stops no look-up: the answer is shown, and the command ends with 12.

Values of people (names and addresses of users, data items of records) are masked. \`--show-values\` shows them on your own terminal;
it takes neither \`--json\` nor \`--out\`, because a report outlives the moment. \`--json\` prints the same facts with a published schema
([reports](reports.md)), masked. All flags: [commands](commands.md#muster-get).`;

const RECORD = `Every field that a search shows. With an id the service returns one task at most, so the clientId is asked for once more as a data
item: that shows all duplicates. A pin is shown with the moment at which the service clears it.`;

const SEARCH = `A criterion is \`"key CONDITION value"\`, or \`"key=value"\` for EQUALS. The key is a data key or a system field:

| Condition                   | System field                      | Holds                                                            |
| --------------------------- | --------------------------------- | ---------------------------------------------------------------- |
| \`EQUALS\`, \`NOTEQUALS\`       | \`sys_skill_queue\`                 | name of the queue                                                |
| \`GREATERTHAN\`, \`LESSTHAN\`   | \`sys_worked_attempts\`             | number of attempts                                               |
| \`CONTAINS\`, \`BEGINSWITH\`    | \`sys_item_time_zone\`              | time zone set on the task                                        |
|                             | \`sys_worked_state\`                | NOTWORKED, WORKED, COMPLETED or REMOVED                          |
|                             | \`sys_preferred_agent\`             | loginUserId; the empty text is written \`""\`                      |
|                             | \`sys_next_earliest_worktime_long\` | milliseconds since 1970 UTC; \`2027-01-01T09:00:00+01:00\` is taken, too |

How the service compares texts (letter case, numbers as text) is its own affair: tasks are listed as it answers them.`;

const COMPLETE = `Whether the list is everything is always said. The service cuts a list at \`--limit\` (its \`maxRecords\`; 1000 unless you say
otherwise) without a word, and perhaps earlier: a list that long is never called complete.

Several \`--where\` mean all of them. The interface document does not say how the service combines criteria, so each is asked by
itself and what all lists show is listed. Where \`AND\` was measured ([doctor](doctor.md)), it is one request.`;

const WHY = `What the next plan does with it comes first, with the reason ([semantics](semantics.md) has all of them);
then what happened in its order: the commit of the line, the writes of runs, what the service shows of its work, drift.`;

const PULUMI = `With \`state: pulumi\` the state comes out of the stack. A stack keeps what was last written of each object and no journal of
writes; the page says so, and \`pulumi stack history\` lists the updates.`;

const stage = openStage(() => ({}), 'tour');
try {
  const text = await format(await page(stage), { parser: 'markdown', printWidth: 120 });
  const file = join(ROOT, 'docs/look-ups.md');
  if (!saysTheSame(readFileSync(file, 'utf8'), text)) writeFileSync(file, text);
} finally {
  spawnSync(process.execPath, [join(ROOT, 'bin/muster.js'), 'sandbox', 'stop'], { cwd: stage.folder });
  stage.close();
}
