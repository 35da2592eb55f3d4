// The text of docs/keys.md: every key of muster.yaml and of desired files, from the schemas and the field tables.

import { allKeys } from '../src/core/desired/text/keys.ts';
import type { Key } from '../src/core/desired/text/keys.ts';
import { table } from '../tools/markdown.ts';

/** Keys -> the heading under which they stand, in this order; the first that fits. */
const PARTS: readonly (readonly [begins: string, title: string, intro: string])[] = [
  ['targets', 'muster.yaml: targets', 'An environment of the service each.'],
  ['policy', 'muster.yaml: policy', 'Thresholds of the [guards](approval.md), and what else is checked.'],
  ['ignore', 'muster.yaml: ignore', 'Known [drift](drift.md) that raises no alarm.'],
  ['partitions', 'muster.yaml: partitions', 'Parts of a target, each with a [stack of its own](scale.md).'],
  ['usersFrom', 'Desired files: usersFrom', 'People from a CSV file ([spreadsheets](spreadsheets.md)).'],
  ['users', 'Desired files: users', 'A person each.'],
  [
    'campaigns[].recordsFrom',
    'Desired files: recordsFrom',
    'Records from a CSV file ([spreadsheets](spreadsheets.md)).',
  ],
  ['campaigns[].records', 'Desired files: records', 'A task each.'],
  [
    'campaigns[].defaults',
    'Desired files: defaults',
    'Values for the records of a campaign that do not give their own.',
  ],
  ['campaigns', 'Desired files: campaigns', 'A campaign that exists in the service each.'],
  ['', 'Both files', 'The file as a whole.'],
];

export function keysPage(notice: string): string {
  const keys = new Map(allKeys().map((key) => [key.path, key]));
  const byPart = Map.groupBy(keys.values(), ({ path }) => PARTS.find(([begins]) => path.startsWith(begins))?.[1] ?? '');
  const parts = PARTS.flatMap(([, title, intro]) => {
    const own = byPart.get(title) ?? [];
    const isSent = own.some(({ sent }) => sent !== null);
    const rows = own.map((key) => [...row(key), ...(isSent ? [key.sent ?? ''] : [])]);
    return [`## ${title}`, intro, table([...HEAD, ...(isSent ? ['Sent with'] : [])], rows)];
  });
  return [notice, '# Keys', INTRO, ...parts].join('\n\n');
}

const INTRO =
  'Every key that a file may hold; any other is an error. `muster explain KEY` prints the same, and editors show it where the file names its schema. All are there since 0.1.0.';
const HEAD = ['Key', 'Value', 'Meaning', 'Example'];

function row({ path, type, required, fallback, meaning, example }: Key): string[] {
  const code = (text: string): string => `\`${text}\``;
  const need = required === 'no' ? '' : `; required${required === 'yes' ? '' : ` ${required}`}`;
  const value = `${type}${need}${fallback === null ? '' : `; default ${code(fallback)}`}`;
  return [code(path), value, meaning, example === null ? '' : code(example)];
}
