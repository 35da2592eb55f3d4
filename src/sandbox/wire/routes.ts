// Which operation a URL means: `/<previewPrefix>/<action>`, `/<adminPrefix>/api/users/<operation>`, the secrets
// manager.

import { effectOfOperation } from '../operations/admin.ts';
import { SANDBOX_IDENTITY } from '../world/identity.ts';
import { effectOfAction } from '../operations/preview.ts';
import type { Route } from '../messages/request.ts';

/** Null for a URL that is none of ours. */
export function findRoute(url: string): Route | null {
  const { previewPrefix, adminPrefix, secretsPath } = SANDBOX_IDENTITY;
  if (url === secretsPath || url === `${secretsPath}/`) {
    return { service: 'secrets', operation: 'GetSecretValue', kind: 'secret' };
  }
  const action = after(url, `/${previewPrefix}/`);
  const ofAction = action === null ? null : effectOfAction(action);
  if (action !== null && ofAction !== null) return { service: 'preview', operation: action, kind: ofAction };
  const operation = after(url, `/${adminPrefix}/api/users/`);
  const ofOperation = operation === null ? null : effectOfOperation(operation);
  if (operation !== null && ofOperation !== null) return { service: 'admin', operation, kind: ofOperation };
  return null;
}

function after(url: string, prefix: string): string | null {
  return url.startsWith(prefix) ? url.slice(prefix.length) : null;
}
