// One query-existence about nobody, with a key that is wrong on purpose: how the service says that it refuses a key (S16).
// Sent once, whatever comes back. The key of the target is neither read nor touched: what is sent is made up here.

import type { Clock } from '../model/state.ts';
import type { Target } from '../model/target.ts';
import { ApiKey } from './api-key.ts';
import { probeId } from './control-read.ts';
import { openExchange } from './exchange.ts';
import type { Reply } from './outcome.ts';
import { refuseUncheckedTls } from './trust.ts';
import { queryUserCall } from './users.ts';

const TIMEOUT_MS = 20_000;

export async function askWithWrongKey({ target, clock }: { target: Target; clock: Clock }): Promise<Reply> {
  refuseUncheckedTls(process.env);
  const exchange = openExchange(target, TIMEOUT_MS, clock);
  const { operation, body } = queryUserCall(target, probeId());
  try {
    return await exchange.post({ operation, body: JSON.stringify(body), key: new ApiKey(probeId(), clock(), 0) });
  } finally {
    await exchange.close();
  }
}
