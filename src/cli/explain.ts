// `muster explain [code]`: what an error code, a class of a drift report or an open point means, and how to go on. Some
// words are several.

import { nearest } from '../desired/suggest.ts';
import { DRIFT_CLASSES, type DriftClass } from '../model/drift-classes.ts';
import { ERRORS, ToolError, type ErrorCode } from '../model/errors.ts';
import { BACKGROUND } from '../model/errors/background.ts';
import { POINT_IDS } from '../model/open-points.ts';
import type { Style } from '../report/style.ts';
import type { Call } from './command.ts';
import { layoutFor } from './emit.ts';
import { explainedPoints, pointList } from './explain-point.ts';

/** Every word that `explain` knows, each once. */
export function explainable(): string[] {
  return [...new Set([...Object.keys(ERRORS), ...Object.keys(DRIFT_CLASSES), ...POINT_IDS])];
}

export async function explain(call: Call): Promise<number> {
  const [code] = call.arguments;
  const { style } = layoutFor('out', call);
  call.shell.terminal.out(code === undefined ? everything() : explained(code, style));
  return Promise.resolve(0);
}

function everything(): string {
  const width = Math.max(...explainable().map((each) => each.length));
  const line = ([name, { headline }]: [string, { readonly headline: string }]): string =>
    `${name.padEnd(width)}  ${headline}\n`;
  const classes = Object.entries(DRIFT_CLASSES).map(line).join('');
  return `${Object.entries(ERRORS).map(line).join('')}\nClasses of a drift report:\n${classes}\nOpen points of the interface documents:\n${pointList(width)}`;
}

/** Throws `unknown-code`. */
function explained(code: string, style: Style): string {
  const known = [isCode(code) ? ofError(code, style) : '', isClass(code) ? ofClass(code, style) : ''];
  const parts = [...known, explainedPoints(code, style)];
  const text = parts.filter((part) => part !== '').join('\n');
  if (text !== '') return text;
  const near = nearest(code, explainable());
  throw new ToolError('unknown-code', {
    message: near === null ? `given: ${code}` : `given: ${code}; did you mean ${near}?`,
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

function isCode(text: string): text is ErrorCode {
  return Object.hasOwn(ERRORS, text);
}

function isClass(text: string): text is DriftClass {
  return Object.hasOwn(DRIFT_CLASSES, text);
}
