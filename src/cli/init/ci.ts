// `muster init --ci github|gitlab`: the pipeline of a project, for one target. Files that are there stay as they are.

import { join } from 'node:path';
import { readAction } from '../../core/engine/version.ts';
import { ToolError } from '../../core/model/errors.ts';
import type { Target } from '../../core/model/target.ts';
import type { Call } from '../process/command.ts';
import { described, type Flag } from '../process/flags.ts';
import { isThere, writeAllNew, type NewFile } from '../process/new-file.ts';
import { usage } from '../process/settings.ts';

const FORGES = ['github', 'gitlab'] as const;

export const INIT_FLAGS: Readonly<Record<string, Flag>> = {
  ci: described('--ci <forge>', 'also write the pipeline: plan on requests, apply after approval, drift every night', {
    choices: FORGES,
  }),
  pulumi: described('--pulumi', 'also write what `pulumi up` needs: Pulumi.yaml and its program'),
  action: described(
    '--action <owner/name@commit>',
    'with --ci github: where the action of muster lives; default: where this release was made',
  ),
};

export interface PipelineWish {
  readonly forge: (typeof FORGES)[number];
  /** For GitHub. */
  readonly action: string;
  readonly version: string;
}

/** Null without `--ci`. Throws `bad-usage` and `action-unknown`, before anything is written. */
export function checkPipeline({ own, version, settings }: Call): PipelineWish | null {
  const { ci, action } = own;
  const forge = FORGES.find((name) => name === ci);
  if (forge !== 'github' && action !== undefined) throw usage('--action goes with --ci github');
  if (forge !== undefined && own['pulumi'] === true)
    throw usage('--pulumi has a pipeline of its own: docs/pipelines.md');
  if (forge === undefined) {
    if (settings.target !== null) throw usage('--target goes with --ci: it names the target of the pipeline');
    return null;
  }
  return { forge, action: forge === 'github' ? checkedAction(action ?? readAction()) : '', version };
}

/** `owner/name@` and a commit or a tag, with the comment that a release adds. */
const ACTION = /^[\w.-]{1,100}\/[\w.-]{1,100}@[\w.-]{1,100}(?: # [\w.-]{1,50})?$/u;

function checkedAction(action: unknown): string {
  if (typeof action === 'string' && ACTION.test(action)) return action;
  if (typeof action === 'string') throw usage(`--action takes owner/name@commit; given: ${action.slice(0, 80)}`);
  throw new ToolError('action-unknown', { message: 'expected --action owner/name@commit; it is missing' });
}

export interface PipelineWritten {
  readonly files: readonly NewFile[];
  /** What a person has to do. */
  readonly next: readonly string[];
}

/** `folder`: absolute, with a muster.yaml. Throws what reading it throws, before a file of the pipeline is written. */
export async function writePipeline(
  folder: string,
  { forge, action, version }: PipelineWish,
  name: string | null,
): Promise<PipelineWritten> {
  const target = await targetOf(folder, name);
  const { githubFiles, gitlabFiles } = await import('./files.ts');
  const { pipelinePlace } = await import('./place.ts');
  const { root, directory, defaultBranch } = await pipelinePlace(folder);
  const common = { target: target.name, directory, defaultBranch };
  const texts = forge === 'github' ? githubFiles({ ...common, action }) : gitlabFiles({ ...common, version });
  const files = await writeAllNew(root, texts);
  // Its steps would be about a pipeline that is not there.
  if (files.every(({ written }) => !written) && files.some(({ differs }) => differs)) {
    return {
      files,
      next: [`nothing was written for ${target.name}: move the files that differ away, and run this again`],
    };
  }
  const hasRoot = await isThere(join(root, '.git'));
  const remark = hasRoot ? [] : ['git init: the files above belong to the root of a repository'];
  return { files, next: [...remark, ...(await nextSteps(forge, target))] };
}

/** The named one, or the only one that is no sandbox, or the only one. */
async function targetOf(folder: string, name: string | null): Promise<Target> {
  const { chooseTarget, loadProject } = await import('../../core/desired/project/project.ts');
  const project = await loadProject(folder);
  const real = [...project.targets.values()].filter(({ sandbox }) => !sandbox);
  const target = chooseTarget(project, name ?? (real.length === 1 ? (real[0]?.name ?? null) : null));
  if (target.state !== 'pulumi') return target;
  throw new ToolError('wrong-home', {
    message: `target ${target.name} keeps its state in Pulumi, so pulumi/actions runs its pipeline: docs/pipelines.md has the workflow`,
  });
}

async function nextSteps(forge: PipelineWish['forge'], { name, sandbox }: Target): Promise<string[]> {
  const { readTemplate } = await import('../process/template-file.ts');
  const steps = readTemplate(`${forge}/steps.txt`).trimEnd().replaceAll('TARGET', name).split('\n');
  const play = sandbox
    ? [`the pipeline is for the target ${name}, which is a sandbox: name your own in its files`]
    : [];
  return [...play, ...steps];
}
