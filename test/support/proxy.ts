// A real CONNECT proxy on loopback for a test: it notes what it is asked and every byte it carries in clear, and refuses
// with a status where the test says so.

import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { onTestFinished } from 'vitest';

export interface TestProxy {
  readonly url: string;
  /** Places of the CONNECT requests, in order; also of those refused. */
  readonly asked: readonly string[];
  /** Proxy-Authorization of each CONNECT. */
  readonly credentials: readonly (string | undefined)[];
  /** Requests that were not CONNECT. */
  readonly others: readonly string[];
  /** All that passed from the client, as Latin-1 text, the heads of the CONNECT requests included. */
  readonly heard: () => string;
}

interface Options {
  /** Answered instead of a tunnel; 0 closes the connection. */
  readonly status?: number;
  /** Where every tunnel leads, whatever was asked for. */
  readonly divertTo?: number;
}

export async function startProxy({ status, divertTo }: Options = {}): Promise<TestProxy> {
  const [asked, credentials, others]: [string[], (string | undefined)[], string[]] = [[], [], []];
  const heard: Buffer[] = [];
  const sockets = new Set<Duplex>();
  const server = createServer((request, response) => {
    others.push(request.url ?? '');
    response.writeHead(400).end();
  });
  server.on('connect', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    asked.push(request.url ?? '');
    credentials.push(request.headers['proxy-authorization']);
    heard.push(Buffer.from(JSON.stringify(request.rawHeaders)), head);
    socket.on('data', (chunk: Buffer) => heard.push(chunk));
    if (status === 0) return void socket.destroy();
    if (status !== undefined) return void socket.end(`HTTP/1.1 ${status} Refused\r\ncontent-length: 0\r\n\r\n`);
    tunnel(request.url ?? '', socket, { divertTo, sockets });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  const hear = (): string => Buffer.concat(heard).toString('latin1');
  return { url: `http://127.0.0.1:${port}`, asked, credentials, others, heard: hear };
}

interface Way {
  readonly divertTo: number | undefined;
  readonly sockets: Set<Duplex>;
}

/** Names under localhost are this machine, also where no resolver says so. */
function tunnel(place: string, socket: Duplex, { divertTo, sockets }: Way): void {
  const port = divertTo ?? Number(place.split(':').at(-1));
  const onward: Socket = connect(port, '127.0.0.1', () => {
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    onward.pipe(socket);
    socket.pipe(onward);
  });
  for (const end of [socket, onward]) {
    sockets.add(end);
    end.on('error', () => [socket, onward].forEach((each) => each.destroy()));
    end.on('close', () => [socket, onward].forEach((each) => each.destroy()));
  }
}
