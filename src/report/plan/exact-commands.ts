// The commands that apply exactly what a plan shows: the whole, or one of its two parts where there are both. 16 of the 64
// digits are shown; the document carries all. What no word can pass is left out.

import type { Guard, Plan } from '../../reconcile/change.ts';
import type { ReportContext } from '../head.ts';
import { commandLine, type ReportCommand } from '../next.ts';

const SHOWN = 16;

/** `pass`: words that pass the guards, `deletes=12`. */
export type CommandFor = (fingerprint: string, pass: readonly string[]) => string;

export function exactCommands(plan: Plan, command: CommandFor): ReportCommand[] {
  const { changes, fingerprint, approval, guards } = plan;
  if (changes.length === 0) return [];
  const one = (why: string, hash: string | null, met: readonly Guard[]): ReportCommand[] => {
    if (hash === null || met.some(({ pass, passed }) => pass === null && !passed)) return [];
    const words = met.flatMap(({ pass }) => pass ?? []);
    return [{ why, command: command(hash.slice(0, SHOWN), words) }];
  };
  const amount = (part: 'safe' | 'destructive'): number => approval.changes.filter((each) => each.part === part).length;
  const { safe, destructive } = fingerprint;
  const whole = one('Exactly this plan', fingerprint.whole, guards);
  if (safe === null || destructive === null) return whole;
  return [
    ...whole,
    ...one(`Only its safe part (${amount('safe')})`, safe, approval.parts.safe.guards),
    ...one(`Only its destructive part (${amount('destructive')})`, destructive, approval.parts.destructive.guards),
  ];
}

export function musterCommand({ options }: ReportContext): CommandFor {
  return (fingerprint, pass) => {
    const allow = pass.flatMap((words) => ['--allow', words]);
    return commandLine(['apply', ...options, '--fingerprint', fingerprint, ...allow]);
  };
}

/** How a guard is passed where this report is read. */
export function passWords(command: string, pass: string): string {
  return command === 'pulumi' ? `MUSTER_ALLOW=${pass}` : `--allow ${pass}`;
}
