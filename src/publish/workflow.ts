// What a job of GitHub or Gitea shows without any token: annotations at lines of files, counts for later steps. Pure.
//
// A step shows 10 errors, 10 warnings and 10 notices; what comes after them is silently lost, so only the first are written and the
// last of them says how many more the summary has.

import type { PipelineEnvironment } from './context.ts';

export interface LineNote {
  readonly level: 'error' | 'warning';
  readonly title: string;
  readonly message: string;
  /** `file` as the repository knows it. */
  readonly place: Place | null;
}

interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

const MOST = 10;

/** Those with a place that a check shows: ten of each level, the most important first. */
export function placedNotes(notes: readonly LineNote[]): (LineNote & { readonly place: Place })[] {
  const placed = notes.flatMap(({ place, ...note }) => (place === null ? [] : [{ ...note, place }]));
  return (['error', 'warning'] as const).flatMap((level) =>
    placed.filter((each) => each.level === level).slice(0, MOST),
  );
}

/** Lines for standard output. `notes`: the most important first. */
export function annotationLines(notes: readonly LineNote[]): string[] {
  return (['error', 'warning'] as const).flatMap((level) => {
    const own = notes.filter((each) => each.level === level);
    const shown = own.length > MOST ? own.slice(0, MOST - 1) : own;
    const more = own.length - shown.length;
    const words = `${more.toLocaleString('en')} more ${level}s stand in the summary of the job`;
    const rest = more === 0 ? [] : [command({ level, title: 'muster', message: words, place: null })];
    return [...shown.map(command), ...rest];
  });
}

/** `::error file=a.yaml,line=3,col=5,title=bad-id::…`, as the runner's own toolkit writes it. */
function command({ level, title, message, place }: LineNote): string {
  const where = place === null ? [] : [`file=${property(place.file)}`, `line=${place.line}`, `col=${place.column}`];
  return `::${level} ${[...where, `title=${property(title)}`].join(',')}::${data(message)}`;
}

const data = (text: string): string => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

export interface LogGroup {
  readonly open: string;
  readonly close: string;
}

/**
 * Lines around a text that the log of a job folds under `title`; null where the log has no such thing. Between them GitHub takes no
 * line as a command, whatever stands in it. `token`: of this group alone, in hexadecimal digits. `at`: epoch milliseconds.
 */
export function logGroup(
  environment: PipelineEnvironment,
  { title, token, at }: { readonly title: string; readonly token: string; readonly at: number },
): LogGroup | null {
  if (environment['GITHUB_ACTIONS'] === 'true') {
    const open = `::group::${data(title)}\n::stop-commands::${token}\n`;
    return { open, close: `::${token}::\n::endgroup::\n` };
  }
  if (environment['GITLAB_CI'] !== 'true') return null;
  const [time, name] = [Math.floor(at / 1000), `muster_${token}`];
  const open = `\u001B[0Ksection_start:${time}:${name}[collapsed=true]\r\u001B[0K${title}\n`;
  return { open, close: `\u001B[0Ksection_end:${time}:${name}\r\u001B[0K\n` };
}

/** For GITHUB_OUTPUT: one line each. A value with a line break would be another output. */
export function outputText(outputs: Readonly<Record<string, string>>): string {
  return Object.entries(outputs)
    .map(([name, text]) => `${name}=${text.replaceAll(/[\r\n]/gu, ' ')}\n`)
    .join('');
}
