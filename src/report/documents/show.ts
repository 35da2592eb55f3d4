// Recorded state -> its document: what is ours, since when and how; writes left open; copies kept of records on the way.
// Bodies of copies hold personal values: only that a copy exists, and since when, is said. Pure.

import { isUser } from '../../model/address.ts';
import type { Address, Kind } from '../../model/address.ts';
import type { Action, RecordedObject, RecordedState } from '../../model/state.ts';
import type { Plan } from '../../reconcile/plan-value.ts';
import { iso, reportHead, type ReportContext, type ReportHead } from '../words/head.ts';

export interface ShowDocument extends ReportHead {
  readonly kind: 'show';
  readonly summary: { readonly recorded: number };
  readonly recorded: readonly ReportObject[];
  readonly openIntents: readonly { readonly address: Address; readonly action: Action; readonly at: string }[];
  readonly copies: readonly { readonly address: Address; readonly savedAt: string }[];
}

export interface ReportObject {
  readonly address: Address;
  readonly kind: Kind;
  readonly recordedAt: string;
  /** Names of the fields that were sent; values are kept as digests only. */
  readonly fields: readonly string[];
  readonly provenance: 'created' | 'adopted';
  readonly connectUserId: string | null;
  readonly previewRecordId: string | null;
  readonly preferredAgent: string | null;
  readonly consumed: { readonly how: string; readonly at: string } | null;
}

export interface ShowInput {
  readonly project: string;
  readonly target: Plan['target'];
  readonly recorded: RecordedState;
  readonly copies: readonly { readonly address: string; readonly savedAt: number }[];
}

export function showDocument(input: ShowInput, context: ReportContext): ShowDocument {
  const { objects, openIntents } = input.recorded;
  const recorded = [...objects.values()].map(reportObject);
  return {
    ...reportHead(context, input),
    kind: 'show',
    summary: { recorded: recorded.length },
    recorded,
    openIntents: openIntents.map(({ address, action, at }) => ({ address, action, at: iso(at) })),
    copies: input.copies.map(({ address, savedAt }) => ({ address, savedAt: iso(savedAt) })),
  };
}

function reportObject(each: RecordedObject): ReportObject {
  const { address, kind, recordedAt, digests } = each;
  const common = { address, kind, recordedAt: iso(recordedAt), fields: Object.keys(digests).toSorted() };
  if (isUser(each)) {
    const ofRecords = { previewRecordId: null, preferredAgent: null, consumed: null };
    return { ...common, provenance: each.provenance.service, connectUserId: each.connectUserId, ...ofRecords };
  }
  const { provenance, previewRecordId, preferredAgent } = each;
  const consumed = each.consumed && { how: each.consumed.how, at: iso(each.consumed.at) };
  return { ...common, provenance, connectUserId: null, previewRecordId, preferredAgent, consumed };
}
