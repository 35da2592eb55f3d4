// The HTML report: one file without a request to anywhere, for a browser, a mail or an artifact. A strict content policy lets
// nothing run but the script it ships; every text is escaped where it becomes HTML.

import { createHash } from 'node:crypto';
import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { JsonReport } from '../json-report.ts';
import { printable } from '../printable.ts';
import { duration, moment } from '../words.ts';
import { SCRIPT } from './client.ts';
import { trendDrawing } from './drawing.ts';
import { el, own } from './element.ts';
import { section, table } from './place.ts';
import { reportBody } from './report.ts';
import { STYLE } from './style.ts';
import { verdictOf } from './verdict.ts';

export function renderHtml(reports: readonly JsonReport[]): string {
  const shown = reports.map((report) => cleaned(report) as JsonReport);
  const title = `muster: ${[...new Set(shown.map(routeOf))].join(', ')}`;
  const head = el('head', null, [
    el('meta', { charset: 'utf-8' }),
    el('meta', { 'http-equiv': 'Content-Security-Policy', content: policy() }),
    el('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    el('meta', { name: 'referrer', content: 'no-referrer' }),
    el('title', null, title),
    own('style', STYLE),
  ]);
  const body = el(
    'body',
    null,
    el('header', null, el('h1', null, title)),
    el('main', null, mainOf(shown)),
    own('script', SCRIPT),
  );
  return `<!doctype html>\n${renderToString(el('html', { lang: 'en' }, head, body))}\n`;
}

/** Nothing is loaded, sent or framed; style and script are those whose digest stands here. */
function policy(): string {
  const digest = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  return [
    "default-src 'none'",
    `style-src ${digest(STYLE)}`,
    `script-src ${digest(SCRIPT)}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

/** Drift reports of one target are runs of one story: the newest is shown whole, the others are its trend. */
function mainOf(reports: readonly JsonReport[]): (VNode | null)[] {
  const storyKey = (report: JsonReport, index: number): string =>
    report.kind === 'drift' ? `drift of ${routeOf(report)}` : String(index);
  const groups = Map.groupBy(
    reports.map((report, index) => [storyKey(report, index), report] as const),
    ([key]) => key,
  );
  const stories = [...groups.values()]
    .map((runs) => storyOf(runs.map(([, report]) => report)))
    .filter((story) => story !== null);
  const newest = stories.map(({ newest: report }) => report);
  return [
    newest.length > 1 ? contents(newest) : null,
    tools(newest),
    ...stories.map((story, index) => storyBody(story, `report-${index}`)),
  ];
}

interface Story {
  readonly runs: readonly JsonReport[];
  readonly newest: JsonReport;
}

function storyOf(runs: readonly JsonReport[]): Story | null {
  const sorted = runs.toSorted((a, b) => a.at.localeCompare(b.at));
  const newest = sorted.at(-1);
  return newest === undefined ? null : { runs: sorted, newest };
}

function contents(reports: readonly JsonReport[]): VNode {
  const rows = reports.map((report, index) => [
    el('a', { href: `#report-${index}` }, routeOf(report)),
    report.command,
    verdictOf(report).lines[0] ?? '',
  ]);
  return section({ title: 'Targets', children: table({ columns: ['target', 'run', 'verdict'], rows }) });
}

function tools(reports: readonly JsonReport[]): VNode {
  const kinds = new Set(
    reports.flatMap(({ changes, findings, verdicts }) => [
      ...changes.map(({ action }) => action),
      ...findings.map((each) => each.class),
      ...verdicts.flatMap((each) => (each.class === 'assumed' ? [] : [each.class])),
    ]),
  );
  const buttons = [...kinds].map((kind) =>
    el('button', { type: 'button', 'data-kind': kind, 'aria-pressed': 'false' }, kind),
  );
  return el('div', { class: 'tools', role: 'search' }, [
    el('input', {
      type: 'search',
      id: 'search',
      'aria-label': 'Search',
      placeholder: 'Search ( / )',
      autocomplete: 'off',
    }),
    ...buttons,
    el('button', { type: 'button', id: 'scheme' }, 'Light or dark (t)'),
    el('output', { id: 'shown', 'aria-live': 'polite' }),
  ]);
}

function storyBody({ runs, newest: report }: Story, id: string): VNode {
  const { kind, lines } = verdictOf(report);
  const trend = trendDrawing(runs);
  return el('article', { id }, [
    el('h2', null, `${routeOf(report)}: ${report.command}`),
    el('p', { class: 'facts' }, factsOf(report)),
    el(
      'div',
      { class: `verdict ${kind}` },
      lines.map((line) => el('p', null, line)),
    ),
    trend === null ? null : section({ title: `The last ${runs.length} runs`, children: trend }),
    ...reportBody(report),
  ]);
}

function factsOf({ at, durationMs, git, coverage, tool }: JsonReport): string {
  const commit =
    git === null ? '' : `commit ${git.commit.slice(0, 12)}${git.dirty ? ', with changes that are not in it' : ''}`;
  const read =
    coverage.asked === 0 ? '' : `${coverage.answered} of ${coverage.asked} objects read in ${duration(durationMs)}`;
  return [moment(at), read, commit, `muster ${tool?.version ?? ''}`].filter(Boolean).join(' · ');
}

function routeOf({ project, target }: JsonReport): string {
  return target === null ? (project ?? 'files') : `${project} → ${target.name}`;
}

const LONGEST_TEXT = 2000;

/** Hidden characters as escapes, in every text; no text so long that a browser chokes on it. */
function cleaned(given: unknown): unknown {
  if (typeof given === 'string') return printable(shortened(given));
  if (Array.isArray(given)) return given.map(cleaned);
  if (typeof given !== 'object' || given === null) return given;
  return Object.fromEntries(Object.entries(given).map(([key, each]) => [key, cleaned(each)]));
}

function shortened(text: string): string {
  if (text.length <= LONGEST_TEXT) return text;
  return `${text.slice(0, LONGEST_TEXT).toWellFormed()}… (${text.length.toLocaleString('en')} characters)`;
}
