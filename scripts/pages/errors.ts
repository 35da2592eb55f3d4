// The text of docs/errors.md from the tables of codes, in groups by where a reader looks. What the page says of a code below its headline
// and its advice is written there by hand, and kept; `muster explain` prints it, too.

import { backgroundIn } from '../../src/cli/explain/background.ts';
import { DRIFT_CLASSES } from '../../src/core/model/drift-classes.ts';
import { ADOPT_ERRORS } from '../../src/core/model/errors/adopt.ts';
import { CONNECTION_ERRORS } from '../../src/core/model/errors/connection.ts';
import { DECISION_ERRORS } from '../../src/core/model/errors/decision.ts';
import type { ErrorEntry } from '../../src/core/model/errors/entry.ts';
import { FATE_ERRORS } from '../../src/core/model/errors/fate.ts';
import { FORGE_ERRORS } from '../../src/core/model/errors/forge.ts';
import { GUARD_ERRORS } from '../../src/core/model/errors/guard.ts';
import { INCOMPLETE_ERRORS } from '../../src/core/model/errors/incomplete.ts';
import { INPUT_ERRORS } from '../../src/core/model/errors/input.ts';
import { LOOKUP_ERRORS } from '../../src/core/model/errors/lookup.ts';
import { STATE_ERRORS } from '../../src/core/model/errors/state.ts';
import { WARNING_ERRORS } from '../../src/core/model/errors/warning.ts';
import { plain, table } from '../../tools/markdown.ts';

type Codes = Readonly<Record<string, ErrorEntry>>;

const GROUPS: readonly (readonly [title: string, intro: string, codes: Codes])[] = [
  ['In the files and on the command line', 'Nothing was sent.', { ...INPUT_ERRORS, ...ADOPT_ERRORS }],
  ['In the plan: decisions', 'It is left out until a person edits the file.', DECISION_ERRORS],
  [
    'In the plan: guards',
    'Nothing is sent until the exact number is given. More: [approval](approval.md).',
    GUARD_ERRORS,
  ],
  ['In the plan: warnings', 'They stop nothing.', WARNING_ERRORS],
  ['In the service: connection and key', 'The run ends.', CONNECTION_ERRORS],
  [
    'In the service: one change',
    'The others are carried out.',
    { ...FATE_ERRORS, ...INCOMPLETE_ERRORS, ...LOOKUP_ERRORS },
  ],
  ['In the pipeline', 'The report stays on disk.', FORGE_ERRORS],
  ['In the state, and in muster itself', 'More: [state](state.md).', STATE_ERRORS],
];

/** `before`: the page as it is. */
export function errorsPage(before: string): string {
  const intro =
    'Every error that muster reports has one of these codes. `muster explain CODE` prints the same text. The number behind each is the [exit code](exit-codes.md).';
  const groups = GROUPS.flatMap((group) => groupPart(group, before));
  return [NOTICE, '# Codes', intro, ...groups, ...driftClasses()].join('\n\n');
}

const NOTICE =
  '<!-- Headlines and advice are made by scripts/generate-docs.ts. What stands below them is written here: why, and an example. -->';

function groupPart([title, intro, codes]: (typeof GROUPS)[number], before: string): string[] {
  const entries = Object.entries(codes).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return [`## ${title}`, intro, ...entries.flatMap(([code, entry]) => codePart(code, entry, before))];
}

function codePart(code: string, { exit, headline, advice }: ErrorEntry, before: string): string[] {
  const background = backgroundIn(before, code);
  return [`### ${code}`, `${plain(headline)} (${exit})`, plain(advice), ...(background === '' ? [] : [background])];
}

function driftClasses(): string[] {
  const rows = Object.entries(DRIFT_CLASSES).map(([name, { alarm, headline, advice }]) => [
    `\`${name}\``,
    alarm ? 'yes' : 'no',
    headline,
    advice,
  ]);
  return [
    '## Classes of a drift report',
    'What `muster drift` says of a person, a customer or a field; `muster explain missing` prints the same text with an example. More: [drift](drift.md#who-changed-it).',
    table(['Class', 'Alarm', 'Meaning', 'How to go on'], rows),
  ];
}
