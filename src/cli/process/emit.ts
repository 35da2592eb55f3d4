// Where a report goes: standard output, files. When standard output is data, the text for people goes to standard
// error. A report that could not be written is told on standard error and in the exit code; what the run did stays done.

import { relative, resolve } from 'node:path';
import { PACKAGE_NAME } from '../../core/model/package.ts';
import { randomName } from '../../core/machine.ts';
import { ERRORS, ToolError } from '../../core/model/errors.ts';
import type { ReportDocument } from '../../core/report/documents/document.ts';
import { errorDocument } from '../../core/report/kinds/error.ts';
import { shows, type FormatName } from '../../core/report/format-table.ts';
import type { Presentation } from '../../core/report/documents/annotations.ts';
import type { ReportContext, RunKind } from '../../core/report/words/head.ts';
import type { Layout } from '../../core/report/words/layout.ts';
import { STANDARD_OUTPUT, unshownBy } from '../../core/report/outputs.ts';
import type { Started } from '../../core/report/words/next.ts';
import { printable } from '../../core/report/words/printable.ts';
import { COLORED, PLAIN } from '../../core/report/words/style.ts';
import type { Call } from './command.ts';
import { exitOf, winning } from './exit.ts';
import { usage, type Settings } from './settings.ts';

type Place = Pick<Call, 'settings' | 'shell'>;

const FILE_WIDTH = 100;

/** Called before any command runs: a run must be able to write its report at its end. `kind`: null where there is none. */
export async function checkOutputs({ settings }: Pick<Place, 'settings'>, kind: RunKind | null): Promise<void> {
  const unfit = kind === null ? null : unshownBy(settings.outputs, kind);
  if (unfit !== null) throw usage(`--out: ${unfit}`);
  const written = files(settings);
  if (written.length === 0) return;
  const { whyUnwritable } = await import('../../core/engine/report-file.ts');
  for (const { path } of written) {
    const why = await whyUnwritable(resolve(settings.folder, path), path);
    if (why !== null) throw usage(`--out: ${why}`);
  }
}

/** Writes the reports of a run; resolves with its exit code. */
export async function finish(document: ReportDocument, place: Place): Promise<number> {
  const isWritten = await emit(document, place);
  return winning([exitOf(document, place.settings), isWritten ? 0 : NOT_WRITTEN]);
}

/** The exit code where nothing is worse. */
export const NOT_WRITTEN = ERRORS['report-not-written'].exit;

/** False where a file could not be written. */
async function emit(document: ReportDocument, place: Place): Promise<boolean> {
  const { settings, shell } = place;
  const format = settings.outputs.find(({ path }) => path === STANDARD_OUTPUT)?.format ?? 'text';
  const { render } = await import('../../formats/formats.ts');
  const text = render(format, document, presentationFor('out', place));
  shell.terminal.out(format === 'text' ? await folded(text, document, shell) : text);
  return emitFiles((name, presentation) => render(name, document, presentation), place);
}

/** Kinds whose verdict is what a reviewer asks for first; of others the text is. */
const REVIEWED: ReadonlySet<RunKind> = new Set(['plan', 'apply', 'drift', 'validate']);

/** In the log of a job one line, its verdict, stands for the whole text. */
async function folded(text: string, document: ReportDocument, { environment }: Place['shell']): Promise<string> {
  if (!environment['GITHUB_ACTIONS'] && !environment['GITLAB_CI']) return text;
  if (!REVIEWED.has(document.kind)) return text;
  const { logGroup } = await import('../../publish/workflow.ts');
  const { verdictOf } = await import('../../core/report/kinds/views.ts');
  const title = printable(`muster ${document.kind}: ${verdictOf(document)}`);
  const group = logGroup(environment, { title, token: randomName(8), at: Date.parse(document.at) });
  return group === null ? text : [group.open, text, group.close].join('');
}

/** The text for people first; then a report of it wherever one was asked for. */
export async function emitFailure(document: ReportDocument, place: Place, kind: RunKind | null): Promise<void> {
  const { settings, shell } = place;
  const { render } = await import('../../formats/formats.ts');
  shell.terminal.err(render('text', document, layoutFor('err', place)));
  const outputs = settings.outputs.filter(({ format }) => kind !== null && shows(format, kind));
  const toOut = outputs.find(({ path }) => path === STANDARD_OUTPUT);
  if (toOut !== undefined && toOut.format !== 'text') {
    shell.terminal.out(render(toOut.format, document, presentationFor('out', place)));
  }
  const fit = { settings: { ...settings, outputs }, shell };
  await emitFiles((name, presentation) => render(name, document, presentation), fit);
}

type Write = (format: FormatName, presentation: Presentation) => string;

/** Each on its own: one that fails takes no other along. False where one did. */
export async function emitFiles(write: Write, place: Place): Promise<boolean> {
  const { settings, shell } = place;
  const written = files(settings);
  let isWritten = true;
  if (written.length === 0) return isWritten;
  const { writeReportFile } = await import('../../core/engine/report-file.ts');
  const presentation = { style: PLAIN, width: FILE_WIDTH, verbose: settings.verbose, ...folderOf(place) };
  for (const { format, path } of written) {
    try {
      await writeReportFile(resolve(settings.folder, path), write(format, presentation));
    } catch (error) {
      const { render } = await import('../../formats/formats.ts');
      shell.terminal.err(render('text', notWritten(error, path), layoutFor('err', place)));
      isWritten = false;
    }
  }
  return isWritten;
}

function notWritten(error: unknown, path: string): ReportDocument {
  const kind = error instanceof Error ? error.name : typeof error;
  const known = error instanceof ToolError ? error : null;
  const told =
    known ?? new ToolError('report-not-written', { message: `${path}: ${kind} inside muster`, cause: error });
  return errorDocument(told, 'plan', UNTOLD);
}

/** Nothing of it is printed. */
const UNTOLD: ReportContext = { version: '', command: '', at: 0, durationMs: 0, only: null, options: [] };

/** The project folder below the present one, as tools name it that read the report there. */
function folderOf({ settings, shell }: Place): Pick<Presentation, 'folder'> {
  const folder = relative(shell.folder, settings.directory);
  return folder === '' || folder.startsWith('..') ? {} : { folder };
}

export function presentationFor(stream: 'out' | 'err', place: Place): Presentation {
  return { ...layoutFor(stream, place), ...folderOf(place) };
}

/** Text for people, also while standard output is JSON. */
export async function tell(document: ReportDocument, place: Place): Promise<void> {
  const { render } = await import('../../formats/formats.ts');
  const stream = place.settings.outputs.some(({ path }) => path === STANDARD_OUTPUT) ? 'err' : 'out';
  place.shell.terminal[stream](`${render('text', document, layoutFor(stream, place))}\n`);
}

export function layoutFor(stream: 'out' | 'err', { settings, shell }: Place): Layout {
  const width = Math.min(140, Math.max(20, shell.terminal.columns ?? statedColumns(shell) ?? FILE_WIDTH));
  const { verbose, parts, group } = settings;
  const style = settings.color[stream] ? COLORED : PLAIN;
  return { style, width, verbose, parts, group, ...startedIn(shell) };
}

/** npm says so of what npx starts; there a bare `muster` may be nobody's, or somebody else's. Of the shells of Windows only cmd has a PROMPT. */
export function startedIn({ environment }: Call['shell']): Started {
  const { npm_command: npm, OS, SHELL, PROMPT } = environment;
  const isWindows = OS === 'Windows_NT' && SHELL === undefined;
  return {
    ...(npm === 'exec' && { startedAs: `npx ${PACKAGE_NAME}` }),
    ...(isWindows && { shell: PROMPT === undefined ? 'powershell' : 'cmd' }),
  };
}

/** `COLUMNS`: of who reads what is piped. */
function statedColumns({ environment }: Call['shell']): number | undefined {
  const { COLUMNS = '' } = environment;
  return /^[1-9]\d{0,3}$/u.test(COLUMNS) ? Number(COLUMNS) : undefined;
}

function files(settings: Settings): Settings['outputs'] {
  return settings.outputs.filter(({ path }) => path !== STANDARD_OUTPUT);
}
