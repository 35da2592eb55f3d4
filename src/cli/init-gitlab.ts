// The pipeline that `muster init --ci gitlab` writes: the jobs of the component templates/muster.yml, with its inputs written down, so
// that it works where the component cannot be included.

import { readTemplate } from './gitlab-template.ts';

export interface GitLabPipeline {
  readonly target: string;
  /** The project folder below the repository; `.` for the root. */
  readonly directory: string;
  /** The exact version of muster. */
  readonly version: string;
}

const HEAD = `# muster: a plan on every merge request, an apply that a person starts on the default branch, drift on a schedule.
workflow:
  rules:
    - if: $CI_PIPELINE_SOURCE == "merge_request_event"
    - if: $CI_PIPELINE_SOURCE == "schedule"
    - if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH

stages: [plan, apply, publish]

`;

const FIXED = {
  'state-branch': 'muster-state',
  'plan-stage': 'plan',
  'apply-stage': 'apply',
  'publish-stage': 'publish',
} as const;

/** File name -> text. */
export function gitlabFiles({ target, directory, version }: GitLabPipeline): Readonly<Record<string, string>> {
  const [, jobs = ''] = readTemplate().split('\n---\n');
  const inputs = new Map(Object.entries({ ...FIXED, target, directory, version }));
  // Free values stand between single quotes there.
  const inQuotes = (value: string): string => value.replaceAll("'", "''");
  const text = jobs.replaceAll(/\$\[\[ inputs\.([\w-]+) \]\]/gu, (_all, name: string) =>
    inQuotes(inputs.get(name) ?? ''),
  );
  return { '.gitlab-ci.yml': HEAD + text };
}
