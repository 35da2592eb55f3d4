// What is told of each request that was sent, for logs and traces: one stream, at the edge of the client. It holds the operation, the
// address it is about, how it ended and how long it took; never a key, a body or a personal value. Nothing is made where nobody listens.

import { channel } from 'node:diagnostics_channel';
import { recordAddress, userAddress, type Address } from '../model/address.ts';
import type { ErrorCode } from '../model/errors.ts';
import type { Outcome } from '../model/outcome.ts';
import type { Operation } from './operation.ts';
import type { Reply } from './outcome.ts';

/** Of `node:diagnostics_channel`; its messages are `RequestEvent`s. */
export const REQUEST_CHANNEL = 'muster:request';

export interface RequestEvent {
  /** Ours, one for an operation and all of its retries. The interfaces have none. */
  readonly requestId: string;
  readonly operation: Operation;
  /** Null where it is about no single object: a search. */
  readonly address: Address | null;
  /** HTTP; null when no answer came. */
  readonly status: number | null;
  readonly outcome: Outcome<unknown>['kind'];
  /** Of `muster explain`; null when it was done. */
  readonly code: ErrorCode | null;
  readonly durationMs: number;
  /** How often it was sent before. */
  readonly retries: number;
}

export interface SentOnce {
  readonly requestId: string;
  readonly retries: number;
  readonly operation: Operation;
  readonly body: object;
}

interface RequestEnd {
  readonly reply: Reply;
  readonly outcome: Outcome<unknown>;
  readonly durationMs: number;
}

export function tellRequest({ requestId, retries, operation, body }: SentOnce, came: RequestEnd): void {
  const requests = channel(REQUEST_CHANNEL);
  if (!requests.hasSubscribers || came.reply.kind === 'unsent') return;
  const { reply, outcome, durationMs } = came;
  const event: RequestEvent = {
    requestId,
    operation,
    address: addressIn(body),
    status: reply.kind === 'answer' ? reply.status : null,
    outcome: outcome.kind,
    code: outcome.kind === 'done' ? null : outcome.problem.code,
    durationMs: Math.round(durationMs * 1000) / 1000,
    retries,
  };
  requests.publish(event);
}

function addressIn(body: object): Address | null {
  if ('loginUserId' in body && typeof body.loginUserId === 'string') return userAddress(body.loginUserId);
  const isRecord = 'campaignName' in body && 'clientId' in body;
  if (!isRecord || typeof body.campaignName !== 'string' || typeof body.clientId !== 'string') return null;
  return recordAddress(body.campaignName, body.clientId);
}
