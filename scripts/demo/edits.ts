// What the team changes in Git in the demo: a leaver, a joiner, a record moved to another campaign, a pin changed.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expectThat } from './stage.ts';

export const LEAVER = 'carlos.mendez@example.com';
const SUCCESSOR = 'bianca.rossi@example.com';
const JOINER = 'amara.diallo@example.com';
const MOVED = 'W-2003';
const REPINNED = 'W-2007';

const CSV = 'campaigns/summer-renewals.csv';

/** Records that were pinned to the leaver and now name somebody else. */
export function countPinsOf(folder: string, loginUserId: string): number {
  return read(folder, CSV).split(`,${loginUserId},`).length - 1;
}

export function editDesiredFiles(folder: string): void {
  const leaver = new RegExp(`  - loginUserId: ${LEAVER}\\n(?:    .*\\n)+`, 'u');
  edit(folder, 'teams/renewals.yaml', (text) => text.replace(leaver, ''));
  edit(folder, 'teams/leavers.yaml', (text) => `${text}  - loginUserId: ${LEAVER}\n    ensure: absent\n`);
  edit(folder, CSV, (text) => text.replaceAll(LEAVER, SUCCESSOR));
  edit(folder, 'teams/sales.yaml', (text) => text + ENTRY);
  moveRecord(folder);
  const pin = new RegExp(`(clientId: ${REPINNED}\\n +preferredAgent: )\\S+`, 'u');
  edit(folder, 'campaigns/welcome-calls.yaml', (text) => text.replace(pin, `$1${JOINER}`));
}

const ENTRY = `  - loginUserId: ${JOINER}
    firstName: Amara
    lastName: Diallo
    userTemplateName: Agents-EU
`;

/** Its lines move from one file to the other, with the queue of the record. */
function moveRecord(folder: string): void {
  const record = new RegExp(`      - clientId: ${MOVED}\\n(?:        .*\\n)+`, 'u');
  const lines = record.exec(read(folder, 'campaigns/welcome-calls.yaml'))?.[0] ?? '';
  edit(folder, 'campaigns/welcome-calls.yaml', (text) => text.replace(record, ''));
  edit(folder, 'campaigns/summer-renewals.yaml', (text) => text + lines);
}

function edit(folder: string, file: string, change: (text: string) => string): void {
  const before = read(folder, file);
  const after = change(before);
  expectThat(after !== before, `${file} of the quickstart is no longer what the demo expects`);
  writeFileSync(join(folder, file), after);
}

function read(folder: string, file: string): string {
  return readFileSync(join(folder, file), 'utf8');
}
