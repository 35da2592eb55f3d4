// One OpenTelemetry span for each request to the service, through the API alone: an SDK that the user registers receives them
// (NODE_OPTIONS=--import=…); without one they go nowhere. Names of attributes are those of the event, below `muster.`.

import { SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { RequestEvent } from '../engine/requests.ts';
import type { Call } from './command.ts';

export function spansOf({ version, shell }: Pick<Call, 'version' | 'shell'>): (event: RequestEvent) => void {
  const tracer = trace.getTracer('muster', version);
  return (event) => {
    const endTime = shell.clock();
    const { operation, status, outcome, code, durationMs, retries, requestId, address } = event;
    const span = tracer.startSpan(operation, { kind: SpanKind.CLIENT, startTime: endTime - durationMs });
    span.setAttributes({
      'muster.request_id': requestId,
      'muster.operation': operation,
      'muster.outcome': outcome,
      'muster.retries': retries,
      ...(address === null ? {} : { 'muster.address': address }),
      ...(status === null ? {} : { 'http.response.status_code': status }),
      ...(code === null ? {} : { 'error.type': code }),
    });
    if (outcome !== 'done') span.setStatus({ code: SpanStatusCode.ERROR });
    span.end(endTime);
  };
}
