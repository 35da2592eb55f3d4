// What `explain` says of the assumptions, and of one point that the interface documents leave open: all of it stands in
// model/open-points.ts.

import { answerWords, ASSUMPTIONS, FOUND_OUT } from '../../model/open-points.ts';
import { point, POINT_IDS, pointNamed } from '../../model/open-points.ts';
import type { PointId } from '../../model/open-points.ts';
import type { Style } from '../../report/words/style.ts';

export const ASSUMPTIONS_WORD = 'assumptions';

/** The page of a word; empty text when it is none of these. */
export function explainedPoint(word: string, style: Style): string {
  if (word === ASSUMPTIONS_WORD) return assumptionsPage(style);
  const id = pointNamed(word);
  return id === null ? '' : ofPoint(id, style);
}

export function pointList(width: number): string {
  return POINT_IDS.map((id) => `${id.padEnd(width)}  ${point(id).question}\n`).join('');
}

function assumptionsPage(style: Style): string {
  const each = ASSUMPTIONS.flatMap((id) => [
    '',
    `${style.bold(id)}: ${point(id).question}`,
    `  Assumed: ${point(id).assumed}`,
    `  Why it matters: ${point(id).use}`,
    `  ${measuredBy(id)}`,
  ]);
  const others = POINT_IDS.length - ASSUMPTIONS.length;
  const lines = [
    `${style.bold(ASSUMPTIONS_WORD)}: what muster goes by where the interface documents do not say`,
    'A plan counts those it makes; `muster plan --verbose` lists them, and `muster explain NAME` says all of one. An answer,',
    'measured or stated, is kept in profiles/<target>.json; plans then go by it.',
    ...each,
    '',
    `The documents leave ${others} more questions open; what the profile says of them changes nothing (docs/open-questions.md).`,
  ];
  return `${lines.join('\n')}\n`;
}

function ofPoint(id: PointId, style: Style): string {
  const { question, assumed, use } = point(id);
  const lines = [
    `${style.bold(id)}: ${question}`,
    'The interface documents leave this open.',
    `While it is unknown, muster goes by: ${assumed}`,
    measuredBy(id),
    `Why it matters: ${use}`,
    `Possible answers: ${answerWords(id)}`,
  ];
  return `${lines.join('\n')}\n`;
}

function measuredBy(id: PointId): string {
  const { by } = point(id);
  return `Found out by ${FOUND_OUT[by]}${by === 'trial' ? ' (docs/open-questions.md)' : ''}.`;
}
