// The file of a stack, and its checkpoints: what the engine knows is in its memory at once, and in the file after a moment that a kill
// cuts. Writes of the file come one after the other; each holds all that the engine knew when it was asked for.

import { declarationOf, objectsOf } from '../../../../providers/declaration.ts';
import { asKept } from '../../../../providers/native-form.ts';
import { inputsIn, readReceipts } from '../../../../providers/receipts.ts';
import { emptyStack } from '../../../support/pulumi-stack.ts';
import type { Kind, StackDouble } from '../../../support/pulumi-stack.ts';
import type { RunPlace } from '../../machine.ts';

/** What outlives a run. */
export interface StackFile {
  saved: StackDouble;
  /** Every state that was saved at the end of a run, the first one first. */
  readonly versions: StackDouble[];
  /** What the last update of the native provider was refused for, by the number that passes it. */
  asked: Readonly<Record<string, number>>;
}

export interface Checkpoints {
  /** What the engine knows. */
  readonly stack: StackDouble;
  /** Resolves when the file holds it. */
  readonly save: () => Promise<void>;
}

export function emptyStackFile(clock: () => number, isNative?: true): StackFile {
  return { saved: { ...emptyStack(clock), ...(isNative && { isNative }) }, versions: [], asked: {} };
}

/** `happens`: false where the process is gone. */
export function openCheckpoints(
  file: StackFile,
  { owner, scheduler, chance }: RunPlace,
  happens: () => boolean,
): Checkpoints {
  const stack = copyOf(file.saved);
  let last = Promise.resolve();
  const wait = (ms: number, run: () => void): void => void scheduler.at(scheduler.now() + ms, owner, run);
  const write = (content: StackDouble): Promise<void> =>
    new Promise((resolve) =>
      wait(1 + chance.int(40), () => {
        if (!happens()) return;
        file.saved = content;
        wait(1 + chance.int(10), () => {
          if (happens()) resolve();
        });
      }),
    );
  return {
    stack,
    save: () => {
      stack.savedAt = stack.clock();
      stack.revision += 1;
      const content = copyOf(stack);
      last = last.then(() => write(content));
      return last;
    },
  };
}

export function copyOf({ resources, replaced, pending, applied, ...rest }: StackDouble): StackDouble {
  const copied = { resources: new Map(resources), replaced: [...replaced], applied: new Map(applied) };
  return { ...rest, ...copied, pending: [...pending] };
}

/** Addresses that a write under way is about, as the file says it; of a set also what one that was cut off has left, which its markers name. */
export function openIn({ saved }: StackFile): string[] {
  return saved.pending.flatMap(({ kind, name, inputs }) => {
    const old = saved.resources.get(name);
    const held = [...(old === undefined ? [] : [old]), ...saved.replaced.filter((each) => each.name === name)];
    return [
      ...declaredIn(kind, inputs),
      ...(kind === 'set' ? [`record:${String(inputs['campaignName'])}/*`] : []),
      ...held.flatMap(({ inputs: before, outputs }) => [
        ...declaredIn(kind, before),
        ...receiptsIn(outputs).map(({ address }) => String(address)),
      ]),
    ];
  });
}

function declaredIn(kind: Kind, inputs: StackInputs): string[] {
  return objectsOf(declarationOf(kind, inputsIn(kind, asKept(inputs)))).map(({ address }) => String(address));
}

type StackInputs = Parameters<typeof inputsIn>[1];

function receiptsIn(outputs: StackInputs) {
  const campaignName = typeof outputs['campaignName'] === 'string' ? outputs['campaignName'] : null;
  const { recorded, openIntents } = readReceipts(outputs, campaignName);
  return [...recorded, ...openIntents];
}
