// A stack export -> what is recorded, and what each of its resources is called. Pure. Only resources that a desired state
// registered are read (their name is their address): what a program declares with the classes is its own affair.

import { recordAddress, userAddress } from '../src/model/address.ts';
import type { Address } from '../src/model/address.ts';
import { cutOffIntent, unansweredIntent } from '../src/door/claim.ts';
import type { Digest, OpenIntent, RecordedObject, RecordedState } from '../src/model/state.ts';
import { RECORD, USER } from './kinds.ts';
import type { ObjectKind } from './kinds.ts';
import { inputsIn, readKept } from './outputs.ts';
import type { Properties } from './outputs.ts';
import { child, isResource, list, nameOf, revealed } from './stack-export.ts';
import type { ExportedResource } from './stack-export.ts';
import { readSets, withSets } from './state-sets.ts';
import type { StackSet } from './state-sets.ts';

export interface StackState {
  readonly recorded: RecordedState;
  /** Every object that has a resource, recorded or not. */
  readonly resources: ReadonlyMap<Address, StackResource>;
  /** Creates that were under way when an earlier `up` was killed: the engine will call create again for each. */
  readonly pending: ReadonlySet<Address>;
  /** Sets of records by the name of their resource. Their receipts stand in `recorded` too. */
  readonly sets: ReadonlyMap<string, StackSet>;
}

export interface StackResource {
  readonly kind: ObjectKind['name'];
  /** As registered, secrets in plain text. */
  readonly inputs: Properties;
  /** Its create left and was never settled. */
  readonly unsettled: boolean;
}

const KINDS: ReadonlyMap<string, ObjectKind> = new Map([
  ['pulumi-nodejs:dynamic/muster:User', USER],
  ['pulumi-nodejs:dynamic/muster:PinnedRecord', RECORD],
]);

/**
 * Takes what `pulumi stack export --show-secrets` prints; `now` (epoch milliseconds) dates the creates that were cut off
 * where the export has no time, `digest` (of this stack) tells what they sent. Throws when a resource of ours is damaged.
 */
export function readStack(text: string, now: number, digest: Digest): StackState {
  const deployment = child(JSON.parse(text), 'deployment');
  const resources = new Map<Address, StackResource>();
  const objects = new Map<Address, RecordedObject>();
  const unanswered: OpenIntent[] = [];
  const all = list(deployment, 'resources').map(revealed);
  for (const { kind, address, resource } of ours(all)) {
    if (resource.delete === true) continue;
    const { recorded, unsettled, unsettledAt = now } = readKept(resource.outputs ?? {});
    const inputs = inputsIn(resource.inputs ?? {});
    resources.set(address, { kind: kind.name, inputs, unsettled });
    if (recorded !== null) objects.set(recorded.address, recorded);
    else if (unsettled) unanswered.push(...unansweredIntent(kind.desired(inputs), digest, unsettledAt));
  }
  const creating = list(deployment, 'pending_operations').flatMap((operation) =>
    child(operation, 'type') === 'creating' ? [revealed(child(operation, 'resource'))] : [],
  );
  // The engine goes on listing a create that a later run has finished.
  const pending = ours(creating).filter(({ address }) => !resources.has(address));
  const cutOffAt = Date.parse(String(child(child(deployment, 'manifest'), 'time'))) || now;
  const cutOff = pending.flatMap(({ kind, resource }) =>
    unansweredIntent(kind.desired(resource.inputs ?? {}), digest, cutOffAt),
  );
  const openIntents = [...unanswered, ...cutOff];
  const operations = list(deployment, 'pending_operations').map(revealed);
  const sets = readSets({
    resources: all,
    operations,
    cutOffIntent: (record) => cutOffIntent(record, digest, cutOffAt),
  });
  const merged = withSets({ objects, openIntents }, sets);
  return { recorded: merged, resources, pending: new Set(pending.map(({ address }) => address)), sets };
}

interface Ours {
  readonly kind: ObjectKind;
  readonly address: Address;
  readonly resource: ExportedResource;
}

function ours(exported: readonly unknown[]): Ours[] {
  return exported.flatMap((resource) => {
    if (!isResource(resource)) return [];
    const kind = KINDS.get(resource.type);
    const address = kind && addressOf(kind, resource.inputs ?? {});
    return kind && address && nameOf(resource.urn) === address ? [{ kind, address, resource }] : [];
  });
}

function addressOf(kind: ObjectKind, inputs: Properties): Address {
  return kind.name === 'user'
    ? userAddress(String(inputs['loginUserId']))
    : recordAddress(String(inputs['campaignName']), String(inputs['clientId']));
}
