// A question that only `yes` answers; and the answer of a command that writes no report.

import { ToolError } from '../../core/model/errors.ts';
import type { Call } from './command.ts';
import { layoutFor } from './emit.ts';
import { safeJson } from '../../core/report/words/printable.ts';

/** Wrapped like every text, because a terminal breaks a line in the middle of a word. */
export async function confirmed(question: string, call: Pick<Call, 'settings' | 'shell'>): Promise<boolean> {
  const { wrapped } = await import('../../core/report/words/layout.ts');
  const { width } = layoutFor('err', call);
  // The answer stands in the last line.
  const lines = wrapped(`${question} Only 'yes' is accepted:`, width - ' yes'.length);
  return (await call.shell.terminal.ask(`${lines.join('\n')} `)).trim() === 'yes';
}

/** Throws `approval-needed` where nobody can be asked. */
export async function agreed(question: string, call: Pick<Call, 'settings' | 'shell'>): Promise<boolean> {
  if (!call.settings.input) throw new ToolError('approval-needed', { message: 'there is no terminal to ask on' });
  return confirmed(question, call);
}

export function declined(): ToolError {
  return new ToolError('declined', { message: 'The answer was not yes.' });
}

/** Its text, or with --json its facts. `text`: ends with a line end, or is empty. */
export function answer({ settings, shell }: Call, facts: object, text: string): void {
  shell.terminal.out(settings.outputs.length > 0 ? safeJson(facts) : text);
}
