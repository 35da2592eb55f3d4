// The answer of a command that writes no report: its text, or with --json its facts.

import { safeJson } from '../../report/words/printable.ts';
import type { Call } from './command.ts';

/** `text`: ends with a line end, or is empty. */
export function answer({ settings, shell }: Call, facts: object, text: string): void {
  shell.terminal.out(settings.outputs.length > 0 ? safeJson(facts) : text);
}
