// The answer of one request: done, not done, or unknown. Expected failures are values; exceptions are for bugs and for
// stopping a run.

import type { ErrorCode } from './errors.ts';

/** Why something is not done or not known. Texts contain no personal value and no key. */
export interface Problem {
  readonly code: ErrorCode;
  readonly message: string;
  /** True for a failure of the environment, not of the object: the run ends after the first. */
  readonly stopsRun: boolean;
  /** The request never left, because the run had been stopped before: nothing is wrong with the object. */
  readonly neverSent?: true;
}

/**
 * - `done`: the service said so, in a body that fits its schema.
 * - `not-done`: the service refused, or the request never reached it. Nothing changed.
 * - `unknown`: the request was sent and no readable answer came. Only a read may settle it.
 */
export type Outcome<T> =
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'not-done'; readonly problem: Problem }
  | { readonly kind: 'unknown'; readonly problem: Problem };
