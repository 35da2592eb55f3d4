// What stands between the head and the rows of a text: questions with both answers, and findings about files.

import { columns, type Layout, listsThem, placeOf, wrapped } from '../words/layout.ts';
import type { ViewMember, ViewQuestion } from '../view/view.ts';
import { asStarted } from '../words/next.ts';
import { andMore } from '../words/words.ts';
import { WARNINGS, type FindingsSection, type ViewFinding } from '../view/section.ts';

const INDENT = '   ';
const MOST_NAMED = 8;

export function questionLines(questions: readonly ViewQuestion[], layout: Layout): string[] {
  return questions.flatMap((each, index) => [...question(each, `${index + 1}. `, layout), '']);
}

function question({ ask, why, about, answers }: ViewQuestion, number: string, layout: Layout): string[] {
  const { verbose } = layout;
  const shown = about.slice(0, verbose ? about.length : MOST_NAMED);
  const more = andMore(about.length - shown.length).trim();
  return [
    ...headLines(`${number}${ask}`, shown, layout),
    ...(more === '' ? [] : [INDENT + more]),
    ...why.flatMap((text) => hanging(INDENT, text, layout)),
    ...answers.flatMap(({ answer, act, words, cost }) =>
      hanging(`${INDENT}- ${answer}: `, [act, words ?? '', cost].filter((each) => each !== '').join(' '), layout),
    ),
  ];
}

/** One object stands beside the question where the line has room for it. */
function headLines(asked: string, shown: readonly ViewMember[], layout: Layout): string[] {
  const [only, ...others] = shown;
  const [first = '', ...rest] = wrapped(asked, layout.width - INDENT.length).map(layout.style.bold);
  const apart = [first, ...rest.map((line) => INDENT + line), ...shown.flatMap((member) => named(member, layout))];
  if (only === undefined || others.length > 0) return apart;
  const end = columns(asked) + 2 + columns(only.subject);
  const room = layout.width - end - columns(placeOf(only.place));
  if (room < 2) return apart;
  return [`${layout.style.bold(asked)}  ${only.subject}${' '.repeat(room)}${layout.style.dim(placeOf(only.place))}`];
}

function named({ subject, place }: ViewMember, { width, style }: Layout): string[] {
  const where = placeOf(place);
  const lines = wrapped(subject, width - INDENT.length).map((line) => INDENT + line);
  const room = width - columns(lines.at(-1) ?? '') - columns(where);
  if (where === '') return lines;
  if (room < 2) return [...lines, `${INDENT}${INDENT}${style.dim(where)}`];
  return [...lines.slice(0, -1), (lines.at(-1) ?? '') + ' '.repeat(room) + style.dim(where)];
}

function hanging(lead: string, text: string, { width }: Layout): string[] {
  const [first = '', ...rest] = wrapped(`${lead.trimStart()}${text}`, width - INDENT.length - 2);
  return [INDENT + first, ...rest.map((line) => `${INDENT}${lead.trim() === '' ? '' : '  '}${line}`)];
}

const WIDEST_LINE = 120;
/** Files and pipes have 100 columns: what is narrower is a terminal, where a longer line would wrap under its caret. */
const NARROW_TERMINAL = 100;
const NARROWEST_MESSAGE = 30;
/** More than anybody reads at first. */
const LISTED = 100;
/** More of the same mistake than this are one finding. */
const MOST_ALIKE = 3;

type Level = FindingsSection['level'];

export function findingLines({ findings, level }: FindingsSection, layout: Layout): string[] {
  const alike = Map.groupBy(findings, (each) => (layout.verbose ? each : mistakeOf(each)));
  const listed = [...alike.values()].flatMap((own) => (own.length > MOST_ALIKE ? [own] : own.map((each) => [each])));
  const most = layout.verbose ? listed.length : LISTED;
  const shown = listed.slice(0, most).map((own) => foundLines(own, level, layout));
  const more = listed.slice(most).flat().length;
  const others = `and ${more.toLocaleString('en')} more (${listsThem(layout)})`;
  // Errors are read one by one, warnings as a list.
  const gap = level === 'error' ? [''] : [];
  return [
    ...(level === 'error' ? [] : [layout.style.bold(WARNINGS)]),
    ...shown.flatMap((lines) => [...lines, ...gap]),
    ...(more > 0 ? [others, ...gap] : []),
  ];
}

/** Its place but for the line, and no numbers: of a table the column is the number of the cell. */
function mistakeOf({ place, code, message, advice }: ViewFinding): string {
  return JSON.stringify([place?.file, place?.column, code, message.replaceAll(/\d+/gu, '0'), advice]);
}

/** The first of the same mistakes, and in which lines it stands. */
function foundLines(own: readonly ViewFinding[], level: Level, layout: Layout): string[] {
  const [first, ...others] = own;
  if (first === undefined) return [];
  if (others.length === 0) return oneFinding(first, level, layout);
  const lines = own.slice(0, MOST_ALIKE).map(({ place }) => place?.line ?? 0);
  const said = `in ${own.length.toLocaleString('en')} lines, first ${lines.join(', ')} (${listsThem(layout)})`;
  return [...oneFinding(first, level, layout), ...below(said, layout)];
}

function oneFinding(each: ViewFinding, level: Level, layout: Layout): string[] {
  const { style } = layout;
  const { place } = each;
  const where = place === null ? '' : `${place.file}:${place.line}:${place.column}  `;
  const paint = level === 'error' ? style.danger : style.change;
  const head = `${style.bold(where)}${paint(each.code)}`;
  const said = each.subject === '' ? each.message : `${each.subject}: ${each.message}`;
  const room = layout.width - columns(where) - columns(each.code) - 2;
  const [first = '', ...rest] = room < NARROWEST_MESSAGE ? ['', said] : wrapped(said, room);
  const lines = layout.verbose && each.lines.length > 1 ? linesOf(each) : '';
  return [
    `${head}  ${first}`,
    ...below(rest.join(' '), layout),
    ...excerpt(each, layout),
    ...below(lines, layout),
    ...below(asStarted(each.advice, layout), layout, style.dim),
  ];
}

/** Nothing where there is nothing to say. */
function below(text: string, { width }: Layout, paint = (line: string): string => line): string[] {
  return text === '' ? [] : wrapped(text, width - 4).map((line) => `    ${paint(line)}`);
}

/** All of them: `in lines 2 to 301, 305`. */
function linesOf({ lines }: ViewFinding): string {
  const ranges: [number, number][] = [];
  for (const line of lines) {
    const last = ranges.at(-1);
    if (last?.[1] === line - 1) last[1] = line;
    else ranges.push([line, line]);
  }
  return `in lines ${ranges.map(([from, to]) => (from === to ? from : `${from} to ${to}`)).join(', ')}`;
}

/** The line with a caret under the place; of a very long line only what is around it. */
function excerpt({ place, line }: ViewFinding, layout: Layout): string[] {
  if (place === null || line === null || line.text.trim() === '') return [];
  const characters = [...line.text];
  const caret = Math.min(line.caret, characters.length);
  const widest = layout.width < NARROW_TERMINAL ? layout.width - 7 : WIDEST_LINE;
  const from = characters.length <= widest ? 0 : Math.max(0, caret - Math.floor(widest / 2));
  const number = String(place.line).padStart(4);
  const text = characters.slice(from, from + widest).join('');
  const { style } = layout;
  return [
    `${style.dim(`${number} |`)} ${text}`,
    `${style.dim('     |')} ${' '.repeat(caret - from)}${style.danger('^')}`,
  ];
}
