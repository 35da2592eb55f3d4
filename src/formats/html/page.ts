// The HTML report: one file without a request to anywhere, for a browser, a mail or an artifact. A strict content policy lets
// nothing run but the script it ships; every text is escaped where it becomes HTML.

import { createHash } from 'node:crypto';
import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { allPrintable, duration, groupsIn, moment, toneOf, viewOf } from '../../core/page.ts';
import type { JsonReport, ReportDocument, ReportView } from '../../core/page.ts';
import { SCRIPT } from './client.ts';
import { courseSections } from './course.ts';
import { el, own, table } from './element.ts';
import { groupLinks, sectionNodes } from './sections.ts';
import { STYLE } from './style.ts';

/** One run as the page shows it. */
interface ShownRun {
  readonly report: JsonReport;
  readonly view: ReportView;
}

export function renderHtml(documents: readonly ReportDocument[]): string {
  const safe = documents.map((document) => allPrintable(document));
  const shown = safe.map((report) => ({ report, view: viewOf(report, true) }));
  const stories = storiesOf(shown);
  const [only, ...others] = stories;
  const command = only === undefined || others.length > 0 ? '' : ` ${only.newest.report.command}`;
  const title = `muster${command}: ${[...new Set(shown.map(routeOf))].join(', ')}`;
  const head = el('head', null, [
    el('meta', { charset: 'utf-8' }),
    el('meta', { 'http-equiv': 'Content-Security-Policy', content: policy() }),
    el('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    el('meta', { name: 'referrer', content: 'no-referrer' }),
    el('title', null, title),
    own('style', STYLE),
  ]);
  const body = [el('header', null, el('h1', null, title)), el('main', null, mainOf(stories)), own('script', SCRIPT)];
  return `<!doctype html>\n${renderToString(el('html', { lang: 'en' }, head, el('body', null, body)))}\n`;
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

/** Runs of one story, oldest first. Drift reports of one target are one story: the newest is shown whole, all are its trend. */
interface Story {
  readonly runs: readonly ShownRun[];
  readonly newest: ShownRun;
}

function mainOf(stories: readonly Story[]): (VNode | null)[] {
  const isOnly = stories.length < 2;
  return [
    isOnly ? null : contents(stories),
    tools(stories),
    ...stories.map((story, index) => storyBody(story, { id: `report-${index}`, isOnly })),
  ];
}

function storiesOf(all: readonly ShownRun[]): Story[] {
  const keyed = all.map((shown, index) => ({
    shown,
    key: shown.report.kind === 'drift' ? `drift of ${routeOf(shown)}` : String(index),
  }));
  return [...Map.groupBy(keyed, ({ key }) => key).values()].flatMap((group) => {
    const time = ({ report }: ShownRun): number => Date.parse(report.at);
    const runs = group.map(({ shown }) => shown).toSorted((a, b) => time(a) - time(b));
    const newest = runs.at(-1);
    return newest === undefined ? [] : [{ runs, newest }];
  });
}

function contents(stories: readonly Story[]): VNode {
  const rows = stories.map(({ newest }, index) => [
    el('a', { href: `#report-${index}` }, routeOf(newest)),
    newest.report.command,
    newest.view.summary.map(({ text }) => text).join(' · '),
  ]);
  return el('nav', null, el('h2', null, 'Targets'), table({ columns: ['target', 'run', 'verdict'], rows }));
}

function tools(stories: readonly Story[]): VNode {
  const rows = stories.flatMap(({ newest }) => groupsIn(newest.view)).flatMap((group) => group.rows);
  const buttons = [...Map.groupBy(rows, ({ verb }) => verb)].map(([verb, own]) => {
    const count = own.reduce((sum, { members }) => sum + members.length, 0);
    const name = `${verb} (${count.toLocaleString('en')})`;
    return el('button', { type: 'button', 'data-kind': verb, 'aria-pressed': 'false' }, name);
  });
  const field = { 'aria-label': 'Search', placeholder: 'Search ( / )', autocomplete: 'off' };
  return el('div', { class: 'tools', role: 'search' }, [
    el('input', { type: 'search', id: 'search', ...field }),
    ...buttons,
    el('button', { type: 'button', id: 'fold' }, 'Fold or unfold (f)'),
    el('button', { type: 'button', id: 'scheme' }, 'Light or dark (t)'),
    el('output', { id: 'shown', 'aria-live': 'polite' }),
  ]);
}

interface StoryPlace {
  readonly id: string;
  /** Then the title of the page is its title, too, and its first sentence leads. */
  readonly isOnly: boolean;
}

function storyBody({ runs, newest }: Story, { id, isOnly }: StoryPlace): VNode {
  const { report, view } = newest;
  const sentences = view.summary.map(({ text }, index) => el(isOnly && index === 0 ? 'h2' : 'p', null, text));
  return el('article', { id }, [
    isOnly ? null : el('h2', null, `${routeOf(newest)}: ${report.command}`),
    el('p', { class: 'facts' }, factsOf(report)),
    el('div', { class: `verdict ${toneOf(view.summary)}` }, sentences),
    groupLinks(groupsIn(newest.view), id),
    ...view.sections.flatMap((section) => sectionNodes(section, id)),
    ...(report.kind === 'drift' ? courseSections(runs.map((run) => run.report)) : []),
  ]);
}

function factsOf({ at, durationMs, git, coverage, tool }: JsonReport): string {
  const own = git !== null && git.dirty ? ', with changes that are not in it' : '';
  const commit = git === null ? '' : `commit ${git.commit.slice(0, 12)}${own}`;
  const { asked, answered } = coverage;
  const read = asked === 0 ? '' : `${answered} of ${asked} objects read in ${duration(durationMs)}`;
  return [moment(at), read, commit, `${tool.name} ${tool.version}`].filter(Boolean).join(' · ');
}

function routeOf({ report: { project, target, error } }: ShownRun): string {
  const unnamed = error === null ? 'files' : 'target not known';
  return target === null ? (project ?? unnamed) : `${project ?? ''} → ${target.name}`;
}
