// One section of a report in HTML.

import type { VNode } from 'preact';
import { deliveryTable } from '../view/delivery.ts';
import {
  patchWords,
  type CommandsSection,
  type SentencesSection,
  type TableSection,
  type ViewSection,
} from '../view/section.ts';
import type { ViewQuestion } from '../view/view.ts';
import { el } from './element.ts';
import { folded, placeOf, section as titled, table, type HtmlTable } from './place.ts';
import { groupSection, memberList } from './rows.ts';

/** Numbered; whom a question is about are rows, so that a reader finds them. */
function questionNodes(questions: readonly ViewQuestion[]): VNode[] {
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

function commandNodes({ commands }: CommandsSection): VNode[] {
  const rows = commands.map(({ label, command }) => [label, el('code', null, command)]);
  return [titled({ title: 'How to go on', children: table({ columns: ['what', 'command'], rows }) })];
}

/** `report`: id of the report on the page. */
export function sectionNodes(section: ViewSection, report: string): VNode[] {
  switch (section.kind) {
    case 'summary':
      return [];
    case 'sentences':
      return sentenceNodes(section);
    case 'questions':
      return questionNodes(section.questions);
    case 'delivery':
      return tableNodes(deliveryTable(section.delivery));
    case 'groups':
      return section.groups.map((group) => groupSection(group, report));
    case 'facts': {
      const title = section.aside === '' ? section.title : `${section.title} (${section.aside})`;
      const rows = section.facts.map(({ mark, name, text, note }) => [
        mark === undefined ? name : `${mark.word} ${name}`,
        el('div', null, text, note ? el('p', { class: 'note' }, note) : null),
      ]);
      return tabled(title, { columns: ['fact', 'what is said'], rows });
    }
    case 'table':
      return tableNodes(section);
    case 'findings': {
      const rows = section.findings.map(({ code, subject, message, advice, place }) => [
        el('code', null, code),
        [subject === '' ? '' : `${subject}:`, message, advice].filter((each) => each !== '').join(' '),
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
    case 'commands':
      return commandNodes(section);
    default:
      return section satisfies never;
  }
}

function notes(texts: readonly string[], style = 'note'): VNode[] {
  return texts.map((text) => el('p', { class: style }, text));
}

function sentenceNodes({ title, texts, tone, folded: isFolded }: SentencesSection): VNode[] {
  const said = notes(texts, tone === 'stops' ? 'note warning' : 'note');
  if (title === '') return said;
  return [isFolded ? folded(title, said) : titled({ title, children: said })];
}

function tableNodes({ title, below, folded: isFolded, ...content }: TableSection): VNode[] {
  const children = [table(content), ...notes(below)];
  return [isFolded ? folded(title, children) : titled({ title, children })];
}

function tabled(title: string, content: HtmlTable): VNode[] {
  return [titled({ title, children: table(content) })];
}
