// `muster explain [code]`: what an error code, a guard as --allow names it, a class of a drift report, an exit number, a key of
// muster.yaml or a desired file, an assumption or an open question means, and how to go on. Some words are several of these.

import { didYouMean } from '../../model/suggest.ts';
import { DRIFT_CLASSES, type DriftClass } from '../../model/drift-classes.ts';
import { ERRORS, ToolError, type ErrorCode } from '../../model/errors.ts';
import { EXIT_NUMBERS } from '../../model/exit-numbers.ts';
import { BACKGROUND } from '../../model/errors/background.ts';
import { POINT_IDS } from '../../model/open-points.ts';
import type { Style } from '../../report/words/style.ts';
import type { Call } from '../process/command.ts';
import { layoutFor } from '../process/emit.ts';
import { ASSUMPTIONS_WORD, explainedPoint, pointList } from './explain-point.ts';

/** A plan prints `deletes` for the guard with the code `guard-deletes`. */
const GUARDS: Readonly<Record<string, ErrorCode>> = Object.fromEntries(
  Object.keys(ERRORS)
    .filter((code) => code.startsWith('guard-'))
    .filter(isCode)
    .map((code) => [code.replace('guard-', ''), code]),
);

/** Every word that `explain` knows, each once. */
export function explainable(): string[] {
  const tables = [ERRORS, GUARDS, DRIFT_CLASSES, EXIT_NUMBERS];
  return [...new Set([...tables.flatMap((table) => Object.keys(table)), ASSUMPTIONS_WORD, ...POINT_IDS])];
}

export async function explain(call: Call): Promise<number> {
  const [code] = call.arguments;
  const { style } = layoutFor('out', call);
  call.shell.terminal.out(code === undefined ? everything() : await explained(code, style));
  return 0;
}

function everything(): string {
  const width = Math.max(...explainable().map((each) => each.length));
  const line = ([name, { headline }]: [string, { readonly headline: string }]): string =>
    `${name.padEnd(width)}  ${headline}\n`;
  const classes = Object.entries(DRIFT_CLASSES).map(line).join('');
  const exits = Object.entries(EXIT_NUMBERS).map(([exit, headline]) => line([exit, { headline }]));
  const codes = Object.entries(ERRORS).map(line).join('');
  const points = `Open questions of the interface documents (\`muster explain assumptions\`):\n${pointList(width)}`;
  return `${codes}\nClasses of a drift report:\n${classes}\nExit numbers:\n${exits.join('')}\n${points}`;
}

/** Throws `unknown-code`. */
async function explained(code: string, style: Style): Promise<string> {
  const guard = Object.hasOwn(GUARDS, code) ? GUARDS[code] : undefined;
  const parts = [
    isCode(code) ? ofError(code, style) : '',
    guard === undefined ? '' : ofError(guard, style),
    isClass(code) ? ofClass(code, style) : '',
    Object.hasOwn(EXIT_NUMBERS, code) ? ofExit(code, style) : '',
    explainedPoint(code, style),
  ];
  const text = parts.filter((part) => part !== '').join('\n');
  if (text !== '') return text;
  // Reads the schemas, which no other word needs.
  const { explainedKey, keyWords } = await import('./explain-key.ts');
  const key = explainedKey(code, style);
  if (key !== '') return key;
  throw new ToolError('unknown-code', {
    message: `given: ${code}${didYouMean(code, [...explainable(), ...keyWords()])}`,
  });
}

function ofError(code: ErrorCode, style: Style): string {
  const { headline, advice, exit } = ERRORS[code];
  const background = BACKGROUND[code];
  const more = background === undefined ? '' : `\n${background}\n`;
  return `${style.bold(code)}: ${headline}\n${advice}\nExit number: ${exit}\n${more}`;
}

function ofClass(name: DriftClass, style: Style): string {
  const { headline, advice, example, alarm } = DRIFT_CLASSES[name];
  const said = alarm ? 'It is an alarm.' : 'It is no alarm.';
  return `${style.bold(name)} in a drift report: ${headline}\n${said} ${advice}\nExample: ${example}\n`;
}

function ofExit(number: string, style: Style): string {
  const codes = Object.entries(ERRORS).flatMap(([code, { exit }]) => (String(exit) === number ? [code] : []));
  const from = codes.length === 0 || number === '0' ? '' : `\nCodes that end with it: ${codes.join(', ')}`;
  return `${style.bold(`exit number ${number}`)}: ${EXIT_NUMBERS[number] ?? ''}${from}\n`;
}

function isCode(text: string): text is ErrorCode {
  return Object.hasOwn(ERRORS, text);
}

function isClass(text: string): text is DriftClass {
  return Object.hasOwn(DRIFT_CLASSES, text);
}
