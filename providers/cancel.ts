// Notices that Pulumi cancels an update, or that its engine is gone. `pulumi cancel`, and Ctrl-C at `pulumi up`: the engine begins no
// further step and sends Cancel to every provider, which is to end what it is doing. An engine that is killed says nothing, and its
// providers outlive it; its connection closes under the call that they are carrying out. The SDK's dynamic provider answers the first and
// tells nobody, and overhears the second; but its gRPC server is an HTTP/2 server of this very process, and Node announces what happens
// there.

import { subscribe } from 'node:diagnostics_channel';

import { MACHINE } from '../src/core/machine.ts';
import { ToolError } from '../src/core/model/errors.ts';

/** Since Node 24.2 (nodejs/node#58449), marked experimental; without them a call that is under way goes on to its end. */
const BEGUN = 'http2.server.stream.start';
const CLOSED = 'http2.server.stream.close';
const CANCEL = '/pulumirpc.ResourceProvider/Cancel';

/** Aborted when the engine cancels the update, or is gone. Its reason is a ToolError. */
export function cancelOfEngine(): AbortSignal {
  const cancelled = new AbortController();
  const stop = (what: string): void => {
    cancelled.abort(new ToolError('interrupted', { message: `${what}; nothing new was sent after it.` }));
  };
  subscribe(BEGUN, (call) => {
    if (pathOf(call) === CANCEL) stop('The update was cancelled');
  });
  subscribe(CLOSED, (call) => {
    const stream = propertyOf(call, 'stream');
    const session = propertyOf(stream, 'session');
    if (propertyOf(stream, 'aborted') !== true) return;
    // Of a call that is given up by itself the connection stays; of one that is cut off it closes right after.
    void MACHINE.turn().then(() => {
      if (propertyOf(session, 'destroyed') === true) stop('The engine of Pulumi is gone');
    });
  });
  return cancelled.signal;
}

function pathOf(call: unknown): unknown {
  return propertyOf(propertyOf(call, 'headers'), ':path');
}

/** What Node announces has no types. */
function propertyOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (Reflect.get(value, name) as unknown) : undefined;
}
