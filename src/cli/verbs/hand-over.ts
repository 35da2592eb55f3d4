// muster state hand-over: recorded state goes from the ledger to the Pulumi stack of its target, or back. Nothing is sent that writes.

import type { HandOverSummary } from '../../engine/hand-over.ts';
import type { Run } from '../../engine/run.ts';
import { ToolError } from '../../model/errors.ts';
import { count } from '../../report/words/words.ts';
import { commandHere } from '../../report/words/next.ts';
import { printable } from '../../report/words/printable.ts';
import type { Call, Command } from '../process/command.ts';
import { startedIn } from '../process/emit.ts';
import { confirmed } from '../process/confirm.ts';
import { withPulumi } from '../process/home.ts';
import { openSession } from '../process/session.ts';
import { usage } from '../process/settings.ts';

export const HAND_OVER_COMMAND: Command = {
  name: 'hand-over',
  summary: 'take the recorded state from the ledger to the Pulumi stack, or back',
  flags: ['target', 'autoApprove', 'lockTimeout'],
  ownFlags: {
    to: { usage: '--to <pulumi|ledger>', text: 'the new home; `state:` in muster.yaml must name it already' },
  },
  run: runHandOver,
};

async function runHandOver(call: Call): Promise<number> {
  const to = call.own['to'];
  if (to !== 'pulumi' && to !== 'ledger') throw usage('hand-over needs --to pulumi or --to ledger');
  const { run, progress } = await openSession(call);
  const { name, state } = run.target;
  if (state !== to) {
    const message = `target ${name} says \`state: ${state}\`: change that line of muster.yaml to \`state: ${to}\` first`;
    throw new ToolError('wrong-home', { message });
  }
  const { terminal } = call.shell;
  const { toLedger, toStack } = await withPulumi(() => import('../../program/hand-over.ts'));
  const handOver = to === 'ledger' ? toLedger : toStack;
  const result = await sharing(call, run, () =>
    handOver(run, async (summary) => {
      progress.clear();
      terminal.out(summaryText(summary));
      return call.settings.autoApprove || (await approved(call));
    }).finally(progress.clear),
  );
  if (result === 'declined') throw new ToolError('declined', { message: 'The answer was not yes.' });
  const next = commandHere('muster plan', startedIn(call.shell));
  const words =
    result === 'same'
      ? `Nothing to hand over: the other home of ${name} holds nothing.`
      : `Handed over. The service was only read. The old home is closed. Next:  ${next}`;
  terminal.out(`${printable(words)}\n`);
  return 0;
}

/** A ledger on a branch is claimed first and handed back, so that no other machine goes on with it. */
async function sharing<T>({ shell }: Call, run: Run, work: () => Promise<T>): Promise<T> {
  const { sharedIn } = await import('../../engine/shared.ts');
  const shared = run.target.sandbox ? null : sharedIn(shell.environment);
  await shared?.claim({ ...run, isFirstApply: true });
  try {
    return await work();
  } finally {
    await shared?.end();
  }
}

async function approved(call: Call): Promise<boolean> {
  if (!call.settings.input) throw new ToolError('approval-needed', { message: 'there is no terminal to ask on' });
  return confirmed('Hand it over?', call);
}

function summaryText({ from, to, people, customers, finished, open }: HandOverSummary): string {
  const lines = [
    `From ${from} to ${to}:`,
    `  ${people === 1 ? '1 person' : `${people} people`}`,
    `  ${count(customers, 'customer')}, ${finished} of them finished, and not to be called again`,
    ...(open === 0 ? [] : [`  ${count(open, 'write')} without an answer`]),
  ];
  return `${lines.map(printable).join('\n')}\n`;
}
