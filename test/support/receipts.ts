// What a resource keeps, read from its outputs as a test has them; and inputs with an order, as the program registers them.

import type { Family, Properties } from '../../providers/declaration.ts';
import type { Handlers } from '../../providers/handlers.ts';
import { NO_ORDER, ORDER, orderText } from '../../providers/order.ts';
import type { Order } from '../../providers/order.ts';
import { openContext } from '../../providers/context.ts';
import { declarationOf, objectsOf } from '../../providers/declaration.ts';
import { NOTHING, readReceipts, writeReceipts } from '../../providers/receipts.ts';
import { interruptedCreate, unansweredCreate } from '../../src/core/engine/interrupted.ts';
import type { Receipts } from '../../providers/receipts.ts';

export function receiptsIn(outputs: Properties): Receipts {
  const campaignName = typeof outputs['campaignName'] === 'string' ? outputs['campaignName'] : null;
  return readReceipts(outputs, campaignName);
}

/** The inputs after `check`, whose process keeps the order. */
export async function checkedWith(handlers: Handlers, news: Properties, order: Partial<Order>): Promise<Properties> {
  const { inputs, failures } = await handlers.check({}, { ...news, [ORDER]: orderText({ ...NO_ORDER, ...order }) });
  if (failures.length > 0) throw new Error(JSON.stringify(failures));
  return inputs;
}

/** A create that was cut off, as the program says it. */
export function cutOff(family: Family, inputs: Properties): Partial<Order> {
  const objects = objectsOf(declarationOf(family, inputs));
  return { maybeSent: objects.flatMap((object) => interruptedCreate(object, () => '', Date.now())) };
}

/** The outputs of a create that left then and was never answered. `folder`: of the project, which has one target. */
export async function lostCreate(
  { folder, at }: { readonly folder: string; readonly at: number },
  family: Family,
  inputs: Properties,
): Promise<Properties> {
  const provider = openContext(folder);
  const { identity, digest } = await provider.target(null);
  await provider.close();
  const declaration = declarationOf(family, inputs);
  const openIntents = objectsOf(declaration).flatMap((object) => unansweredCreate(object, digest, at));
  const campaignName = declaration.campaign?.campaignName ?? null;
  return { ...inputs, ...writeReceipts({ ...NOTHING, openIntents }, { identity, campaignName }) };
}
