// docs/open-questions.md: every question the interface documents leave open, from the table of open points, with how to
// measure it and how to state its answer. For whoever writes to the vendor.

import { answerWords, ASSUMPTIONS, measuringCommand, point, POINT_IDS } from '../src/model/open-points.ts';
import type { PointId } from '../src/model/open-points.ts';
import { table } from './markdown.ts';

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

Nobody has to measure: while a question is open, muster does what is right under every answer, or says what it assumes. An answer
that somebody at the vendor knows can be [stated](#stating-an-answer).

\`muster doctor --probe\` measures the assumptions that reading answers. It writes nothing to the service, so what only a write, a
test user or a wrong key would tell is measured by \`measure-service\`, for whoever writes to the vendor. That is a tool of muster's
repository and not of the package: its README.md says what it does, and how it is run. It takes the project
and the target as muster does, and \`--write\` puts the answers into the same profile.`;

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
