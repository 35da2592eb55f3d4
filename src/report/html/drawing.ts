// Drawings of the HTML report, as SVG with a text for those who do not see it: when records are delivered, who is pinned to
// what, how drift went over time. Sizes are attributes: the page allows no style of its own elements.

import type { VNode } from 'preact';
import type { JsonReport } from '../json/json-report.ts';
import { isRecord, parseAddress } from '../../model/address.ts';
import type { CourseRun } from '../json/course.ts';
import { el } from './element.ts';
import type { ViewDelivery } from '../view/view.ts';
import { moment } from '../words/words.ts';

const WIDTH = 720;
const ROW = 24;
const MOST_ROWS = 24;

/** One bar for each hour in which records become deliverable. */
export function deliveryDrawing({ rows }: ViewDelivery): VNode {
  const rest = rows.slice(MOST_ROWS).reduce((sum, { records }) => sum + records, 0);
  const bars = [
    ...rows
      .slice(0, MOST_ROWS)
      .map(({ when, records, zones }) => ({ text: [when, ...zoneNames(zones)].join(' '), records })),
    ...(rest > 0 ? [{ text: `${rows.length - MOST_ROWS} more times`, records: rest }] : []),
  ];
  const most = Math.max(...bars.map(({ records }) => records));
  const label = 330;
  const scale = (WIDTH - label - 60) / most;
  const drawn = bars.flatMap(({ text, records }, index) => {
    const y = index * ROW;
    const width = Math.max(2, records * scale);
    return [
      el('text', { x: 0, y: y + 16 }, text),
      el('rect', { class: 'bar', x: label, y: y + 4, width, height: ROW - 8, rx: 3 }),
      el('text', { x: label + width + 6, y: y + 16 }, records.toLocaleString('en')),
    ];
  });
  const words = bars.map(({ text, records }) => `${records} ${text}`).join(', ');
  return picture(bars.length * ROW, `Records by the hour in which they can be delivered: ${words}`, drawn);
}

function zoneNames(zones: ViewDelivery['rows'][number]['zones']): string[] {
  const [first, ...others] = zones;
  if (first === undefined) return [];
  return [others.length === 0 ? `(${first.zone})` : `(${first.zone} and ${others.length} more)`];
}

interface Pin {
  readonly agent: string;
  readonly campaign: string;
  gained: number;
  lost: number;
}

/** What the changes pin to whom, and take from whom; null where no pin changes. */
export function pinDrawing(changes: JsonReport['changes']): VNode | null {
  const pins = pinsOf(changes);
  if (pins.length === 0) return null;
  const shown = pins.slice(0, 2 * MOST_ROWS);
  const agents = [...new Set(shown.map(({ agent }) => agent))];
  const campaigns = [...new Set(shown.map(({ campaign }) => campaign))];
  const height = Math.max(agents.length, campaigns.length) * ROW;
  const y = (index: number, of: number): number => ((index + 0.5) * height) / of;
  const lines = shown.flatMap(({ agent, campaign, gained, lost }) => {
    const from = y(agents.indexOf(agent), agents.length);
    const to = y(campaigns.indexOf(campaign), campaigns.length);
    const path = `M 260 ${from} C 380 ${from}, 380 ${to}, 500 ${to}`;
    const line = (kind: string, amount: number): VNode[] =>
      amount === 0 ? [] : [el('path', { class: kind, d: path, 'stroke-width': Math.min(8, 1 + Math.sqrt(amount)) })];
    return [...line('link', gained), ...line('link lost', lost)];
  });
  const names = [
    ...agents.map((name, index) => el('text', { x: 252, y: y(index, agents.length) + 4, 'text-anchor': 'end' }, name)),
    ...campaigns.map((name, index) => el('text', { x: 508, y: y(index, campaigns.length) + 4 }, name)),
  ];
  const words = shown.map(
    ({ agent, campaign, gained, lost }) => `${agent}: ${gained} more, ${lost} fewer in ${campaign}`,
  );
  return picture(height, `Who is pinned to what by this plan. ${words.join('; ')}`, [...lines, ...names]);
}

function pinsOf(changes: JsonReport['changes']): Pin[] {
  const pins = new Map<string, Pin>();
  for (const { address, fields } of changes) {
    const record = parseAddress(address);
    const field = fields.find((each) => each.field === 'preferredAgent');
    if (!isRecord(record) || field === undefined || 'changed' in field) continue;
    const note = (agent: unknown, side: 'gained' | 'lost'): void => {
      if (typeof agent !== 'string' || agent === '') return;
      const key = JSON.stringify([agent, record.campaignName]);
      const pin = pins.get(key) ?? { agent, campaign: record.campaignName, gained: 0, lost: 0 };
      pin[side] += 1;
      pins.set(key, pin);
    };
    note(field.before, 'lost');
    note(field.after, 'gained');
  }
  return [...pins.values()].sort((a, b) => b.gained + b.lost - (a.gained + a.lost));
}

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
