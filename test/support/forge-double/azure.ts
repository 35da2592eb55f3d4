// Azure DevOps: threads of a request, each with one comment, and statuses of the request.

import { addComment, commentAt, NOT_FOUND, ok, OWN, remove, time } from './double.ts';
import type { Answer, Asked, Place, StoredComment } from './double.ts';

export function azure({ store }: Place, { method, path, body }: Asked): Answer {
  if (path === '/_apis/connectionData') return ok({ authenticatedUser: { id: `account-${OWN}` } });
  if (path.endsWith('/statuses')) {
    store.statuses.push({ path, body });
    return ok({ id: 1, ...body });
  }
  if (path.endsWith('/threads') && method === 'GET') return ok({ value: store.comments.map(thread), count: 1 });
  if (path.endsWith('/threads')) {
    const [first] = body['comments'] as [{ content: string }];
    return ok(thread(addComment(store, first.content)));
  }
  const found = commentAt(store, path, /\/threads\/(\d+)\/comments\/1$/u, 10);
  if (found === undefined) return NOT_FOUND;
  if (method === 'DELETE') {
    remove(store.comments, found);
    return { status: 200 };
  }
  found.body = String(body['content']);
  return ok(comment(found));
}

const thread = (stored: StoredComment): object => ({ id: stored.id * 10, comments: [comment(stored)] });

function comment({ id, author, body }: StoredComment): object {
  const common = { id: 1, commentType: 'text', publishedDate: time(id) };
  return { ...common, author: { id: `account-${author}` }, content: body };
}
