// What `explain` says of an open point of the interface documents: all of it stands in model/open-points.ts.

import { answerWords, OPEN_POINTS, POINT_IDS, probeCommand } from '../model/open-points.ts';
import type { PointId } from '../model/open-points.ts';
import type { Style } from '../report/style.ts';

/** `S4` names one point, `S22` all that begin with `S22.`; empty text when there is none. */
export function explainedPoints(code: string, style: Style): string {
  const ids = POINT_IDS.filter((id) => id === code || id.startsWith(`${code}.`));
  return ids.map((id) => ofPoint(id, style)).join('\n');
}

export function pointList(width: number): string {
  return POINT_IDS.map((id) => `${id.padEnd(width)}  ${OPEN_POINTS[id].question}\n`).join('');
}

function ofPoint(id: PointId, style: Style): string {
  const { question, assumed, use } = OPEN_POINTS[id];
  const command = probeCommand(id);
  const lines = [
    `${style.bold(id)}: ${question}`,
    'The interface documents leave this open.',
    `While it is unknown, muster goes by: ${assumed}`,
    `Measured by: ${command}`,
    `What plans make of it: ${use}`,
    `Possible answers: ${answerWords(id)}`,
  ];
  return `${lines.join('\n')}\n`;
}
