// Which certificates are trusted: the machine's own roots plus the target's, TLS 1.2 or newer, and no switch to skip
// the check.

import { createSecureContext, getCACertificates } from 'node:tls';
import type { SecureContext } from 'node:tls';
import { ToolError } from '../model/errors.ts';

/**
 * Made once a client: reading 150 roots anew for each connection costs more than its handshake. Where nothing is added to the
 * machine's own roots, Node has read them already.
 */
export function trustedContext(ca: string | undefined): SecureContext {
  const roots = ca === undefined ? {} : { ca: [...getCACertificates('default'), ca] };
  return createSecureContext({ ...roots, minVersion: 'TLSv1.2' });
}

/** Throws insecure-tls when the environment asks for unchecked certificates. */
export function refuseUncheckedTls(environment: Readonly<Record<string, string | undefined>>): void {
  if (environment['NODE_TLS_REJECT_UNAUTHORIZED'] === '0') {
    throw new ToolError('insecure-tls', { message: 'NODE_TLS_REJECT_UNAUTHORIZED must not be 0.' });
  }
}

/** Codes of a handshake that failed because of the certificate, not of the network. */
export function isCertificateFault(code: string): boolean {
  return /CERT|^UNABLE_TO_|SELF_SIGNED|^HOSTNAME_MISMATCH$|^INVALID_(?:CA|PURPOSE)$|^CRL_|_CA_MD_TOO_WEAK/u.test(code);
}

export function isLoopback(hostname: string): boolean {
  return /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/u.test(hostname);
}
