// Registers in waves: an unbounded program costs twice the time and memory at 10,000 objects (pulumi-facts: the SDK keeps
// a stack trace for each of its promises). A wave ends when the engine has answered all of it.

import { ORDER, orderText } from '../../providers/order.ts';
import { RegisteredObject } from '../../providers/resources.ts';
import type { Address } from '../model/address.ts';
import { registered, unlessStalled } from './monitor.ts';
import type { Registration } from './ordered.ts';

const WAVE = 200;
const STACK_TRACE_LIMIT = 2;

/** In the order given, in which what something depends on stands before it. Throws `no-engine`. */
export async function registerAll(registrations: readonly Registration[], target: string): Promise<void> {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = STACK_TRACE_LIMIT;
  const objects = new Map<Address, RegisteredObject>();
  try {
    for (let start = 0; start < registrations.length; start += WAVE) {
      const wave = registrations.slice(start, start + WAVE).map((registration) => {
        const object = register(registration, { objects, target });
        objects.set(registration.address, object);
        return registered(object);
      });
      await unlessStalled(Promise.all(wave));
    }
  } finally {
    Error.stackTraceLimit = limit;
  }
}

interface Registering {
  readonly objects: ReadonlyMap<Address, RegisteredObject>;
  readonly target: string;
}

function register(registration: Registration, { objects, target }: Registering): RegisteredObject {
  const { address, kind, inputs, order, movedFrom, dependsOn } = registration;
  return new RegisteredObject(
    address,
    // A copy: a plan is frozen, and the SDK marks what it is given.
    { kind, inputs: { ...structuredClone(inputs), target, [ORDER]: orderText(order) } },
    {
      dependsOn: dependsOn.flatMap((user) => objects.get(user) ?? []),
      aliases: movedFrom === null ? [] : [{ name: movedFrom }],
    },
  );
}
