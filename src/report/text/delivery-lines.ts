// When customers of a plan can be called: one sentence where the times are few, else a table of the largest.

import { columns, listsThem, paragraph, wrapped, type Layout } from '../words/layout.ts';
import { zonesText } from '../view/delivery.ts';
import type { ViewDelivery } from '../view/view.ts';

const INDENT = '    ';
const MOST_HOURS = 4;
/** As many times stand in one sentence. */
const MOST_BESIDE = 2;

/** Beside the summary; empty where there are more times. */
export function deliverySentences(delivery: ViewDelivery, layout: Layout): string[] {
  const table = tableOf(delivery, layout);
  if (layout.verbose || table.length > MOST_BESIDE) return [];
  const { pinned, notes } = delivery;
  const calls = [`Callable: ${table.map(atTime).join('; ')}`, pinned].filter((text) => text !== '').join('; ');
  return [calls, ...notes].map((text) => `${text}.`);
}

/**
 * The largest where there are many, in the order of time; of the others how many they are, and when. For whom, the rows above say: only a
 * verbose report says it again. Nothing where the summary says it.
 */
export function deliveryLines(delivery: ViewDelivery, layout: Layout): string[] {
  if (deliverySentences(delivery, layout).length > 0) return [];
  const { records, notes, besides, pinned } = delivery;
  const table = tableOf(delivery, layout);
  const wide = Math.max(...table.map(({ when }) => columns(when)));
  const high = Math.max(...table.map((each) => columns(each.records.toLocaleString('en'))));
  const title = `Can be called (${records.toLocaleString('en')})${pinned === '' ? '' : `, ${pinned}`}`;
  return [
    ...paragraph(title, layout).map(layout.style.bold),
    ...table.flatMap(({ when, where, records: own }) => {
      const lead = `${INDENT}${when.padEnd(wide)}  ${own.toLocaleString('en').padStart(high)}  `;
      const [line = '', ...rest] = wrapped(where, layout.width - columns(lead));
      return [lead + line, ...rest.map((each) => ' '.repeat(columns(lead)) + each)];
    }),
    ...[...notes, ...(layout.verbose ? besides : [])]
      .flatMap((note) => wrapped(note, layout.width - INDENT.length))
      .map((line) => INDENT + line),
  ];
}

function tableOf({ rows }: ViewDelivery, layout: Layout): OtherTimes[] {
  const most = layout.verbose || rows.length <= MOST_HOURS + 1 ? rows.length : MOST_HOURS;
  const largest = rows.toSorted((a, b) => b.records - a.records).slice(0, most);
  const [shown, hidden] = [true, false].map((wanted) => rows.filter((each) => largest.includes(each) === wanted));
  return [
    ...(shown ?? []).map((each) => ({ ...each, where: whereText(each, layout) })),
    ...otherTimes(hidden ?? [], layout),
  ];
}

/** `C-1, C-2 at once`, `3 at 2030-01-07 09:00 in Europe/Madrid`. */
function atTime({ when, records, names, zones }: OtherTimes): string {
  const who = names.length === 0 ? records.toLocaleString('en') : names.join(', ');
  const [zone, ...others] = zones;
  const clock = others.length > 0 ? ', each in its own zone' : zone === undefined ? '' : ` in ${zone.zone}`;
  return `${who} ${when === 'at once' ? '' : 'at '}${when}${clock}`;
}

function whereText({ zones, tasks, names }: ViewDelivery['rows'][number], { verbose }: Layout): string {
  const own = zones.map(({ zone }) => zone).join(', ');
  const clocks = verbose ? zonesText({ zones }) : zones.length > 1 ? 'each in its own zone' : own;
  return [clocks, verbose ? tasks.join('; ') : names.join(', ')].filter((text) => text !== '').join(': ');
}

type OtherTimes = Pick<ViewDelivery['rows'][number], 'when' | 'records' | 'zones' | 'names'> & {
  readonly where: string;
};

function otherTimes(hidden: ViewDelivery['rows'], layout: Layout): OtherTimes[] {
  const [first, last] = [hidden[0], hidden.at(-1)];
  if (first === undefined || last === undefined) return [];
  const records = hidden.reduce((sum, each) => sum + each.records, 0);
  return [
    {
      when: 'other times',
      records,
      where: `${first.when} to ${last.when} (${listsThem(layout)})`,
      zones: [],
      names: [],
    },
  ];
}
