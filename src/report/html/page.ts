// The HTML report: one file without a request to anywhere, for a browser, a mail or an artifact. A strict content policy lets
// nothing run but the script it ships; every text is escaped where it becomes HTML.

import { createHash } from 'node:crypto';
import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { ReportDocument } from '../json/document.ts';
import { jsonReport } from '../json/json.ts';
import type { JsonReport } from '../json/json-report.ts';
import type { ReportPage } from '../kinds/page.ts';
import { pageOf } from '../kinds/pages.ts';
import { allPrintable } from '../words/printable.ts';
import { hasView, viewOf } from '../view/view-of.ts';
import type { ReportView, ViewGroup } from '../view/view.ts';
import { duration, moment } from '../words/words.ts';
import { SCRIPT } from './client.ts';
import { courseSections } from './course.ts';
import { el, own } from './element.ts';
import { table } from './place.ts';
import { viewBody } from './report.ts';
import { groupLinks } from './rows.ts';
import { groupSections, pageSections, questionSection } from './sections.ts';
import { STYLE } from './style.ts';

/** One run as the page shows it: from its view or from its page. */
interface ShownRun {
  readonly report: JsonReport;
  readonly view: ReportView | null;
  readonly page: ReportPage | null;
}

export function renderHtml(documents: readonly ReportDocument[]): string {
  const shown = documents.map(shownAs);
  const title = `muster: ${[...new Set(shown.map(routeOf))].join(', ')}`;
  const head = el('head', null, [
    el('meta', { charset: 'utf-8' }),
    el('meta', { 'http-equiv': 'Content-Security-Policy', content: policy() }),
    el('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    el('meta', { name: 'referrer', content: 'no-referrer' }),
    el('title', null, title),
    own('style', STYLE),
  ]);
  const body = [el('header', null, el('h1', null, title)), el('main', null, mainOf(shown)), own('script', SCRIPT)];
  return `<!doctype html>\n${renderToString(el('html', { lang: 'en' }, head, el('body', null, body)))}\n`;
}

function shownAs(document: ReportDocument): ShownRun {
  const safe = allPrintable(document);
  const report = jsonReport(safe);
  if (hasView(safe)) return { report, view: viewOf(safe), page: null };
  return { report, view: null, page: pageOf(safe, true) };
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

function mainOf(all: readonly ShownRun[]): (VNode | null)[] {
  const stories = storiesOf(all);
  return [
    stories.length > 1 ? contents(stories) : null,
    tools(stories),
    ...stories.map((story, index) => storyBody(story, `report-${index}`)),
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
    verdictOf(newest).join(' · '),
  ]);
  return el('nav', null, el('h2', null, 'Targets'), table({ columns: ['target', 'run', 'verdict'], rows }));
}

function tools(stories: readonly Story[]): VNode {
  const rows = stories.flatMap(({ newest }) => groupsOf(newest)).flatMap((group) => group.rows);
  const buttons = [...Map.groupBy(rows, ({ verb }) => verb)].map(([verb, own]) => {
    const count = own.reduce((sum, { members }) => sum + members.length, 0);
    const name = `${verb} (${count.toLocaleString('en')})`;
    return el('button', { type: 'button', 'data-kind': verb, 'aria-pressed': 'false' }, name);
  });
  return el('div', { class: 'tools', role: 'search' }, [
    el('input', {
      type: 'search',
      id: 'search',
      'aria-label': 'Search',
      placeholder: 'Search ( / )',
      autocomplete: 'off',
    }),
    ...buttons,
    el('button', { type: 'button', id: 'fold' }, 'Fold or unfold (f)'),
    el('button', { type: 'button', id: 'scheme' }, 'Light or dark (t)'),
    el('output', { id: 'shown', 'aria-live': 'polite' }),
  ]);
}

function groupsOf({ view, page }: ShownRun): readonly ViewGroup[] {
  if (view !== null) return view.groups;
  return page?.sections.flatMap((section) => (section.kind === 'groups' ? section.groups : [])) ?? [];
}

function storyBody({ runs, newest }: Story, id: string): VNode {
  const { report, view, page } = newest;
  const sentences = verdictOf(newest).map((line) => el('p', null, line));
  return el('article', { id }, [
    el('h2', null, `${routeOf(newest)}: ${report.command}`),
    el('p', { class: 'facts' }, factsOf({ ...report, coverage: view?.coverage ?? report.coverage })),
    el('div', { class: `verdict ${toneOf(newest)}` }, sentences),
    groupLinks(groupsOf(newest), id),
    ...(page === null ? [] : pageSections(page, id)),
    ...(view?.kind === 'plan' ? questionSection(view.questions) : []),
    ...(view === null ? [] : groupSections(view.groups, id)),
    ...(report.kind === 'drift' ? courseSections(runs.map((run) => run.report)) : []),
    ...(view === null ? [] : viewBody(view, report)),
  ]);
}

function verdictOf({ view, page }: ShownRun): readonly string[] {
  return view?.summary.map(({ text }) => text) ?? (page === null ? [] : [page.verdict]);
}

function toneOf({ view, page }: ShownRun): 'stops' | 'changes' | 'quiet' {
  if (page !== null) return page.tone;
  const tones = new Set(view?.summary.map(({ tone }) => tone));
  if (tones.has('stops')) return 'stops';
  return tones.has('changes') ? 'changes' : 'quiet';
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
