// What every part of the HTML report is made of. Texts are escaped when the page is written, and none is so long that a browser chokes on
// it; attributes are texts, numbers and flags, so no handler and no markup can come in through one.

import { h, type ComponentChild, type VNode } from 'preact';
import { shortened, type ViewMember } from '../../core/page.ts';

export type Child = VNode | string | number | null | readonly Child[];

type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

export function el(tag: string, attributes: Attributes | null, ...children: readonly Child[]): VNode {
  const content = children.map((child) => (typeof child === 'string' ? shortened(child) : child));
  return h(tag, { ...attributes }, content as ComponentChild);
}

/** Style and script of the page, as they stand; only constants of this program. */
export function own(tag: 'style' | 'script', text: string): VNode {
  return h(tag as string, { dangerouslySetInnerHTML: { __html: text } });
}

/** `teams/sales.yaml:65`, unbroken, so that it can be copied. */
export function placeOf(source: ViewMember['place']): VNode | null {
  return source === null ? null : el('code', { class: 'place' }, `${source.file}:${source.line}`);
}

export function section(title: string, ...children: readonly Child[]): VNode {
  return el('section', null, el('h3', null, title), ...children);
}

export function folded(title: string, ...children: readonly Child[]): VNode {
  return el('details', null, el('summary', null, title), ...children);
}

export function notes(texts: readonly string[], style = 'note'): VNode[] {
  return texts.map((text) => el('p', { class: style }, text));
}

interface HtmlTable {
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
      row.map((cell, index) => {
        const said = typeof cell === 'number' ? cell.toLocaleString('en') : cell;
        return el('td', { ...style(index), 'data-name': columns[index] }, said);
      }),
    ),
  );
  // Wide tables scroll by themselves; whoever has no mouse must be able to reach them.
  const scroll = { class: 'scroll', tabIndex: 0 };
  return el('div', scroll, el('table', null, el('thead', null, el('tr', null, head)), el('tbody', null, body)));
}
