// What every part of the HTML report is made of: a place in a file, a value, a list that folds.

import type { VNode } from 'preact';
import type { ViewMember } from '../view/view.ts';
import { el, type Child } from './element.ts';

/** `teams/sales.yaml:65`, unbroken, so that it can be copied. */
export function placeOf(source: ViewMember['place']): VNode | null {
  return source === null ? null : el('code', { class: 'place' }, `${source.file}:${source.line}`);
}

export interface HtmlSection {
  readonly title: string;
  readonly children: Child;
}

export function section({ title, children }: HtmlSection): VNode {
  return el('section', null, el('h3', null, title), children);
}

export function folded(title: string, children: Child): VNode {
  return el('details', null, el('summary', null, title), children);
}

export interface HtmlTable {
  readonly columns: readonly string[];
  /** Numbers stand at the end of their column. */
  readonly rows: readonly (readonly (string | number | VNode | null)[])[];
}

export function table({ columns, rows }: HtmlTable): VNode {
  const isNumber = columns.map((_, index) => rows.every((row) => typeof row[index] === 'number'));
  const style = (index: number): { class?: string } => (isNumber[index] ? { class: 'number' } : {});
  const head = columns.map((name, index) => el('th', { scope: 'col', ...style(index) }, name));
  const body = rows.map((row) =>
    el(
      'tr',
      null,
      row.map((cell, index) =>
        el(
          'td',
          { ...style(index), 'data-name': columns[index] },
          typeof cell === 'number' ? cell.toLocaleString('en') : cell,
        ),
      ),
    ),
  );
  // Wide tables scroll by themselves; whoever has no mouse must be able to reach them.
  const scroll = { class: 'scroll', tabIndex: 0 };
  return el('div', scroll, el('table', null, el('thead', null, el('tr', null, head)), el('tbody', null, body)));
}
