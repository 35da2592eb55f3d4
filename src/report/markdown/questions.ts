// What waits for a person, as a numbered list: the question, whom it is about, and both answers with what each takes.

import type { ViewMember, ViewQuestion } from '../view/view.ts';
import { placeCell, value, words, type FileLink, type PageTable } from './page.ts';

export function questionTable(questions: readonly ViewQuestion[], link: FileLink): PageTable {
  const rows = questions.map((each, index) => ({
    objects: Math.max(1, each.about.length),
    line: (most: number) => questionText(each, { number: index + 1, most, link }),
  }));
  return { title: 'Needs an answer', open: true, columns: [], rows, below: [] };
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
  const names = [
    ...shown.map((each) => namedAt(each, link)),
    ...(more > 0 ? [`${more.toLocaleString('en')} more`] : []),
  ];
  const act = (each: ViewQuestion['answers'][number]): string =>
    [words(each.act), each.words === null ? '' : value(each.words)].filter(Boolean).join(' ');
  return [
    `${number}. **${words(ask)}** ${names.join(', ')}`.trim(),
    ...why.map((text) => `   - ${words(text)}`),
    ...answers.map((each) => `   - **${words(each.answer)}** → ${act(each)}`),
  ].join('\n');
}

function namedAt({ subject, place }: ViewMember, link: FileLink): string {
  return place === null
    ? value(subject)
    : `${value(subject)} (${placeCell(`${place.file}:${place.line}`, place, link).replaceAll('\\|', '|')})`;
}
