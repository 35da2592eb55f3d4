// Name, connection and certificate of a target, checked one after the other for `doctor`. Sends no request and no key;
// trusts what an ordinary run trusts.

import { lookup } from 'node:dns/promises';
import { connect as connectTcp, isIP } from 'node:net';
import type { Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { PeerCertificate } from 'node:tls';
import { codeOf } from '../model/error-code.ts';
import { baseUrl } from '../model/target.ts';
import type { Target } from '../model/target.ts';
import { proxyFor } from './proxy.ts';
import type { Proxy } from './proxy.ts';
import { trustedContext } from './trust.ts';
import { refuseUntrustedHosts } from './trusted-hosts.ts';
import { openTunnel, ProxyFailure } from './tunnel.ts';

export interface Handshake {
  /** `host:port`. */
  readonly place: string;
  /** How far it came; `name`: the name was not found; `proxy`: the proxy opened no way to it. */
  readonly reached: 'name' | 'proxy' | 'connection' | 'certificate' | 'done';
  /** Short code of what stopped it, such as ENOTFOUND; null when done. */
  readonly problem: string | null;
  readonly addresses: readonly string[];
  /** `host:port` of the proxy between; null for none. Then it is the proxy that looks up the name. */
  readonly proxy: string | null;
  readonly certificate: {
    readonly issuer: string;
    /** Epoch milliseconds. */
    readonly validTo: number;
    readonly protocol: string;
  } | null;
}

const TIMEOUT_MS = 10_000;
const NO_CODE = 'no code';

/** Never throws because of the network. Throws `untrusted-host` before it looks up any name. */
export async function shakeHands(target: Target): Promise<Handshake> {
  refuseUntrustedHosts(target, process.env);
  const { hostname, port, host } = new URL(baseUrl(target));
  const place = port === '' ? `${host}:443` : host;
  const proxy = proxyFor(target, new URL(baseUrl(target)), process.env);
  const start = { place, addresses: [], proxy: proxy?.place ?? null, certificate: null };
  const spot = { host: hostname, port: Number(port || 443) };
  if (proxy !== null) return { ...start, ...(await throughProxy(spot, target.ca, proxy)) };
  let addresses: readonly string[];
  try {
    addresses = isIP(hostname) ? [hostname] : (await lookup(hostname, { all: true })).map(({ address }) => address);
  } catch (error) {
    return { ...start, reached: 'name', problem: codeOf(error) ?? NO_CODE };
  }
  const refused = await tryTcp(spot);
  if (refused !== null) return { ...start, addresses, reached: 'connection', problem: refused };
  return { ...start, addresses, ...(await tryTls(spot, target.ca)) };
}

type HandshakeEnd = Pick<Handshake, 'reached' | 'problem' | 'certificate'>;

async function throughProxy(spot: Spot, ca: string | undefined, proxy: Proxy): Promise<HandshakeEnd> {
  try {
    return await tryTls(spot, ca, await openTunnel(`${spot.host}:${spot.port}`, { proxy, ca }));
  } catch (error) {
    if (!(error instanceof ProxyFailure)) throw error;
    return { reached: 'proxy', problem: error.detail, certificate: null };
  }
}

interface Spot {
  readonly host: string;
  readonly port: number;
}

function tryTcp(spot: Spot): Promise<string | null> {
  return new Promise((resolve) => {
    const socket = connectTcp(spot);
    const end = (problem: string | null): void => {
      socket.destroy();
      resolve(problem);
    };
    socket.setTimeout(TIMEOUT_MS, () => end('no answer in time'));
    socket.once('connect', () => end(null));
    socket.once('error', (error) => end(codeOf(error) ?? NO_CODE));
  });
}

function tryTls(spot: Spot, ca: string | undefined, socketInside?: Socket): Promise<HandshakeEnd> {
  return new Promise((resolve) => {
    const name = isIP(spot.host) ? {} : { servername: spot.host };
    const socket = connectTls({
      ...spot,
      ...name,
      secureContext: trustedContext(ca),
      ...(socketInside === undefined ? {} : { socket: socketInside }),
    });
    const fail = (problem: string): void => {
      socket.destroy();
      resolve({ reached: 'certificate', problem, certificate: null });
    };
    socket.setTimeout(TIMEOUT_MS, () => fail('no answer in time'));
    socket.once('error', (error) => fail(codeOf(error) ?? NO_CODE));
    socket.once('secureConnect', () => {
      const certificate = socket.getPeerCertificate();
      const protocol = socket.getProtocol() ?? 'TLS';
      socket.destroy();
      const shown = { issuer: issuerOf(certificate), validTo: Date.parse(certificate.valid_to), protocol };
      resolve({ reached: 'done', problem: null, certificate: shown });
    });
  });
}

function issuerOf({ issuer }: PeerCertificate): string {
  const name = issuer.O ?? issuer.CN ?? 'an unnamed issuer';
  return Array.isArray(name) ? name.join(' ') : name;
}
