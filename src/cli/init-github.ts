// The workflows that `muster init --ci github` writes. What each may do stands at its jobs and nowhere above; secrets meet no request
// from a fork.

import { applyWorkflow } from './init-github-apply.ts';
import {
  bring,
  CHECKOUT,
  ENVIRONMENT,
  KEY,
  keep,
  publishStep,
  PUBLISHES,
  quote,
  STATE,
  step,
  x,
} from './init-github-steps.ts';
import type { GitHubPipeline } from './init-github-steps.ts';
import { pinned } from './init-pins.ts';

/** File name -> text. */
export function githubFiles(pipeline: GitHubPipeline): Readonly<Record<string, string>> {
  return {
    '.github/workflows/muster-plan.yml': planWorkflow(pipeline),
    '.github/workflows/muster-publish.yml': publishWorkflow(pipeline),
    '.github/workflows/muster-apply.yml': applyWorkflow(pipeline),
    '.github/workflows/muster-drift.yml': driftWorkflow(pipeline),
  };
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

function publishWorkflow(pipeline: GitHubPipeline): string {
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
${PUBLISHES}    steps:
${bring('muster-report', { run: true })}${publishStep(pipeline, 'muster-report/muster-report.json')}`;
}

function driftWorkflow(pipeline: GitHubPipeline): string {
  const { target, directory } = pipeline;
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
${bring('muster-drift')}${publishStep(pipeline, 'muster-drift/muster-drift.json')}`;
}
