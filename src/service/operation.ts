// The eight operations of both interface documents ("Endpoints"): path, and whether a repeated request can do harm.

import { baseUrl } from '../model/target.ts';
import type { Target } from '../model/target.ts';

export type UserOperation = 'add-user' | 'query-existence' | 'delete-user';

export type RecordOperation =
  | 'addOrUpdateCampaignRecord'
  | 'searchPreviewCampaign'
  | 'changeCampaignRecordStatus'
  | 'transferCampaignRecord'
  | 'deleteRecordFromCampaign';

export type Operation = UserOperation | RecordOperation;

/** A reading request may be retried after any failure. A writing one may not. */
export function isReading(operation: Operation): boolean {
  return operation === 'query-existence' || operation === 'searchPreviewCampaign';
}

export function isUserOperation(operation: Operation): operation is UserOperation {
  return operation === 'add-user' || operation === 'query-existence' || operation === 'delete-user';
}

/** `/<previewPrefix>/<action>` or `/<adminPrefix>/api/users/<operation>`. */
export function operationPath(target: Pick<Target, 'previewPrefix' | 'adminPrefix'>, operation: Operation): string {
  const folder = isUserOperation(operation) ? `${target.adminPrefix}/api/users` : target.previewPrefix;
  return `/${folder}/${operation}`;
}

/** The full URL. It contains no secret, so it may be printed. */
export function operationUrl(target: Target, operation: Operation): string {
  return baseUrl(target) + operationPath(target, operation);
}
