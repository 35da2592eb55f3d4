// The groups of a view in Markdown, as lists; what waits for a person as a numbered list; every change once more in a folded table.

import { prose } from '../../model/markdown.ts';
import type { ViewGroup, ViewMember, ViewRow, ViewQuestion } from '../view/view.ts';
import { changeText } from '../words/words.ts';
import type { FileLink, PageRow, PageTable } from './lay-out.ts';
import { cell, EMPTY_TABLE, named, placeCell, row, value, valueCell, words } from './lay-out.ts';

/** More rows than this of what was done are folded. */
export const MOST_OPEN = 12;

/** Above the groups the warnings in their rows; below what a reviewer of one change asks for: each by its address. */
export function groupTables(groups: readonly ViewGroup[], link: FileLink): PageTable[] {
  const warned = { ...EMPTY_TABLE, rows: groups.flatMap(({ rows }) => rows.flatMap(warningsIn)) };
  return [warned, ...groups.map((group) => groupTable(group, link)), ...detailTable(groups)];
}

function warningsIn({ subject, notes }: ViewRow): PageRow[] {
  const said = notes.filter(({ tone }) => tone === 'warning');
  return said.map(({ text, of }) => ({
    objects: 1,
    line: () => `- **!** ${of === undefined ? `${value(subject)}: ` : ''}${words(text)}`,
  }));
}

function groupTable({ id, title, count, counts, rows, folded, below = [] }: ViewGroup, link: FileLink): PageTable {
  return {
    ...EMPTY_TABLE,
    title: `${title} (${counts ?? count.toLocaleString('en')})`,
    open: !folded && (id !== 'done' || rows.length <= MOST_OPEN),
    rows: rows.map((each) => itemOf(each, link)),
    below: below.map(words),
  };
}

/** `- **-** ana@example.com: declared absent (teams/a.yaml:3)`; what the files do not ask for stands out. A table is cut on a telephone. */
function itemOf(each: ViewRow, link: FileLink): PageRow {
  const { symbol, verb, subject, details, notes, members, isNaming = false } = each;
  const names = members.map(({ name }) => name);
  const [first] = members;
  // Of a change the table of all changes says why.
  const why = members.length === 1 && first?.part === null ? [cell(first.reason)] : [];
  const said = [...(first?.askedBy ?? []).map((text) => `**${cell(text)}**`), ...details.map(cell), ...why]
    .filter((text) => text !== '')
    .join('; ');
  const more = notes.flatMap(({ tone, text }) => (tone === 'warning' ? [] : `   - ${cell(text)}`));
  return {
    objects: Math.max(1, members.length),
    line: (most) => {
      const about = members.length === 1 || isNaming ? '' : `<br>${foldedNames(names, most)}`;
      const place = placesOf(each, link);
      const head = `- \`${symbol}\` ${cell(verb)} ${valueCell(subject)}${said === '' ? '' : `: ${said}`}`;
      return [`${head}${place === '' ? '' : ` (${place})`}${about}`, ...more].join('\n').replaceAll('\\|', '|');
    },
  };
}

/** More are folded. */
const MOST_NAMES = 12;

function foldedNames(names: readonly string[], most: number): string {
  const rest = names.slice(MOST_NAMES, most);
  if (rest.length === 0) return named(names, Math.min(most, MOST_NAMES));
  const more = `${(names.length - MOST_NAMES).toLocaleString('en')} more`;
  const hidden = named(names.slice(MOST_NAMES), rest.length);
  return `${named(names.slice(0, MOST_NAMES), MOST_NAMES)} <details><summary>${more}</summary>${hidden}</details>`;
}

/** `teams/a.yaml:3`; of several `:3-5` where each of these lines is one of them, and else `:3 … 133`. */
function placesOf({ members }: ViewRow, link: FileLink): string {
  const places = members.flatMap(({ place }) => place ?? []);
  const [first] = places;
  if (first === undefined) return '';
  const lines = places.filter(({ file }) => file === first.file).map(({ line }) => line);
  const [from, to] = [Math.min(...lines), Math.max(...lines)];
  const between = to - from < new Set(lines).size ? '-' : ' … ';
  const shown = `${first.file}:${from}${from === to ? '' : `${between}${to}`}`;
  return placeCell(shown, { file: first.file, line: from }, link);
}

/** More changes than this are not listed once more with their values. */
const MOST_DETAILED = 100;

/** Each change by its address: what it is approved with, each public value, what else is sent. */
function detailTable(groups: readonly ViewGroup[]): PageTable[] {
  const members = groups.flatMap(({ rows }) => rows.flatMap((each) => each.members));
  const rows = members.flatMap(({ part, command, address, fields, reason, zone }): PageRow[] => {
    if (part === null) return [];
    const values = [...fields.map((each) => changeText(each, zone)), reason].filter((text) => text !== '').map(cell);
    return [{ objects: 1, line: () => row([valueCell(address ?? ''), command, values.join('<br>')]) }];
  });
  if (rows.length === 0 || rows.length > MOST_DETAILED) return [];
  const title = 'Every change by its id: its command, values, what else is sent';
  return [{ ...EMPTY_TABLE, title, open: false, columns: ['id', 'command', 'values'], rows }];
}

export function questionTable(questions: readonly ViewQuestion[], link: FileLink): PageTable {
  const rows = questions.map((each, index) => ({
    objects: Math.max(1, each.about.length),
    line: (most: number) => questionText(each, { number: index + 1, most, link }),
  }));
  return { ...EMPTY_TABLE, title: 'Needs an answer', rows };
}

const MOST_NAMED = 8;

interface QuestionLayout {
  readonly number: number;
  readonly most: number;
  readonly link: FileLink;
}

function questionText({ ask, about, why, answers }: ViewQuestion, { number, most, link }: QuestionLayout): string {
  const shown = about.slice(0, Math.min(most, MOST_NAMED));
  const more = about.length - shown.length;
  const names = shown.map((each) => namedAt(each, link));
  if (more > 0) names.push(`${more.toLocaleString('en')} more`);
  const act = (each: ViewQuestion['answers'][number]): string =>
    [words(each.act), each.words === null ? '' : value(each.words), each.cost === '' ? '' : words(each.cost)]
      .filter(Boolean)
      .join(' ');
  return [
    `${number}. **${words(ask)}** ${names.join(', ')}`.trim(),
    ...why.map((text) => `   - ${prose(text)}`),
    ...answers.map((each) => `   - **${words(each.answer)}** → ${act(each)}`),
  ].join('\n');
}

function namedAt({ subject, place }: ViewMember, link: FileLink): string {
  return place === null
    ? value(subject)
    : `${value(subject)} (${placeCell(`${place.file}:${place.line}`, place, link).replaceAll('\\|', '|')})`;
}
