// The workflow that applies what was merged: the plan is made first and shown, a person approves it, and the apply does that plan or
// nothing.

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
  STATE_BRANCH,
  step,
  x,
} from './init-github-steps.ts';
import type { GitHubPipeline } from './init-github-steps.ts';

function onPush({ defaultBranch, directory }: GitHubPipeline): string {
  const branches = defaultBranch === null ? 'main, master' : quote(defaultBranch);
  const paths = directory === '.' ? '' : `    paths: [${JSON.stringify(`${directory}/**`)}]\n`;
  return `  push:\n    branches: [${branches}]\n${paths}`;
}

const ON_DEFAULT_BRANCH = `github.ref_name == github.event.repository.default_branch`;

export function applyWorkflow(pipeline: GitHubPipeline): string {
  const { target } = pipeline;
  return `# Applies what was merged. The plan is made first and shown in the run; the apply waits for whoever protects the environment
# muster-${target} (Settings > Environments > Required reviewers), and then does that plan or nothing: another one ends with 13.
name: muster apply

on:
${onPush(pipeline)}${BY_HAND}
permissions: {}

jobs:
${planJob(pipeline)}
${applyJob(pipeline)}
${announceJob(pipeline)}
  publish:
    needs: [apply, announce]
    if: always() && needs.apply.result != 'skipped'
    runs-on: ubuntu-24.04
    timeout-minutes: 10
    permissions:
${PUBLISHES}    steps:
      # An apply that was ended has perhaps no report: first the comment says so, then what is known.
${bring('muster-plan', { if: ENDED })}${publishStep(pipeline, PLAN, { mark: 'cancelled', if: ENDED })}${bring('muster-apply')}${publishStep(pipeline, 'muster-apply/muster-apply.json')}`;
}

const PLAN = 'muster-plan/muster-plan.json';
const ENDED = `needs.apply.result == 'cancelled'`;

/** Beside the apply, which meets no token that may write on the request: both wait for the environment, and one approval starts both. */
function announceJob(pipeline: GitHubPipeline): string {
  return `  # One approval starts this job and the apply. It has no key of the service, and the apply no right on the request.
  announce:
    needs: plan
    if: needs.plan.outputs.has-changes == 'true'
    runs-on: ubuntu-24.04
    timeout-minutes: 10
    environment: ${quote(`muster-${pipeline.target}`)}
    permissions:
      pull-requests: write
    steps:
${bring('muster-plan')}${publishStep(pipeline, PLAN, { mark: 'applying' })}`;
}

const BY_HAND = `  workflow_dispatch:
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
`;

function planJob(pipeline: GitHubPipeline): string {
  const more = `          allow: ${x('inputs.allow')}\n          report: muster-plan.json\n          html: muster-plan.html\n${STATE}`;
  return `  plan:
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
${CHECKOUT}${KEY}${step(pipeline, 'plan', more)}${keep(pipeline, 'muster-plan', ['muster-plan.json', 'muster-plan.html'])}`;
}

function applyJob(pipeline: GitHubPipeline): string {
  const { target } = pipeline;
  const more = `          fingerprint: ${x(`inputs.fingerprint || format('@{0}/muster-plan/muster-plan.json', github.workspace)`)}
          allow: ${x('inputs.allow')}
          first-apply: ${x('inputs.first-apply')}
          lost-run: ${x('inputs.lost-run')}
          lock-timeout: 2m
          report: muster-apply.json
          html: muster-apply.html
${STATE}`;
  const kept = ['muster-apply.json', 'muster-apply.html', 'muster-ledger.sealed'];
  return `  apply:
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
${CHECKOUT}${KEY}${bring('muster-plan')}${step(pipeline, 'apply', more)}${keep(pipeline, 'muster-apply', kept)}`;
}
