// Which operation a URL means: `/<previewPrefix>/<action>`, `/<adminPrefix>/api/users/<operation>`, the secrets manager.

import { isUserOperation } from './admin.ts';
import { SANDBOX_IDENTITY } from './identity.ts';
import { isPreviewAction } from './preview.ts';

export type ServiceName = 'preview' | 'admin' | 'secrets';

export interface Route {
  readonly service: ServiceName;
  readonly operation: string;
}

const READS: readonly string[] = ['searchPreviewCampaign', 'query-existence'];

/** Null for a URL that is none of ours. */
export function findRoute(url: string): Route | null {
  const { previewPrefix, adminPrefix, secretsPath } = SANDBOX_IDENTITY;
  if (url === secretsPath || url === `${secretsPath}/`) return { service: 'secrets', operation: 'GetSecretValue' };
  const action = after(url, `/${previewPrefix}/`);
  if (action !== null && isPreviewAction(action)) return { service: 'preview', operation: action };
  const operation = after(url, `/${adminPrefix}/api/users/`);
  if (operation !== null && isUserOperation(operation)) return { service: 'admin', operation };
  return null;
}

export function kindOf({ service, operation }: Route): 'read' | 'write' | 'secret' {
  if (service === 'secrets') return 'secret';
  return READS.includes(operation) ? 'read' : 'write';
}

function after(url: string, prefix: string): string | null {
  return url.startsWith(prefix) ? url.slice(prefix.length) : null;
}
