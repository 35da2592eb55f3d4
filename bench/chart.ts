// Time over size, both logarithmic, as SVG: one line for each workload of one kind. A straight line that rises as steeply as the grey one
// is linear. Pure.

import type { Measured } from './workload.ts';

const [WIDTH, HEIGHT, LEFT, BOTTOM, TOP, RIGHT] = [720, 420, 70, 50, 20, 130];
const COLOURS = ['#1f77b4', '#d62728', '#2ca02c', '#9467bd', '#ff7f0e', '#17becf', '#8c564b', '#7f7f7f'];

export function chartOf(rows: readonly Measured[]): string {
  const timed = rows.filter(({ ms }) => ms > 0);
  const x = axis(
    timed.map(({ size }) => size),
    LEFT,
    WIDTH - RIGHT,
  );
  const y = axis(
    timed.map(({ ms }) => ms),
    HEIGHT - BOTTOM,
    TOP,
  );
  const lines = [...Map.groupBy(timed, ({ kind, workload }) => `${kind} ${workload}`)].map(([name, points], index) => {
    const colour = COLOURS[index % COLOURS.length] ?? '#000';
    const sorted = points.toSorted((one, other) => one.size - other.size);
    const dash = name.startsWith('users') ? ' stroke-dasharray="5 3"' : '';
    const path = sorted.map(({ size, ms }) => `${x.at(size)},${y.at(ms)}`).join(' ');
    const dots = sorted.map(({ size, ms }) => `<circle cx="${x.at(size)}" cy="${y.at(ms)}" r="3" fill="${colour}"/>`);
    const label = `<text x="${WIDTH - RIGHT + 12}" y="${TOP + 12 + index * 18}" fill="${colour}">${name}</text>`;
    return `<polyline points="${path}" fill="none" stroke="${colour}"${dash}/>${dots.join('')}${label}`;
  });
  const [from, to] = [x.low, Math.min(x.high, (x.low * y.high) / y.low)];
  const linear = `<line x1="${x.at(from)}" y1="${y.at(y.low)}" x2="${x.at(to)}" y2="${y.at((y.low * to) / from)}" stroke="#ccc"/>`;
  const across = x.marks.map(
    (mark) => `<text x="${x.at(mark)}" y="${HEIGHT - BOTTOM + 18}" text-anchor="middle">${mark}</text>`,
  );
  const up = y.marks.map(
    (mark) => `<text x="${LEFT - 8}" y="${y.at(mark) + 4}" text-anchor="end">${mark / 1000} s</text>`,
  );
  const title = `<text x="${(LEFT + WIDTH - RIGHT) / 2}" y="${HEIGHT - 10}" text-anchor="middle">objects</text>`;
  const head = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12">`;
  const back = `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`;
  return [head, back, linear, ...across, ...up, title, ...lines, '</svg>', ''].join('\n');
}

interface Axis {
  readonly low: number;
  readonly high: number;
  readonly marks: readonly number[];
  readonly at: (value: number) => number;
}

/** Whole powers of ten around the values. */
function axis(values: readonly number[], start: number, end: number): Axis {
  const low = Math.floor(Math.log10(Math.min(...values)));
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...values))));
  const marks = Array.from({ length: high - low + 1 }, (_, index) => 10 ** (low + index));
  const at = (value: number): number => Math.round(start + ((Math.log10(value) - low) / (high - low)) * (end - start));
  return { low: 10 ** low, high: 10 ** high, marks, at };
}
