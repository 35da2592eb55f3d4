// The plan and errors in the words of the reports, with Pulumi's next command.

import type { ToolError } from '../model/errors.ts';
import { errorDocument } from '../report/error/document.ts';
import type { ReportContext } from '../report/head.ts';
import type { Layout } from '../report/layout.ts';
import type { ReportCommand } from '../report/next.ts';
import { planDocument } from '../report/plan/document.ts';
import { exactCommands } from '../report/plan/exact-commands.ts';
import { PLAIN } from '../report/style.ts';
import { renderText } from '../report/text.ts';
import type { Plan } from '../reconcile/change.ts';

const LAYOUT: Layout = { style: PLAIN, width: 100, verbose: false };

export function planText(plan: Plan, took: { readonly at: number; readonly durationMs: number }): string {
  const document = planDocument(plan, context(took.at, took.durationMs));
  // Of a part the fingerprint is given already.
  const isWhole = plan.approval.part === 'whole';
  const commands = isWhole
    ? { exactly: exactCommands(plan, upCommand), next: nextOf(plan) }
    : { exactly: [], next: null };
  return renderText({ ...document, ...commands }, LAYOUT).trimEnd();
}

export function errorText(error: ToolError): string {
  return renderText(errorDocument(error, 'plan', context(0, 0)), LAYOUT).trimEnd();
}

function nextOf({ changes, guards }: Plan): ReportCommand | null {
  if (changes.length === 0) return null;
  const words = guards.flatMap(({ passed, pass }) => (passed || pass === null ? [] : [pass]));
  return { why: 'To apply it', command: `${allowing(words)}pulumi up` };
}

function upCommand(fingerprint: string, pass: readonly string[]): string {
  return `MUSTER_FINGERPRINT=${fingerprint} ${allowing(pass)}pulumi up`;
}

function allowing(words: readonly string[]): string {
  return words.length === 0 ? '' : `MUSTER_ALLOW=${words.join(',')} `;
}

function context(at: number, durationMs: number): ReportContext {
  return { version: '', command: 'pulumi', at, durationMs, options: [], only: null };
}
