// How drift went, in the HTML report of drift: a line over all runs, a table by day, what is new since the run before, and how long
// what needs somebody stands. Of one report without a history there is nothing to say.

import type { VNode } from 'preact';
import { courseOf, type CourseFinding, type DriftCourse, type StandingFinding } from '../json/course.ts';
import type { JsonReport } from '../json/json-report.ts';
import { FINDING_WORDS } from '../view/finding.ts';
import { count, moment, subject } from '../words/words.ts';
import { trendDrawing } from './drawing.ts';
import { el, type Child } from './element.ts';
import { folded, section, table } from './place.ts';

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
  const notes = [
    unknown === 0
      ? ''
      : `${count(unknown, 'run')} failed, could not read everything or looked at a part only: not in the line, and nothing is concluded from them.`,
    left === 0 ? '' : `${count(left, 'earlier day')} not listed.`,
  ];
  return section({
    title: `The last ${runs.length.toLocaleString('en')} runs`,
    children: [
      drawing,
      table({ columns: ['day (UTC)', 'runs', 'needs somebody', 'came', 'went'], rows }),
      notes.filter((note) => note !== '').map((note) => el('p', { class: 'note' }, note)),
    ],
  });
}

function sinceBefore({ latest }: DriftCourse): VNode | null {
  if (latest === null) return null;
  const { from, to, came, went, silenced } = latest;
  const left = [...rowsOf('gone', went), ...rowsOf('silenced by a rule', silenced)];
  const title = `New since the run before: ${came.length.toLocaleString('en')}`;
  const between = `From ${moment(from)} to ${moment(to)}: ${count(came.length, 'finding')} came, ${(went.length + silenced.length).toLocaleString('en')} went.`;
  return section({
    title,
    children: [
      el('p', { class: 'note' }, between),
      listed(rowsOf('new', came)),
      left.length === 0 ? null : folded(`Went: ${left.length.toLocaleString('en')}`, listed(left)),
    ],
  });
}

function listed(rows: readonly string[][]): Child {
  if (rows.length === 0) return null;
  const more = rows.length - MOST_ROWS;
  return [
    table({ columns: ['since then', 'finding', 'object'], rows: rows.slice(0, MOST_ROWS) }),
    more > 0 ? el('p', { class: 'note' }, `${more.toLocaleString('en')} more not listed.`) : null,
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
  const of =
    standing.length > oldest.length ? `The oldest ${oldest.length} of ${standing.length.toLocaleString('en')}:` : null;
  return section({
    title: 'How long it stands',
    children: [
      table({ columns: ['seen for', 'findings'], rows: ages }),
      of === null ? null : el('p', { class: 'note' }, of),
      table({ columns: ['object', 'finding', 'seen since', 'days'], rows: oldest }),
    ],
  });
}
