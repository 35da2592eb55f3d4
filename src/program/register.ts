// Registers in waves: an unbounded program costs twice the time and memory at 10,000 objects (pulumi-facts: the SDK keeps
// a stack trace for each of its promises). A wave ends when the engine has taken all of it.

import type * as pulumi from '@pulumi/pulumi';

import { ORDER, orderText } from '../../providers/order.ts';
import { RegisteredObject } from '../../providers/resources.ts';
import type { Address } from '../model/address.ts';
import type { Registration } from './ordered.ts';

const WAVE = 200;
const STACK_TRACE_LIMIT = 2;

/** In the order given, in which what something depends on stands before it. */
export async function registerAll(registrations: readonly Registration[], target: string): Promise<void> {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = STACK_TRACE_LIMIT;
  const registered = new Map<Address, RegisteredObject>();
  for (let start = 0; start < registrations.length; start += WAVE) {
    const wave = registrations.slice(start, start + WAVE);
    for (const registration of wave)
      registered.set(registration.address, register(registration, { registered, target }));
    await Promise.all(wave.flatMap(({ address }) => known(registered.get(address)?.urn)));
  }
  Error.stackTraceLimit = limit;
}

interface Registering {
  readonly registered: ReadonlyMap<Address, RegisteredObject>;
  readonly target: string;
}

function register(registration: Registration, { registered, target }: Registering): RegisteredObject {
  const { address, kind, inputs, order, movedFrom, dependsOn } = registration;
  return new RegisteredObject(
    address,
    // A copy: a plan is frozen, and the SDK marks what it is given.
    { kind, inputs: { ...structuredClone(inputs), target, [ORDER]: orderText(order) } },
    {
      dependsOn: dependsOn.flatMap((user) => registered.get(user) ?? []),
      aliases: movedFrom === null ? [] : [{ name: movedFrom }],
    },
  );
}

function known(urn: pulumi.Output<string> | undefined): Promise<void>[] {
  return urn === undefined ? [] : [new Promise((resolve) => void urn.apply(() => resolve()))];
}
