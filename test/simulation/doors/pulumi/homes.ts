// Recorded state that goes from the stack to a ledger and back, before runs of a life: the steps of src/program/hand-over.ts on the model
// of the engine. A kill in the middle leaves it on its way, and the next run says it again, as a person does who was refused.

import { ToolError } from '../../../../src/core/model/errors.ts';
import { handedOver, isEmpty, receiveAll, rekeyingFor } from '../../../../src/core/engine/hand-over.ts';
import { memoryIn as memoryOfLedger, withLedger } from '../../../../src/core/engine/ledger-home.ts';
import { identityOf } from '../../../../src/core/engine/lineage.ts';
import type { Run } from '../../../../src/core/engine/run.ts';
import { textOfRuns } from '../../../../src/core/model/applied.ts';
import { arriving } from '../../../../src/program/arriving.ts';
import { emptyStack } from '../../../support/pulumi-stack.ts';
import { runOf } from '../command.ts';
import type { Called, RunEnd } from '../command.ts';
import { updated } from './update.ts';
import type { Door } from './update.ts';
import { memoryIn, readIn, wantedOf } from './program.ts';
import type { StackFile } from './state.ts';

export interface Homes {
  /** Hands over where the step says so, or goes on with what was cut off. What refuses it; null where nothing does. */
  readonly before: (called: Called) => Promise<RunEnd | null>;
  readonly isLedger: () => boolean;
}

export function openHomes(file: StackFile): Homes {
  let [isLedger, isGoing] = [false, false];
  return {
    isLedger: () => isLedger,
    before: async (called) => {
      isGoing ||= called.step.handsOver === true;
      if (!isGoing) return null;
      const { approval: _none, ...run } = runOf(called);
      const to = isLedger ? 'stack' : 'ledger';
      called.log.add({ kind: 'note', name: 'hand-over', detail: { to } });
      try {
        const isDone = isLedger ? await toStack({ file, called, run }) : await toLedger({ file, called, run });
        called.log.add({ kind: 'note', name: 'handed over', detail: { to, isDone } });
        if (isDone) isLedger = !isLedger;
        isGoing = false;
        return null;
      } catch (error) {
        if (!(error instanceof ToolError) || error.code === 'internal') throw error;
        const { code, message, exit } = error;
        return { kind: 'ended', exit, plan: null, result: null, drift: null, error: { code, message } };
      }
    },
  };
}

interface HandingOver {
  readonly file: StackFile;
  readonly called: Called;
  readonly run: Run;
}

/** False where an update was cut off, which ends first, and where nothing is recorded. */
async function toLedger({ file, run }: HandingOver): Promise<boolean> {
  const known = { copies: [], applied: [], ...memoryIn('files', run, file.saved), unlocked: null, isNew: false };
  if (file.saved.pending.length > 0) return false;
  return withLedger({ ...run, isHandOver: true }, async (ledger) => {
    const here = await memoryOfLedger(ledger);
    if (isEmpty(known)) {
      if (ledger.handOver?.is === 'arriving') await ledger.noteHandOver(null);
      return ledger.handOver === null && !isEmpty(here);
    }
    const { rekey, seen } = await rekeyingFor(run, known, ledger.digestKey);
    await ledger.noteHandOver({ is: 'arriving', other: 'the stack', at: run.clock() });
    await receiveAll(ledger, here, { memory: known, rekey, seen });
    await ledger.bind(identityOf(run));
    file.saved = emptyStack(file.saved.clock);
    await ledger.noteHandOver(null);
    return true;
  });
}

/** False where a write has no answer yet, which is looked at first. */
async function toStack({ file, called, run }: HandingOver): Promise<boolean> {
  return withLedger({ ...run, isHandOver: true }, async (ledger) => {
    const memory = await memoryOfLedger(ledger);
    if (ledger.handOver?.is === 'left') return true;
    if (memory.recorded.openIntents.length > 0 || isEmpty(memory)) return false;
    await ledger.noteHandOver({ is: 'leaving', other: 'the stack', at: run.clock() });
    const door: Door = { style: 'files', file, called };
    await updated(door, run, {
      allow: {},
      chance: called.chance.fork('hand-over'),
      isRefreshed: false,
      wantedIn: async (stack) => {
        const registrations = await arriving(run, readIn(stack), memory);
        stack.applied.set(run.target.name, textOfRuns(memory.applied));
        return wantedOf(registrations, run, stack);
      },
    });
    const { recorded } = memoryIn('files', run, file.saved);
    const [missing] = handedOver(memory.recorded).filter(({ address }) => !recorded.objects.has(address));
    if (missing !== undefined)
      throw new ToolError('pulumi-failed', { message: `${missing.address} is not in the stack yet` });
    await ledger.noteHandOver({ is: 'left', other: 'the stack', at: run.clock() });
    return true;
  });
}
