// A text as one YAML or JSON scalar on one line. Plain only where every YAML reader would read the same text back.

import { stringify } from 'yaml';

import { UNSEEN } from '../../core/model/hidden.ts';

/** `plain` and `single` are kept where they can express the text; everything else becomes a double-quoted scalar. */
export type ScalarStyle = 'plain' | 'single' | 'double';

export interface ScalarPlace {
  /** Inside `[…]` or `{…}`, where commas and brackets end a plain scalar. */
  readonly flow: boolean;
  readonly style: ScalarStyle;
}

export function scalarText(value: string, { flow, style }: ScalarPlace): string {
  if (style === 'double' || value.search(UNSEEN) >= 0) return doubleQuoted(value);
  if (style === 'single') return `'${value.replaceAll("'", "''")}'`;
  return isPlain(value, flow) ? value : doubleQuoted(value);
}

/** Characters that reorder or hide text are written as escapes, so that a reviewer sees them. */
function doubleQuoted(value: string): string {
  const escape = (character: string): string =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join('');
  return JSON.stringify(value).replaceAll(UNSEEN, escape);
}

/** The YAML library decides: numbers, dates, `yes`, `null`, leading signs and the like are quoted for other readers. */
function isPlain(value: string, flow: boolean): boolean {
  if (value === '' || (flow && /[,[\]{}]/u.test(value)) || /^(?:y|n|yes|no|on|off)$/iu.test(value)) return false;
  return stringify(value, { lineWidth: 0 }) === `${value}\n` && !/^[\d.:_-]+$/u.test(value);
}
