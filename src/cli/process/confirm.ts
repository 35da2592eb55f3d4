// A question that only `yes` answers. Wrapped like every text, because a terminal breaks a line in the middle of a word.

import type { Call } from './command.ts';
import { layoutFor } from './emit.ts';

export async function confirmed(question: string, call: Pick<Call, 'settings' | 'shell'>): Promise<boolean> {
  const { wrapped } = await import('../../report/words/layout.ts');
  const { width } = layoutFor('err', call);
  // The answer stands in the last line.
  const lines = wrapped(`${question} Only 'yes' is accepted:`, width - ' yes'.length);
  return (await call.shell.terminal.ask(`${lines.join('\n')} `)).trim() === 'yes';
}
