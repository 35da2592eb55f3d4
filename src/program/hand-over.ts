// Recorded state from one home to the other, without a request that writes: who was called must be known in the new one, and the old
// one must not be used any more.
//
//   Premise   A kill between any two steps, and saying it again, must end in one home that knows everything.
//   Rule      The ledger says where its state is on the way to, or from, before anything is written anywhere; so does the stack before
//             it receives the first object. As long as one says so no plan is made with it. The old home is emptied, or closed, when
//             the new one holds everything. What a machine alone knows is lost with it: a ledger that is shared on a branch lies there
//             with its mark before the stack is written.
//
//   to the ledger   mark `arriving` | write all of it | save | take it out of the stack, which says where it went | end the mark
//   to the stack    mark `leaving`  | save | the stack says that a ledger has its state | an update creates a resource for each object,
//                   with its receipt and no request, and drops that word last | mark `left`

import { handedOver, isEmpty, receiveAll, rekeyingFor, summaryOf } from '../core/engine/hand-over.ts';
import type { HandOverSummary } from '../core/engine/hand-over.ts';
import { openCopies } from '../core/engine/parts.ts';
import { memoryIn, recall, withLedger } from '../core/engine/ledger-home.ts';
import type { Memory } from '../core/engine/ledger-home.ts';
import { identityOf, lineageOf } from '../core/engine/lineage.ts';
import { copiesFolder } from '../core/engine/run.ts';
import type { Run } from '../core/engine/run.ts';
import { ToolError } from '../core/model/errors.ts';
import { openStack, placed } from './home.ts';
import { HAND_OVER_VARIABLE } from './hand-over-variable.ts';
import { emptiedStack, noteArriving } from './emptied-stack.ts';
import { stackError, stateOf, workspaceOf } from './stack-memory.ts';

/** `same`: the old home holds nothing. */
export type HandOverResult = 'same' | 'declined' | 'done';

export interface HandOverOptions {
  readonly approve: (summary: HandOverSummary) => Promise<boolean>;
  /** Brings the ledger as it is by now to where other machines read it. */
  readonly save: () => Promise<void>;
}

/** `run`: of a target whose muster.yaml says `state: ledger`. Throws `wrong-home` where the ledger holds something else. */
export async function toLedger(run: Run, { approve, save }: HandOverOptions): Promise<HandOverResult> {
  const workspace = await workspaceOf(run);
  const inStack = await placed({ ...run, target: { ...run.target, state: 'pulumi' } }, workspace);
  const other = `the Pulumi stack ${run.target.stack}`;
  return withLedger({ ...run, isHandOver: true }, async (ledger) => {
    // What a try to hand it to the stack left there may be a part of it.
    if (ledger.handOver?.is === 'leaving') throw unsettledHome(other, 'the ledger is on its way there: end that first');
    const here = await memoryIn(ledger);
    const { memory, isCutOff, ofClasses, exported } = await stateOf(inStack, workspace, { isHandOver: true });
    if (isCutOff) throw unsettledHome(other, 'an update of it was cut off: run `pulumi up` first');
    if (ofClasses > 0)
      throw unsettledHome(other, `a program's classes hold ${ofClasses} objects, which no file declares`);
    if (isEmpty(memory)) {
      const isEnded = ledger.handOver?.is === 'arriving';
      if (isEnded) await ledger.noteHandOver(null);
      return isEnded ? 'done' : 'same';
    }
    if (ledger.handOver === null && !isEmpty(here)) throw holdsSomething(run);
    const { rekey, seen } = await rekeyingFor(inStack, memory, ledger.digestKey);
    if (!(await approve(summaryOf(memory, { from: other, to: `the ledger of ${run.target.name}` })))) return 'declined';
    await ledger.noteHandOver({ is: 'arriving', other, at: run.clock() });
    await receiveAll(ledger, here, { memory, rekey, seen });
    await ledger.bind(identityOf(run));
    await save();
    await emptiedStack(workspace, { stack: run.target.stack, exported, at: run.clock() });
    await ledger.noteHandOver(null);
    return 'done';
  });
}

/** `run`: of a target whose muster.yaml says `state: pulumi`. Throws `wrong-home`, `pulumi-failed`. */
export async function toStack(run: Run, { approve, save }: HandOverOptions): Promise<HandOverResult> {
  const other = `the Pulumi stack ${run.target.stack}`;
  const { approval: _none, ...free } = run;
  const inLedger = { ...free, target: { ...run.target, state: 'ledger' as const }, isHandOver: true };
  if ((await recall(inLedger)).isNew) return 'same';
  return withLedger(inLedger, async (ledger) => {
    const memory = await memoryIn(ledger);
    const home = `the ledger of ${run.target.name}`;
    if (isEmpty(memory) || ledger.handOver?.is === 'left') return 'same';
    if (ledger.handOver?.is === 'arriving') throw unsettledHome(home, 'it is on its way from the stack');
    if (memory.recorded.openIntents.length > 0) throw unsettledHome(home, UNSETTLED);
    // Of another tenant nothing is taken along, and nothing says that it is on its way.
    lineageOf(inLedger, memory.identities);
    const { memory: there, ofClasses } = await stateOf(run, await workspaceOf(run), { isHandOver: true });
    if (ledger.handOver === null && !(isEmpty(there) && ofClasses === 0)) throw holdsSomething(run);
    if (!(await approve(summaryOf(memory, { from: home, to: other })))) return 'declined';
    await ledger.noteHandOver({ is: 'leaving', other, at: run.clock() });
    await save();
    await receivedByStack(run, memory);
    await ledger.noteHandOver({ is: 'left', other, at: run.clock() });
    return 'done';
  });
}

const UNSETTLED =
  'writes of it have no answer yet: put `state: ledger` back and run `muster apply`, which looks what became of them';

/** Throws `pulumi-failed` where not all of it stands in the stack afterwards. */
async function receivedByStack(run: Run, memory: Required<Memory>): Promise<void> {
  const stack = await openStack(run, { [HAND_OVER_VARIABLE]: '1' });
  const copies = await openCopies(copiesFolder(run));
  for (const copy of memory.copies) await copies.keepCopy(copy);
  await noteArriving(stack.workspace, run.target.stack, run.clock());
  await stack.up().catch((error: unknown) => Promise.reject(stackError(error)));
  const { recorded } = (await stateOf(run, stack.workspace, { isHandOver: true })).memory;
  const missing = handedOver(memory.recorded).filter(({ address }) => !recorded.objects.has(address));
  const [first] = missing;
  if (first === undefined) return;
  const message = `${missing.length} objects are not in the stack yet, ${first.address} for one: say it again`;
  throw new ToolError('pulumi-failed', { message });
}

function unsettledHome(home: string, why: string): ToolError {
  return new ToolError('wrong-home', { message: `${home} cannot be handed over now: ${why}` });
}

function holdsSomething({ target }: Run): ToolError {
  const message = `the ledger of ${target.name} and the Pulumi stack ${target.stack} both hold state: move the one that is not right away`;
  return new ToolError('wrong-home', { message });
}
