// Registers in waves: an unbounded program costs twice the time and memory at 10,000 objects (pulumi-facts: the SDK keeps
// a stack trace for each of its promises). A wave ends when the engine has answered all of it.

import { ownStack } from '../../providers/held-entry.ts';
import { ORDER, orderText } from '../../providers/order.ts';
import { RegisteredObject } from '../../providers/resources.ts';
import type { Address } from '../core/model/address.ts';
import type { StackState } from '../../providers/stack.ts';
import { registered, unlessStalled } from './monitor.ts';
import type { Registration } from './ordered.ts';

const WAVE = 200;
const STACK_TRACE_LIMIT = 2;

export interface RegisterOptions {
  /** Name in muster.yaml. */
  readonly target: string;
  readonly exported: StackState;
  /** `<project>/<name>` of the stack; null where each resource keeps the one it has. */
  readonly home: string | null;
}

/** In the order given, in which what something depends on stands before it. Throws `no-engine`. */
export async function registerAll(registrations: readonly Registration[], options: RegisterOptions): Promise<void> {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = STACK_TRACE_LIMIT;
  const objects = new Map<Address, RegisteredObject>();
  try {
    for (let start = 0; start < registrations.length; start += WAVE) {
      const wave = registrations.slice(start, start + WAVE).map((registration) => {
        const object = register(registration, { ...options, objects });
        objects.set(registration.address, object);
        return registered(object);
      });
      await unlessStalled(Promise.all(wave));
    }
  } finally {
    Error.stackTraceLimit = limit;
  }
}

interface RegisterInput extends RegisterOptions {
  readonly objects: ReadonlyMap<Address, RegisteredObject>;
}

function register(registration: Registration, { objects, target, exported, home }: RegisterInput): RegisteredObject {
  const { address, kind, inputs, order, movedFrom, dependsOn } = registration;
  const isHeld = exported.holders.get(address)?.isPending === false;
  const text = orderText({ ...order, stack: isHeld || order.inherits.length > 0 ? ownStack() : '' });
  return new RegisteredObject(
    address,
    // A copy: a plan is frozen, and the SDK marks what it is given.
    { kind, inputs: { ...structuredClone(inputs), target, ...(home !== null && { __home: home }), [ORDER]: text } },
    {
      dependsOn: dependsOn.flatMap((user) => objects.get(user) ?? []),
      aliases: movedFrom === null ? [] : [{ name: movedFrom }],
    },
  );
}
