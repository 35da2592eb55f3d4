// The sandbox's own certificate: created once per folder, readable by its owner only, created again when it has
// expired. The key of the root is not stored, so nothing else can be signed with it.

import { X509Certificate } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generate } from 'selfsigned';
import { REGIONS } from '../../core/model/region.ts';

export interface Certificate {
  /** PEM of the root to trust. */
  readonly ca: string;
  /** PEM of the server's certificate. */
  readonly cert: string;
  /** PEM of the server's private key. */
  readonly key: string;
}

/** Not every client accepts a wildcard of one label, so each region prefix is listed. */
const REGION_NAMES = REGIONS.map((region) => ({ type: 2, value: `${region}.localhost` }) as const);

const PARTS = { ca: 'ca.pem', cert: 'server.pem', key: 'server-key.pem' } as const;

/** Reads the certificate of the folder, or creates one when there is none or it is not valid at `now`. */
export async function loadCertificate(directory: string, now: number): Promise<Certificate> {
  const stored = readCertificate(directory);
  if (stored !== null && isValidAt(stored, now)) return stored;
  const made = await makeCertificate(now);
  for (const part of ['ca', 'cert', 'key'] as const) {
    writeFileSync(join(directory, PARTS[part]), made[part], { mode: 0o600 });
  }
  return made;
}

/** PEM of the folder's root, or null when none was made yet. */
export function readRoot(directory: string): string | null {
  const file = join(directory, PARTS.ca);
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

function readCertificate(directory: string): Certificate | null {
  const read = (name: string): string | null => {
    const file = join(directory, name);
    return existsSync(file) ? readFileSync(file, 'utf8') : null;
  };
  const [ca, cert, key] = [read(PARTS.ca), read(PARTS.cert), read(PARTS.key)];
  return ca === null || cert === null || key === null ? null : { ca, cert, key };
}

function isValidAt(certificate: Certificate, now: number): boolean {
  try {
    const { validFromDate, validToDate } = new X509Certificate(certificate.cert);
    return validFromDate.getTime() <= now && now < validToDate.getTime();
  } catch {
    return false;
  }
}

async function makeCertificate(now: number): Promise<Certificate> {
  const day = 24 * 60 * 60 * 1000;
  const terms = {
    keyType: 'ec',
    algorithm: 'sha256',
    notBeforeDate: new Date(now - day),
    notAfterDate: new Date(now + 365 * day),
  } as const;
  const root = await generate([{ name: 'commonName', value: 'muster sandbox root' }], {
    ...terms,
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  });
  const server = await generate([{ name: 'commonName', value: 'muster sandbox' }], {
    ...terms,
    ca: { key: root.private, cert: root.cert },
    extensions: [
      { name: 'basicConstraints', cA: false },
      { name: 'keyUsage', digitalSignature: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 7, ip: '127.0.0.1' },
          { type: 2, value: 'localhost' },
          { type: 2, value: '*.localhost' },
          ...REGION_NAMES,
        ],
      },
    ],
  });
  return { ca: root.cert, cert: server.cert, key: server.private };
}
