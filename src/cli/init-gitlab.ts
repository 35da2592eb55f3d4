// The pipeline that `muster init --ci gitlab` writes: plan on a merge request, apply by a person on the default branch, drift on a
// schedule. It spells what the component templates/muster.yml offers, so that it works where the component cannot be included.

import { PACKAGE_NAME } from '../model/package.ts';

export interface GitLabPipeline {
  readonly target: string;
  /** The project folder below the repository; `.` for the root. */
  readonly directory: string;
  /** The exact version of muster. */
  readonly version: string;
}

/** File name -> text. */
export function gitlabFiles(pipeline: GitLabPipeline): Readonly<Record<string, string>> {
  return { '.gitlab-ci.yml': pipelineText(pipeline) };
}

function pipelineText(pipeline: GitLabPipeline): string {
  return `${headText(pipeline)}
${applyText(pipeline)}
${driftText(pipeline)}`;
}

function headText({ target, directory, version }: GitLabPipeline): string {
  return `# muster: a plan on every merge request, an apply that a person starts on the default branch, drift on a schedule.
workflow:
  rules:
    - if: $CI_PIPELINE_SOURCE == "merge_request_event"
    - if: $CI_PIPELINE_SOURCE == "schedule"
    - if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH

stages: [plan, apply, publish]

variables:
  MUSTER_TARGET_NAME: ${JSON.stringify(target)}
  MUSTER_FOLDER: ${JSON.stringify(directory)}

.muster:
  image: node:24-slim
  variables:
    GIT_CLEAN_FLAGS: -ffdx -e .muster/ -e **/.muster/
    npm_config_ignore_scripts: "true"
  before_script:
    - npm install --global --no-audit --no-fund ${PACKAGE_NAME}@${version}
    - cd "$MUSTER_FOLDER"

# Recorded state is one file below .muster: a runner that keeps it between jobs, or a target with state: pulumi.
.muster service:
  extends: .muster
  tags: [muster]

muster plan:
  extends: .muster service
  stage: plan
  rules:
    - if: $CI_PIPELINE_SOURCE == "merge_request_event"
    - if: $CI_PIPELINE_SOURCE != "schedule" && $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH
  variables:
    MUSTER_ON_MERGE: a person starts the job muster apply, which does this plan or nothing
  script:
    - >-
      muster plan --target "$MUSTER_TARGET_NAME" --no-input --out json=muster-plan.json --out html=muster-plan.html
      --out gitlab-terraform=muster-terraform.json
  artifacts:
    when: always
    access: developer
    expire_in: 30 days
    paths: [${paths(directory, ['muster-plan.json', 'muster-plan.html'])}]
    reports:
      terraform: ${paths(directory, ['muster-terraform.json'])}
`;
}

function applyText({ directory }: GitLabPipeline): string {
  return `muster apply:
  extends: .muster service
  stage: apply
  needs: [muster plan]
  rules:
    - if: $CI_PIPELINE_SOURCE != "schedule" && $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH
      when: manual
  # One at a time, and none is ended in the middle.
  resource_group: muster-$MUSTER_TARGET_NAME
  interruptible: false
  environment:
    name: muster-$MUSTER_TARGET_NAME
  # Without a ledger on the runner nothing is applied. The first time start the job with MUSTER_FIRST_APPLY: true.
  script:
    - set --; if [ "$MUSTER_FIRST_APPLY" = true ]; then set -- --first-apply; fi
    - >-
      muster apply --target "$MUSTER_TARGET_NAME" --no-input --fingerprint @muster-plan.json --lock-timeout 2m "$@"
      --out json=muster-apply.json --out html=muster-apply.html
  artifacts:
    when: always
    access: developer
    expire_in: 30 days
    paths: [${paths(directory, ['muster-apply.json', 'muster-apply.html'])}]
`;
}

function driftText({ directory }: GitLabPipeline): string {
  return `muster drift:
  extends: .muster service
  stage: plan
  rules:
    - if: $CI_PIPELINE_SOURCE == "schedule"
  script:
    - >-
      muster drift --target "$MUSTER_TARGET_NAME" --no-input --confirm-after 60s
      --out json=muster-drift.json --out html=muster-drift.html
  artifacts:
    when: always
    access: developer
    expire_in: 30 days
    paths: [${paths(directory, ['muster-drift.json', 'muster-drift.html'])}]

# The token that writes on GitLab is for these jobs, which read no service.
muster publish:
  extends: .muster
  stage: publish
  rules:
    - if: $GITLAB_TOKEN == null
      when: never
    - if: $CI_PIPELINE_SOURCE == "merge_request_event" || $CI_PIPELINE_SOURCE == "schedule"
      when: always
  script:
    - if [ -f muster-plan.json ]; then muster publish muster-plan.json; fi
    - if [ -f muster-drift.json ]; then muster publish muster-drift.json; fi

# What came of an apply, in the comment of the request that was merged. Without a report the job was ended before it could say.
muster publish apply:
  extends: .muster
  stage: publish
  needs: [muster plan, muster apply]
  rules:
    - if: $GITLAB_TOKEN == null
      when: never
    - if: $CI_PIPELINE_SOURCE != "schedule" && $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH
      when: always
  script:
    - >-
      if [ -f muster-apply.json ]; then muster publish muster-apply.json; else muster publish --mark cancelled muster-plan.json;
      fi
`;
}

function paths(directory: string, files: readonly string[]): string {
  const folder = directory === '.' ? '' : `${directory}/`;
  return files.map((file) => JSON.stringify(`${folder}${file}`)).join(', ');
}
