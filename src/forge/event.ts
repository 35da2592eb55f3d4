// The event that started a workflow -> the pull request it is about. Pure. In a `workflow_run` job, which has the token and runs
// after the job that read the service, only the event is believed: never what the artifact of a fork says about itself.

import { at, numberAt, textAt } from './value.ts';

export interface EventFacts {
  readonly pullRequest: number | null;
  readonly headBranch: string | null;
  /** Null where the commit of the run is the one. */
  readonly commit: string | null;
  /** The job was started by another run: GitHub does not show at the request what it prints. */
  readonly ofOtherRun: boolean;
}

export function eventFacts(event: unknown): EventFacts {
  const head = textAt(event, 'pull_request', 'head', 'sha');
  if (head !== null) return { ...NONE, pullRequest: numberAt(event, 'pull_request', 'number'), commit: head };
  // A comment on an issue is no comment on a request.
  if (at(event, 'issue', 'pull_request') !== undefined) {
    return { ...NONE, pullRequest: numberAt(event, 'issue', 'number') };
  }
  return at(event, 'workflow_run') === undefined ? NONE : workflowRun(at(event, 'workflow_run'));
}

const NONE: EventFacts = { pullRequest: null, headBranch: null, commit: null, ofOtherRun: false };

/** The list of requests is empty for a fork: then owner and branch find it. */
function workflowRun(run: unknown): EventFacts {
  const [owner, branch] = [textAt(run, 'head_repository', 'owner', 'login'), textAt(run, 'head_branch')];
  const ofRequest = ['pull_request', 'pull_request_target'].includes(textAt(run, 'event') ?? '');
  return {
    pullRequest: ofRequest ? numberAt(run, 'pull_requests', 0, 'number') : null,
    headBranch: ofRequest && owner !== null && branch !== null ? `${owner}:${branch}` : null,
    commit: textAt(run, 'head_sha'),
    ofOtherRun: true,
  };
}
