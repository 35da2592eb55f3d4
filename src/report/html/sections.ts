// The sections of a page in HTML, in their order.

import type { VNode } from 'preact';
import { patchWords, type PageSection, type ReportPage } from '../kinds/page.ts';
import type { ViewCommand, ViewGroup, ViewQuestion } from '../view/view.ts';
import { el } from './element.ts';
import { placeOf, section as titled, table, type HtmlTable } from './place.ts';
import { groupSection, memberList } from './rows.ts';

/** `report`: id of the report on the page. */
export function pageSections({ sections, commands }: ReportPage, report: string): VNode[] {
  return [...sections.flatMap((section) => sectionNodes(section, report)), ...commandSection(commands)];
}

export function groupSections(groups: readonly ViewGroup[], report: string): VNode[] {
  return groups.map((group) => groupSection(group, report));
}

/** Numbered; whom a question is about are rows, so that a reader finds them. */
export function questionSection(questions: readonly ViewQuestion[]): VNode[] {
  return questions.map(({ ask, why, about, answers }, index) =>
    el('div', { class: 'card stops' }, [
      el('h3', null, `${index + 1}. ${ask}`),
      about.length === 0 ? null : memberList(about, '! decide'),
      ...notes(why),
      el(
        'ul',
        null,
        answers.map(({ answer, act, words }) =>
          el('li', null, `${answer}: ${act} `, words === null ? null : el('code', null, words)),
        ),
      ),
    ]),
  );
}

export function commandSection(commands: readonly ViewCommand[]): VNode[] {
  if (commands.length === 0) return [];
  const rows = commands.map(({ label, command }) => [label, el('code', null, command)]);
  return [titled({ title: 'How to go on', children: table({ columns: ['what', 'command'], rows }) })];
}

function sectionNodes(section: PageSection, report: string): VNode[] {
  switch (section.kind) {
    case 'verdict':
      return [];
    case 'sentences':
      return notes(section.texts, section.tone === 'plain' ? 'note' : 'note warning');
    case 'groups':
      return groupSections(section.groups, report);
    case 'facts': {
      const title = section.aside === '' ? section.title : `${section.title} (${section.aside})`;
      const rows = section.facts.map(({ mark, name, text, note }) => [
        mark === undefined ? name : `${mark.word} ${name}`,
        el('div', null, text, note ? el('p', { class: 'note' }, note) : null),
      ]);
      return tabled(title, { columns: ['fact', 'what is said'], rows });
    }
    case 'table':
      return tabled(section.title, section);
    case 'findings': {
      const rows = section.findings.map(({ code, message, advice, place }) => [
        el('code', null, code),
        [message, advice].filter((each) => each !== '').join(' '),
        placeOf(place),
      ]);
      const title = section.level === 'error' ? 'Mistakes in the files' : 'Warnings: nothing is stopped by them';
      return tabled(title, { columns: ['code', 'what', 'where'], rows });
    }
    case 'problem': {
      const lines = [...section.texts, ...section.lines, section.advice];
      const first = el('p', null, el('code', null, section.code), ` ${section.headline}`);
      return [
        el(
          'div',
          { class: 'card stops' },
          first,
          lines.map((line) => el('p', null, line)),
        ),
      ];
    }
    case 'patch':
      return notes(patchWords(section));
    default:
      return section satisfies never;
  }
}

function notes(texts: readonly string[], style = 'note'): VNode[] {
  return texts.map((text) => el('p', { class: style }, text));
}

function tabled(title: string, content: HtmlTable): VNode[] {
  return [titled({ title, children: table(content) })];
}
