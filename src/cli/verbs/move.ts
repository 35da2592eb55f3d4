// muster state move-target: recorded state is said to be about the target as muster.yaml has it now.

import type { FoundThere, TargetMove } from '../../engine/move-target.ts';
import { ToolError } from '../../model/errors.ts';
import { count } from '../../report/words/words.ts';
import { commandHere } from '../../report/words/next.ts';
import { printable } from '../../report/words/printable.ts';
import type { Call, Command } from '../process/command.ts';
import { startedIn } from '../process/emit.ts';
import { confirmed } from '../process/confirm.ts';
import { openSession } from '../process/session.ts';
import { HAND_OVER_COMMAND } from './hand-over.ts';

export const STATE_COMMAND: Command = {
  name: 'state',
  summary: 'move the state to another name, or another home',
  flags: [],
  subcommands: [
    {
      name: 'move-target',
      summary: 'say that the target has another host, company or project now',
      flags: ['target', 'autoApprove', 'lockTimeout'],
      run: runMoveTarget,
    },
    HAND_OVER_COMMAND,
  ],
};

async function runMoveTarget(call: Call): Promise<number> {
  const { run, progress } = await openSession(call);
  const { name, state } = run.target;
  if (state === 'pulumi') {
    const message = `target ${name} keeps its state in Pulumi: name the former tenant in \`formerTenants\`, or the former stack in \`formerStacks\` of the target, then run \`pulumi up\``;
    throw new ToolError('wrong-home', { message });
  }
  const { terminal } = call.shell;
  const { moveTarget } = await import('../../engine/move-target.ts');
  const result = await moveTarget(run, async (move) => {
    progress.clear();
    terminal.out(moveText(name, move));
    return call.settings.autoApprove || (await approved(call));
  }).finally(progress.clear);
  if (result === 'declined') throw new ToolError('declined', { message: 'The answer was not yes.' });
  const words =
    result === 'same'
      ? `Nothing to do: the state of ${name} speaks of this target already, or holds nothing.`
      : `Moved: the state of ${name} speaks of this target from now on. The service was only read. Next:  ${commandHere('muster plan', startedIn(call.shell))}`;
  terminal.out(`${printable(words)}\n`);
  return 0;
}

async function approved(call: Call): Promise<boolean> {
  if (!call.settings.input) throw new ToolError('approval-needed', { message: 'there is no terminal to ask on' });
  return confirmed('Believe it?', call);
}

function moveText(name: string, { from, to, users, records, released }: TargetMove): string {
  const lines = [
    `State of target ${name}`,
    `  speaks of         ${from.tenant}, stack ${from.stack}`,
    `  will speak of     ${to.tenant}, stack ${to.stack}`,
    'What it holds, looked at there:',
    `  ${foundText('user', users)}`,
    `  ${foundText('record', records)}`,
    ...releasedText(released),
    'From then on muster believes that the others are what it made or took over: what no file declares any more is removed there.',
  ];
  return `${lines.map(printable).join('\n')}\n`;
}

function releasedText(released: readonly string[]): string[] {
  if (released.length === 0) return [];
  const words = 'not shown to be the same, so no longer managed; `adopt: true` in its file takes one over';
  return [`Released: ${count(released.length, 'object')}, ${words}`];
}

function foundText(kind: string, { same, unproven, other, absent, unread }: FoundThere): string {
  const total = count(same + unproven + other + absent + unread, kind);
  const byId = unproven === 0 ? '' : `${unproven} under this id without anything to compare, `;
  return `${total}: ${same} the same, ${byId}${other} another one, ${absent} not there, ${unread} unreadable`;
}
