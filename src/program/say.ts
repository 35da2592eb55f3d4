// The plan and errors in the words of the reports, with Pulumi's next command.

import type { GitState } from '../model/git.ts';
import type { ToolError } from '../model/errors.ts';
import { errorDocument } from '../report/error/document.ts';
import type { ReportContext } from '../report/head.ts';
import type { Layout } from '../report/layout.ts';
import type { ReportCommand } from '../report/next.ts';
import { planDocument } from '../report/plan/document.ts';
import { exactCommands } from '../report/plan/exact-commands.ts';
import { PLAIN } from '../report/style.ts';
import { renderText } from '../report/text.ts';
import type { Plan } from '../reconcile/plan-value.ts';

const LAYOUT: Layout = { style: PLAIN, width: 100, verbose: false, listAll: 'MUSTER_VERBOSE=1' };

export interface Saying {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly durationMs: number;
  /** A preview says how to go on; an update carries out what it says. */
  readonly isPreview: boolean;
  /** The commit of the files; null where there is none. */
  readonly git: GitState | null;
  /** MUSTER_VERBOSE=1: nothing is folded. */
  readonly verbose: boolean;
}

export function planText(plan: Plan, { at, durationMs, isPreview, git, verbose }: Saying): string {
  const document = planDocument(plan, context(at, durationMs, git));
  // Of a part the fingerprint is given already.
  const isOpen = isPreview && plan.approval.part === 'whole';
  const commands = isOpen
    ? { exactly: exactCommands(plan, upCommand), next: nextOf(plan) }
    : { exactly: [], next: null };
  const text = renderText({ ...document, ...commands }, { ...LAYOUT, verbose }).trimEnd();
  return isPreview || plan.changes.length === 0 ? text : `Carrying out this plan:\n${text}`;
}

export function errorText(error: ToolError): string {
  return renderText(errorDocument(error, 'plan', context(0, 0)), LAYOUT).trimEnd();
}

function nextOf({ changes, guards }: Plan): ReportCommand | null {
  if (changes.length === 0) return null;
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
  return { version: '', command: 'pulumi', at, durationMs, options: [], only: null, git };
}
