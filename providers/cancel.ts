// `pulumi cancel`, and Ctrl-C at `pulumi up`: the engine begins no further step and sends Cancel to every provider, which is to end
// what it is doing. The SDK's dynamic provider answers that call and tells nobody; but its gRPC server is an HTTP/2 server of this
// very process, and Node announces each call that arrives there.

import { subscribe } from 'node:diagnostics_channel';

import { ToolError } from '../src/model/errors.ts';

/** Since Node 24.2 (nodejs/node#58449), marked experimental; without it a call that is under way goes on to its end. */
const CALLS = 'http2.server.stream.start';
const CANCEL = '/pulumirpc.ResourceProvider/Cancel';

/** Aborted when the engine cancels the update. Its reason is a ToolError. */
export function cancelOfEngine(): AbortSignal {
  const cancelled = new AbortController();
  subscribe(CALLS, (call) => {
    if (pathOf(call) !== CANCEL) return;
    cancelled.abort(
      new ToolError('interrupted', { message: 'The update was cancelled; nothing new was sent after it.' }),
    );
  });
  return cancelled.signal;
}

function pathOf(call: unknown): unknown {
  if (typeof call !== 'object' || call === null || !('headers' in call)) return null;
  const { headers } = call;
  return typeof headers === 'object' && headers !== null && ':path' in headers ? headers[':path'] : null;
}
