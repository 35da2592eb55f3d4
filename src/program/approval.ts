// What a Pulumi run was approved for and may send: variables, or stack configuration where a variable is not set.
//
//   MUSTER_FINGERPRINT   muster:fingerprint    digits, or @FILE with a report of `muster plan`
//   MUSTER_ALLOW_SUBSET  muster:allowSubset    1 or 0
//   MUSTER_MAX_PLAN_AGE  muster:maxPlanAge     24h
//   MUSTER_MAX_REQUESTS  muster:maxRequests    a number
//   MUSTER_FIRST_APPLY   muster:firstApply     1 or 0: goes on although recorded state is not there
//
// The secret that seals fingerprints is a variable only: a preview and the command must find the same one.

import {
  openApproval,
  readApprovalWords,
  readFingerprintKey,
  readRequestLimit,
  readSwitch,
} from '../core/engine/approval.ts';
import type { ApprovalNames } from '../core/engine/approval.ts';
import type { Run } from '../core/engine/run.ts';
import type { ReadConfig } from '../core/model/read-config.ts';

const NAMES: ApprovalNames = {
  fingerprint: 'MUSTER_FINGERPRINT (muster:fingerprint)',
  allowSubset: 'MUSTER_ALLOW_SUBSET (muster:allowSubset)',
  maxPlanAge: 'MUSTER_MAX_PLAN_AGE (muster:maxPlanAge)',
};

const FIRST_APPLY = 'MUSTER_FIRST_APPLY (muster:firstApply)';

/** `folder`: where a relative `@FILE` starts. Throws `bad-usage`. */
export async function readLimits(
  config: ReadConfig,
  environment: NodeJS.ProcessEnv,
  folder: string,
): Promise<Pick<Run, 'approval' | 'fingerprintKey' | 'maxRequests' | 'isFirstApply'>> {
  const given = (variable: string, key: Parameters<ReadConfig>[0]): string | undefined =>
    environment[variable] || config(key) || undefined;
  const fingerprint = given('MUSTER_FINGERPRINT', 'muster:fingerprint');
  const maxPlanAge = given('MUSTER_MAX_PLAN_AGE', 'muster:maxPlanAge');
  const limit = given('MUSTER_MAX_REQUESTS', 'muster:maxRequests');
  const raw = {
    ...(fingerprint === undefined ? {} : { fingerprint }),
    ...(maxPlanAge === undefined ? {} : { maxPlanAge }),
    allowSubset: readSwitch(given('MUSTER_ALLOW_SUBSET', 'muster:allowSubset'), NAMES.allowSubset),
  };
  const words = readApprovalWords(raw, NAMES);
  return {
    ...readFingerprintKey(environment),
    isFirstApply: readSwitch(given('MUSTER_FIRST_APPLY', 'muster:firstApply'), FIRST_APPLY),
    ...(words === null ? {} : { approval: await openApproval(words, folder) }),
    ...(limit === undefined
      ? {}
      : { maxRequests: readRequestLimit(limit, 'MUSTER_MAX_REQUESTS (muster:maxRequests)') }),
  };
}
