// The plan and errors in the words of the reports, with Pulumi's next command.

import { readVersion } from '../core/engine/version.ts';
import type { GitState } from '../core/model/git.ts';
import type { PlanPart } from '../core/model/parts.ts';
import type { ToolError } from '../core/model/errors.ts';
import { errorDocument } from '../core/report/kinds/error.ts';
import type { ReportContext } from '../core/report/words/head.ts';
import type { Layout } from '../core/report/words/layout.ts';
import type { ReportCommand } from '../core/report/words/next.ts';
import type { ErrorDocument, PlanDocument } from '../core/report/documents/document.ts';
import { planDocument } from '../core/report/documents/plan.ts';
import { exactCommands, shownDigits } from '../core/report/documents/exact-commands.ts';
import { PLAIN } from '../core/report/words/style.ts';
import { renderText } from '../core/report/text.ts';
import type { Plan } from '../core/reconcile/plan-value.ts';

export const LAYOUT: Layout = {
  style: PLAIN,
  width: 100,
  verbose: false,
  listAll: 'MUSTER_VERBOSE=1',
};

export interface PlanTextOptions {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly durationMs: number;
  /** A preview says how to go on; an update carries out what it says. */
  readonly isPreview: boolean;
  /** The commit of the files; null where there is none. */
  readonly git: GitState | null;
  /** What merging the files does, in the words of the pipeline; null where nobody said it. */
  readonly onMerge: string | null;
  /** Of which a fingerprint may be given back; omitted: of each part. */
  readonly approvable?: readonly PlanPart[];
  /** MUSTER_VERBOSE=1: nothing is folded. */
  readonly verbose: boolean;
}

/** The plan with Pulumi's next commands. */
export function planReport(
  plan: Plan,
  { at, durationMs, isPreview, git, onMerge, approvable }: Omit<PlanTextOptions, 'verbose'>,
): PlanDocument {
  const document = planDocument(plan, context(at, durationMs, git));
  // Of a part the fingerprint is given already.
  const isOpen = isPreview && plan.approval.part === 'whole';
  const commands = isOpen
    ? {
        exactly: exactCommands(plan, upCommand).filter(({ part }) => approvable?.includes(part) ?? true),
        next: nextOf(plan),
      }
    : { exactly: [], next: null };
  return { ...document, ...commands, onMerge: isPreview ? onMerge : null };
}

/**
 * Of an update only what it comes to: a preview, where there was one, had the rows. The same fingerprint is the same plan. What a
 * guard stops is not carried out.
 */
export function planText(plan: Plan, { verbose, ...saying }: PlanTextOptions): string {
  const isSeen = !saying.isPreview && plan.changes.length > 0;
  const text = renderText(planReport(plan, saying), { ...LAYOUT, verbose, brief: isSeen && !verbose }).trimEnd();
  if (!isSeen) return text;
  const { fingerprint, approval } = plan;
  const digits = shownDigits(fingerprint[approval.part] ?? fingerprint.whole);
  const doing = plan.guards.some(({ passed }) => !passed) ? 'Stopped: the plan' : 'Carrying out the plan';
  return `${doing} of fingerprint ${digits}, in short (MUSTER_VERBOSE=1 shows its rows):\n${text}`;
}

export function errorReport(error: ToolError, at: number): ErrorDocument {
  return errorDocument(error, 'plan', context(at, 0));
}

export function errorText(error: ToolError): string {
  return renderText(errorReport(error, 0), LAYOUT).trimEnd();
}

function nextOf({ changes, guards }: Plan): ReportCommand | null {
  if (changes.length === 0) return null;
  if (guards.some(({ passed, pass }) => pass === null && !passed))
    return { why: 'Once corrected', command: 'pulumi preview' };
  const words = guards.flatMap(({ passed, pass }) => (passed || pass === null ? [] : [pass]));
  return { why: 'any plan', command: `${allowing(words)}pulumi up` };
}

function upCommand(fingerprint: string, pass: readonly string[]): string {
  return `MUSTER_FINGERPRINT=${fingerprint} ${allowing(pass)}pulumi up`;
}

function allowing(words: readonly string[]): string {
  return words.length === 0 ? '' : `MUSTER_ALLOW=${words.join(',')} `;
}

function context(at: number, durationMs: number, git: GitState | null = null): ReportContext {
  return { version: readVersion(), command: 'pulumi', at, durationMs, options: [], only: null, git };
}
