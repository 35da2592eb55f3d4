// GitHub and Gitea, which has the same interface for what is needed here, apart from: comments are not paged, there is no GraphQL (so
// a comment is deleted instead of hidden), labels have numbers, and the request of a commit has another path.

import { needed, readComment } from './answers.ts';
import type { Flavour, ForgeContext } from './context.ts';
import { LIMITS } from './forge.ts';
import type { Forge, CommentPlace } from './forge.ts';
import { gitHubIssues } from './github-issues.ts';
import { setGitHubStatus } from './github-status.ts';
import type { Client, RepositoryPlace } from './octokit.ts';
import { isGone, RefusedRequest } from './refusal.ts';
import { at, numberAt, textAt } from './value.ts';

export const NEEDS: Readonly<Record<Flavour, string>> = {
  github:
    'GITHUB_TOKEN needs `pull-requests: write`, `checks: write` or `statuses: write` and, for drift, `issues: write`; a request from a fork has a token that only reads',
  gitea: 'GITEA_TOKEN needs write access to issues and to the repository',
};

export function gitHub(client: Client, context: ForgeContext & { readonly forge: Flavour }): Forge {
  const { forge, repository } = context;
  const base = `/repos/${repository}`;
  return {
    name: forge === 'github' ? 'GitHub' : 'Gitea',
    limits: LIMITS[forge],
    author: () => author(client, forge),
    requestOf: (commit, headBranch) => requestOf(client, { base, forge, commit, headBranch }),
    openRequests: async () => {
      const found = await client.all(`${base}/pulls?state=open`);
      return found.map((each) => needed(numberAt(each, 'number'), 'the list of requests'));
    },
    comments: async (request) => {
      const what = `the list of comments of request ${request}`;
      return (await client.all(`${base}/issues/${request}/comments`)).map((each) => readComment(each, what));
    },
    createComment: async (request, body) => {
      const made = await client.send('POST', `${base}/issues/${request}/comments`, { body });
      return readComment(made, 'the new comment');
    },
    rewriteComment: (place, body) => rewrite(client, base, { place, body }).then((made) => (made ? 'done' : 'gone')),
    hideComment: (place, body) => hide(client, { base, forge }, { place, body }),
    setStatus: (status, commit) => setGitHubStatus(client, { base, forge }, { status, commit }),
    issues: gitHubIssues(client, { base, forge }),
  };
}

/** A token of a workflow may not read `/user`, but asks who it is in GraphQL. */
async function author(client: Client, forge: Flavour): Promise<string | null> {
  try {
    return String(needed(numberAt(await client.send('GET', '/user'), 'id'), 'who the token belongs to'));
  } catch (error) {
    if (!(error instanceof RefusedRequest) || error.status !== 403 || error.code !== 'forge-token') throw error;
  }
  if (forge === 'gitea') return null;
  const answer = await client.graphql('query { viewer { databaseId } }').catch(() => null);
  const id = numberAt(answer, 'viewer', 'databaseId');
  return id === null ? null : String(id);
}

interface OfCommit {
  readonly base: string;
  readonly forge: Flavour;
  readonly commit: string;
  readonly headBranch: string | null;
}

async function requestOf(client: Client, { base, forge, commit, headBranch }: OfCommit): Promise<number | null> {
  if (headBranch !== null) {
    const open = await client.all(`${base}/pulls?state=open&head=${encodeURIComponent(headBranch)}`);
    const [owner] = headBranch.split(':', 1);
    const isSame = (each: unknown): boolean => textAt(each, 'head', 'repo', 'owner', 'login') === owner;
    const same = open.find((each) => textAt(each, 'head', 'sha') === commit && isSame(each));
    return numberAt(same, 'number');
  }
  try {
    if (forge === 'gitea') return numberAt(await client.send('GET', `${base}/commits/${commit}/pull`), 'number');
    const found = await client.all(`${base}/commits/${commit}/pulls`);
    const merged = found.find(
      (each) => textAt(each, 'merge_commit_sha') === commit && textAt(each, 'merged_at') !== null,
    );
    return numberAt(merged ?? found.find((each) => textAt(each, 'state') === 'open'), 'number');
  } catch (error) {
    // No request: a push of somebody who may.
    if (error instanceof RefusedRequest && [404, 422].includes(error.status)) return null;
    throw error;
  }
}

interface CommentEdit {
  readonly place: CommentPlace;
  readonly body: string;
}

/** The comment as it is now. Null when it is gone, or when the answer is no comment: so Gitea answers of one deleted meanwhile. */
async function rewrite(client: Client, base: string, { place, body }: CommentEdit): Promise<object | null> {
  try {
    const made = await client.send('PATCH', `${base}/issues/comments/${place.id}`, { body });
    return made instanceof Object && numberAt(made, 'id') !== null && textAt(made, 'body') !== null ? made : null;
  } catch (error) {
    if (isGone(error)) return null;
    throw error;
  }
}

const MINIMIZE = `mutation($id: ID!) {
  minimizeComment(input: { subjectId: $id, classifier: OUTDATED }) { minimizedComment { isMinimized } }
}`;

async function hide(client: Client, { base, forge }: RepositoryPlace, rewriting: CommentEdit): Promise<void> {
  if (forge === 'github') {
    const made = await rewrite(client, base, rewriting);
    if (made === null) return;
    const answer = await client.graphql(MINIMIZE, { id: textAt(made, 'node_id') }).catch(() => null);
    if (at(answer, 'minimizeComment', 'minimizedComment', 'isMinimized') === true) return;
  }
  try {
    await client.send('DELETE', `${base}/issues/comments/${rewriting.place.id}`);
  } catch (error) {
    if (!isGone(error)) throw error;
  }
}
