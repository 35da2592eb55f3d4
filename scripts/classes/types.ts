// The type of an output in words of the page: `pulumi.Output<string | undefined>` is `text, or undefined`.

import type ts from 'typescript';

const WORDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'number',
  Presence: '`present`, `absent` or `unknown`',
  WorkedState: '`NOTWORKED`, `WORKED`, `COMPLETED` or `REMOVED`',
};
const LEFT_OUT = ' | undefined';

export function typeWords(type: ts.TypeNode): string {
  const text = type.getText().replace(/^pulumi\.Output<(.+)>$/su, '$1');
  const word = WORDS[text.replace(LEFT_OUT, '')];
  if (word === undefined) throw new Error(`no words for the type ${text}`);
  return text.endsWith(LEFT_OUT) ? `${word}, or undefined` : word;
}
