// What a test is told of the requests that are sent while it runs.

import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { onTestFinished } from 'vitest';
import { REQUEST_CHANNEL } from '../../src/core/service/request-event.ts';
import type { RequestEvent } from '../../src/core/service/request-event.ts';

/** Filled as they come, until the test ends. */
export function listenToRequests(): readonly RequestEvent[] {
  const events: RequestEvent[] = [];
  const listen = (event: unknown): void => void events.push(event as RequestEvent);
  subscribe(REQUEST_CHANNEL, listen);
  onTestFinished(() => void unsubscribe(REQUEST_CHANNEL, listen));
  return events;
}
