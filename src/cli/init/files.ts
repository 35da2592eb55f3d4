// The pipelines that `muster init --ci` writes: the texts of templates/ with the names of one project filled in. GitLab's is the component
// templates/muster.yml with its inputs written down, so that it works where the component cannot be included; the reusable workflows of
// this repository are made of those for GitHub (scripts/generate-workflows.ts).

import { stringify } from 'yaml';
import { readTemplate } from '../process/template-file.ts';

export interface GitHubPipeline {
  /** What stands behind `uses:`, pinned: `owner/name@<commit> # v0.1.0`. */
  readonly action: string;
  readonly target: string;
  /** The project folder below the repository; `.` for the root. */
  readonly directory: string;
  /** Null: the usual names; every job looks at the real one. */
  readonly defaultBranch: string | null;
}

export interface GitLabPipeline extends Pick<GitHubPipeline, 'target' | 'directory'> {
  /** The exact version of muster. */
  readonly version: string;
}

/** File name -> text. */
export function githubFiles(pipeline: GitHubPipeline): Readonly<Record<string, string>> {
  const { directory, defaultBranch } = pipeline;
  const branches = defaultBranch === null ? ['main', 'master'] : [defaultBranch];
  const values = {
    ...pipeline,
    below: directory === '.' ? '' : `${directory}/`,
    branches: stringify(branches, { collectionStyle: 'flow', flowCollectionPadding: false }).trimEnd(),
    paths: directory === '.' ? null : JSON.stringify([`${directory}/**`]),
  };
  const names = ['muster-plan.yml', 'muster-publish.yml', 'muster-apply.yml', 'muster-drift.yml'] as const;
  return Object.fromEntries(
    names.map((name) => [`.github/workflows/${name}`, filled(readTemplate(`github/${name}`), values)]),
  );
}

const GITLAB_VALUES = {
  'state-branch': 'muster-state',
  'plan-stage': 'plan',
  'apply-stage': 'apply',
  'publish-stage': 'publish',
} as const;

/** File name -> text. */
export function gitlabFiles(pipeline: GitLabPipeline): Readonly<Record<string, string>> {
  const [, jobs = ''] = readTemplate('muster.yml').split('\n---\n');
  return { '.gitlab-ci.yml': `${readTemplate('gitlab/head.yml')}\n${filled(jobs, { ...GITLAB_VALUES, ...pipeline })}` };
}

/** A name to fill in, as GitLab writes it. */
const NAME = /\$\[\[ inputs\.([\w-]+) \]\]/gu;
/** The same, or a text between single quotes that has one. */
const PLACE = /'([^'\n]*\$\[\[ inputs\.[^'\n]*)'|\$\[\[ inputs\.[\w-]+ \]\]/gu;

/** What stands between single quotes reads back as it is, whatever is filled in. A line with a name whose value is null is left out. */
function filled(text: string, values: Readonly<Record<string, string | null>>): string {
  const lines = text
    .split('\n')
    .filter((line) => [...line.matchAll(NAME)].every(([, name = '']) => values[name] !== null));
  const inside = (part: string): string => part.replaceAll(NAME, (_all, name: string) => values[name] ?? '');
  return lines
    .join('\n')
    .replaceAll(PLACE, (all, quoted?: string) =>
      quoted === undefined ? inside(all) : stringify(inside(quoted), { lineWidth: 0 }).trimEnd(),
    );
}
