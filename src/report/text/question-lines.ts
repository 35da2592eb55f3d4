// What waits for a person, numbered: the question, whom it is about and where that stands, what happened, and both answers with what
// each takes.

import { columns, wrapped, type Layout } from '../words/layout.ts';
import type { ViewMember, ViewQuestion } from '../view/view.ts';
import { placeText } from './group-lines.ts';

const INDENT = '   ';
const MOST_NAMED = 8;

export function questionLines(questions: readonly ViewQuestion[], layout: Layout): string[] {
  return questions.flatMap((each, index) => [...question(each, `${index + 1}. `, layout), '']);
}

function question({ ask, why, about, answers }: ViewQuestion, number: string, layout: Layout): string[] {
  const { verbose } = layout;
  const shown = about.slice(0, verbose ? about.length : MOST_NAMED);
  const more = about.length - shown.length;
  return [
    ...headLines(`${number}${ask}`, shown, layout),
    ...(more === 0 ? [] : [`${INDENT}and ${more.toLocaleString('en')} more`]),
    ...why.flatMap((text) => hanging(INDENT, text, layout)),
    ...answers.flatMap(({ answer, act, words }) =>
      hanging(`${INDENT}- ${answer}: `, [act, words ?? ''].filter((each) => each !== '').join(' '), layout),
    ),
  ];
}

/** One object stands beside the question where the line has room for it. */
function headLines(asked: string, shown: readonly ViewMember[], layout: Layout): string[] {
  const [only, ...others] = shown;
  const names = shown.flatMap((member) => named(member, layout));
  if (only === undefined || others.length > 0) return [layout.style.bold(asked), ...names];
  const end = columns(asked) + 2 + columns(only.subject);
  const room = layout.width - end - columns(placeText(only.place));
  if (room < 2) return [layout.style.bold(asked), ...names];
  return [`${layout.style.bold(asked)}  ${only.subject}${' '.repeat(room)}${layout.style.dim(placeText(only.place))}`];
}

function named({ subject, place }: ViewMember, { width, style }: Layout): string[] {
  const where = placeText(place);
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
