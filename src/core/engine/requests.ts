// Listening to the requests of a run: one stream for the log and for traces (service/request-event.ts).

import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { REQUEST_CHANNEL, type RequestEvent } from '../service/request-event.ts';

export type { RequestEvent } from '../service/request-event.ts';

/** Ends the listening. A listener must not throw. */
export function listenToRequests(listen: (event: RequestEvent) => void): () => void {
  const onMessage = (message: unknown): void => listen(message as RequestEvent);
  subscribe(REQUEST_CHANNEL, onMessage);
  return () => unsubscribe(REQUEST_CHANNEL, onMessage);
}
