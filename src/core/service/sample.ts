// What one reply means for the pace: whether the service answers at all, and whether it is crowded. Pure.

import type { Reply } from './outcome.ts';
import type { Sample } from './pace.ts';

export function sampleOf(reply: Reply): { readonly kind: Sample; readonly congested: boolean } {
  switch (reply.kind) {
    case 'unsent':
      return { kind: 'failed', congested: false };
    case 'lost':
      return { kind: 'failed', congested: reply.cause === 'timeout' };
    case 'answer':
      if (reply.status === 429) return { kind: 'refused-rate', congested: true };
      return { kind: reply.status >= 500 ? 'failed' : 'answered', congested: reply.status === 503 };
    default:
      return reply satisfies never;
  }
}
