// Azure DevOps: threads of a request, each with one comment, statuses of requests and commits, and the requests themselves.

import { addComment, commentAt, NOT_FOUND, ok, OWN, remove, time } from './double.ts';
import type { Answer, Asked, Place, Store, StoredComment } from './double.ts';

export function azure({ store }: Place, asked: Asked): Answer {
  const { method, path, body } = asked;
  if (path === '/_apis/connectionData') return ok({ authenticatedUser: { id: `account-${OWN}` } });
  if (path.endsWith('/statuses')) {
    store.statuses.push({ path, body });
    return ok({ id: 1, ...body });
  }
  if (path.endsWith('/pullrequestquery')) return queried(store, asked);
  if (path.endsWith('/pullrequests')) return listed(store, asked);
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

const REQUEST = {
  createdBy: { id: 'account-1' },
  creationDate: time(1),
  isDraft: false,
  repository: { id: 'r', name: 'r', project: { name: 'p', visibility: 'private' }, url: 'https://azure.example.com/r' },
  sourceRefName: 'refs/heads/a',
  targetRefName: 'refs/heads/main',
  status: 'active',
  url: 'https://azure.example.com/r/1',
} as const;

const requests = ({ requests: all }: Store): Record<string, unknown>[] => all.map((each) => ({ ...REQUEST, ...each }));

/** Of each query a dictionary: commit -> the requests that were merged as it; a commit without one is not in it. */
function queried(store: Store, { body }: Asked): Answer {
  const queries = body['queries'] as readonly { readonly items: readonly string[] }[];
  const madeAs = (commit: string): object[] =>
    requests(store).filter((each) => (each['lastMergeCommit'] as { commitId?: string })?.commitId === commit);
  const results = queries.map(({ items }) =>
    Object.fromEntries(items.map((commit) => [commit, madeAs(commit)] as const).filter(([, made]) => made.length > 0)),
  );
  return ok({ queries, results });
}

function listed(store: Store, { query }: Asked): Answer {
  const [skip, top] = [Number(query.get('$skip') ?? '0'), Number(query.get('$top') ?? '101')];
  const fit = requests(store).filter((each) => each['status'] === query.get('searchCriteria.status'));
  const value = fit.slice(skip, skip + top);
  return ok({ value, count: value.length });
}
