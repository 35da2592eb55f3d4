// A way through a proxy: one CONNECT (RFC 9110, 9.3.6), after which the bytes of TLS pass untouched. Promises: the proxy
// sees host and port and nothing of what is sent; a proxy that refuses or does not answer fails before anything was sent.
// The same for the service, the secrets manager and `doctor`, so undici's ProxyAgent, which serves only its own requests, is
// not used.

import { Agent } from 'node:https';
import { isIP, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect as connectTls } from 'node:tls';
import type { SecureContext } from 'node:tls';
import { buildConnector, Client } from 'undici';
import { codeOf } from '../model/error-code.ts';
import type { Proxy } from './proxy.ts';
import { trustedContext } from './trust.ts';

const TIMEOUT_MS = 10_000;

/** The proxy did not open the way. `detail`: its place and a status or a short code, never text of the other side. */
export class ProxyFailure extends Error {
  readonly detail: string;

  constructor(detail: string) {
    super(`The proxy did not open the way: ${detail}`);
    this.name = 'ProxyFailure';
    this.detail = detail;
  }
}

export interface ProxyRoute {
  readonly proxy: Proxy;
  /** PEM text of an extra trust root, for a proxy that is reached over TLS. */
  readonly ca?: string | undefined;
  readonly signal?: AbortSignal;
}

/** A socket to `host:port`, before any byte was sent to it. Rejects with ProxyFailure. */
export async function openTunnel(place: string, { proxy, ca, signal }: ProxyRoute): Promise<Socket> {
  const client = new Client(proxy.origin, { headersTimeout: TIMEOUT_MS, connect: toProxy(ca) });
  try {
    const authorization = proxy.authorization === null ? {} : { 'proxy-authorization': proxy.authorization };
    const asked = { path: place, headers: { host: place, ...authorization }, ...(signal ? { signal } : {}) };
    const { statusCode, socket } = await client.connect(asked);
    if (statusCode >= 200 && statusCode < 300 && socket instanceof Socket) return socket;
    socket.destroy();
    throw new ProxyFailure(`${proxy.place} answered HTTP ${statusCode}`);
  } catch (error) {
    if (error instanceof ProxyFailure) throw error;
    throw new ProxyFailure(`${proxy.place} (${codeOf(error) ?? 'no code'})`);
  } finally {
    // The socket of an open tunnel belongs to the client no longer.
    void client.destroy();
  }
}

/** undici takes the name in Host, which is that of the service, for the one that the proxy's certificate is checked for. */
function toProxy(ca: string | undefined): buildConnector.connector {
  const secureContext = trustedContext(ca);
  const connect = buildConnector({ timeout: TIMEOUT_MS, secureContext, rejectUnauthorized: true, allowH2: false });
  return ({ servername: _service, ...options }, callback) => connect(options, callback);
}

/** A connector for undici's pool: TLS with the service itself, inside the tunnel. */
export function tunnelled(through: ProxyRoute, tls: buildConnector.BuildOptions): buildConnector.connector {
  const connectInside = buildConnector(tls);
  return (options, callback) => {
    const place = `${options.hostname}:${options.port || '443'}`;
    openTunnel(place, through).then(
      (socket) => connectInside({ ...options, httpSocket: socket }, callback),
      (error: unknown) => callback(failureOf(error), null),
    );
  };
}

/** An agent for the AWS client that decides for each connection, also those of its credential providers. */
export class TunnelAgent extends Agent {
  readonly #choose: (url: URL) => ProxyRoute | null;

  readonly #trust: { readonly secureContext: SecureContext; readonly rejectUnauthorized: true };

  constructor(choose: (url: URL) => ProxyRoute | null, secureContext: SecureContext) {
    const trust = { secureContext, rejectUnauthorized: true } as const;
    super(trust);
    this.#choose = choose;
    this.#trust = trust;
  }

  override createConnection(...[options, callback]: Parameters<Agent['createConnection']>): Duplex | null | undefined {
    const [host, port] = [options.host ?? '', Number(options.port ?? 443)];
    const place = `${host}:${port}`;
    const name = isIP(host) ? {} : { servername: host };
    const through = this.#choose(new URL(`https://${place}`));
    if (through === null) return super.createConnection(options, callback);
    openTunnel(place, through).then(
      (socket) => callback?.(null, connectTls({ ...this.#trust, ...name, host, port, socket })),
      (error: unknown) => callback?.(failureOf(error), new Socket()),
    );
    return undefined;
  }
}

function failureOf(error: unknown): Error {
  return error instanceof Error ? error : new ProxyFailure('no code');
}
