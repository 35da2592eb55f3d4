// GitHub, GitLab and Azure DevOps as far as publishing asks them and Gitea cannot stand for them: paging, limits of length, who a token
// belongs to, hiding, checks, statuses, issues. Every exchange is held against what the forge publishes of its interface
// (forge-api.ts): one that does not fit fails the test. Faults are armed by a test; what they answer is held against nothing.

import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as allOf } from 'node:stream/consumers';
import { expect, onTestFinished } from 'vitest';
import { openForgeApi } from './forge-api.ts';
import { azure } from './forge-double/azure.ts';
import { NOT_FOUND } from './forge-double/double.ts';
import type { Answer, Asked, Store } from './forge-double/double.ts';
import { github } from './forge-double/github.ts';
import { gitlab } from './forge-double/gitlab.ts';

export { OWN } from './forge-double/double.ts';

interface Fault extends Answer {
  /** `POST /path` it fits. */
  readonly on: RegExp;
  /** How many requests; default 1. */
  times?: number;
  /** The request is carried out, and its answer lost or replaced. */
  readonly carriedOut?: boolean;
}

export interface ForgeDouble extends Store {
  readonly url: string;
  /** `METHOD /path` of every request. */
  readonly asked: string[];
  readonly tokens: Set<string>;
  readonly fail: (fault: Fault) => void;
  /** Armed and not used up. */
  readonly faults: Fault[];
}

export const DOUBLES = { github, gitlab, azure } as const;

export async function startForge(kind: keyof typeof DOUBLES): Promise<ForgeDouble> {
  const faults: Fault[] = [];
  const store: Store = {
    comments: [],
    issues: [],
    labels: [],
    statuses: [],
    requests: [],
    checks: [],
    mayCheck: false,
  };
  const [seen, tokens, complaints] = [[] as string[], new Set<string>(), [] as string[]];
  const api = openForgeApi(kind);
  const answerOf = DOUBLES[kind];
  const server = createServer((request, response) => {
    void allOf(request).then((text) => {
      const asked = readAsked(request, text);
      const line = `${asked.method} ${asked.path}`;
      seen.push(line);
      tokens.add(String(request.headers['private-token'] ?? request.headers.authorization));
      const fault = taken(faults, line);
      const own = fault === undefined || fault.carriedOut ? answerOf({ store, api }, asked) : null;
      const sent = text === '' ? undefined : asked.body;
      const held = {
        ...asked,
        query: [...asked.query.keys()],
        sent,
        status: own?.status ?? 0,
        answer: asSent(own?.body),
      };
      complaints.push(...api.complaints(held));
      const { status, body, headers } = fault ?? own ?? NOT_FOUND;
      if (status === 0) return void request.socket.destroy();
      const type = body === undefined ? {} : { 'content-type': 'application/json; charset=utf-8' };
      const more = atHost(headers, request.headers.host);
      response.writeHead(status, { ...type, date: new Date().toUTCString(), ...more });
      response.end(typeof body === 'string' ? body : JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
    expect(complaints).toEqual([]);
  });
  const fail = (fault: Fault): void => void faults.push(fault);
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(store, { url, asked: seen, tokens, fail, faults });
}

function readAsked(request: IncomingMessage, text: string): Asked {
  const url = new URL(request.url ?? '/', 'http://forge');
  const body = (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>;
  return { method: request.method ?? '', path: url.pathname, query: url.searchParams, body };
}

/** The first fault that fits; it is gone after its last time. */
function taken(faults: Fault[], line: string): Fault | undefined {
  const fault = faults.find((each) => each.on.test(line));
  if (fault === undefined) return undefined;
  fault.times = (fault.times ?? 1) - 1;
  if (fault.times === 0) faults.splice(faults.indexOf(fault), 1);
  return fault;
}

const asSent = (body: unknown): unknown => (body === undefined ? undefined : JSON.parse(JSON.stringify(body)));

/** Pages are linked by their whole URL. */
function atHost(headers: Answer['headers'] = {}, host = ''): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, text]) => [name, text.replace('http://forge/', `http://${host}/`)]),
  );
}
