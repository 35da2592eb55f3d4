// `muster explain [code]`: what an error code, a guard as --allow names it, a class of a drift report, an exit code, a key of
// muster.yaml or a desired file, an assumption or an open question means, and how to go on. Some words are several of these.

import { didYouMean } from '../../core/model/suggest.ts';
import { DRIFT_CLASSES, type DriftClass } from '../../core/model/drift-classes.ts';
import { type ErrorCode, ERRORS, ToolError } from '../../core/model/errors.ts';
import { EXIT_NUMBERS } from '../../core/model/exit-numbers.ts';
import {
  answerWords,
  ASSUMPTIONS,
  FOUND_OUT,
  point,
  POINT_IDS,
  type PointId,
  pointNamed,
} from '../../core/model/open-points.ts';
import { ENDINGS, FORMAT_NAMES, FORMATS } from '../../core/report/format-table.ts';
import { asStarted } from '../../core/report/words/next.ts';
import type { Style } from '../../core/report/words/style.ts';
import type { Call } from '../process/command.ts';
import { answer } from '../process/confirm.ts';
import { layoutFor, startedIn } from '../process/emit.ts';
import { backgroundOf } from './background.ts';

/** A plan prints `deletes` for the guard with the code `guard-deletes`. */
const GUARDS: Readonly<Record<string, ErrorCode>> = Object.fromEntries(
  Object.keys(ERRORS)
    .filter((code) => code.startsWith('guard-'))
    .filter(isCode)
    .map((code) => [code.replace('guard-', ''), code]),
);

/** What people say for a code. */
const OTHER_WORDS: Readonly<Record<string, ErrorCode>> = { duplicate: 'twin', duplicates: 'twin' };

const EXIT_WORDS = ['exit-code', 'exit-codes'] as const;

/** Every word that `explain` knows, each once. */
export function explainable(): string[] {
  const tables = [ERRORS, GUARDS, OTHER_WORDS, DRIFT_CLASSES, EXIT_NUMBERS];
  const pages = [ASSUMPTIONS_WORD, FORMATS_WORD, ...EXIT_WORDS];
  return [...new Set([...tables.flatMap((table) => Object.keys(table)), ...pages, ...POINT_IDS])];
}

export async function explain(call: Call): Promise<number> {
  const [word] = call.arguments;
  const { style } = layoutFor('out', call);
  const meanings = word === undefined ? overview() : await meaningsOf(word, style);
  const texts = meanings.map(({ text }) => asStarted(text, startedIn(call.shell)));
  const text = await onTerminal(texts.join('\n'), call);
  answer(call, word === undefined ? { words: explainable() } : { word, meanings }, text);
  return 0;
}

interface Meaning {
  readonly kind: 'overview' | 'code' | 'drift class' | 'exit code' | 'open point' | 'formats' | 'key';
  readonly text: string;
}

/** A pipe gets each text in one line. */
async function onTerminal(text: string, call: Call): Promise<string> {
  const { terminal, environment } = call.shell;
  if (!terminal.outIsTty && environment['COLUMNS'] === undefined) return text;
  const { fitted } = await import('../../core/report/words/layout.ts');
  return fitted(text, layoutFor('out', call).width);
}

function overview(): Meaning[] {
  const width = Math.max(...explainable().map((each) => each.length));
  const line = ([name, { headline }]: [string, { readonly headline: string }]): string =>
    `${name.padEnd(width)}  ${headline}\n`;
  const classes = Object.entries(DRIFT_CLASSES).map(line).join('');
  const exits = Object.entries(EXIT_NUMBERS).map(([exit, headline]) => line([exit, { headline }]));
  const codes = Object.entries(ERRORS).map(line).join('');
  const points = `Open questions of the interface documents (\`muster explain assumptions\`):\n${pointList(width)}`;
  const text = `${codes}\nClasses of a drift report:\n${classes}\nExit codes:\n${exits.join('')}\n${points}`;
  return [{ kind: 'overview', text }];
}

/** Some words are several things. Throws `unknown-code`. */
async function meaningsOf(word: string, style: Style): Promise<Meaning[]> {
  const meant = { ...GUARDS, ...OTHER_WORDS };
  const other = Object.hasOwn(meant, word) ? meant[word] : undefined;
  const all: Meaning[] = [
    { kind: 'code', text: isCode(word) ? ofError(word, style) : '' },
    { kind: 'code', text: other === undefined ? '' : ofError(other, style) },
    { kind: 'drift class', text: isClass(word) ? ofClass(word, style) : '' },
    { kind: 'exit code', text: Object.hasOwn(EXIT_NUMBERS, word) ? ofExit(word, style) : '' },
    { kind: 'exit code', text: EXIT_WORDS.some((each) => each === word) ? exitTable() : '' },
    { kind: 'open point', text: explainedPoint(word, style) },
  ];
  const found = all.filter(({ text }) => text !== '');
  if (found.length > 0) return found;
  // Reads the schemas, which no other word needs.
  const { explainedKey, keyWords } = await import('./explain-key.ts');
  const key = explainedKey(word, style);
  if (word === FORMATS_WORD) found.push({ kind: 'formats', text: formatsPage(style) });
  if (key !== '') found.push({ kind: 'key', text: key });
  if (found.length > 0) return found;
  throw new ToolError('unknown-code', {
    message: `given: ${word}${didYouMean(word, [...explainable(), ...keyWords()])}`,
  });
}

const FORMATS_WORD = 'formats';

function formatsPage(style: Style): string {
  const rows = FORMAT_NAMES.map((name) => {
    const endings = Object.keys(ENDINGS).filter((ending) => ENDINGS[ending] === name);
    return `  ${name.padEnd(20)}${endings.join(' ').padEnd(12)}${FORMATS[name].for}`;
  });
  const head = `${style.bold(FORMATS_WORD)}: what --out writes, FORMAT=PATH, or a path with one of these endings; - is standard output`;
  return `${head}\n${rows.join('\n')}\n`;
}

function ofError(code: ErrorCode, style: Style): string {
  const { headline, advice, exit } = ERRORS[code];
  const background = backgroundOf(code);
  const more = background === '' ? '' : `\n${background}\n`;
  return `${style.bold(code)}: ${headline}\n${advice}\nExit code: ${exit}\n${more}`;
}

function ofClass(name: DriftClass, style: Style): string {
  const { headline, advice, example, alarm } = DRIFT_CLASSES[name];
  const said = alarm ? 'It is an alarm.' : 'It is no alarm.';
  return `${style.bold(name)} in a drift report: ${headline}\n${said} ${advice}\nExample: ${example}\n`;
}

function ofExit(number: string, style: Style): string {
  const codes = Object.entries(ERRORS).flatMap(([code, { exit }]) => (String(exit) === number ? [code] : []));
  const from = codes.length === 0 || number === '0' ? '' : `\nCodes that end with it: ${codes.join(', ')}`;
  return `${style.bold(`exit code ${number}`)}: ${EXIT_NUMBERS[number] ?? ''}${from}\n`;
}

function exitTable(): string {
  const rows = Object.entries(EXIT_NUMBERS).map(([number, meaning]) => `  ${number.padEnd(5)}${meaning}\n`);
  return `Exit codes, the same for every command:\n${rows.join('')}`;
}

function isCode(text: string): text is ErrorCode {
  return Object.hasOwn(ERRORS, text);
}

function isClass(text: string): text is DriftClass {
  return Object.hasOwn(DRIFT_CLASSES, text);
}

const ASSUMPTIONS_WORD = 'assumptions';

/** The page of a word; empty text when it is none of these. */
function explainedPoint(word: string, style: Style): string {
  if (word === ASSUMPTIONS_WORD) return assumptionsPage(style);
  const id = pointNamed(word);
  return id === null ? '' : ofPoint(id, style);
}

function pointList(width: number): string {
  return POINT_IDS.map((id) => `${id.padEnd(width)}  ${point(id).question}\n`).join('');
}

function assumptionsPage(style: Style): string {
  const each = ASSUMPTIONS.flatMap((id) => [
    '',
    `${style.bold(id)}: ${point(id).question}`,
    `  Assumed: ${point(id).assumed}`,
    `  Why it matters: ${point(id).use}`,
    `  ${measuredBy(id)}`,
  ]);
  const others = POINT_IDS.length - ASSUMPTIONS.length;
  const lines = [
    `${style.bold(ASSUMPTIONS_WORD)}: what muster goes by where the interface documents do not say`,
    'A plan counts those it makes; `muster plan --verbose` lists them, and `muster explain NAME` says all of one. An answer,',
    'measured or stated, is kept in profiles/<target>.json; plans then go by it.',
    ...each,
    '',
    `The documents leave ${others} more questions open; what the profile says of them changes nothing (docs/open-questions.md).`,
  ];
  return `${lines.join('\n')}\n`;
}

function ofPoint(id: PointId, style: Style): string {
  const { question, assumed, use } = point(id);
  const lines = [
    `${style.bold(id)}: ${question}`,
    'The interface documents leave this open.',
    `While it is unknown, muster goes by: ${assumed}`,
    measuredBy(id),
    `Why it matters: ${use}`,
    `Possible answers: ${answerWords(id)}`,
  ];
  return `${lines.join('\n')}\n`;
}

function measuredBy(id: PointId): string {
  const { by } = point(id);
  return `Found out by ${FOUND_OUT[by]}${by === 'trial' ? ' (docs/open-questions.md)' : ''}.`;
}
