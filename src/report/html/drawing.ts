// How drift went over time, drawn as SVG with a text for those who do not see it. Sizes are attributes: the page allows no style of its
// own elements.

import type { VNode } from 'preact';
import type { CourseRun } from '../json/course.ts';
import { el } from './element.ts';
import { moment } from '../words/words.ts';

const WIDTH = 720;
const TREND_HEIGHT = 120;

/**
 * Findings that need somebody, run by run on a scale of time; null for fewer than two runs. A run of which the number is not known
 * is an empty circle on the axis, and the line is not drawn across it.
 */
export function trendDrawing(runs: readonly CourseRun[]): VNode | null {
  const [first, last] = [runs[0], runs.at(-1)];
  if (first === undefined || last === undefined || runs.length < 2) return null;
  const most = Math.max(1, ...runs.map(({ alarms }) => alarms ?? 0));
  const axis = TREND_HEIGHT - 20;
  const points = runs.map(({ at, alarms }) => ({
    known: alarms !== null,
    x: 30 + ((at - first.at) * (WIDTH - 60)) / Math.max(1, last.at - first.at),
    y: axis - ((alarms ?? 0) * (TREND_HEIGHT - 40)) / most,
  }));
  const lines = points.flatMap((to, index) => {
    const from = points[index - 1];
    if (from === undefined || !from.known || !to.known) return [];
    return [el('line', { class: 'trend', x1: from.x, y1: from.y, x2: to.x, y2: to.y })];
  });
  const words = runs.map(({ at, alarms }) => `${moment(at)}: ${alarms ?? 'not known'}`).join(', ');
  return picture(TREND_HEIGHT, `Findings that need somebody, run by run. ${words}`, [
    el('line', { class: 'axis', x1: 0, y1: axis, x2: WIDTH, y2: axis }),
    ...lines,
    ...points.map(({ x, y, known }) => el('circle', { class: known ? 'point' : 'gap', cx: x, cy: y, r: 4 })),
    el('text', { x: 0, y: TREND_HEIGHT - 4 }, moment(first.at)),
    el('text', { x: WIDTH, y: TREND_HEIGHT - 4, 'text-anchor': 'end' }, moment(last.at)),
    el('text', { x: 0, y: 12 }, `${most.toLocaleString('en')} at most`),
  ]);
}

function picture(height: number, words: string, children: readonly VNode[]): VNode {
  const size = { viewBox: `0 0 ${WIDTH} ${height}`, width: WIDTH, height, role: 'img', 'aria-label': words };
  return el('svg', size, children);
}
