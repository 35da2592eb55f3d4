// Reading request bodies: a field is as the document types it, or the request is refused with a reason. JSON null
// counts as "not given".

import type { DataItem } from '../../core/model/record.ts';
import { isDisplayOrder } from '../../core/model/value-rules.ts';
import type { Switches } from '../world/switches.ts';

export type ServiceName = 'preview' | 'admin' | 'secrets';

export interface Route {
  readonly service: ServiceName;
  readonly operation: string;
  /** `secret`: the key is handed out, which is neither. */
  readonly kind: 'read' | 'write' | 'secret';
}

export type Body = Readonly<Record<string, unknown>>;

/** A request the service does not carry out. `http` is the status when the refusal is not an HTTP 200. */
export class RequestRefusal extends Error {
  readonly http: number;

  constructor(reason: string, http = 200) {
    super(reason);
    this.name = 'Refusal';
    this.http = http;
  }
}

export function isBody(value: unknown): value is Body {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function optionalText(body: Body, field: string): string | undefined {
  const value = body[field] ?? undefined;
  if (value === undefined || typeof value === 'string') return value;
  throw new RequestRefusal(`${field} must be a string`);
}

/** Refuses a missing or empty text. */
export function requiredText(body: Body, field: string): string {
  const value = optionalText(body, field);
  if (value) return value;
  throw new RequestRefusal(`${field} is required`);
}

export function optionalBoolean(body: Body, field: string): boolean {
  const value = body[field] ?? false;
  if (typeof value === 'boolean') return value;
  throw new RequestRefusal(`${field} must be true or false`);
}

/** Milliseconds since 1970-01-01 UTC. */
export function optionalInstant(body: Body, field: string): number | undefined {
  const value = body[field] ?? undefined;
  if (value === undefined || (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0)) return value;
  throw new RequestRefusal(`${field} must be milliseconds since 1970-01-01 UTC`);
}

export function requiredList(body: Body, field: string): readonly Body[] {
  const value = body[field];
  if (!Array.isArray(value)) throw new RequestRefusal(`${field} must be a list`);
  return value.map((item: unknown) => {
    if (isBody(item)) return item;
    throw new RequestRefusal(`${field} must hold objects`);
  });
}

/** Data item: key and value required, displayOrder greater than zero when given. */
export function readItem(body: Body): DataItem {
  const key = requiredText(body, 'key');
  const value = optionalText(body, 'value');
  if (value === undefined) throw new RequestRefusal('value is required for every data item');
  const displayOrder = body['displayOrder'] ?? undefined;
  if (displayOrder === undefined) return { key, value };
  if (typeof displayOrder !== 'number' || !isDisplayOrder(displayOrder)) {
    throw new RequestRefusal('displayOrder must be an integer greater than zero');
  }
  return { key, value, displayOrder };
}

/** Applies the length limit (S20) to one text. */
export function limitText(text: string, limit: Switches['S20']): string {
  if (limit.kind === 'none' || text.length <= limit.max) return text;
  if (limit.kind === 'cut') return text.slice(0, limit.max);
  throw new RequestRefusal(`a value is longer than ${limit.max} characters`, limit.kind === '4xx' ? 413 : 200);
}
