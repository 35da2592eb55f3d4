// What was refused, or never answered, as an error that a caller may ask about. For every forge, whatever client it has.

import { ToolError } from '../core/model/errors.ts';
import { at } from './value.ts';

/** A refusal, with the number that a caller may treat as an answer. */
export class RefusedRequest extends ToolError {
  readonly status: number;

  constructor(error: ToolError, status: number) {
    super(error.code, error.detail);
    this.status = status;
  }
}

export const isGone = (error: unknown): boolean =>
  error instanceof RefusedRequest && (error.status === 404 || error.status === 410);

/** No answer, or one that is no answer of a forge. */
export function lost(error: unknown, what: string): ToolError {
  const inner =
    at(error, 'cause', 'code') ?? at(error, 'cause', 'cause', 'code') ?? at(error, 'code') ?? at(error, 'name');
  const code = typeof inner === 'string' && /^[A-Za-z_]{2,40}$/u.test(inner) ? inner : 'no readable answer';
  return new ToolError('forge-failed', { message: `${what}: ${code}`, cause: error });
}

export async function unlessGone(sent: Promise<unknown>): Promise<'done' | 'gone'> {
  try {
    await sent;
    return 'done';
  } catch (error) {
    if (isGone(error)) return 'gone';
    throw error;
  }
}
