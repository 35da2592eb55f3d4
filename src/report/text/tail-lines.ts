// What stands below the groups: warnings, the table of delivery, how far to trust the plan, the table of commands.

import { columns, listsThem, paragraph, wrapped, type Layout } from '../words/layout.ts';
import { commandHere } from '../words/next.ts';
import { zonesText } from '../view/delivery.ts';
import type { PlanView, ViewCommand, ViewDelivery, ViewTrust, ViewWarning } from '../view/view.ts';
import { placeText } from './row-lines.ts';

const INDENT = '    ';
const MOST_WARNINGS = 3;
const MOST_HOURS = 4;
/** As many times stand in one sentence. */
const MOST_BESIDE = 2;

/** The first of each kind that stands in no row, and how many more there are. */
export function warningLines(warnings: readonly ViewWarning[], layout: Layout): string[] {
  const open = warnings.filter(({ inRow }) => !inRow);
  if (open.length === 0) return [];
  const kinds = [...Map.groupBy(open, ({ code }) => code).values()];
  return [
    layout.style.bold('Warnings'),
    ...kinds.flatMap((kind) => {
      const shown = layout.verbose ? kind : kind.slice(0, MOST_WARNINGS);
      const hidden = kind.length - shown.length;
      const more = `${hidden.toLocaleString('en')} more like it (${listsThem(layout)})`;
      return [...shown.flatMap((each) => warning(each, layout)), ...(hidden > 0 ? [INDENT + more] : [])];
    }),
  ];
}

function warning({ code, text, subject, place }: ViewWarning, layout: Layout): string[] {
  const where = placeText(place);
  const said = `${subject === null ? '' : `${subject}: `}${text} (${code})`;
  const [first = '', ...rest] = wrapped(said, layout.width - INDENT.length);
  const lines = [`${layout.style.change('!')} ${first}`, ...rest.map((line) => INDENT + line)];
  return where === '' ? lines : [...lines, INDENT + layout.style.dim(where)];
}

/**
 * The largest where there are many, in the order of time; of the others how many they are, and when. For whom, the rows above say: only a
 * verbose report says it again.
 */
export function deliveryLines(delivery: ViewDelivery, layout: Layout): string[] {
  const { records, rows, notes, besides, pinned } = delivery;
  const most = layout.verbose || rows.length <= MOST_HOURS + 1 ? rows.length : MOST_HOURS;
  const largest = rows.toSorted((a, b) => b.records - a.records).slice(0, most);
  const [shown, hidden] = [true, false].map((wanted) => rows.filter((each) => largest.includes(each) === wanted));
  const table = [
    ...(shown ?? []).map((each) => ({ ...each, where: whereText(each, layout) })),
    ...otherTimes(hidden ?? [], layout),
  ];
  const wide = Math.max(...table.map(({ when }) => columns(when)));
  const high = Math.max(...table.map((each) => columns(each.records.toLocaleString('en'))));
  const title = `Can be called (${records.toLocaleString('en')})${pinned === '' ? '' : `, ${pinned}`}`;
  const short = `${title}: ${table.map(atTime).join('; ')}`;
  const isShort = !layout.verbose && table.length <= MOST_BESIDE;
  return [
    ...(isShort ? paragraph(short, layout) : paragraph(title, layout).map(layout.style.bold)),
    ...(isShort ? [] : table).flatMap(({ when, where, records: own }) => {
      const lead = `${INDENT}${when.padEnd(wide)}  ${own.toLocaleString('en').padStart(high)}  `;
      const [line = '', ...rest] = wrapped(where, layout.width - columns(lead));
      return [lead + line, ...rest.map((each) => ' '.repeat(columns(lead)) + each)];
    }),
    ...[...notes, ...(layout.verbose ? besides : [])]
      .flatMap((note) => wrapped(note, layout.width - INDENT.length))
      .map((line) => INDENT + line),
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

export function trustLines(trust: readonly ViewTrust[], layout: Layout): string[] {
  const lead = 'Not known:';
  return trust.flatMap(({ text, how }, index) => {
    const said = how === null ? text : `${text} (${how})`;
    const [first = '', ...rest] = wrapped(index === 0 ? `${lead} ${said}` : said, layout.width - INDENT.length - 2);
    return [(index === 0 ? '' : INDENT) + first, ...rest.map((line) => `${INDENT}  ${line}`)];
  });
}

/** Every assumption and answer by name, in a verbose report. */
export function reliesLines(relies: PlanView['relies'], { verbose }: Layout): string[] {
  if (!verbose || relies.length === 0) return [];
  const width = Math.max(...relies.map(({ id }) => id.length));
  return [
    'Relies on, where the interface documents leave it open (muster explain assumptions):',
    ...relies.map(({ id, question, answer, how, at }) => {
      const since = { measured: `measured, last on ${at ?? ''}`, stated: `stated on ${at ?? ''}`, assumed: 'assumed' };
      return `  ${id.padEnd(width)}  ${question}: ${answer} (${since[how]})`;
    }),
  ];
}

/** A command is copied, so it is never broken: where it has no room beside its label it stands below. */
export function commandLines(commands: readonly ViewCommand[], layout: Layout): string[] {
  const wide = commands.reduce((most, { label }) => Math.max(most, columns(label)), 0);
  return commands.flatMap(({ label, command: plain }) => {
    const room = layout.width - wide - 3;
    const command = commandHere(plain, layout);
    const said = layout.style.bold(command);
    if (columns(command) <= room) return [`${`${label}:`.padEnd(wide + 1)}  ${said}`];
    return [`${label}:`, `${INDENT}${said}`];
  });
}
