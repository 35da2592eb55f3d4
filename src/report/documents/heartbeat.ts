// `drift --max-age`: the last complete run is young enough.

import type { Plan } from '../../reconcile/plan-value.ts';
import { iso, reportHead, type ReportContext, type ReportHead } from '../words/head.ts';

export interface HeartbeatDocument extends ReportHead {
  readonly kind: 'heartbeat';
  /** When the last complete run ended, and how old it may be. */
  readonly heartbeat: { readonly at: string; readonly maxAgeMs: number };
}

export interface HeartbeatInput {
  readonly project: string;
  readonly target: Plan['target'];
  /** Epoch milliseconds. */
  readonly completeAt: number;
  readonly maxAgeMs: number;
}

export function heartbeatDocument(input: HeartbeatInput, context: ReportContext): HeartbeatDocument {
  const { completeAt, maxAgeMs } = input;
  return { ...reportHead(context, input), kind: 'heartbeat', heartbeat: { at: iso(completeAt), maxAgeMs } };
}
