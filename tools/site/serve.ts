// A server as GitHub Pages is one: files below a base path, the page 404.html for what is not there.

import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

export interface Served {
  /** With the base path. */
  readonly url: string;
  readonly stop: () => Promise<void>;
}

export async function serve(folder: string, base: string): Promise<Served> {
  const server = createServer(({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://localhost');
    const wanted = pathname.startsWith(base) ? pathname.slice(base.length) || 'index.html' : '404.html';
    const isThere = existsSync(join(folder, wanted)) && statSync(join(folder, wanted)).isFile();
    const name = isThere ? wanted : '404.html';
    const type = TYPES[extname(name)] ?? 'application/octet-stream';
    response.writeHead(name === '404.html' ? 404 : 200, { 'content-type': type }).end(readFileSync(join(folder, name)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}${base}`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
