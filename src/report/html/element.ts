// One HTML element. Texts are escaped when the page is written, and none is so long that a browser chokes on it; attributes are
// texts, numbers and flags, so no handler and no markup can come in through one.

import { h, type ComponentChild, type VNode } from 'preact';

export type Child = VNode | string | number | null | readonly Child[];

type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

export function el(tag: string, attributes: Attributes | null, ...children: readonly Child[]): VNode {
  return h(tag, { ...attributes }, children.map(shortened) as ComponentChild);
}

const LONGEST_TEXT = 2000;

function shortened(child: Child): Child {
  if (typeof child !== 'string' || child.length <= LONGEST_TEXT) return child;
  return `${child.slice(0, LONGEST_TEXT).toWellFormed()}… (${child.length.toLocaleString('en')} characters)`;
}

/** Style and script of the page, as they stand; only constants of this program. */
export function own(tag: 'style' | 'script', text: string): VNode {
  return h(tag as string, { dangerouslySetInnerHTML: { __html: text } });
}
