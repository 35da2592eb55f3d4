// An error that ended a run -> text on standard error, the JSON document, and the exit number.

import { ToolError } from '../model/errors.ts';
import { errorDocument, type ErrorDocument } from '../report/error/document.ts';
import type { ReportContext, RunKind } from '../report/head.ts';

const KINDS: Readonly<Record<string, RunKind>> = {
  plan: 'plan',
  apply: 'apply',
  destroy: 'apply',
  drift: 'drift',
  show: 'show',
  validate: 'validate',
  users: 'adopt',
  campaign: 'adopt',
  doctor: 'doctor',
};

/** Whether a command prints reports, so that its errors are a document too when JSON was asked for. */
export function reports(command: string): boolean {
  return Object.hasOwn(KINDS, command);
}

export function failureDocument(error: unknown, context: ReportContext): ErrorDocument {
  return errorDocument(asToolError(error), KINDS[context.command] ?? 'validate', context);
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
