// GitLab (REST interface version 4): notes of a merge request, commit statuses, issues. A note has no other way out of sight than to
// be deleted.

import { endless, listOf, madeOne, MOST_PAGES, needed, readComment, rubbish } from './answers.ts';
import type { ForgeContext } from './context.ts';
import { LIMITS } from './forge.ts';
import type { Forge, Issues } from './forge.ts';
import type { HttpSender } from './http.ts';
import { DRIFT_LABEL } from './issues.ts';
import type { Issue } from './issues.ts';
import { isGone, unlessGone, RefusedRequest } from './refusal.ts';
import { at, numberAt, textAt } from './value.ts';

export const GITLAB_NEEDS =
  'GITLAB_TOKEN needs the scope `api` and the role Reporter (Developer for statuses); CI_JOB_TOKEN cannot write notes';

/** Characters; a status with a longer one is refused. */
const LONGEST_LINK = 255;

export function gitLab(send: HttpSender, { repository }: ForgeContext): Forge {
  const base = `/projects/${encodeURIComponent(repository)}`;
  const notes = (request: number): string => `${base}/merge_requests/${request}/notes`;
  return {
    name: 'GitLab',
    limits: LIMITS.gitlab,
    author: async () => {
      const id = numberAt((await send('GET', '/user')).body, 'id');
      if (id === null) throw rubbish('who the token belongs to', 'a user');
      return String(id);
    },
    requestOf: async (commit) => {
      const found = await all(send, `${base}/repository/commits/${commit}/merge_requests`).catch(nothing);
      const merged = found.find((each) => textAt(each, 'state') === 'merged' && isMergedAs(each, commit));
      return numberAt(merged ?? found.find((each) => textAt(each, 'state') === 'opened'), 'iid');
    },
    openRequests: async () => {
      const found = await all(send, `${base}/merge_requests?state=opened`);
      return found.map((each) => needed(numberAt(each, 'iid'), 'the list of requests'));
    },
    comments: async (request) => {
      const found = await all(send, notes(request));
      return found.filter((each) => at(each, 'system') !== true).map((each) => readComment(each, 'the list of notes'));
    },
    createComment: async (request, body) =>
      readComment((await send('POST', notes(request), { body })).body, 'the new note'),
    rewriteComment: ({ request, id }, body) =>
      unlessGone(
        send('PUT', `${notes(request)}/${id}`, { body }).then((made) => madeOne(made.body, 'the changed note')),
      ),
    hideComment: async ({ request, id }) => void (await unlessGone(send('DELETE', `${notes(request)}/${id}`))),
    setStatus: async ({ name, state, words, url }, commit) => {
      const link = url === null || url.length > LONGEST_LINK ? {} : { target_url: url };
      const status = { name, state: state === 'success' ? 'success' : 'failed', description: words, ...link };
      const set = await send('POST', `${base}/statuses/${commit}`, status).catch(unlessSame);
      if (set !== null) madeOne(set.body, 'the new status');
      return 'status';
    },
    issues: issuesOf(send, base),
  };
}

/** A merge commit, a squashed commit, or the head itself where the branch was moved forward. */
function isMergedAs(request: unknown, commit: string): boolean {
  return ['merge_commit_sha', 'squash_commit_sha', 'sha'].some((name) => textAt(request, name) === commit);
}

function issuesOf(send: HttpSender, base: string): Issues {
  return {
    list: async () => {
      const found = await all(send, `${base}/issues?labels=${DRIFT_LABEL}&scope=all&state=all`);
      return found.map((each) => readIssue(each, 'the list of issues'));
    },
    open: async ({ title, body }) => {
      const issue = { title, description: body, labels: DRIFT_LABEL };
      return readIssue((await send('POST', `${base}/issues`, issue)).body, 'the new issue');
    },
    rewrite: (id, { title, body }, open) => {
      const text = { ...(title === undefined ? {} : { title }), ...(body === undefined ? {} : { description: body }) };
      const change = { ...text, state_event: open ? 'reopen' : 'close' };
      const sent = send('PUT', `${base}/issues/${id}`, change);
      return unlessGone(sent.then((made) => madeOne(made.body, 'the changed issue')));
    },
    comment: async (id, body) =>
      madeOne((await send('POST', `${base}/issues/${id}/notes`, { body })).body, 'the new note'),
  };
}

function readIssue(value: unknown, what: string): Issue {
  const [number, state] = [numberAt(value, 'iid'), textAt(value, 'state')];
  if (number === null || (state !== 'opened' && state !== 'closed')) throw rubbish(what, 'an issue');
  const text = textAt(value, 'description') ?? '';
  return { ...readComment(value, what), id: String(number), body: text, open: state === 'opened' };
}

/** All pages; `x-next-page` is empty on the last. */
async function all(send: HttpSender, path: string): Promise<unknown[]> {
  const found: unknown[] = [];
  let pages = 0;
  for (let page = '1'; page !== '';) {
    if (pages === MOST_PAGES) throw endless(`GET ${path}`);
    pages += 1;
    const { body, headers } = await send('GET', `${path}${path.includes('?') ? '&' : '?'}per_page=100&page=${page}`);
    found.push(...listOf(body, `GET ${path}`));
    const next = headers['x-next-page'] ?? '';
    if (next !== '' && Number(next) <= Number(page)) throw rubbish(`GET ${path}`, 'a page that follows');
    page = next;
  }
  return found;
}

function nothing(error: unknown): unknown[] {
  if (isGone(error)) return [];
  throw error;
}

/** A status that is already what it should be is refused. */
function unlessSame(error: unknown): null {
  if (error instanceof RefusedRequest && error.status === 400 && /cannot transition/iu.test(error.message)) return null;
  throw error;
}
