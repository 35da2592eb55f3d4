// What a reader of the documentation needs of a result: seconds, requests and memory of the usual runs, and of Pulumi's stacks. Pure.

import { table } from '../tools/markdown.ts';
import { requests } from './ratios.ts';
import type { Result } from './result.ts';
import { stackParts } from './result-page.ts';
import type { StackRow } from './result-page.ts';
import type { Measured } from './workload.ts';

/** Name of a workload -> what a reader calls it. */
const SHOWN: Readonly<Record<string, string>> = {
  create: 'create all',
  'no-op': 'nothing to do',
  change: 'change 1 %',
  transfer: 'move 10 % to another campaign',
};

export function summaryPage({ at, machine, rows }: Result, stacks: readonly StackRow[], chart: string): string {
  const slow = rows.filter(({ delayMs, workload }) => delayMs > 0 && workload in SHOWN);
  const parts = [
    `${machine['processors']} processors, Node ${machine['node']}, ${at.slice(0, 10)}; a service that takes ${slow[0]?.delayMs} ms for each request.`,
    table(['What', 'Objects', 'Seconds', 'Requests', 'Peak, MiB'], slow.map(cells)),
    `![time over size, both logarithmic](${chart})`,
    READING,
    ...stackParts(stacks),
  ];
  return `${parts.join('\n\n')}\n`;
}

function cells(row: Measured): string[] {
  const what = `${row.kind}: ${SHOWN[row.workload]}`;
  return [what, `${row.size}`, (row.ms / 1000).toFixed(1), `${requests(row)}`, `${Math.round(row.peakKiB / 1024)}`];
}

const READING = `## What a run asks

The time is about \`ceil(requests / c) * t\`: c is the number of requests under way, t what the service takes for one. muster starts with a few, adds
more while the service answers quickly, and halves the number at 429, at 503, or when answers slow down. At 429 and 503 all wait, for as long
as the service says, or half a second and more. \`maxConcurrency\` is the upper limit.

| A reading asks                                       | Requests                                       |
| ---------------------------------------------------- | ---------------------------------------------- |
| for a person                                         | 1                                              |
| for all records of a campaign with \`marker: true\`    | about 2 for 1,000 records                      |
| for a record not found that way                      | 1; with \`intake: true\` 2                       |
| for an open record of a campaign with \`intake: true\` | 1 more: a duplicate from a file has no marker  |
| for a record with \`previewRecordId\`                  | 2, and 1 for each id in its declaration        |
| for the tasks pinned to a person who leaves          | 1 per campaign                                 |
| for a first list with ids such as \`7\` or \`'C-7\`      | 1 per campaign: tasks of a former name         |

A record is not found by marker when its campaign has \`marker: false\`, or when it is gone. Leave \`intake: true\` out where no intake file feeds the
campaign. Long work shows how far it is on standard error; \`--quiet\` turns that off.`;
