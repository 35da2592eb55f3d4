// GitHub, for a token of a workflow: it may not ask `/user`, its account is told by GraphQL. Answers are GitHub's own examples with
// what is stored in their places.

import { addComment, addIssue, commentAt, issueAt, NOT_FOUND, ok, OWN, remove, time } from './double.ts';
import type { Answer, Asked, Place, StoredComment, StoredIssue } from './double.ts';

const BASE = '/repos/{owner}/{repo}';
const REFUSED = { message: 'Resource not accessible by integration' };

export function github(place: Place, asked: Asked): Answer {
  const { path } = asked;
  if (path === '/user') return { status: 403, body: REFUSED };
  if (path === '/graphql') return graphql(place, asked.body);
  if (path.endsWith('/check-runs')) return check(place, asked);
  if (path.includes('/statuses/')) return status(place, asked);
  if (path === '/repos/o/r/labels') return labels(place, asked);
  if (path.endsWith('/pulls')) return requests(place, asked);
  if (/\/issues\/5\/comments$|\/issues\/comments\/\d+$/u.test(path)) return comments(place, asked);
  return /\/issues(?:\/\d+(?:\/comments)?)?$/u.test(path) ? issues(place, asked) : NOT_FOUND;
}

function check({ store, api }: Place, { body }: Asked): Answer {
  if (!store.mayCheck) return { status: 403, body: REFUSED };
  store.checks.push(body);
  return ok({ ...api.example('POST', `${BASE}/check-runs`), id: store.checks.length, name: body['name'] }, 201);
}

function status({ store, api }: Place, { path, body }: Asked): Answer {
  if (String(body['description']).length > 140) return { status: 422, body: { message: 'Validation Failed' } };
  store.statuses.push({ path, body });
  return ok({ ...api.example('POST', `${BASE}/statuses/{sha}`), ...body }, 201);
}

function comments({ store, api }: Place, { method, path, query, body }: Asked): Answer {
  const example = api.example('POST', `${BASE}/issues/{issue_number}/comments`);
  const shown = ({ id, author, body: text }: StoredComment): object => ({
    ...example,
    id,
    node_id: `IC_${id}`,
    user: { ...objectOf(example['user']), id: author },
    body: text,
    created_at: time(id),
  });
  const found = commentAt(store, path, /\/issues\/comments\/(\d+)$/u);
  if (path.endsWith('/5/comments')) {
    if (method === 'GET') return paged(store.comments.map(shown), path, query);
    const text = String(body['body']);
    const long = { message: 'Body is too long (maximum is 65536 characters)' };
    return text.length > 65_536 ? { status: 422, body: long } : ok(shown(addComment(store, text)), 201);
  }
  if (found === undefined) return NOT_FOUND;
  if (method === 'DELETE') {
    remove(store.comments, found);
    return { status: 204 };
  }
  found.body = String(body['body']);
  return ok(shown(found));
}

function requests({ store, api }: Place, { path, query }: Asked): Answer {
  const [first] = Object.values(api.example('GET', `${BASE}/pulls`));
  const example: Readonly<Record<string, unknown>> = { ...objectOf(first) };
  const state = query.get('state');
  const fit = store.requests.filter((each) => state === null || each['state'] === state);
  const shown = fit.map((each) => {
    const head = filled(example['head'], each['head']);
    // The teams of the example lack a part that the description requires.
    return { ...example, ...each, head, requested_teams: [] };
  });
  return paged(shown, path, query);
}

/** What the example says, with what is stored in its places, at any depth. */
function filled(example: unknown, stored: unknown): unknown {
  if (typeof stored !== 'object' || stored === null) return stored ?? example;
  const known: Readonly<Record<string, unknown>> = { ...objectOf(example) };
  return {
    ...known,
    ...Object.fromEntries(Object.entries(stored).map(([key, each]) => [key, filled(known[key], each)])),
  };
}

/** The next page is linked by its whole URL. */
function paged(all: readonly object[], path: string, query: URLSearchParams): Answer {
  const [page, size] = [Number(query.get('page') ?? '1'), Number(query.get('per_page') ?? '30')];
  const next = new URLSearchParams({ ...Object.fromEntries(query), page: String(page + 1) });
  const link = `<http://forge${path}?${next.toString()}>; rel="next"`;
  return ok(all.slice((page - 1) * size, page * size), 200, page * size < all.length ? { link } : {});
}

function labels({ store, api }: Place, { method, body }: Asked): Answer {
  const example = api.example('POST', `${BASE}/labels`);
  const shown = (name: string): object => ({ ...example, name });
  if (method === 'GET') return ok(store.labels.map(shown));
  const name = String(body['name']);
  if (store.labels.includes(name)) return { status: 422, body: { message: 'Validation Failed' } };
  store.labels.push(name);
  return ok(shown(name), 201);
}

function issues({ store, api }: Place, { method, path, query, body }: Asked): Answer {
  const example = api.example('POST', `${BASE}/issues`);
  // Only requests have the property.
  const plain = Object.fromEntries(Object.entries(example).filter(([name]) => name !== 'pull_request'));
  const label = { ...api.example('POST', `${BASE}/labels`) };
  const shown = ({ number, author, title, body: text, open, labels: names }: StoredIssue): object => ({
    ...plain,
    id: number,
    number,
    title,
    user: { ...objectOf(example['user']), id: author },
    body: text,
    state: open ? 'open' : 'closed',
    labels: names.map((name) => ({ ...label, name })),
    created_at: time(number),
  });
  const found = issueAt(store, path, /\/issues\/(\d+)/u);
  if (path.endsWith('/issues') && method === 'GET') {
    const wanted = query.get('labels') ?? '';
    const state = query.get('state') ?? 'open';
    const fit = store.issues.filter((each) => each.labels.includes(wanted) && (state === 'all' || each.open));
    // A request has the label, too: GitHub lists it among the issues.
    const request = {
      ...objectOf(shown({ number: 900, author: OWN, title: '', body: '', open: true, labels: [wanted], notes: [] })),
      ...REQUEST,
    };
    return paged([request, ...fit.map(shown)], path, query);
  }
  if (path.endsWith('/issues')) {
    const names = (body['labels'] as string[]).filter((name) => store.labels.includes(name));
    return ok(shown(addIssue(store, { title: String(body['title']), body: String(body['body']), labels: names })), 201);
  }
  if (found === undefined) return NOT_FOUND;
  if (path.endsWith('/comments')) {
    found.notes.push(String(body['body']));
    return ok({ ...api.example('POST', `${BASE}/issues/{issue_number}/comments`), body: body['body'] }, 201);
  }
  Object.assign(found, { ...pick(body, 'title'), ...pick(body, 'body') });
  if ('state' in body) found.open = body['state'] === 'open';
  return ok(shown(found));
}

const REQUEST = { pull_request: { url: null, html_url: null, diff_url: null, patch_url: null } };

/** What a description gives as an example may be anything. */
const objectOf = (value: unknown): object => (typeof value === 'object' && value !== null ? value : {});

function pick(body: Asked['body'], name: string): object {
  return name in body ? { [name]: body[name] } : {};
}

function graphql({ store }: Place, { query, variables }: Asked['body']): Answer {
  if (String(query).includes('viewer')) return ok({ data: { viewer: { databaseId: OWN } } });
  const { id } = variables as { id: string };
  const found = store.comments.find((each) => `IC_${each.id}` === id);
  if (found === undefined) return ok({ data: null, errors: [{ message: 'Could not resolve to a node' }] });
  found.hidden = true;
  return ok({ data: { minimizeComment: { minimizedComment: { isMinimized: true } } } });
}
