// The entry of `targets` in muster.yaml for a sandbox that a test started, as a team declares one of its own.

import type { Target } from '../../src/core/model/target.ts';

/** Its certificate is the file ca.pem of the project. */
export function targetEntry(target: Target): object {
  const { host, port, platform, companyCode, environment, previewPrefix, adminPrefix, identity, apiKey } = target;
  const named = { host, port, platform, companyCode, environment, previewPrefix, adminPrefix, identity, apiKey };
  return { ...named, caFile: 'ca.pem' };
}
