// A result as Markdown: machine, runs, ratios, and what Pulumi's stacks were measured with. Pure.

import { table } from '../tools/markdown.ts';
import { idealMs, ratiosOf, requests } from './ratios.ts';
import type { Ratio } from './ratios.ts';
import type { Result } from './result.ts';
import type { Measured } from './workload.ts';

/** A line of `npm run bench:pulumi -- --out FILE`. */
export interface StackRow {
  /** ISO time. */
  readonly at: string;
  readonly title: string;
  readonly count: number;
  /** One after the other; all but the first with nothing to do. */
  readonly runs: readonly { readonly name: string; readonly seconds: number; readonly mib: number }[];
  readonly bytesEach: number;
}

export function resultPage(result: Result, stacks: readonly StackRow[], chart: string): string {
  const machine = Object.entries(result.machine).map(([name, value]) => `${name}: ${value}`);
  const parts = [
    `Measured at ${result.at}, profile \`${result.profile}\`. ${machine.join(', ')}.`,
    `![time over size, both logarithmic](${chart})`,
    '## Runs',
    ...[...Map.groupBy(result.rows, ({ delayMs }) => delayMs)].flatMap(([delayMs, rows]) => [
      `### A service that takes ${delayMs} ms for each request`,
      table(
        RUN_HEAD,
        rows.map((row) => runCells(row, rows)),
      ),
    ]),
    'Ideal: ceil(requests / concurrency) x service time, for its own requests. Of the loop: time / that of a loop of as many POSTs.',
    '## Ratios',
    table(['Ratio', 'Of', 'Measured', 'Goal'], ratiosOf(result.rows).map(ratioCells)),
    'Where a ratio misses its goal:',
    REMARKS.map((each) => `- ${each}`).join('\n'),
    ...stackParts(stacks),
  ];
  return `${parts.join('\n\n')}\n`;
}

const RUN_HEAD = [
  ...['Workload', 'Objects', 's', 'Requests', 'Writes', 'CPU, s'],
  ...['CPU a request, ms', 'Peak, MiB', 'Ideal, s', 'Of the loop'],
];

/** Of a run that hardly asks, the time is that of comparing. */
const FEWEST_REQUESTS = 500;

const REMARKS = [
  'E1, E2: the service that is measured against runs on the same processors. An object is read right before it is written, so that a loop of as many POSTs sends half the requests: 2 is the least.',
  'E6: what is declared, recorded and answered is held in memory until the run ends.',
  'E7: a write that was refused is sent again after its object was read again; what is refused too often is left to the next run.',
  'E8: the first change waits until everything is read; of people each is asked for alone.',
];

function runCells(row: Measured, all: readonly Measured[]): string[] {
  const loop = all.find(({ workload, kind, size }) => workload === 'loop' && kind === row.kind && size === row.size);
  const name = `${row.kind} ${row.workload}${row.left === 0 ? '' : ` (${row.left} left to the next run)`}`;
  // A killed run ends when it is killed: it has counts and no time.
  if (row.workload === 'killed')
    return [name, `${row.size}`, '', `${requests(row)}`, `${row.writes}`, '', '', '', '', ''];
  const sent = requests(row);
  const isCreate = row.workload === 'create' && loop !== undefined;
  return [
    name,
    `${row.size}`,
    (row.ms / 1000).toFixed(2),
    `${sent}`,
    `${row.writes}`,
    (row.cpuMs / 1000).toFixed(2),
    sent < FEWEST_REQUESTS ? '' : (row.cpuMs / sent).toFixed(3),
    `${Math.round(row.peakKiB / 1024)}`,
    (idealMs(row) / 1000).toFixed(2),
    isCreate ? (row.ms / loop.ms).toFixed(2) : '',
  ];
}

function ratioCells({ name, about, value, goal }: Ratio): string[] {
  return [name, about, value === null ? 'not measured in this run' : String(Number(value.toPrecision(3))), goal];
}

export function stackParts(stacks: readonly StackRow[]): string[] {
  const [first] = stacks;
  if (first === undefined) return [];
  const names = [...new Set(stacks.flatMap(({ runs }) => runs.map(({ name }) => name)))];
  const head = ['Stack', 'Objects', ...names.map((name) => `\`${name}\``), 'Bytes of state each'];
  const from = stacks.map(({ at }) => at).toSorted()[0];
  const words = [
    `Measured from ${from} on, each row one after the other; peak of all processes. Only \`up\` has something to do.`,
    'Times of one row can be compared, and those with the row of ten, which is what starting takes; the tables above are of another run.',
  ];
  return [
    '## Pulumi stacks',
    ...words,
    table(
      head,
      stacks.map((row) => stackCells(row, names)),
    ),
  ];
}

/** Through the native provider there is no plan of muster. */
function stackCells({ title, count, runs, bytesEach }: StackRow, names: readonly string[]): string[] {
  const cells = names.map((wanted) => {
    const run = runs.find(({ name }) => name === wanted);
    return run === undefined ? '' : `${run.seconds} s, ${run.mib} MiB`;
  });
  return [title, `${count}`, ...cells, `${bytesEach}`];
}
