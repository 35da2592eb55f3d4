// The event that started a workflow -> the pull request it is about, and who made the report. Pure. In a `workflow_run` job, which has
// the token and runs after the job that read the service, only the event is believed: never what the artifact says about itself.

import { makerOf, type Maker } from './maker.ts';
import { at, numberAt, textAt } from './value.ts';

export interface EventFacts {
  readonly pullRequest: number | null;
  readonly headBranch: string | null;
  /** Null where the commit of the run is the one. */
  readonly commit: string | null;
  /** The job was started by another run: GitHub does not show at the request what it prints. */
  readonly ofOtherRun: boolean;
  readonly maker: Maker;
  /** Page of the run that made the report, where that is another one. */
  readonly madeBy: string | null;
}

/** `repository`: the one that is published to. */
export function eventFacts(event: unknown, repository: string): EventFacts {
  const head = textAt(event, 'pull_request', 'head', 'sha');
  if (head !== null) {
    const maker = makerOf(textAt(event, 'pull_request', 'head', 'repo', 'full_name'), repository);
    return { ...NONE, pullRequest: numberAt(event, 'pull_request', 'number'), commit: head, maker };
  }
  // A comment on an issue is no comment on a request.
  if (at(event, 'issue', 'pull_request') !== undefined) {
    return { ...NONE, pullRequest: numberAt(event, 'issue', 'number') };
  }
  return at(event, 'workflow_run') === undefined ? NONE : workflowRun(event, repository);
}

const NONE: EventFacts = {
  pullRequest: null,
  headBranch: null,
  commit: null,
  ofOtherRun: false,
  maker: 'own',
  madeBy: null,
};

/** Its list of requests is empty for a fork, and names requests of other repositories: owner, branch and commit find the open one. */
function workflowRun(event: unknown, repository: string): EventFacts {
  const run = at(event, 'workflow_run');
  const [owner, branch] = [textAt(run, 'head_repository', 'owner', 'login'), textAt(run, 'head_branch')];
  const ofRequest = textAt(run, 'event')?.startsWith('pull_request') === true;
  const isDefault = branch !== null && branch === textAt(event, 'repository', 'default_branch');
  const maker = makerOf(textAt(run, 'head_repository', 'full_name'), repository);
  return {
    pullRequest: null,
    headBranch: ofRequest && owner !== null && branch !== null ? `${owner}:${branch}` : null,
    commit: textAt(run, 'head_sha'),
    ofOtherRun: true,
    maker: maker === 'branch' && isDefault && !ofRequest ? 'own' : maker,
    madeBy: textAt(run, 'html_url'),
  };
}
