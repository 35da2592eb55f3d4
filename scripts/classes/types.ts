// The type of an output or an argument in words of the pages: `pulumi.Output<string | undefined>` is `text, or undefined`.

import type ts from 'typescript';

const WORDS: Readonly<Record<string, string>> = {
  string: 'text',
  boolean: 'true or false',
  number: 'number',
  Presence: '`present`, `absent` or `unknown`',
  WorkedState: '`NOTWORKED`, `WORKED`, `COMPLETED` or `REMOVED`',
  'readonly FoundTask[]': 'list of [tasks](#a-task)',
};
/** Of an optional argument it says what `?` says. */
const LEFT_OUT = ' | undefined';

export function typeWords(type: ts.TypeNode): string {
  const text = type.getText().replace(/^pulumi\.Output<(.+)>$/su, '$1');
  const plain = text.replace(LEFT_OUT, '').replace(' | null', '');
  const word = WORDS[plain] ?? (plain.startsWith('readonly (') ? 'list of `{ key, value, condition? }`' : null);
  if (word === null) throw new Error(`no words for the type ${text}`);
  const isOutput = type.getText().startsWith('pulumi.');
  if (text.includes(' | null')) return `${word}, or null`;
  return isOutput && text.endsWith(LEFT_OUT) ? `${word}, or undefined` : word;
}
