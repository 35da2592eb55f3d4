// How drift went, in the HTML report of drift: a line over all runs, a table by day, what is new since the run before, and how long
// what needs somebody stands. Of one report without a history there is nothing to say.

import type { VNode } from 'preact';
import { FINDING_WORDS, count, moment, subject, type JsonReport } from '../../core/page.ts';
import type { CourseFinding, DriftCourse, StandingFinding, CourseRun } from './course-facts.ts';
import { courseOf } from './course-facts.ts';
import { el, type Child, folded, notes, section, table } from './element.ts';

const MOST_DAYS = 31;
const MOST_ROWS = 50;
const MOST_OLDEST = 10;
const DAY_MS = 86_400_000;

export function courseSections(reports: readonly JsonReport[]): (VNode | null)[] {
  const course = courseOf(reports);
  return [overTime(course), sinceBefore(course), howLong(course)];
}

function overTime({ runs, days }: DriftCourse): VNode | null {
  const drawing = trendDrawing(runs);
  if (drawing === null) return null;
  const shown = days.slice(-MOST_DAYS).toReversed();
  const cell = (amount: number | null): number | string => amount ?? 'not known';
  const rows = shown.map(({ day, runs: ran, alarms, came, went }) => [day, ran, cell(alarms), cell(came), cell(went)]);
  const unknown = runs.filter(({ alarms }) => alarms === null).length;
  const left = days.length - shown.length;
  const said = [
    unknown === 0
      ? ''
      : `${count(unknown, 'run')} failed, could not read everything or looked at a part only: not in the line, and nothing is concluded from them.`,
    left === 0 ? '' : `${count(left, 'earlier day')} not listed.`,
  ];
  const byDay = table({ columns: ['day (UTC)', 'runs', 'needs somebody', 'came', 'went'], rows });
  return section(`The last ${runs.length.toLocaleString('en')} runs`, drawing, byDay, notes(said.filter(Boolean)));
}

function sinceBefore({ latest }: DriftCourse): VNode | null {
  if (latest === null) return null;
  const { from, to, came, went, silenced } = latest;
  const left = [...rowsOf('gone', went), ...rowsOf('silenced by a rule', silenced)];
  const title = `New since the run before: ${came.length.toLocaleString('en')}`;
  const between = `From ${moment(from)} to ${moment(to)}: ${count(came.length, 'finding')} came, ${(went.length + silenced.length).toLocaleString('en')} went.`;
  const gone = left.length === 0 ? null : folded(`Went: ${left.length.toLocaleString('en')}`, listed(left));
  return section(title, notes([between]), listed(rowsOf('new', came)), gone);
}

function listed(rows: readonly string[][]): Child {
  if (rows.length === 0) return null;
  const more = rows.length - MOST_ROWS;
  return [
    table({ columns: ['since then', 'finding', 'object'], rows: rows.slice(0, MOST_ROWS) }),
    notes(more > 0 ? [`${more.toLocaleString('en')} more not listed.`] : []),
  ];
}

function rowsOf(what: string, findings: readonly CourseFinding[]): string[][] {
  return findings.map(({ address, class: of }) => [what, FINDING_WORDS[of], subject(address)]);
}

const AGES = [
  ['less than a day', 1],
  ['1 to 7 days', 7],
  ['7 to 30 days', 30],
  ['30 days and more', Infinity],
] as const;

function howLong({ standing, asOf }: DriftCourse): VNode | null {
  if (asOf === null || standing.every(({ since }) => since === asOf)) return null;
  const days = ({ since }: StandingFinding): number => (asOf - since) / DAY_MS;
  const ages = AGES.map(([name, below], index) => {
    const from = AGES[index - 1]?.[1] ?? 0;
    return [name, standing.filter((each) => days(each) >= from && days(each) < below).length];
  });
  const oldest = standing
    .slice(0, MOST_OLDEST)
    .map((each) => [subject(each.address), FINDING_WORDS[each.class], moment(each.since), Math.floor(days(each))]);
  const all = standing.length.toLocaleString('en');
  return section(
    'How long it stands',
    table({ columns: ['seen for', 'findings'], rows: ages }),
    notes(standing.length > oldest.length ? [`The oldest ${oldest.length} of ${all}:`] : []),
    table({ columns: ['object', 'finding', 'seen since', 'days'], rows: oldest }),
  );
}

const WIDTH = 720;
const TREND_HEIGHT = 120;

/**
 * Findings that need somebody, run by run on a scale of time; null for fewer than two runs. A run of which the number is not known
 * is an empty circle on the axis, and the line is not drawn across it.
 */
function trendDrawing(runs: readonly CourseRun[]): VNode | null {
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
  const label = `Findings that need somebody, run by run. ${words}`;
  const size = { viewBox: `0 0 ${WIDTH} ${TREND_HEIGHT}`, width: WIDTH, height: TREND_HEIGHT, role: 'img' };
  return el('svg', { ...size, 'aria-label': label }, [
    el('line', { class: 'axis', x1: 0, y1: axis, x2: WIDTH, y2: axis }),
    ...lines,
    ...points.map(({ x, y, known }) => el('circle', { class: known ? 'point' : 'gap', cx: x, cy: y, r: 4 })),
    el('text', { x: 0, y: TREND_HEIGHT - 4 }, moment(first.at)),
    el('text', { x: WIDTH, y: TREND_HEIGHT - 4, 'text-anchor': 'end' }, moment(last.at)),
    el('text', { x: 0, y: 12 }, `${most.toLocaleString('en')} at most`),
  ]);
}
