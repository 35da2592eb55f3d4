// One query-existence about nobody at a time, with a key that is handed in, sent once, whatever comes back: how the service
// takes a key it should not take, and how it takes many requests. No gate, no retry, no other operation.

import type { Clock } from '../../src/model/state.ts';
import type { Target } from '../../src/model/target.ts';
import { ApiKey } from '../../src/service/api-key.ts';
import { probeId } from '../../src/service/control-read.ts';
import { openExchange } from '../../src/service/exchange.ts';
import type { Reply } from '../../src/service/outcome.ts';
import { refuseUncheckedTls } from '../../src/service/trust.ts';
import { queryUserCall } from '../../src/service/users.ts';

const TIMEOUT_MS = 20_000;

export interface Asking {
  ask(key: ApiKey): Promise<Reply>;
  close(): Promise<void>;
}

/** `connections`: how many requests may be under way at once. Throws ToolError where TLS would not be checked. */
export function openAsking({ target, clock }: { target: Target; clock: Clock }, connections = 1): Asking {
  refuseUncheckedTls(process.env);
  const exchange = openExchange({ ...target, maxConcurrency: connections }, TIMEOUT_MS, clock);
  return {
    ask: (key) => {
      const { operation, body } = queryUserCall(target, probeId());
      return exchange.post({ operation, body: JSON.stringify(body), key });
    },
    close: () => exchange.close(),
  };
}

/** Made up here: the key of the target is neither read nor touched. */
export function wrongKey(clock: Clock): ApiKey {
  return new ApiKey(probeId(), clock(), 0);
}
