// The workflows that `muster init --ci github` writes. What each may do stands at its jobs and nowhere above; secrets meet no request
// from a fork; text of a request never becomes part of a script, because there is none.

import { pinned } from './init-pins.ts';

export interface GitHubPipeline {
  /** What stands behind `uses:`, pinned: `owner/name@<commit> # v0.1.0`. */
  readonly action: string;
  readonly target: string;
  /** The project folder below the repository; `.` for the root. */
  readonly directory: string;
  /** Null: the usual names; every job looks at the real one. */
  readonly defaultBranch: string | null;
}

/** An expression of the workflow language. */
const x = (text: string): string => `\${{ ${text} }}`;

const STATE_BRANCH = 'muster-state';

/** File name -> text. */
export function githubFiles(pipeline: GitHubPipeline): Readonly<Record<string, string>> {
  return {
    '.github/workflows/muster-plan.yml': planWorkflow(pipeline),
    '.github/workflows/muster-publish.yml': publishWorkflow(pipeline),
    '.github/workflows/muster-apply.yml': applyWorkflow(pipeline),
    '.github/workflows/muster-drift.yml': driftWorkflow(pipeline),
  };
}

const CHECKOUT = `      - uses: ${pinned('actions/checkout')}
        with:
          persist-credentials: false
`;

/** The cloud role may read the one secret that holds the API key, and nothing else. */
const KEY = `      - uses: ${pinned('aws-actions/configure-aws-credentials')}
        if: vars.MUSTER_AWS_ROLE != ''
        with:
          role-to-assume: ${x('vars.MUSTER_AWS_ROLE')}
          aws-region: ${x('vars.MUSTER_AWS_REGION')}
`;

const ENVIRONMENT = `    env:
      # Outside of the files, so that a request cannot send the API key elsewhere. Empty: no host is trusted.
      MUSTER_TRUSTED_HOSTS: ${x('vars.MUSTER_TRUSTED_HOSTS')}
`;

const STATE = `          state-branch: ${STATE_BRANCH}
          state-key: ${x('secrets.MUSTER_STATE_KEY')}
          token: ${x('github.token')}
`;

function step({ action, target, directory }: GitHubPipeline, command: string, more = ''): string {
  const folder = directory === '.' ? '' : `          directory: ${quote(directory)}\n`;
  return `      - uses: ${action}
        id: muster
        with:
          command: ${command}
${folder}          target: ${quote(target)}
${more}`;
}

/** As YAML reads it back, whatever the name is. */
const quote = (text: string): string => (/^[a-z][\w./-]*$/iu.test(text) ? text : JSON.stringify(text));

function keep({ directory }: GitHubPipeline, name: string, files: readonly string[]): string {
  const folder = directory === '.' ? '' : `${directory}/`;
  return `      - uses: ${pinned('actions/upload-artifact')}
        if: always()
        with:
          name: ${name}
          path: |
${files.map((file) => `            ${folder}${file}\n`).join('')}          retention-days: 30
`;
}

function bring(name: string, other: { readonly run: boolean } = { run: false }): string {
  const run = `          run-id: ${x('github.event.workflow_run.id')}\n          github-token: ${x('github.token')}\n`;
  return `      - uses: ${pinned('actions/download-artifact')}
        with:
          name: ${name}
          path: ${name}
${other.run ? run : ''}`;
}

function planWorkflow(pipeline: GitHubPipeline): string {
  return `# Plans every pull request. A request from a fork meets no secret: its files are only validated.
# muster-publish.yml puts the report on the request.
name: muster plan

on:
  pull_request:

permissions: {}

concurrency:
  group: muster-plan-${x('github.event.pull_request.number')}
  cancel-in-progress: true

jobs:
  validate:
    if: github.event.pull_request.head.repo.full_name != github.repository
    runs-on: ubuntu-24.04
    timeout-minutes: 10
    permissions:
      contents: read
    steps:
${CHECKOUT}${step(pipeline, 'validate', '          report: muster-report.json\n')}${keep(pipeline, 'muster-report', ['muster-report.json'])}
  plan:
    if: github.event.pull_request.head.repo.full_name == github.repository
    runs-on: ubuntu-24.04
    timeout-minutes: 30
    permissions:
      contents: read
      id-token: write # the role that reads the API key
${ENVIRONMENT}      MUSTER_ON_MERGE: muster-apply plans again, and applies that plan once somebody has approved it
    steps:
${CHECKOUT}${KEY}${step(pipeline, 'plan', `          report: muster-report.json\n          html: muster-report.html\n${STATE}`)}${keep(pipeline, 'muster-report', ['muster-report.json', 'muster-report.html'])}`;
}

function publishWorkflow({ action }: GitHubPipeline): string {
  return `# Comment and status of a request. Runs in the default branch with the token that may write, and checks out nothing of the
# request: which request it is follows from the event, and the report is shown as text.
name: muster publish

on:
  workflow_run: # zizmor: ignore[dangerous-triggers] nothing of the request is run
    workflows: [muster plan]
    types: [completed]

permissions: {}

concurrency:
  group: muster-publish-${x('github.event.workflow_run.head_repository.full_name')}-${x('github.event.workflow_run.head_branch')}
  cancel-in-progress: false

jobs:
  publish:
    if: github.event.workflow_run.event == 'pull_request' && github.event.workflow_run.conclusion != 'cancelled'
    runs-on: ubuntu-24.04
    timeout-minutes: 10
    permissions:
      actions: read # the report of the other run
      pull-requests: write
      statuses: write
    steps:
${bring('muster-report', { run: true })}${publishStep(action, 'muster-report/muster-report.json')}`;
}

function publishStep(action: string, report: string): string {
  return `      - uses: ${action}
        with:
          command: publish
          reports: ${report}
          token: ${x('github.token')}
`;
}

function onPush({ defaultBranch, directory }: GitHubPipeline): string {
  const branches = defaultBranch === null ? 'main, master' : quote(defaultBranch);
  const paths = directory === '.' ? '' : `    paths: [${JSON.stringify(`${directory}/**`)}]\n`;
  return `  push:\n    branches: [${branches}]\n${paths}`;
}

const ON_DEFAULT_BRANCH = `github.ref_name == github.event.repository.default_branch`;

function applyWorkflow(pipeline: GitHubPipeline): string {
  const { target, action } = pipeline;
  return `# Applies what was merged. The plan is made first and shown in the run; the apply waits for whoever protects the environment
# muster-${target} (Settings > Environments > Required reviewers), and then does that plan or nothing: another one ends with 13.
name: muster apply

on:
${onPush(pipeline)}  workflow_dispatch:
    inputs:
      fingerprint:
        description: a part of the plan to apply; empty applies all that this run plans
        type: string
      allow:
        description: guards that may be passed, as the plan names them, for example deletes=4
        type: string
      first-apply:
        description: nothing was applied from this repository before, so there is no recorded state yet
        type: boolean
        default: false
      lost-run:
        description: a run that never handed recorded state back, as the error names it; read docs/pipelines.md first
        type: string

permissions: {}

jobs:
  plan:
    if: ${ON_DEFAULT_BRANCH}
    runs-on: ubuntu-24.04
    timeout-minutes: 30
    permissions:
      contents: read
      id-token: write # the role that reads the API key
${ENVIRONMENT}      MUSTER_ON_MERGE: approving the job apply of this run applies this plan
    outputs:
      has-changes: ${x('steps.muster.outputs.has-changes')}
    steps:
${CHECKOUT}${KEY}${step(pipeline, 'plan', `          allow: ${x('inputs.allow')}\n          report: muster-plan.json\n          html: muster-plan.html\n${STATE}`)}${keep(pipeline, 'muster-plan', ['muster-plan.json', 'muster-plan.html'])}
  apply:
    needs: plan
    if: needs.plan.outputs.has-changes == 'true'
    runs-on: ubuntu-24.04
    timeout-minutes: 120
    environment: ${quote(`muster-${target}`)}
    # One apply at a time, and none is ended in the middle.
    concurrency:
      group: ${quote(`muster-apply-${target}`)}
      cancel-in-progress: false
    permissions:
      contents: write # the branch ${STATE_BRANCH}, where recorded state is kept
      id-token: write # the role that reads the API key
${ENVIRONMENT}    steps:
${CHECKOUT}${KEY}${bring('muster-plan')}${step(
    pipeline,
    'apply',
    `          fingerprint: ${x(`inputs.fingerprint || format('@{0}/muster-plan/muster-plan.json', github.workspace)`)}
          allow: ${x('inputs.allow')}
          first-apply: ${x('inputs.first-apply')}
          lost-run: ${x('inputs.lost-run')}
          lock-timeout: 2m
          report: muster-apply.json
          html: muster-apply.html
${STATE}`,
  )}${keep(pipeline, 'muster-apply', ['muster-apply.json', 'muster-apply.html', 'muster-ledger.sealed'])}
  publish:
    needs: apply
    if: always() && needs.apply.result != 'skipped'
    runs-on: ubuntu-24.04
    timeout-minutes: 10
    permissions:
      pull-requests: write
      statuses: write
    steps:
${bring('muster-apply')}${publishStep(action, 'muster-apply/muster-apply.json')}`;
}

function driftWorkflow(pipeline: GitHubPipeline): string {
  const { target, action, directory } = pipeline;
  const history = `${directory === '.' ? '' : `${directory}/`}muster-history.json`;
  const key = `muster-history-${target}`;
  return `# What changed outside of the files, every night: an issue is opened, rewritten and closed. Nothing is written to the service.
name: muster drift

on:
  schedule:
    - cron: '17 3 * * *' # not minute 0, when most jobs start
  workflow_dispatch:

permissions: {}

concurrency:
  group: ${quote(`muster-drift-${target}`)}
  cancel-in-progress: false

jobs:
  drift:
    runs-on: ubuntu-24.04
    timeout-minutes: 60
    permissions:
      contents: read
      id-token: write # the role that reads the API key
${ENVIRONMENT}    steps:
${CHECKOUT}      # Since when a finding is known. No recorded state: when it is lost, the report says so and the ages start again.
      - uses: ${pinned('actions/cache', 'restore')}
        with:
          path: ${history}
          key: ${key}-${x('github.run_id')}
          restore-keys: ${key}-
${KEY}${step(pipeline, 'drift', `          confirm-after: 60s\n          history: muster-history.json\n          report: muster-drift.json\n          html: muster-drift.html\n${STATE}`)}      - uses: ${pinned('actions/cache', 'save')}
        if: always()
        with:
          path: ${history}
          key: ${key}-${x('github.run_id')}
${keep(pipeline, 'muster-drift', ['muster-drift.json', 'muster-drift.html'])}
  publish:
    needs: drift
    if: always() && needs.drift.result != 'skipped'
    runs-on: ubuntu-24.04
    timeout-minutes: 10
    permissions:
      issues: write
    steps:
${bring('muster-drift')}${publishStep(action, 'muster-drift/muster-drift.json')}`;
}
