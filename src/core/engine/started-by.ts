// What started a run, for who is told later. Apart from run.ts, which loads the client of the service.

/** Run.startedBy, as the variables of a pipeline say it. */
export function startedBy(environment: NodeJS.ProcessEnv): { readonly startedBy?: string } {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_RUN_ID: id, CI_JOB_URL: job } = environment;
  const page = server && repository && id ? `${server}/${repository}/actions/runs/${id}` : job;
  return page ? { startedBy: page } : {};
}
