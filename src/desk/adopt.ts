// `muster adopt`: what exists in the service -> a change of the desired files that a person can review. Reads through a
// client that has no writing methods; the only thing it may write is a file of the project.

import { NOT_SHOWN, parseCriterion } from '../core/face.ts';
import type { Criterion } from '../core/face.ts';
import { ToolError } from '../core/model/errors.ts';

export { adoptCampaign } from './adopt/campaign.ts';
export type { CampaignRequest } from './adopt/campaign.ts';
export { declaredSoFar } from './adopt/context.ts';
export type { AdoptContext } from './adopt/context.ts';
export { adoptDrift } from './adopt/drift.ts';
export { adoptUsers } from './adopt/users.ts';
export type { UsersRequest } from './adopt/users.ts';

/** Throws ToolError bad-usage for text that is no criterion, or for one whose answer could not be checked. */
export function readCriterion(words: string): Criterion {
  const criterion = parseCriterion(words);
  if (criterion === null) {
    throw new ToolError('bad-usage', {
      message: '--where takes "key=value" or "key BEGINSWITH value"; given neither',
    });
  }
  const why = NOT_SHOWN.get(criterion.key);
  if (why === undefined) return criterion;
  throw new ToolError('bad-usage', { message: `--where cannot use ${criterion.key}: ${why}` });
}
export { openFile, writeFiles } from './adopt/files.ts';
