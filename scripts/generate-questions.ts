// docs/open-questions.md: every question the interface documents leave open, from the table of open points, with how to
// measure it and how to state its answer. For whoever writes to the vendor.

import { answerWords, ASSUMPTIONS, FOUND_OUT, point, POINT_IDS } from '../src/core/model/open-points.ts';
import type { PointId } from '../src/core/model/open-points.ts';
import { table } from '../tools/markdown.ts';

const NOTICE =
  '<!-- Made by scripts/generate-docs.ts. Change src/core/model/open-points or scripts/generate-questions.ts. -->';

export function questionsPage(): string {
  const rest = POINT_IDS.filter((id) => !ASSUMPTIONS.includes(id));
  return [
    NOTICE,
    INTRO,
    MEASURING,
    table(['Found out by', 'Questions'], measuringRows()),
    STATING,
    `## Assumptions\n\nBy what the profile says of these, muster does or says something else. A plan counts those it makes.`,
    ...ASSUMPTIONS.map(entry),
    `## The other questions\n\nWhatever the profile says of these, muster does and says the same. Measured, they help to understand the service.`,
    ...rest.map(entry),
  ].join('\n\n');
}

function measuringRows(): string[][] {
  const bySource = Map.groupBy(POINT_IDS, (id) => point(id).by);
  return [...bySource].map(([by, ids]) => [FOUND_OUT[by], ids.map((id) => `[${id}](#${id})`).join(', ')]);
}

function entry(id: PointId): string {
  const { question, use, assumed } = point(id);
  const why = use.replace('It does not: ', '');
  return `### ${id}\n\n${capital(question)}. ${capital(why)} Assumed: ${assumed}. Answers: ${answerWords(id)}.`;
}

const capital = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;

const INTRO = `# Open questions

The two interface documents leave questions open. Where it can, muster does what is right under every possible answer. Where it cannot, it assumes
one, and a plan says how many assumptions it makes. You need this page only where a plan or \`muster explain assumptions\` leads here, or where you
write to the vendor. Answers are kept in \`profiles/<target>.json\` beside muster.yaml, in Git ([doctor](doctor.md#the-profile)).
\`muster sandbox switch NAME VALUE\` has the sandbox give an answer.`;

const MEASURING = `## Finding out

\`muster doctor --probe\` measures what reading answers, and writes nothing to the service. The rest takes a trial, for which nobody needs muster: send
the request of the interface document, look at the answer, and state it as below.

- Take a test campaign that no agent works in, and a record of your own: no phone number, a time a week ahead, an id like \`trial-1\`. Delete it
  afterwards, and look that it is gone.
- For users take a login that nobody has. Add and delete it once each; never send a request again because its answer was lost: look first. The second
  system has licences and administrators of its own: ask them.
- A wrong or former key, and many reads at once, may lock the key of everybody. Ask the vendor instead.`;

const STATING = `## Stating an answer

\`--write\` puts measured answers into the profile. If somebody knows an answer, write it there by hand:

\`\`\`json
"pin-start": {
  "answer": "pinned",
  "how": "stated",
  "evidence": "told by the vendor's support",
  "firstSeen": "2026-11-21",
  "lastSeen": "2026-11-21"
}
\`\`\`

Plans call it stated, not measured. A measurement that finds another answer says so. Some measured answers say less than the truth: \`not-shown\` is
gone or hidden, \`>1000\` and \`>=4096\` were not reached, \`lags\` names no time.`;
