// What a job of GitHub or Gitea shows without any token: annotations at lines of files, counts for later steps. Pure.
//
// A step shows 10 errors, 10 warnings and 10 notices; what comes after them is silently lost, so only the first are written and the
// last of them says how many more the summary has.

export interface LineNote {
  readonly level: 'error' | 'warning';
  readonly title: string;
  readonly message: string;
  /** `file` as the repository knows it. */
  readonly place: { readonly file: string; readonly line: number; readonly column: number } | null;
}

const MOST = 10;

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

/** For GITHUB_OUTPUT: one line each. A value with a line break would be another output. */
export function outputText(outputs: Readonly<Record<string, string>>): string {
  return Object.entries(outputs)
    .map(([name, text]) => `${name}=${text.replaceAll(/[\r\n]/gu, ' ')}\n`)
    .join('');
}
