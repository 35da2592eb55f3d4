// The sandbox's certificate: made once a folder, made anew when it is not valid, and good for every name a target may have.

import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { REGIONS } from '../../src/core/model/region.ts';
import { loadCertificate, readRoot } from '../../src/sandbox/wire/certificate.ts';
import { temporaryFolder } from '../support/sandbox.ts';

const DAY = 24 * 60 * 60 * 1000;
const NOW = Date.UTC(2026, 0, 15, 12);

function folder(): string {
  const { directory, remove } = temporaryFolder();
  onTestFinished(remove);
  return directory;
}

test('it is made once, kept for its owner only, and read again as it was', async () => {
  const directory = folder();
  expect(readRoot(directory)).toBeNull();
  const made = await loadCertificate(directory, NOW);
  expect(readRoot(directory)).toBe(made.ca);
  expect(readFileSync(join(directory, 'server.pem'), 'utf8')).toBe(made.cert);
  for (const file of ['ca.pem', 'server.pem', 'server-key.pem'])
    expect([file, statSync(join(directory, file)).mode & 0o777]).toEqual([file, 0o600]);
  expect(await loadCertificate(directory, NOW + 1000)).toEqual(made);
});

test.each(['ca.pem', 'server.pem', 'server-key.pem'])(
  'it is made anew as a whole where %s is missing',
  async (file) => {
    const directory = folder();
    const made = await loadCertificate(directory, NOW);
    rmSync(join(directory, file));
    const again = await loadCertificate(directory, NOW);
    expect([again.ca === made.ca, again.cert === made.cert, again.key === made.key]).toEqual([false, false, false]);
    expect(await loadCertificate(directory, NOW)).toEqual(again);
  },
);

test.each([
  ['a day before it was made', -DAY, true],
  ['a second earlier', -DAY - 1000, false],
  ['a second before it ends', 365 * DAY - 1000, true],
  ['at its end', 365 * DAY, false],
])('%s: it is kept, or made anew', async (_when, after, kept) => {
  const directory = folder();
  const made = await loadCertificate(directory, NOW);
  expect((await loadCertificate(directory, NOW + after)).cert === made.cert).toBe(kept);
});

test('one that cannot be read is made anew', async () => {
  const directory = folder();
  const made = await loadCertificate(directory, NOW);
  writeFileSync(join(directory, 'server.pem'), 'rubbish');
  const again = await loadCertificate(directory, NOW);
  expect(new X509Certificate(again.cert).checkIssued(new X509Certificate(again.ca))).toBe(true);
  expect(again.ca).not.toBe(made.ca);
});

test('it is the certificate of a server, signed by its own root, for a year, with the key beside it', async () => {
  const { ca, cert, key } = await loadCertificate(folder(), NOW);
  const [root, server] = [new X509Certificate(ca), new X509Certificate(cert)];
  expect([root.ca, server.ca]).toEqual([true, false]);
  expect([root.subject, server.subject]).toEqual(['CN=muster sandbox root', 'CN=muster sandbox']);
  expect(server.verify(root.publicKey)).toBe(true);
  expect(root.verify(root.publicKey)).toBe(true);
  expect(server.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1']);
  for (const each of [root, server]) {
    expect([each.validFromDate.getTime(), each.validToDate.getTime()]).toEqual([NOW - DAY, NOW + 365 * DAY]);
    expect(each.publicKey.asymmetricKeyType).toBe('ec');
  }
  expect(server.checkPrivateKey(createPrivateKey(key))).toBe(true);
  expect(root.checkPrivateKey(createPrivateKey(key))).toBe(false);
});

test('it is good for loopback, for names below localhost and for the prefix of each region, and for no others', async () => {
  const { cert } = await loadCertificate(folder(), NOW);
  const server = new X509Certificate(cert);
  expect(server.checkIP('127.0.0.1')).toBe('127.0.0.1');
  expect(server.checkHost('localhost')).toBe('localhost');
  const names = server.subjectAltName?.split(', ') ?? [];
  expect(names.toSorted()).toEqual(
    [
      'DNS:*.localhost',
      'DNS:localhost',
      'IP Address:127.0.0.1',
      ...REGIONS.map((each) => `DNS:${each}.localhost`),
    ].toSorted(),
  );
  expect(server.checkHost('example.com')).toBeUndefined();
});
