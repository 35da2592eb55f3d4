// GitLab: notes of a merge request, commit statuses, issues with notes.

import { addComment, addIssue, commentAt, issueAt, NOT_FOUND, ok, OWN, PAGE, remove, time } from './double.ts';
import type { Answer, Asked, Place, StoredComment, StoredIssue } from './double.ts';

const TOO_LONG: Answer = {
  status: 400,
  body: { message: 'Validation failed: is too long (maximum is 255 characters)' },
};

export function gitlab(place: Place, asked: Asked): Answer {
  const { store } = place;
  const { method, path, body } = asked;
  if (path === '/user') return ok({ id: OWN, username: 'bot', state: 'active' });
  if (path.includes('/statuses/')) {
    if ([body['description'], body['target_url']].some((each) => String(each).length > 255)) return TOO_LONG;
    store.statuses.push({ path, body });
    return ok({ id: 1, name: body['name'], status: body['state'], description: body['description'] }, 201);
  }
  if (path.endsWith('/merge_requests')) {
    const state = asked.query.get('state');
    return paged(
      store.requests.filter((each) => state === null || each['state'] === state),
      asked,
    );
  }
  if (path.includes('/issues')) return issues(place, asked);
  const found = commentAt(store, path, /\/merge_requests\/5\/notes\/(\d+)$/u);
  if (path.endsWith('/merge_requests/5/notes')) {
    if (method === 'GET') return paged(store.comments.map(shownNote), asked);
    return ok(shownNote(addComment(store, String(body['body']))), 201);
  }
  if (found === undefined) return NOT_FOUND;
  if (method === 'PUT') found.body = String(body['body']);
  if (method === 'DELETE') remove(store.comments, found);
  return method === 'DELETE' ? { status: 204 } : ok(shownNote(found));
}

function shownNote({ id, author, body }: StoredComment): object {
  return { id, author: { id: author }, body, created_at: time(id), system: false };
}

function paged(all: readonly object[], { query }: Asked): Answer {
  const page = Number(query.get('page'));
  const next = page * PAGE < all.length ? String(page + 1) : '';
  return ok(all.slice((page - 1) * PAGE, page * PAGE), 200, { 'x-next-page': next });
}

function issues({ store }: Place, asked: Asked): Answer {
  const { method, path, query, body } = asked;
  if (path.endsWith('/issues') && method === 'GET') {
    const label = query.get('labels') ?? '';
    return paged(store.issues.filter(({ labels }) => labels.includes(label)).map(shownIssue), asked);
  }
  if (path.endsWith('/issues')) {
    const parts = { title: String(body['title']), body: String(body['description']), labels: [String(body['labels'])] };
    return ok(shownIssue(addIssue(store, parts)), 201);
  }
  const found = issueAt(store, path, /\/issues\/(\d+)/u);
  if (found === undefined) return NOT_FOUND;
  if (path.endsWith('/notes')) {
    found.notes.push(String(body['body']));
    return ok({ id: 1, author: { id: OWN }, body: body['body'], created_at: time(1), system: false }, 201);
  }
  if ('title' in body) found.title = String(body['title']);
  if ('description' in body) found.body = String(body['description']);
  if ('state_event' in body) found.open = body['state_event'] === 'reopen';
  return ok(shownIssue(found));
}

function shownIssue({ number, author, title, body, open, labels }: StoredIssue): object {
  const state = open ? 'opened' : 'closed';
  const at = { created_at: time(number) };
  return { id: 1000 + number, iid: number, author: { id: author }, title, description: body, state, labels, ...at };
}
