// What a resource keeps beside its inputs: the record of what was last done, and what was last seen. Texts, because the
// engine's cost grows with the number of properties; both are secrets (resources.ts), because they may hold data items.

import { ToolError } from '../src/model/errors.ts';
import type { ObservedTask } from '../src/model/record.ts';
import type { RecordedObject } from '../src/model/state.ts';
import { RUN_HINTS } from './inputs.ts';
import type { OneObservation } from '../src/door.ts';

/** Written with every resource, so that a later version can read what this one wrote. */
export const SCHEMA_VERSION = 1;

export type Properties = Readonly<Record<string, unknown>>;

export interface Kept {
  readonly recorded: RecordedObject | null;
  readonly observed: OneObservation | null;
  /** A create left whose answer was lost: what it made is ours. */
  readonly unsettled: boolean;
  /** When it left, epoch milliseconds; missing where an older version wrote it. */
  readonly unsettledAt?: number;
}

/** Names of outputs that are no inputs. */
export const OUTPUT_NAMES = [
  'schemaVersion',
  'recorded',
  'observed',
  'unsettled',
  'unsettledAt',
  'presence',
  'backendPresence',
  'connectUserId',
  'previewRecordId',
  'workedState',
  'workAttempts',
] as const;

export function readKept(properties: Properties): Kept {
  const version = properties['schemaVersion'];
  if (version !== undefined && version !== SCHEMA_VERSION) {
    const message = `the stack was written by a newer muster (state schema ${JSON.stringify(version)}); update this one`;
    throw new ToolError('internal', { message });
  }
  return {
    recorded: parse(properties['recorded'], isRecorded),
    observed: parse(properties['observed'], isObservation),
    unsettled: properties['unsettled'] === true,
    ...(typeof properties['unsettledAt'] === 'number' && { unsettledAt: properties['unsettledAt'] }),
  };
}

/** `observed` is left out after a write: what was seen before it no longer holds. */
export function writeKept({ recorded, observed, unsettled, unsettledAt }: Kept): Record<string, unknown> {
  return {
    schemaVersion: SCHEMA_VERSION,
    ...(recorded && { recorded: JSON.stringify(recorded) }),
    ...(observed && { observed: JSON.stringify(observed) }),
    ...(unsettled && { unsettled, ...(unsettledAt !== undefined && { unsettledAt }) }),
    ...shown(recorded, observed),
  };
}

/** For people and programs: what `pulumi stack` and other resources may read. */
function shown(recorded: RecordedObject | null, observed: OneObservation | null): Record<string, unknown> {
  if (observed?.user) {
    const { service, backend, connectUserId } = observed.user;
    return { presence: service, backendPresence: backend, ...(connectUserId !== null && { connectUserId }) };
  }
  if (observed?.record) return { presence: observed.record.presence, ...shownTask(observed.record.tasks[0]) };
  if (recorded === null) return {};
  if (recorded.kind === 'user') {
    const { connectUserId } = recorded;
    return { presence: 'present', ...(connectUserId !== null && { connectUserId }) };
  }
  return { presence: 'present', workedState: recorded.worked.state, workAttempts: recorded.worked.attempts };
}

function shownTask(task: ObservedTask | undefined): Record<string, unknown> {
  if (task === undefined) return {};
  const { previewRecordId, workedState, workAttempts } = task;
  return { previewRecordId, workedState, workAttempts };
}

/** The properties without what this file adds and without hints of one run: the inputs they were made with. */
export function inputsIn(properties: Properties): Record<string, unknown> {
  const names: readonly string[] = [...OUTPUT_NAMES, ...RUN_HINTS];
  return Object.fromEntries(Object.entries(properties).filter(([name]) => !names.includes(name)));
}

function parse<T>(text: unknown, fits: (value: unknown) => value is T): T | null {
  if (text === undefined) return null;
  const value: unknown = typeof text === 'string' ? JSON.parse(text) : null;
  if (fits(value)) return value;
  throw new ToolError('internal', { message: 'the stack holds a resource that muster did not write' });
}

function isRecorded(value: unknown): value is RecordedObject {
  if (typeof value !== 'object' || value === null || !('kind' in value) || !('digests' in value)) return false;
  return value.kind === 'user' ? 'loginUserId' in value && 'provenance' in value : 'clientId' in value;
}

function isObservation(value: unknown): value is OneObservation {
  return typeof value === 'object' && value !== null && 'user' in value && 'record' in value && 'source' in value;
}
