// docs/open-questions.md: every question the interface documents leave open, from the table of open points, with how to
// measure it and how to state its answer. For whoever writes to the vendor.

import { answerWords, ASSUMPTIONS, measuringCommand, point, POINT_IDS } from '../src/model/open-points.ts';
import type { PointId } from '../src/model/open-points.ts';
import { table } from './markdown.ts';
import { HELP } from './measure-service/wishes.ts';

const NOTICE =
  '<!-- Made by scripts/generate-docs.ts. Change src/model/open-points or scripts/generate-questions.ts. -->';

export function questionsPage(): string {
  const rest = POINT_IDS.filter((id) => !ASSUMPTIONS.includes(id));
  return [
    NOTICE,
    INTRO,
    table(['Question', 'What is asked', 'Measured by'], [...ASSUMPTIONS, ...rest].map(row)),
    MEASURING,
    STATING,
    `## Assumptions\n\nBy what the profile says of these, muster does or says something else. A plan counts those it makes.`,
    ...ASSUMPTIONS.map(entry),
    `## The other questions\n\nWhatever the profile says of these, muster does and says the same: what it does holds under every answer, or it meets the answer as it comes (a refused key, a blocked name). Measured, they help to understand the service.`,
    ...rest.map(entry),
  ].join('\n\n');
}

function row(id: PointId): string[] {
  return [`[${id}](#${id})`, point(id).question, command(id)];
}

function command(id: PointId): string {
  const measuring = measuringCommand(id);
  return measuring === null ? 'asking who knows' : `\`${measuring}\``;
}

function entry(id: PointId): string {
  const { question, use, assumed, switch: own } = point(id);
  const lines = [
    `- Open: ${question}.`,
    `- Why it matters: ${use}`,
    `- Assumed until it is answered: ${assumed}.`,
    `- Measured by: ${command(id)}.`,
    `- Answers that can be stated: ${answerWords(id)}.`,
    ...(own === undefined ? [] : [`- Tried out: \`muster sandbox switch ${id} VALUE\`.`]),
  ];
  return `### ${id}\n\n${lines.join('\n')}`;
}

const INTRO = `# Open questions

The two interface documents leave questions open ("not shown"). This page lists all of them, for whoever writes to the
vendor or wants to measure them. Users of muster need it only where a plan or \`muster explain assumptions\` leads here.

| Term          | Meaning                                                                                          |
| ------------- | ------------------------------------------------------------------------------------------------ |
| open question | something the interface documents do not say                                                     |
| assumption    | an open question by whose answer muster does or says something else                              |
| answer        | what one environment does, measured or stated; kept in its service profile                       |
| profile       | \`profiles/<target>.json\` beside muster.yaml, in Git; plans go by it ([doctor](doctor.md))      |

Premise: muster never guesses. Where it can, it does what is right under every possible answer; the sandbox can be switched
to each of them, and the tests play all. Where it cannot, it assumes, and the plan says how many assumptions it makes.`;

const MEASURING = `## Measuring

\`muster doctor --probe\` measures the assumptions that reading answers. Everything else is measured by a script of the
repository, run in a checkout of it (\`npm ci\` first). It takes the project and the target as muster does.

\`\`\`
${HELP.trimEnd()}
\`\`\`

What is asked for with an option is done instead of the reading. One answer stands in each line, with its evidence: counts
and words, never a value of a record or of a person. What cannot be told stays \`unknown\`, with the reason.

| It ends with | when                                                                        |
| ------------ | --------------------------------------------------------------------------- |
| 0            | everything was measured that could be, and nothing is left                  |
| 2            | an option, the campaign or the user was refused; nothing was made           |
| 3            | the target does not answer, or the key is refused                           |
| 8            | it was not approved, or stopped with Ctrl-C; what was made has been removed |
| 12           | an answer changed and was not written, or something could not be removed    |

### Records

\`--test-campaign "Test A" --test-campaign "Test B"\` makes a dozen records in test campaigns, changes, moves and removes them. The second
campaign is for transfers; without it the questions about them stay unknown.

- A campaign this project declares records in, or has any recorded of, is refused (\`probe-campaign\`).
- It asks first; \`--auto-approve\` answers.
- Each record is called \`muster-probe-…\`, has no phone number, and cannot be delivered for a week (but for those of
  \`--intake\` and \`--pins\`).
- Each is put down in \`.muster/probe/<target>.sqlite\` before it is sent, and removed at the end, also after a failure or
  Ctrl-C. After a kill every later run warns, and the next with \`--test-campaign\` removes what is left before it begins.
- Records of others in the campaign are left as they are.

Two parts wait. Both take a campaign that no agent works in: their records can be delivered.

- \`--intake\`: only a person can load a file. The script makes a record, names two rows, and looks every five seconds, for up
  to half an hour, until the second row shows that the file was read. Then both are removed.
- \`--pins\`: a record is pinned, pinned anew after 20 minutes, and looked at until 48. Gone by then, the minutes were counted
  from the start (\`created\`), else from the pin (\`pinned\`). Both pins name nobody, so that no agent is handed the record.

### A test user

\`--test-user muster-probe-1@example.com\` adds and deletes one test user and puts down the words of the service.

- The name begins with \`muster-probe-\`. It is refused (\`probe-user\`) when the files declare it or pin records to it, when it
  is recorded, and, after one look at the service, when it exists on either side. So a person can never be meant.
- It asks first. The user gets the template of a declared user; without one only the unknown template is asked about.
- Each side is put into the same journal before a request for it leaves, and removed at the end; both sides are looked at
  until they are empty. What is still there is said, and ends with 12.
- No add-user is sent again for an answer. After a lost one nothing more is asked; the point stays unknown. When what was
  asked for may still come, that is said as left behind: the next run with \`--test-user\` looks again, and makes nothing before all
  of it is gone (\`probe-leftover\`).
- The backing instance is touched only with \`--backend\`. It has licences and administrators of its own, so approval for
  the service is none for it. And only where backendStatus was seen for the test user, so that its end can be seen.

### Another key, and load

- \`--wrong-key\`: one query-existence about nobody with a key that is made up, sent once, with a read with the right key before
  and after. A wrong key may count towards a lock-out, so nothing else includes it. If the right key is refused afterwards,
  the run ends at once (\`key-refused\`), before anything is made.
- \`--former-key\`: the same with the version of the secret that the secrets manager calls AWSPREVIOUS. A refusal tells only
  within a minute of the rotation: ask soon after one.
- \`--rate 20\`: five reads about nobody one after the other, then 20 within one second. At the first refusal nothing more is
  sent.`;

const STATING = `## Stating an answer

\`--write\` puts measured answers into the profile. If somebody knows an answer, write it there by hand, with \`how: stated\`, one
of the answers that the question can have, and the day:

\`\`\`json
"pin-start": {
  "answer": "pinned",
  "how": "stated",
  "evidence": "told by the vendor's support",
  "firstSeen": "2026-11-21",
  "lastSeen": "2026-11-21"
}
\`\`\`

Plans call it stated, not measured. A measurement that finds another answer says so; one that finds the same makes it
measured. Some measured answers say less than the truth, never other than it: \`not-shown\` is gone or hidden, \`>1000\` and
\`>=4096\` were not reached, \`lags\` names no time.`;
