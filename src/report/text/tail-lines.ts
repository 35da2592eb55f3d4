// What stands below the groups: warnings, the table of delivery, how far to trust the plan, the table of commands.

import { columns, listsThem, paragraph, wrapped, type Layout } from '../words/layout.ts';
import type { PlanView, ViewCommand, ViewDelivery, ViewTrust, ViewWarning } from '../view/view.ts';
import { count } from '../words/words.ts';
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

export function deliveryLines({ records, pinned, rows, notes }: ViewDelivery, layout: Layout): string[] {
  const pins = pinned === 0 ? '' : `; ${count(pinned, 'pin')}, each lasts 30 min, then any agent gets the task`;
  const shown = layout.verbose ? rows : rows.slice(0, MOST_HOURS);
  const hidden = rows.slice(shown.length).reduce((sum, each) => sum + each.records, 0);
  const more = hidden === 0 ? [] : [{ when: 'later', records: hidden, zones: [] }];
  const table = [...shown, ...more];
  const [first, second] = [table.map(({ when }) => when), table.map((each) => each.records.toLocaleString('en'))];
  const [wide, high] = [Math.max(...first.map(columns)), Math.max(...second.map(columns))];
  return [
    ...paragraph(`Delivery of ${count(records, 'record')}${pins}`, layout),
    ...table.flatMap(({ when, zones }, index) => {
      const lead = `${INDENT}${when.padEnd(wide)}  ${(second[index] ?? '').padStart(high)}`;
      const where = zones.map((each) =>
        zones.length === 1 ? each.zone : `${each.records.toLocaleString('en')} ${each.zone}`,
      );
      if (where.length === 0) return [lead];
      const [line = '', ...rest] = wrapped(where.join(', '), layout.width - columns(lead) - 2);
      return [`${lead}  ${line}`, ...rest.map((each) => ' '.repeat(columns(lead) + 2) + each)];
    }),
    ...notes.flatMap((note) => wrapped(note, layout.width - INDENT.length)).map((line) => INDENT + line),
  ];
}

export function trustLines(trust: readonly ViewTrust[], layout: Layout): string[] {
  const lead = 'Not known:';
  return trust.flatMap(({ text, how }, index) => {
    const said = how === null ? text : `${text} (${how})`;
    const [first = '', ...rest] = wrapped(
      index === 0 ? `${lead} ${said}` : said,
      index === 0 ? layout.width : layout.width - INDENT.length,
    );
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
  return commands.flatMap(({ label, command }) => {
    const room = layout.width - wide - 3;
    const said = layout.style.bold(command);
    if (columns(command) <= room) return [`${`${label}:`.padEnd(wide + 1)}  ${said}`];
    return [`${label}:`, `${INDENT}${said}`];
  });
}
