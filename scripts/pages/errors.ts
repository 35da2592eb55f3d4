// The text of docs/errors.md from the tables of codes, in groups by where a reader looks.

import { DRIFT_CLASSES } from '../../src/core/model/drift-classes.ts';
import { ADOPT_ERRORS } from '../../src/core/model/errors/adopt.ts';
import { BACKGROUND } from '../../src/core/model/errors/background.ts';
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
import type { ErrorCode } from '../../src/core/model/errors.ts';
import { plain, table } from '../markdown.ts';

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

export function errorsPage(notice: string): string {
  const intro =
    'Every error that muster reports has one of these codes. `muster explain CODE` prints the same text. The number behind each is the [exit code](exit-codes.md).';
  return [notice, '# Codes', intro, ...GROUPS.flatMap(groupPart), ...driftClasses()].join('\n\n');
}

function groupPart([title, intro, codes]: (typeof GROUPS)[number]): string[] {
  const entries = Object.entries(codes).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return [`## ${title}`, intro, ...entries.flatMap(([code, entry]) => codePart(code, entry))];
}

function codePart(code: string, { exit, headline, advice }: ErrorEntry): string[] {
  const background = BACKGROUND[code as ErrorCode];
  return [
    `### ${code}`,
    `${plain(headline)} (${exit})`,
    plain(advice),
    ...(background === undefined ? [] : [background]),
  ];
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
