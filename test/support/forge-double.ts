// GitHub, GitLab and Azure DevOps as far as publishing asks them, written from their documents: paging, limits of length, who a token
// belongs to, hiding, statuses. What a real forge here can show (test/forge/gitea.test.ts) is not repeated. Faults are armed by a test.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as allOf } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Fault extends Answer {
  /** `POST /path` it fits. */
  readonly on: RegExp;
  /** How many requests; default 1. */
  times?: number;
  /** The request is carried out, and its answer lost or replaced. */
  readonly carriedOut?: boolean;
}

export interface StoredComment {
  readonly id: number;
  author: number;
  body: string;
  hidden: boolean;
}

export interface ForgeDouble {
  readonly url: string;
  /** Of request 5, in the order of their ids. */
  readonly comments: StoredComment[];
  readonly statuses: { readonly path: string; readonly body: Readonly<Record<string, unknown>> }[];
  /** `METHOD /path` of every request. */
  readonly asked: string[];
  readonly tokens: Set<string>;
  readonly fail: (fault: Fault) => void;
}

export const OWN = 7;
const PAGE = 100;

type Asked = {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: Record<string, unknown>;
};

export async function startForge(kind: 'github' | 'gitlab' | 'azure'): Promise<ForgeDouble> {
  const faults: Fault[] = [];
  const double: Omit<ForgeDouble, 'url'> = {
    comments: [],
    statuses: [],
    asked: [],
    tokens: new Set(),
    fail: (fault) => void faults.push(fault),
  };
  const answerOf = { github, gitlab, azure }[kind];
  const server = createServer((request, response) => {
    void allOf(request).then((text) => {
      const url = new URL(request.url ?? '/', 'http://forge');
      const body = (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>;
      const asked: Asked = { method: request.method ?? '', path: url.pathname, query: url.searchParams, body };
      double.asked.push(`${asked.method} ${asked.path}`);
      double.tokens.add(String(request.headers['private-token'] ?? request.headers.authorization));
      const fault = faults.find((each) => each.on.test(`${asked.method} ${asked.path}`));
      if (fault !== undefined) {
        fault.times = (fault.times ?? 1) - 1;
        if (fault.times === 0) faults.splice(faults.indexOf(fault), 1);
      }
      const own = fault === undefined || fault.carriedOut ? answerOf(double, asked) : null;
      const { status, body: answer, headers } = fault ?? own ?? NOT_FOUND;
      if (status === 0) return void request.socket.destroy();
      response.writeHead(status, {
        'content-type': 'application/json; charset=utf-8',
        date: new Date().toUTCString(),
        ...atHost(headers, request.headers.host),
      });
      response.end(typeof answer === 'string' ? answer : JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { ...double, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** Pages are linked by their whole URL. */
function atHost(headers: Answer['headers'] = {}, host = ''): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, text]) => [name, text.replace('http://forge/', `http://${host}/`)]),
  );
}

const NOT_FOUND: Answer = { status: 404, body: { message: 'Not Found' } };
const ok = (body: unknown, status = 200, headers = {}): Answer => ({ status, body, headers });

function add(double: Omit<ForgeDouble, 'url'>, body: string): StoredComment {
  const made = { id: (double.comments.at(-1)?.id ?? 0) + 1, author: OWN, body, hidden: false };
  double.comments.push(made);
  return made;
}

type Double = Omit<ForgeDouble, 'url'>;

const time = (id: number): string => new Date(Date.UTC(2026, 0, 1) + id * 1000).toISOString();

/** A token of a workflow: it may not ask `/user`, its account is told by GraphQL. */
function github(double: Double, { method, path, query, body }: Asked): Answer {
  const shown = ({ id, author, body: text }: StoredComment): object => ({
    id,
    node_id: `IC_${id}`,
    user: { id: author },
    body: text,
    created_at: time(id),
  });
  const id = Number(/\/issues\/comments\/(\d+)$/u.exec(path)?.[1]);
  const found = double.comments.find((each) => each.id === id);
  if (path === '/user') return { status: 403, body: { message: 'Resource not accessible by integration' } };
  if (path === '/graphql') return graphql(double, body);
  if (path.includes('/statuses/')) {
    if (String(body['description']).length > 140) return { status: 422, body: { message: 'Validation Failed' } };
    double.statuses.push({ path, body });
    return ok({ id: 1 }, 201);
  }
  if (path === '/repos/o/r/issues/5/comments' && method === 'GET') {
    const page = Number(query.get('page') ?? '1');
    const size = Number(query.get('per_page') ?? '30');
    const next =
      page * size < double.comments.length
        ? { link: `<http://forge${path}?per_page=${size}&page=${page + 1}>; rel="next"` }
        : {};
    return ok(double.comments.slice((page - 1) * size, page * size).map(shown), 200, next);
  }
  if (path === '/repos/o/r/issues/5/comments' && method === 'POST') {
    if (String(body['body']).length > 65_536)
      return { status: 422, body: { message: 'Body is too long (maximum is 65536 characters)' } };
    return ok(shown(add(double, String(body['body']))), 201);
  }
  if (found === undefined) return NOT_FOUND;
  if (method === 'PATCH') found.body = String(body['body']);
  if (method === 'DELETE') double.comments.splice(double.comments.indexOf(found), 1);
  return ok(shown(found));
}

function graphql(double: Double, { query, variables }: Record<string, unknown>): Answer {
  if (String(query).includes('viewer')) return ok({ data: { viewer: { databaseId: OWN } } });
  const { id } = variables as { id: string };
  const found = double.comments.find((each) => `IC_${each.id}` === id);
  if (found === undefined) return ok({ data: null, errors: [{ message: 'Could not resolve to a node' }] });
  found.hidden = true;
  return ok({ data: { minimizeComment: { minimizedComment: { isMinimized: true } } } });
}

function gitlab(double: Double, { method, path, query, body }: Asked): Answer {
  const shown = ({ id, author, body: text }: StoredComment): object => ({
    id,
    author: { id: author },
    body: text,
    created_at: time(id),
    system: false,
  });
  const found = double.comments.find((each) => each.id === Number(/\/notes\/(\d+)$/u.exec(path)?.[1]));
  if (path === '/user') return ok({ id: OWN });
  if (path.includes('/statuses/')) {
    double.statuses.push({ path, body });
    return ok({ id: 1 }, 201);
  }
  if (path.endsWith('/merge_requests/5/notes') && method === 'GET') {
    const page = Number(query.get('page'));
    const next = page * PAGE < double.comments.length ? String(page + 1) : '';
    return ok(double.comments.slice((page - 1) * PAGE, page * PAGE).map(shown), 200, { 'x-next-page': next });
  }
  if (path.endsWith('/merge_requests/5/notes') && method === 'POST')
    return ok(shown(add(double, String(body['body']))), 201);
  if (found === undefined) return NOT_FOUND;
  if (method === 'PUT') found.body = String(body['body']);
  if (method === 'DELETE') double.comments.splice(double.comments.indexOf(found), 1);
  return method === 'DELETE' ? { status: 204, body: '' } : ok(shown(found));
}

function azure(double: Double, { method, path, body }: Asked): Answer {
  const shown = ({ id, author, body: text }: StoredComment): object => ({
    id: id * 10,
    comments: [
      { id: 1, author: { id: `account-${author}` }, content: text, publishedDate: time(id), commentType: 'text' },
    ],
  });
  const found = double.comments.find(
    (each) => each.id * 10 === Number(/\/threads\/(\d+)\/comments\/1$/u.exec(path)?.[1]),
  );
  if (path === '/_apis/connectionData') return ok({ authenticatedUser: { id: `account-${OWN}` } });
  if (path.endsWith('/statuses')) {
    double.statuses.push({ path, body });
    return ok({ id: 1 });
  }
  if (path.endsWith('/threads') && method === 'GET') return ok({ value: double.comments.map(shown) });
  if (path.endsWith('/threads') && method === 'POST') {
    const [first] = body['comments'] as [{ content: string }];
    return ok(shown(add(double, first.content)));
  }
  if (found === undefined) return NOT_FOUND;
  if (method === 'PATCH') found.body = String(body['content']);
  if (method === 'DELETE') double.comments.splice(double.comments.indexOf(found), 1);
  return ok({});
}
