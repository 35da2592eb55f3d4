// A stack export -> what is recorded, and what each of its resources is called. Pure. Only resources that a desired state
// registered are read (their name is their address): what a program declares with the classes is its own affair.

import { recordAddress, userAddress } from '../src/model/address.ts';
import type { Address } from '../src/model/address.ts';
import { ToolError } from '../src/model/errors.ts';
import { claimedIntent } from '../src/door.ts';
import type { OpenIntent, RecordedObject, RecordedState } from '../src/model/state.ts';
import { RECORD, USER } from './kinds.ts';
import type { ObjectKind } from './kinds.ts';
import { inputsIn, readKept } from './outputs.ts';
import type { Properties } from './outputs.ts';

export interface StackState {
  readonly recorded: RecordedState;
  /** Every object that has a resource, recorded or not. */
  readonly resources: ReadonlyMap<Address, StackResource>;
  /** Creates that were under way when an earlier `up` was killed: the engine will call create again for each. */
  readonly pending: ReadonlySet<Address>;
}

export interface StackResource {
  readonly kind: ObjectKind['name'];
  /** As registered, secrets in plain text. */
  readonly inputs: Properties;
  /** Its create left and was never settled. */
  readonly unsettled: boolean;
}

interface ExportedResource {
  readonly urn: string;
  readonly type: string;
  readonly delete?: boolean;
  readonly inputs?: Properties;
  readonly outputs?: Properties;
}

const KINDS: ReadonlyMap<string, ObjectKind> = new Map([
  ['pulumi-nodejs:dynamic/muster:User', USER],
  ['pulumi-nodejs:dynamic/muster:PinnedRecord', RECORD],
]);
/** Key and value by which an export marks a secret; `plaintext` holds its JSON. */
const SECRET = ['4dabf18193072939515e22adb298388d', '1b47061264138c4ac30d75fd1eb44270'] as const;

/** Takes what `pulumi stack export --show-secrets` prints; `now` (epoch milliseconds) dates the creates that were cut off where the export has no time. Throws when a resource of ours is damaged. */
export function readStack(text: string, now: number): StackState {
  const deployment = child(JSON.parse(text), 'deployment');
  const resources = new Map<Address, StackResource>();
  const objects = new Map<Address, RecordedObject>();
  for (const { kind, address, resource } of ours(list(deployment, 'resources'))) {
    if (resource.delete === true) continue;
    const { recorded, unsettled } = readKept(resource.outputs ?? {});
    resources.set(address, { kind: kind.name, inputs: inputsIn(resource.inputs ?? {}), unsettled });
    if (recorded !== null) objects.set(recorded.address, recorded);
  }
  const creating = list(deployment, 'pending_operations').flatMap((operation) =>
    child(operation, 'type') === 'creating' ? [child(operation, 'resource')] : [],
  );
  const pending = ours(creating);
  const cutOffAt = Date.parse(String(child(child(deployment, 'manifest'), 'time'))) || now;
  return {
    recorded: { objects, openIntents: pending.flatMap(({ kind, resource }) => intentOf(kind, resource, cutOffAt)) },
    resources,
    pending: new Set(pending.map(({ address }) => address)),
  };
}

interface Ours {
  readonly kind: ObjectKind;
  readonly address: Address;
  readonly resource: ExportedResource;
}

function ours(exported: readonly unknown[]): Ours[] {
  return exported.flatMap((item) => {
    const resource = revealed(item);
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

/** `urn:pulumi:<stack>::<project>::<types>::<name>`; the name may hold colons. */
function nameOf(urn: string): string {
  return urn.split('::').slice(3).join('::');
}

/** An object whose create was cut off: present now means done. Records with a marker say so themselves. */
function intentOf(kind: ObjectKind, { inputs = {} }: ExportedResource, now: number): OpenIntent[] {
  const desired = kind.desired(inputs);
  return desired.kind === 'record' && desired.campaign.marker ? [] : claimedIntent(desired, {}, now);
}

function isResource(value: unknown): value is ExportedResource {
  return typeof child(value, 'urn') === 'string' && typeof child(value, 'type') === 'string';
}

/** The same value with every secret in plain text. */
function revealed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(revealed);
  if (typeof value !== 'object' || value === null) return value;
  if (child(value, SECRET[0]) === SECRET[1]) {
    const plaintext = child(value, 'plaintext');
    if (typeof plaintext !== 'string')
      throw new ToolError('pulumi-failed', { message: 'the export hides its secrets' });
    return JSON.parse(plaintext);
  }
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, revealed(part)]));
}

function list(value: unknown, key: string): readonly unknown[] {
  const found = child(value, key);
  return Array.isArray(found) ? found : [];
}

function child(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Object.entries(value).find(([name]) => name === key)?.[1] : null;
}
