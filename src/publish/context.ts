// The environment of a pipeline -> where a report is published: forge, repository, pull request, commit. Pure. The token is not
// part of it, so that a context can be printed.
//
//   GitHub, Gitea   GITHUB_*, and the event in the file GITHUB_EVENT_PATH      token: GITHUB_TOKEN or GH_TOKEN
//   GitLab          CI_*                                                       token: GITLAB_TOKEN
//   Azure DevOps    SYSTEM_*, BUILD_*                                          token: SYSTEM_ACCESSTOKEN

import { ToolError } from '../core/model/errors.ts';
import { eventFacts } from './event.ts';
import { makerOf, type Maker } from './maker.ts';

export type PipelineEnvironment = Readonly<Record<string, string | undefined>>;

export const FORGES = ['github', 'gitea', 'gitlab', 'azure'] as const;
export type ForgeName = (typeof FORGES)[number];
/** Those with the interface of GitHub. */
export type Flavour = 'github' | 'gitea';

export interface ForgeContext {
  readonly forge: ForgeName;
  /** Base of the interface, without a slash at the end. */
  readonly apiUrl: string;
  /** `owner/name`; GitLab: the number of the project; Azure: `project/repository`. */
  readonly repository: string;
  /** Null outside a pull request: a push, a schedule. */
  readonly pullRequest: number | null;
  /** `owner:branch` of a request from a fork that the event names in no other way; null when it is not needed. */
  readonly headBranch: string | null;
  /** What a status is set on: the head of the request, not the merge commit. */
  readonly commit: string | null;
  /** Page of the repository, for links to its files; null when unknown. */
  readonly webUrl: string | null;
  /** Page of the run that made the report, for links; null when unknown. */
  readonly runUrl: string | null;
  /** Who made the reports that are published. */
  readonly maker: Maker;
  /** What this job prints about lines of files is shown at the request: not that of a job which another one started. */
  readonly jobShowsNotes: boolean;
}

/** What was typed instead of found. */
export interface Wishes {
  readonly forge?: ForgeName;
  readonly pullRequest?: number;
  readonly commit?: string;
}

/** Which variable holds the token. */
export const TOKEN_VARIABLES: Readonly<Record<ForgeName, readonly string[]>> = {
  github: ['GITHUB_TOKEN', 'GH_TOKEN'],
  gitea: ['GITEA_TOKEN', 'GITHUB_TOKEN'],
  gitlab: ['GITLAB_TOKEN'],
  azure: ['SYSTEM_ACCESSTOKEN'],
};

export function tokenOf(forge: ForgeName, environment: PipelineEnvironment): string | null {
  return TOKEN_VARIABLES[forge].map((name) => environment[name]).find(Boolean) ?? null;
}

/** `event`: the parsed file of GITHUB_EVENT_PATH; null when there is none. Throws `forge-unknown`, `report-not-believed`. */
export function readContext(environment: PipelineEnvironment, event: unknown, wishes: Wishes = {}): ForgeContext {
  const forge = wishes.forge ?? detect(environment);
  const found = READERS[forge](environment, event);
  const pullRequest = wishes.pullRequest ?? found.pullRequest;
  const isOther = pullRequest !== found.pullRequest || (wishes.commit ?? found.commit) !== found.commit;
  if (isOther && found.maker !== 'own') {
    const message = 'another request or commit was named than the one that the event of this run is about';
    throw new ToolError('report-not-believed', { message });
  }
  return { forge, ...found, pullRequest, commit: wishes.commit ?? found.commit };
}

function detect(environment: PipelineEnvironment): ForgeName {
  const { GITHUB_ACTIONS, GITEA_ACTIONS, GITLAB_CI, TF_BUILD, GITHUB_API_URL = '' } = environment;
  if (GITEA_ACTIONS === 'true' || GITHUB_API_URL.endsWith('/api/v1')) return 'gitea';
  if (GITHUB_ACTIONS === 'true') return 'github';
  if (GITLAB_CI === 'true') return 'gitlab';
  if (TF_BUILD?.toLowerCase() === 'true') return 'azure';
  throw new ToolError('forge-unknown', {
    message: 'none of GITHUB_ACTIONS, GITEA_ACTIONS, GITLAB_CI and TF_BUILD is set',
  });
}

type PipelineFacts = Omit<ForgeContext, 'forge'>;
type Reader = (environment: PipelineEnvironment, event: unknown) => PipelineFacts;

const READERS: Readonly<Record<ForgeName, Reader>> = {
  github: readGitHub,
  gitea: readGitHub,
  gitlab: readGitLab,
  azure: readAzure,
};

function readGitHub(environment: PipelineEnvironment, event: unknown): PipelineFacts {
  const repository = needed(environment, 'GITHUB_REPOSITORY');
  const { GITHUB_API_URL = 'https://api.github.com', GITHUB_SHA, GITHUB_SERVER_URL, GITHUB_RUN_ID } = environment;
  const { pullRequest, headBranch, commit, ofOtherRun, maker, madeBy } = eventFacts(event, repository);
  const run = `${GITHUB_SERVER_URL}/${repository}/actions/runs/${GITHUB_RUN_ID}`;
  // Of a request whose event cannot be read nobody knows whose it is.
  const isUnread = commit === null && /^(?:pull_request|workflow_run)/u.test(environment['GITHUB_EVENT_NAME'] ?? '');
  return {
    apiUrl: trimmed(GITHUB_API_URL),
    repository,
    pullRequest,
    headBranch,
    commit: commit ?? (GITHUB_SHA || null),
    runUrl: madeBy ?? (GITHUB_SERVER_URL && GITHUB_RUN_ID ? run : null),
    webUrl: GITHUB_SERVER_URL ? `${GITHUB_SERVER_URL}/${repository}` : null,
    maker: isUnread ? 'fork' : maker,
    jobShowsNotes: environment['GITHUB_ACTIONS'] === 'true' && !ofOtherRun,
  };
}

function readGitLab(environment: PipelineEnvironment): PipelineFacts {
  const { CI_MERGE_REQUEST_IID, CI_MERGE_REQUEST_SOURCE_BRANCH_SHA, CI_COMMIT_SHA, CI_JOB_URL } = environment;
  const pullRequest = numberOf(CI_MERGE_REQUEST_IID);
  const { CI_MERGE_REQUEST_PROJECT_ID: asked, CI_MERGE_REQUEST_SOURCE_PROJECT_ID: source = null } = environment;
  // The pipeline of a fork's request runs in the fork.
  const repository = (pullRequest === null ? null : asked) || needed(environment, 'CI_PROJECT_ID');
  return {
    apiUrl: trimmed(needed(environment, 'CI_API_V4_URL')),
    repository,
    pullRequest,
    maker: pullRequest === null ? 'own' : makerOf(source, repository),
    webUrl: environment['CI_MERGE_REQUEST_PROJECT_URL'] || environment['CI_PROJECT_URL'] || null,
    headBranch: null,
    // In a pipeline of the merged result CI_COMMIT_SHA is a commit that no branch has.
    commit: CI_MERGE_REQUEST_SOURCE_BRANCH_SHA || CI_COMMIT_SHA || null,
    runUrl: CI_JOB_URL || null,
    jobShowsNotes: false,
  };
}

function readAzure(environment: PipelineEnvironment): PipelineFacts {
  const provider = environment['BUILD_REPOSITORY_PROVIDER'];
  if (provider !== undefined && provider !== 'TfsGit') {
    const message = `the repository of this pipeline lies at ${provider}, not in Azure Repos: name --forge and its variables`;
    throw new ToolError('forge-unknown', { message });
  }
  const [collection, project] = ['SYSTEM_COLLECTIONURI', 'SYSTEM_TEAMPROJECT'].map((name) => needed(environment, name));
  const repository = needed(environment, 'BUILD_REPOSITORY_ID');
  const { SYSTEM_PULLREQUEST_PULLREQUESTID, SYSTEM_PULLREQUEST_SOURCECOMMITID } = environment;
  const { BUILD_SOURCEVERSION, BUILD_BUILDID, SYSTEM_PULLREQUEST_ISFORK } = environment;
  const pullRequest = numberOf(SYSTEM_PULLREQUEST_PULLREQUESTID);
  const maker = SYSTEM_PULLREQUEST_ISFORK?.toLowerCase() === 'false' ? 'branch' : 'fork';
  const base = trimmed(collection ?? '');
  return {
    apiUrl: base,
    repository: `${project}/${repository}`,
    pullRequest,
    maker: pullRequest === null ? 'own' : maker,
    webUrl: environment['BUILD_REPOSITORY_URI']?.replace(/^(https?:\/\/)[^/@]*@/u, '$1') || null,
    headBranch: null,
    commit: SYSTEM_PULLREQUEST_SOURCECOMMITID || BUILD_SOURCEVERSION || null,
    runUrl: BUILD_BUILDID
      ? `${base}/${encodeURIComponent(project ?? '')}/_build/results?buildId=${BUILD_BUILDID}`
      : null,
    jobShowsNotes: false,
  };
}

function needed(environment: PipelineEnvironment, name: string): string {
  const value = environment[name];
  if (value) return value;
  throw new ToolError('forge-unknown', { message: `${name} is not set` });
}

/** A whole number from 1; null for anything else. */
function numberOf(text: string | undefined): number | null {
  return text !== undefined && /^[1-9]\d{0,9}$/u.test(text) ? Number(text) : null;
}

const trimmed = (url: string): string => url.replace(/\/+$/u, '');
