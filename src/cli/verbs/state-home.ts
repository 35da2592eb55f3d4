// muster state move-target | hand-over: recorded state is said to be about the target as muster.yaml has it now; or goes from the ledger to
// the Pulumi stack of its target, or back. Nothing is sent that writes.

import type { HandOverSummary } from '../../core/engine/hand-over.ts';
import type { FoundThere, TargetMove } from '../../core/engine/move-target.ts';
import type { Run } from '../../core/engine/run.ts';
import { ToolError } from '../../core/model/errors.ts';
import { commandHere } from '../../core/report/words/next.ts';
import { printable } from '../../core/report/words/printable.ts';
import { count } from '../../core/report/words/words.ts';
import type { Call, Command } from '../process/command.ts';
import { agreed, declined } from '../process/confirm.ts';
import { layoutFor, startedIn } from '../process/emit.ts';
import { withPulumi } from '../process/home.ts';
import { openSession, type Session } from '../process/session.ts';
import { usage } from '../process/settings.ts';

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
    {
      name: 'hand-over',
      summary: 'take the state from the ledger to the Pulumi stack, or back',
      flags: ['target', 'autoApprove', 'lockTimeout'],
      ownFlags: {
        to: { usage: '--to <pulumi|ledger>', text: 'the new home; `state:` in muster.yaml must name it already' },
      },
      run: runHandOver,
    },
  ],
};

async function runMoveTarget(call: Call): Promise<number> {
  const session = await openSession(call);
  const { name, state } = session.run.target;
  if (state === 'pulumi') {
    const message = `target ${name} keeps its state in Pulumi: name the former tenant in \`formerTenants\`, or the former stack in \`formerStacks\` of the target, then run \`pulumi up\``;
    throw new ToolError('wrong-home', { message });
  }
  const { moveTarget } = await import('../../core/engine/move-target.ts');
  const ask = asking<TargetMove>(call, session, { question: 'Believe it?', shown: (move) => moveLines(name, move) });
  return ended(call, session, {
    moved: moveTarget(session.run, ask),
    same: `Nothing to do: the state of ${name} speaks of this target already, or holds nothing.`,
    done: `Moved: the state of ${name} speaks of this target from now on. The service was only read.`,
  });
}

async function runHandOver(call: Call): Promise<number> {
  const to = call.own['to'];
  if (to !== 'pulumi' && to !== 'ledger') throw usage('hand-over needs --to pulumi or --to ledger');
  const session = await openSession(call);
  const { run } = session;
  const { name, state } = run.target;
  if (state !== to) {
    const message = `target ${name} says \`state: ${state}\`: change that line of muster.yaml to \`state: ${to}\` first`;
    throw new ToolError('wrong-home', { message });
  }
  const { toLedger, toStack } = await withPulumi(() => import('../../program/hand-over.ts'));
  const handOver = to === 'ledger' ? toLedger : toStack;
  const ask = asking<HandOverSummary>(call, session, { question: 'Hand it over?', shown: summaryLines });
  return ended(call, session, {
    moved: sharing(call, run, (save) => handOver(run, { approve: ask, save })),
    same: `Nothing to hand over: the other home of ${name} holds nothing.`,
    done: 'Handed over. The service was only read. The old home is closed.',
  });
}

interface Question<Found> {
  readonly question: string;
  readonly shown: (found: Found) => readonly string[];
}

/** Shows what was found, and asks. */
function asking<Found>(
  call: Call,
  { progress }: Session,
  { question, shown }: Question<Found>,
): (found: Found) => Promise<boolean> {
  return async (found) => {
    progress.clear();
    call.shell.terminal.out(await inLines(shown(found), call));
    return call.settings.autoApprove || agreed(question, call);
  };
}

interface Moving {
  readonly moved: Promise<string>;
  /** Said where there was nothing to move, and where it is moved. */
  readonly same: string;
  readonly done: string;
}

async function ended(call: Call, { progress }: Session, { moved, same, done }: Moving): Promise<number> {
  const result = await moved.finally(progress.clear);
  if (result === 'declined') throw declined();
  const next = `Next:  ${commandHere('muster plan', startedIn(call.shell))}`;
  call.shell.terminal.out(await inLines(result === 'same' ? [same] : [done, next], call));
  return 0;
}

async function inLines(texts: readonly string[], call: Call): Promise<string> {
  const { fitted } = await import('../../core/report/words/layout.ts');
  return `${fitted(texts.map(printable).join('\n'), layoutFor('out', call).width)}\n`;
}

/** A ledger on a branch is claimed first and handed back, so that no other machine goes on with it. */
async function sharing<T>({ shell }: Call, run: Run, work: (save: () => Promise<void>) => Promise<T>): Promise<T> {
  const { sharedIn } = await import('../../core/engine/shared.ts');
  const shared = run.target.sandbox ? null : sharedIn(shell.environment);
  await shared?.claim({ ...run, isFirstApply: true });
  try {
    return await work(async () => shared?.save());
  } finally {
    await shared?.end();
  }
}

function summaryLines({ from, to, people, customers, finished, open }: HandOverSummary): string[] {
  return [
    `From ${from} to ${to}:`,
    `  ${people === 1 ? '1 person' : `${people} people`}`,
    `  ${count(customers, 'customer')}, ${finished} of them finished, and not to be called again`,
    ...(open === 0 ? [] : [`  ${count(open, 'write')} without an answer`]),
  ];
}

function moveLines(name: string, { from, to, users, records, released }: TargetMove): string[] {
  const words = 'not shown to be the same, so no longer managed; `adopt: true` in its file takes one over';
  return [
    `State of target ${name}`,
    `  speaks of         ${from.tenant}, stack ${from.stack}`,
    `  will speak of     ${to.tenant}, stack ${to.stack}`,
    'What it holds, looked at there:',
    `  ${foundText('user', users)}`,
    `  ${foundText('record', records)}`,
    ...(released.length === 0 ? [] : [`Released: ${count(released.length, 'object')}, ${words}`]),
    'From then on muster believes that the others are what it made or took over: what no file declares any more is removed there.',
  ];
}

function foundText(kind: string, { same, unproven, other, absent, unread }: FoundThere): string {
  const total = count(same + unproven + other + absent + unread, kind);
  const byId = unproven === 0 ? '' : `${unproven} under this id without anything to compare, `;
  return `${total}: ${same} the same, ${byId}${other} another one, ${absent} not there, ${unread} unreadable`;
}
