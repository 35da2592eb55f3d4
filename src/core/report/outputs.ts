// `FORMAT=PATH`, or a path whose ending tells the format: where a report goes beside the screen, as --out and MUSTER_OUT say it.

import { extname } from 'node:path';
import { didYouMean } from '../model/suggest.ts';
import { ENDINGS, FORMAT_NAMES, isFormat, shows, type FormatName } from './format-table.ts';
import type { RunKind } from './words/head.ts';

export interface Output {
  readonly format: FormatName;
  /** `-` is standard output. */
  readonly path: string;
}

export const STANDARD_OUTPUT = '-';

/** MUSTER_OUT: several with commas between them. */
export const OUTPUTS_VARIABLE = 'MUSTER_OUT';

export function splitOutputs(text: string | undefined): string[] {
  return (text ?? '').split(',').filter((part) => part.trim() !== '');
}

/** What is wrong with it as a sentence without its subject (`takes FORMAT=PATH …`); otherwise the output. */
export function readOutput(text: string): Output | string {
  const at = text.indexOf('=');
  const [format, path] = [text.slice(0, Math.max(0, at)).trim(), text.slice(at + 1).trim()];
  const guessed = ENDINGS[extname(path).toLowerCase()];
  if (at === -1 && guessed !== undefined) return { format: guessed, path };
  if (at > 0 && path !== '' && isFormat(format)) return { format, path };
  const [names, endings] = [FORMAT_NAMES, Object.keys(ENDINGS)].map((words) => words.join(', '));
  if (at === -1) return `takes FORMAT=PATH, or a path that ends in ${endings}; given: ${text}`;
  const hint = isFormat(format) ? '' : didYouMean(format, FORMAT_NAMES);
  return `takes FORMAT=PATH with FORMAT one of ${names}; given: ${text}${hint}`;
}

/** Null when they can be written together; otherwise why not, in one sentence. */
export function clashOf(outputs: readonly Output[]): string | null {
  const paths = outputs.map(({ path }) => path);
  const twice = paths.find((path, index) => paths.indexOf(path) !== index);
  if (twice === undefined) return null;
  return twice === STANDARD_OUTPUT ? 'only one report can go to standard output' : `two reports would go to ${twice}`;
}

/** Null when every format can show a run of that kind. */
export function unshownBy(outputs: readonly Output[], kind: RunKind): string | null {
  const unable = outputs.find(({ format }) => !shows(format, kind));
  if (unable === undefined) return null;
  const able = FORMAT_NAMES.filter((name) => shows(name, kind)).join(', ');
  return `the format ${unable.format} cannot show a report of kind ${kind}; these can: ${able}`;
}
