// What differs between the two resource types: their identity, and how their inputs are read.

import { ToolError } from '../src/model/errors.ts';
import type { DesiredRecord } from '../src/model/record.ts';
import type { DesiredUser } from '../src/model/user.ts';
import { desiredRecord, desiredUser } from './inputs.ts';
import type { RecordInputs, UserInputs } from './inputs.ts';
import type { Properties } from './outputs.ts';

export interface ObjectKind {
  readonly name: 'user' | 'record';
  /** Property that names the object for ever: another value is another object. */
  readonly identity: 'loginUserId' | 'clientId';
  /** Throws when the stack holds something that muster did not write. */
  desired(properties: Properties): DesiredUser | DesiredRecord;
}

export const USER: ObjectKind = {
  name: 'user',
  identity: 'loginUserId',
  desired: (properties) => desiredUser(fitting(properties, isUser)),
};

export const RECORD: ObjectKind = {
  name: 'record',
  identity: 'clientId',
  desired: (properties) => desiredRecord(fitting(properties, isRecord)),
};

/** The id under which the engine keeps the object. */
export function idOf(kind: ObjectKind, properties: Properties): string {
  return String(properties[kind.identity]);
}

export function textIn(properties: Properties, name: string): string | null {
  const value = properties[name];
  return typeof value === 'string' ? value : null;
}

function fitting<T>(properties: Properties, fits: (value: Properties) => value is Properties & T): T {
  if (fits(properties)) return properties;
  throw new ToolError('internal', { message: 'the stack holds a resource that muster did not write' });
}

/** Checked inputs carry nothing else (check.ts): the identity tells them from strangers. */
function isUser(properties: Properties): properties is Properties & UserInputs {
  return typeof properties['loginUserId'] === 'string';
}

function isRecord(properties: Properties): properties is Properties & RecordInputs {
  return typeof properties['clientId'] === 'string' && typeof properties['campaignName'] === 'string';
}
