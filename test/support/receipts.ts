// What a resource keeps, read from its outputs as a test has them; and inputs with an order, as the program registers them.

import type { Family, Properties } from '../../providers/declaration.ts';
import type { Handlers } from '../../providers/handlers.ts';
import { NO_ORDER, ORDER, orderText } from '../../providers/order.ts';
import type { Order } from '../../providers/order.ts';
import { readReceipts } from '../../providers/receipts.ts';
import { spoken } from './values.ts';
import type { Receipts } from '../../providers/kept.ts';

/** `stack`: the name in markers. */
export function receiptsIn(family: Family, outputs: Properties, stack = 'team.test'): Receipts {
  const campaignName = typeof outputs['campaignName'] === 'string' ? outputs['campaignName'] : null;
  return readReceipts(family, outputs, { ...spoken(stack), digest: () => '', campaignName });
}

/** The inputs after `check`, whose process keeps the order. */
export async function checkedWith(handlers: Handlers, news: Properties, order: Partial<Order>): Promise<Properties> {
  const { inputs, failures } = await handlers.check({}, { ...news, [ORDER]: orderText({ ...NO_ORDER, ...order }) });
  if (failures.length > 0) throw new Error(JSON.stringify(failures));
  return inputs;
}
