// Steps of the workflows that `muster init --ci github` writes, as text. Inputs are handed over as values (`with`), never spliced into
// a script: there is none.

import type { Mark } from '../forge/comments.ts';
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
export const x = (text: string): string => `\${{ ${text} }}`;

export const STATE_BRANCH = 'muster-state';

export const CHECKOUT = `      - uses: ${pinned('actions/checkout')}
        with:
          persist-credentials: false
`;

/** The cloud role may read the one secret that holds the API key, and nothing else. */
export const KEY = `      - uses: ${pinned('aws-actions/configure-aws-credentials')}
        if: vars.MUSTER_AWS_ROLE != ''
        with:
          role-to-assume: ${x('vars.MUSTER_AWS_ROLE')}
          aws-region: ${x('vars.MUSTER_AWS_REGION')}
`;

export const ENVIRONMENT = `    env:
      # Outside of the files, so that a request cannot send the API key elsewhere. Empty: no host is trusted.
      MUSTER_TRUSTED_HOSTS: ${x('vars.MUSTER_TRUSTED_HOSTS')}
      # How reports say to go on: recorded state is not at a terminal.
      MUSTER_APPLY_WITH: Actions > muster apply > Run workflow, on the default branch
`;

export const STATE = `          state-branch: ${STATE_BRANCH}
          state-key: ${x('secrets.MUSTER_STATE_KEY')}
          token: ${x('github.token')}
`;

export function step({ action, target, directory }: GitHubPipeline, command: string, more = ''): string {
  const folder = directory === '.' ? '' : `          directory: ${quote(directory)}\n`;
  return `      - uses: ${action}
        id: muster
        with:
          command: ${command}
${folder}          target: ${quote(target)}
${more}`;
}

/** As YAML reads it back, whatever the name is. */
export const quote = (text: string): string => (/^[a-z][\w./-]*$/iu.test(text) ? text : JSON.stringify(text));

export function keep({ directory }: GitHubPipeline, name: string, files: readonly string[]): string {
  const folder = directory === '.' ? '' : `${directory}/`;
  return `      - uses: ${pinned('actions/upload-artifact')}
        if: always()
        with:
          name: ${name}
          path: |
${files.map((file) => `            ${folder}${file}\n`).join('')}          retention-days: 30
`;
}

export function bring(name: string, other: { readonly run?: boolean; readonly if?: string } = {}): string {
  const only = other.if === undefined ? '' : `        if: ${other.if}\n`;
  const run = `          run-id: ${x('github.event.workflow_run.id')}\n          github-token: ${x('github.token')}\n`;
  return `      - uses: ${pinned('actions/download-artifact')}
${only}        with:
          name: ${name}
          path: ${name}
${other.run === true ? run : ''}`;
}

/** Rights of a job that publishes: comment, and a check with the report as its page, or a status where the forge has no checks. */
export const PUBLISHES = `      pull-requests: write
      checks: write
      statuses: write
`;

export function publishStep(
  { action, directory }: Pick<GitHubPipeline, 'action' | 'directory'>,
  report: string,
  more: { readonly mark?: Mark; readonly if?: string } = {},
): string {
  const only = more.if === undefined ? '' : `        if: ${more.if}\n`;
  const mark = more.mark === undefined ? '' : `          mark: ${more.mark}\n`;
  return `      - uses: ${action}
${only}        with:
          command: publish
          directory: ${quote(directory)}
          reports: ${x('github.workspace')}/${report}
${mark}          token: ${x('github.token')}
`;
}
