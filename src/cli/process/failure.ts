// An error that ended a run -> text on standard error, the JSON document, and the exit code.

import { ToolError } from '../../core/model/errors.ts';
import { targetHead } from '../../core/model/target.ts';
import type { ErrorDocument } from '../../core/report/documents/document.ts';
import { errorDocument } from '../../core/report/kinds/error.ts';
import type { ReportContext, RunKind, RunSubject } from '../../core/report/words/head.ts';
import type { Command } from './command.ts';

/** What a command line that was not understood asks for, so that its error is a report too; null: for no report. */
export function reporterIn(argv: readonly string[], commands: readonly Command[]): Command | null {
  const named = argv.flatMap((word) => commands.find(({ name }) => name === word) ?? []).at(0);
  if (named === undefined) return null;
  return (
    reporterIn(argv.slice(argv.indexOf(named.name) + 1), named.subcommands ?? []) ?? (named.reports ? named : null)
  );
}

/** `kind`: null of a command that writes no reports; then the document is only printed. */
export function failureDocument(error: unknown, kind: RunKind | null, context: ReportContext): ErrorDocument {
  return errorDocument(asToolError(error), kind ?? 'validate', context);
}

/**
 * Which project and target a run that failed was about, for its report: read again from `folder`, because most errors arise where
 * neither is at hand. `name`: of the target, as it was given. What cannot be read stays null; that has been told already.
 */
export async function subjectOf(folder: string, name: string | null): Promise<RunSubject> {
  const { chooseTarget, loadProject } = await import('../../core/desired/project/project.ts');
  const project = await loadProject(folder).catch(() => null);
  if (project === null) return { project: null, target: null };
  try {
    return { project: project.name, target: targetHead(chooseTarget(project, name)) };
  } catch {
    return { project: project.name, target: null };
  }
}

/** An error that is not thrown on purpose is our mistake; its message may contain anything, so it is not shown. */
function asToolError(error: unknown): ToolError {
  if (error instanceof ToolError) return error;
  const denied = deniedPath(error);
  if (denied !== null) return new ToolError('file-failed', { message: denied, cause: error });
  const kind = error instanceof Error ? error.name : typeof error;
  const message = `${kind} inside muster. MUSTER_DEBUG=1 shows where; the text may then hold personal data.`;
  return new ToolError('internal', { message, cause: error });
}

const DENIED: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EISDIR', 'ENOTDIR', 'EDQUOT']);

/** A folder without permission or space is an error of the machine, not ours: its message names the place. */
function deniedPath(error: unknown): string | null {
  if (!(error instanceof Error) || !('syscall' in error) || !('code' in error) || !('path' in error)) return null;
  return DENIED.has(String(error.code)) ? `${String(error.path)} (${String(error.code)})` : null;
}
