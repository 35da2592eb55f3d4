// The tenant that the sandbox plays, on loopback. Headers, the tenant object and the common envelope are checked
// against these values.

import type { Target } from '../../core/model/target.ts';

export const SANDBOX_IDENTITY = {
  host: '127.0.0.1',
  region: 'us-east-1',
  previewPrefix: 'preview',
  adminPrefix: 'admin',
  platform: 'PLATFORM',
  companyCode: 'example',
  environment: 'sandbox',
  secretName: 'sandbox/api-key',
  secretsRegion: 'us-east-1',
  secretsPath: '/secretsmanager',
} as const;

/** Fills in a target with `sandbox: true` once the sandbox runs. */
export function sandboxTarget(target: Target, running: { readonly port: number; readonly ca: string }): Target {
  const { host, region, previewPrefix, adminPrefix, platform, companyCode, environment } = SANDBOX_IDENTITY;
  const { secretName, secretsRegion, secretsPath } = SANDBOX_IDENTITY;
  return {
    ...target,
    sandbox: true,
    host,
    region,
    port: running.port,
    previewPrefix,
    adminPrefix,
    platform,
    companyCode,
    environment,
    identity: 'saml',
    apiKey: { secretName, secretsRegion, endpoint: `https://${host}:${running.port}${secretsPath}` },
    ca: running.ca,
  };
}
