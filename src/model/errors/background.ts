// Why a guard stops and what a finding means, with an example: printed by `explain` and in docs/errors.md, never in a run.

import type { ErrorCode } from '../errors.ts';

export const BACKGROUND: Partial<Readonly<Record<ErrorCode, string>>> = {
  'guard-deletes':
    'The number is absolute and counts from the first delete; the percentage only adds to it once 20 objects of a kind are recorded. The number to type is exact, so a plan that grew since you read it stops again.',
  'guard-same-object':
    'Example: `Ana@example.com` becomes `ana@example.com`. The service would get an add and a delete for one person, and the order decides whether that person keeps access.',
};
