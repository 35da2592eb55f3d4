// Which paths of each forge publishing asks, in the words of its description, and where the slice of the description lies.

import { fileURLToPath } from 'node:url';
import type { Wanted } from './api-slice.ts';

const GITHUB_REPOSITORY = '/repos/{owner}/{repo}';
const GITLAB_PROJECT = '/projects/{id}';
const AZURE_REPOSITORY = '/{organization}/{project}/_apis/git/repositories/{repositoryId}';

const GITHUB: Wanted = {
  '/user': ['GET'],
  [`${GITHUB_REPOSITORY}/issues/{issue_number}/comments`]: ['GET', 'POST'],
  [`${GITHUB_REPOSITORY}/issues/comments/{comment_id}`]: ['PATCH', 'DELETE'],
  [`${GITHUB_REPOSITORY}/statuses/{sha}`]: ['POST'],
  [`${GITHUB_REPOSITORY}/check-runs`]: ['POST'],
  [`${GITHUB_REPOSITORY}/issues`]: ['GET', 'POST'],
  [`${GITHUB_REPOSITORY}/issues/{issue_number}`]: ['PATCH'],
  [`${GITHUB_REPOSITORY}/labels`]: ['GET', 'POST'],
  [`${GITHUB_REPOSITORY}/pulls`]: ['GET'],
  [`${GITHUB_REPOSITORY}/commits/{commit_sha}/pulls`]: ['GET'],
};

const GITLAB: Wanted = {
  '/user': ['GET'],
  [`${GITLAB_PROJECT}/repository/commits/{sha}/merge_requests`]: ['GET'],
  [`${GITLAB_PROJECT}/merge_requests`]: ['GET'],
  [`${GITLAB_PROJECT}/merge_requests/{iid}/notes`]: ['GET', 'POST'],
  [`${GITLAB_PROJECT}/merge_requests/{iid}/notes/{note}`]: ['PUT', 'DELETE'],
  [`${GITLAB_PROJECT}/statuses/{sha}`]: ['POST'],
  [`${GITLAB_PROJECT}/issues`]: ['GET', 'POST'],
  [`${GITLAB_PROJECT}/issues/{iid}`]: ['PUT'],
  [`${GITLAB_PROJECT}/issues/{iid}/notes`]: ['POST'],
};

const AZURE: Wanted = {
  [`${AZURE_REPOSITORY}/pullRequests/{pullRequestId}/threads`]: ['GET', 'POST'],
  [`${AZURE_REPOSITORY}/pullRequests/{pullRequestId}/threads/{threadId}/comments/{commentId}`]: ['PATCH', 'DELETE'],
  [`${AZURE_REPOSITORY}/pullRequests/{pullRequestId}/statuses`]: ['POST'],
  [`${AZURE_REPOSITORY}/commits/{commitId}/statuses`]: ['POST'],
  [`${AZURE_REPOSITORY}/pullrequestquery`]: ['POST'],
  [`${AZURE_REPOSITORY}/pullrequests`]: ['GET'],
};

export const WANTED = { github: GITHUB, gitlab: GITLAB, azure: AZURE } as const;
export type ApiName = keyof typeof WANTED;

export function apiFile(name: ApiName): string {
  return fileURLToPath(new URL(`./slices/${name}.json`, import.meta.url));
}
