// One check of `doctor` and its result.

import type { ErrorCode } from './errors.ts';

export interface Check {
  /** `node`, `files`, `ledger`, `clock`, `certificate`, … */
  readonly name: string;
  readonly status: 'ok' | 'warning' | 'failed' | 'skipped';
  /** One line, without secrets or personal values. */
  readonly text: string;
  /** How to go on; null where there is nothing to do. */
  readonly advice: string | null;
  /** What a failed check means; its exit code is the run's. */
  readonly code: ErrorCode | null;
}

export function ok(name: string, text: string): Check {
  return { name, status: 'ok', text, advice: null, code: null };
}

export function warning(name: string, text: string, advice: string): Check {
  return { name, status: 'warning', text, advice, code: null };
}

export function skipped(name: string, text: string): Check {
  return { name, status: 'skipped', text, advice: null, code: null };
}

export function failed(
  name: string,
  reason: { readonly code: ErrorCode; readonly text: string; readonly advice: string },
): Check {
  return { name, status: 'failed', ...reason };
}
