// Azure DevOps (REST interface 7.1): a comment is the first of a thread of its own, without a status, so that it never blocks a
// request whose policy asks for resolved comments. Statuses go to the request, where branch policies read them.

import { endless, listOf, madeOne, MOST_PAGES, needed, readComment, rubbish } from './answers.ts';
import type { Comment } from './comments.ts';
import type { ForgeContext } from './context.ts';
import { LIMITS } from './forge.ts';
import type { Forge } from './forge.ts';
import type { HttpSender } from './http.ts';
import { unlessGone } from './refusal.ts';
import { at, listAt, numberAt, textAt } from './value.ts';

const PAGE = 100;

export const AZURE_NEEDS =
  'map SYSTEM_ACCESSTOKEN: $(System.AccessToken) into the step, and give the build service "Contribute to pull requests"';

export function azure(send: HttpSender, { repository }: ForgeContext): Forge {
  const [project = '', name = ''] = repository.split('/').map(encodeURIComponent);
  const base = `/${project}/_apis/git/repositories/${name}`;
  const threads = (request: number): string => `${base}/pullRequests/${request}/threads`;
  const comment = (request: number, id: string): string => {
    const [thread = '', number = ''] = id.split('/');
    return versioned(`${threads(request)}/${thread}/comments/${number}`);
  };
  return {
    name: 'Azure DevOps',
    limits: LIMITS.azure,
    author: async () => {
      const id = textAt((await send('GET', '/_apis/connectionData')).body, 'authenticatedUser', 'id');
      if (id === null) throw rubbish('who the token belongs to', 'a user');
      return id;
    },
    requestOf: (commit) => requestOf(send, base, commit),
    openRequests: () => openRequests(send, base),
    comments: async (request) => {
      const { body } = await send('GET', versioned(threads(request)));
      return listOf(at(body, 'value'), 'the list of threads').flatMap(firstComment);
    },
    createComment: async (request, text) => {
      const comments = [{ parentCommentId: 0, content: text, commentType: 'text' }];
      const [made] = firstComment((await send('POST', versioned(threads(request)), { comments })).body);
      if (made === undefined) throw rubbish('the new comment', 'a thread');
      return made;
    },
    rewriteComment: ({ request, id }, text) => {
      const sent = send('PATCH', comment(request, id), { content: text });
      return unlessGone(sent.then((made) => madeOne(made.body, 'the changed comment')));
    },
    hideComment: async ({ request, id }) => void (await unlessGone(send('DELETE', comment(request, id)))),
    setStatus: async (status, commit, request) => {
      const place =
        request === null ? `${base}/commits/${commit}/statuses` : `${base}/pullRequests/${request}/statuses`;
      const context = { name: status.name, genre: 'muster' };
      const state = status.state === 'success' ? 'succeeded' : 'failed';
      const link = status.url === null ? {} : { targetUrl: status.url };
      const made = await send('POST', versioned(place), { state, description: status.words, context, ...link });
      madeOne(made.body, 'the new status');
      return 'status';
    },
    issues: null,
  };
}

const versioned = (path: string): string => `${path}${path.includes('?') ? '&' : '?'}api-version=7.1`;

/** Its id is `thread/comment`. None for a thread that was deleted, or that a machine wrote. */
function firstComment(thread: unknown): Comment[] {
  const [first] = listAt(thread, 'comments') ?? [];
  const number = numberAt(thread, 'id');
  if (number === null || first === undefined) throw rubbish('the list of threads', 'a thread');
  if (at(thread, 'isDeleted') === true || at(first, 'isDeleted') === true) return [];
  if (textAt(first, 'commentType') === 'system') return [];
  const comment = readComment(first, 'the list of threads', 'content');
  return [{ ...comment, id: `${number}/${comment.id}` }];
}

async function requestOf(send: HttpSender, base: string, commit: string): Promise<number | null> {
  const queries = [{ type: 'lastMergeCommit', items: [commit] }];
  const { body } = await send('POST', versioned(`${base}/pullrequestquery`), { queries });
  const [found] = listOf(at(body, 'results'), 'the query of requests');
  return numberAt(found, commit, 0, 'pullRequestId');
}

async function openRequests(send: HttpSender, base: string): Promise<number[]> {
  const found: number[] = [];
  for (let skip = 0; ; skip += PAGE) {
    const path = `${base}/pullrequests?searchCriteria.status=active&$top=${PAGE}&$skip=${skip}`;
    const page = listOf(at((await send('GET', versioned(path))).body, 'value'), 'the list of requests');
    found.push(...page.map((each) => needed(numberAt(each, 'pullRequestId'), 'the list of requests')));
    if (page.length < PAGE) return found;
    if (skip >= PAGE * MOST_PAGES) throw endless('the list of requests');
  }
}
