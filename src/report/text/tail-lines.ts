// What stands below the groups: warnings, the table of delivery, how far to trust the plan, the table of commands.

import { columns, listsThem, paragraph, wrapped, type Layout } from '../words/layout.ts';
import { commandHere } from '../words/next.ts';
import { zonesText } from '../view/delivery.ts';
import type { PlanView, ViewCommand, ViewDelivery, ViewTrust, ViewWarning } from '../view/view.ts';
import { placeText } from './row-lines.ts';

const INDENT = '    ';
const MOST_WARNINGS = 3;
const MOST_HOURS = 4;

/** The first of each kind that stands in no row, and how many more there are. */
export function warningLines(warnings: readonly ViewWarning[], layout: Layout): string[] {
  const open = warnings.filter(({ inRow }) => !inRow);
  if (open.length === 0) return [];
  const kinds = [...Map.groupBy(open, ({ code }) => code).values()];
  return [
    layout.style.bold('Warnings: nothing is stopped by them'),
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
  const [first = '', ...rest] = wrapped(said, layout.width - 2);
  const lines = [`${layout.style.danger('!')} ${first}`, ...rest.map((line) => INDENT + line)];
  return where === '' ? lines : [...lines, INDENT + layout.style.dim(where)];
}

/** The largest where there are many, in the order of time; of the others how many they are, and when. */
export function deliveryLines({ records, rows, notes }: ViewDelivery, layout: Layout): string[] {
  const most = layout.verbose || rows.length <= MOST_HOURS + 1 ? rows.length : MOST_HOURS;
  const largest = rows.toSorted((a, b) => b.records - a.records).slice(0, most);
  const [shown, hidden] = [true, false].map((wanted) => rows.filter((each) => largest.includes(each) === wanted));
  const table = [
    ...(shown ?? []).map((each) => ({
      ...each,
      where: [zonesText(each), each.tasks.join('; ')].filter((text) => text !== '').join(': '),
    })),
    ...otherTimes(hidden ?? [], layout),
  ];
  const wide = Math.max(...table.map(({ when }) => columns(when)));
  const high = Math.max(...table.map((each) => columns(each.records.toLocaleString('en'))));
  return [
    ...paragraph(`When customers can be called (${records.toLocaleString('en')})`, layout).map(layout.style.bold),
    ...table.flatMap(({ when, where, records: own }) => {
      const lead = `${INDENT}${when.padEnd(wide)}  ${own.toLocaleString('en').padStart(high)}  `;
      const [line = '', ...rest] = wrapped(where, layout.width - columns(lead));
      return [lead + line, ...rest.map((each) => ' '.repeat(columns(lead)) + each)];
    }),
    ...notes.flatMap((note) => wrapped(note, layout.width - INDENT.length)).map((line) => INDENT + line),
  ];
}

function otherTimes(hidden: ViewDelivery['rows'], layout: Layout): { when: string; records: number; where: string }[] {
  const [first, last] = [hidden[0], hidden.at(-1)];
  if (first === undefined || last === undefined) return [];
  const records = hidden.reduce((sum, each) => sum + each.records, 0);
  return [{ when: 'other times', records, where: `${first.when} to ${last.when} (${listsThem(layout)})` }];
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
