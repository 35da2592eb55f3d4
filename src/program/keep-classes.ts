// Keeps in the stack what Pulumi would forget of classes whose write was cut off, when an update begins, or when a person clears it: before
// a program that may not register them ends (a guard, a mistake in an argument, no answer of the service). Nothing is sent for it.
//
//   cut off     registered as                   with
//   an update   its entry stands in the stack   an order without a change, and what the write may have sent
//   a create    it was to be written            the same: the entry then holds nothing but what may have been sent
//
// A class that was renamed since is not registered here: the engine knows its entry under the former name.

import * as pulumi from '@pulumi/pulumi';

import { additionsOf, operationsIn, unsettled } from '../../providers/cut-off.ts';
import { isClass, textIn } from '../../providers/declaration.ts';
import type { Properties } from '../../providers/declaration.ts';
import { ownStack } from '../../providers/held-entry.ts';
import { NO_ORDER, ORDER, orderText } from '../../providers/order.ts';
import { RegisteredObject } from '../../providers/resources.ts';
import { readStack } from '../../providers/stack.ts';
import type { CutOffWrite } from '../../providers/stack.ts';
import { child } from '../../providers/stack-export.ts';
import { visible } from '../core/model/hidden.ts';
import type { OpenIntent } from '../core/model/state.ts';
import type { KnownClass } from './class-desired.ts';
import { registered } from './monitor.ts';

/** `text`: export of the stack. A preview saves nothing. */
export async function keepClasses(known: readonly KnownClass[], text: string): Promise<void> {
  if (pulumi.runtime.isDryRun() || operationsIn(child(JSON.parse(text), 'deployment')).length === 0) return;
  const kept = [...new Set(known.map(targetOf))].flatMap((target) => cutOffOf(target, text));
  const byOwner = new Map(kept.map((each) => [each.owner, each]));
  const meant = known.flatMap((each) => {
    const cutOff = byOwner.get(each.owner);
    return cutOff === undefined ? [] : [{ ...each, cutOff }];
  });
  if (meant.length === 0) return;
  await Promise.all(meant.map((each) => registered(register(each))));
  await pulumi.log.info([KEPT, ...meant.map(({ declared }) => `  ${visible(declared.name)}`)].join('\n'));
}

const KEPT = 'Kept in the stack, without a request: what an update that was cut off may have sent of';

function targetOf({ args }: KnownClass): string | null {
  return args === null ? null : textIn(args, 'target');
}

interface CutOffClass {
  readonly owner: string;
  readonly inputs: Properties;
  readonly maybeSent: readonly OpenIntent[];
}

function cutOffOf(target: string | null, text: string): CutOffClass[] {
  const { entries, writes } = readStack(text);
  const own = writes.filter(({ inputs }) => isClass(inputs) && textIn(inputs, 'target') === target);
  return own.flatMap((write) => {
    const entry = entries.find(({ owner, isLeaving }) => owner === write.owner && !isLeaving);
    const held: Pick<CutOffWrite, 'recorded' | 'openIntents'> = entry ?? { recorded: [], openIntents: [] };
    const maybeSent = unsettled(additionsOf(write).intents, held);
    return maybeSent.length === 0 ? [] : [{ owner: write.owner, inputs: (entry ?? write).inputs, maybeSent }];
  });
}

function register({ declared, cutOff }: { readonly declared: KnownClass['declared']; readonly cutOff: CutOffClass }) {
  const { family, name, options } = declared;
  const order = orderText({ ...NO_ORDER, maybeSent: cutOff.maybeSent, stack: ownStack() });
  const { parent, provider } = options;
  const inputs = { ...structuredClone(cutOff.inputs), [ORDER]: order };
  return new RegisteredObject(
    name,
    { kind: family, inputs },
    { ...(parent && { parent }), ...(provider && { provider }) },
  );
}
