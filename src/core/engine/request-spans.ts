// One OpenTelemetry span for each request to the service, through the API alone: an SDK that the user registers receives them
// (NODE_OPTIONS=--import=…); without one they go nowhere. Names of attributes are those of the event, below `muster.`.

import { pid } from 'node:process';
import { SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { Clock } from '../model/state.ts';
import type { RequestEvent } from './requests.ts';
import { readVersion } from './version.ts';

interface Spans {
  /** Which kind of process sends the requests. */
  readonly sender: string;
  readonly clock: Clock;
}

export function spansOf({ sender, clock }: Spans): (event: RequestEvent) => void {
  const tracer = trace.getTracer('muster', readVersion());
  return (event) => {
    const endTime = clock();
    const { operation, status, outcome, code, durationMs, retries, requestId, address } = event;
    const span = tracer.startSpan(operation, { kind: SpanKind.CLIENT, startTime: endTime - durationMs });
    span.setAttributes({
      'muster.request_id': requestId,
      'muster.operation': operation,
      'muster.outcome': outcome,
      'muster.retries': retries,
      'muster.process': sender,
      'process.pid': pid,
      ...(address === null ? {} : { 'muster.address': address }),
      ...(status === null ? {} : { 'http.response.status_code': status }),
      ...(code === null ? {} : { 'error.type': code }),
    });
    if (outcome !== 'done') span.setStatus({ code: SpanStatusCode.ERROR });
    span.end(endTime);
  };
}
