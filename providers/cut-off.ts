// Creates of records that an update which was cut off may have sent, as the state of the stack shows them. Pure.
//
// Terms     operation   an element of `pending_operations`: the engine saves it before it calls a handler, and takes it out when
//                       the handler has answered. Killed in between, it stays, and says what was to be written
//           entry       what `resources` holds under the same URN
// Premise   An operation says neither when it began nor how far it came. The engine goes on listing a `creating` until a person
//           clears it, although a later update has finished it; every other operation goes with the next save. The `creating` of a
//           replacement carries the times of the entry it replaces; that of a new resource has none.
//
//   operation   entry                            what of its records may have been sent
//   creating    none                             all
//   creating    there, with the same `modified`  those that the entry does not hold: a replacement was cut off
//   creating    there, otherwise                 none: it was finished since
//   updating    there                            those that the entry does not hold
//   others      any                              none: nothing is added by them
//
// A record that is held without the `reissue` of the operation may have been called again: that is settled as after an update without
// an answer (src/core/reconcile/diff/open-intents.ts).
//
// Example: `up` creates a PinnedRecord C-1 and is killed. Pulumi lists it as `creating`; no resource has its URN, so C-1 may have been
// sent. The next `up` creates it, and Pulumi still lists it; now there is an entry, and nothing is concluded any more.

import { isNewReason, withReason } from '../src/core/engine/parts.ts';
import { clientIdOf } from '../src/core/model/address.ts';
import type { Address } from '../src/core/model/address.ts';
import { isAdded } from '../src/core/model/record.ts';
import type { OpenIntent, RecordedObject } from '../src/core/model/state.ts';
import type { Declaration } from './declaration.ts';
import type { Receipts } from './receipts.ts';
import { child, isResource, list } from './stack-export.ts';
import type { ExportedResource } from './stack-export.ts';

/** Of a write that was cut off, what it may have added, under the resource that answers for it (registry.ts). */
export interface CutOffAdditions {
  readonly owner: string;
  /** A create of each record that it adds. */
  readonly intents: readonly OpenIntent[];
}

/** `intents`: a create of each object that was to be written. */
export function additionsOf({
  owner,
  declaration,
  intents,
}: CutOffAdditions & { readonly declaration: Declaration }): CutOffAdditions {
  const added = new Set(declaration.records.flatMap(({ address, ensure }) => (isAdded(ensure) ? [address] : [])));
  return { owner, intents: intents.filter(({ address }) => added.has(address)) };
}

export interface CutOffOperation {
  readonly isCreate: boolean;
  readonly resource: ExportedResource;
}

/** Those that may have added something nobody recorded. */
export function operationsIn(deployment: unknown): CutOffOperation[] {
  const entries = list(deployment, 'resources').filter((each) => isResource(each) && each.delete !== true);
  const byUrn = new Map(entries.flatMap((each) => (isResource(each) ? [[each.urn, each] as const] : [])));
  return list(deployment, 'pending_operations').flatMap((operation) => {
    const [type, resource] = [child(operation, 'type'), child(operation, 'resource')];
    if (!isResource(resource)) return [];
    const entry = byUrn.get(resource.urn);
    const isOpen = type === 'updating' || (type === 'creating' && isUnfinished(resource, entry));
    return isOpen ? [{ isCreate: type === 'creating', resource }] : [];
  });
}

function isUnfinished({ modified }: ExportedResource, entry: ExportedResource | undefined): boolean {
  return entry === undefined || (modified !== undefined && modified === entry.modified);
}

/**
 * Of these writes, what is neither recorded as it was to be made nor open already; each address once. `declared`: of what is recorded, as
 * far as it may be about another campaign.
 */
export function unsettled(
  intents: readonly OpenIntent[],
  { recorded, openIntents }: Pick<Receipts, 'recorded' | 'openIntents'>,
  declared: ReadonlySet<Address> = new Set(),
): OpenIntent[] {
  const made = new Map(recorded.map((object) => [object.address, object]));
  const open = new Set(openIntents.map(({ address }) => address));
  const moving = new Set(recorded.flatMap(({ address }) => (declared.has(address) ? [] : clientIdOf(address))));
  const left = intents.flatMap((intent) => {
    if (open.has(intent.address)) return [];
    const before = made.get(intent.address);
    if (before !== undefined) return reissued(before, { reissue: reissueOf(intent), at: intent.at });
    // Recorded in another campaign, and declared there no more, it was to be moved: where it stands says what became of it.
    return moving.has(clientIdOf(intent.address)) ? [] : [intent];
  });
  return [...new Map(left.map((intent): [Address, OpenIntent] => [intent.address, intent])).values()];
}

/** A reason to call again is consent for one time: whether it was used shows in the record, as after an update without an answer. */
function reissued(
  before: RecordedObject,
  { reissue, at }: { readonly reissue: string; readonly at: number },
): OpenIntent[] {
  if (before.kind !== 'record' || !isNewReason(reissue, before)) return [];
  const { address } = before;
  const proposed = { ...before, ...withReason(reissue, before) };
  return [{ id: `update ${address}`, address, action: 'update', fromCampaign: null, at, proposed }];
}

/** The reason to call again that was sent, or is to be sent; empty where there is none. */
function reissueOf({ proposed }: Pick<OpenIntent, 'proposed'>): string {
  return proposed?.kind === 'record' ? proposed.reissue : '';
}

/** What may have been sent for rows that are not declared here, apart from the others: the next write or delete says what becomes of it. */
export function splitUndeclared(
  { openIntents }: Pick<Receipts, 'openIntents'>,
  { rows }: { readonly rows: Pick<Declaration['rows'], 'has'> },
): [undeclared: OpenIntent[], others: OpenIntent[]] {
  const isUndeclared = ({ address, interrupted }: OpenIntent): boolean => interrupted === true && !rows.has(address);
  return [openIntents.filter(isUndeclared), openIntents.filter((intent) => !isUndeclared(intent))];
}
