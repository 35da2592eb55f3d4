// `npm run check -- sdk`: the published package beside the oldest and the newest @pulumi/pulumi of its range, each in a
// project of its own beside the other's, with the real command. The newest is whatever the registry has today: what it breaks is seen here.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { PULUMI_SDK_RANGE } from '../src/core/model/package.ts';
import { inFolder } from '../tools/files.ts';
import { copyCheckout, install, pack } from './package/consumer.ts';
import { openProject, Unexpected } from './package/pulumi-project.ts';
import type { PulumiProject } from './package/pulumi-project.ts';
import { automationStory, classesStory, filesStory, twoCopiesStory } from './package/sdk-stories.ts';
import { findPulumiCli } from '../tools/programs/pulumi.ts';
import type { PulumiCli } from '../tools/programs/pulumi.ts';

type Story = (project: PulumiProject) => Promise<void>;

const STORIES: Readonly<Record<string, Story>> = {
  'the program that reads files': filesStory,
  'classes in a CommonJS program': classesStory,
  'reconcile in an inline program': automationStory,
  'two copies of the SDK': twoCopiesStory,
};

/** Range -> what npm is asked for: its lower end, and the newest that fits. */
const VERSIONS = [PULUMI_SDK_RANGE.replace('^', ''), PULUMI_SDK_RANGE];

async function main(folder: string, cli: PulumiCli): Promise<boolean> {
  const copy = join(folder, 'checkout');
  await copyCheckout(copy);
  const tarball = await pack(copy, folder);
  const fine = await Promise.all(
    VERSIONS.map(async (version, index) => {
      const project = join(folder, `project-${index}`);
      await install(project, { packages: [tarball, `@pulumi/pulumi@${version}`], newest: true });
      return isFine(openProject(project, cli));
    }),
  );
  return fine.every(Boolean);
}

async function isFine(project: PulumiProject): Promise<boolean> {
  await project.muster('init', '--pulumi');
  const fine: boolean[] = [];
  try {
    for (const [name, story] of Object.entries(STORIES)) fine.push(await told(project, name, story));
  } finally {
    await project.muster('sandbox', 'stop');
  }
  return fine.every(Boolean);
}

async function told(project: PulumiProject, name: string, story: Story): Promise<boolean> {
  const manifest = readFileSync(join(project.folder, 'node_modules/@pulumi/pulumi/package.json'), 'utf8');
  const { version } = JSON.parse(manifest) as { version: string };
  try {
    await story(project);
    console.log(`ok  @pulumi/pulumi ${version}: ${name}`);
    return true;
  } catch (error) {
    if (!(error instanceof Unexpected)) throw error;
    console.log(`FAILED  @pulumi/pulumi ${version}: ${name}\n${error.message}`);
    return false;
  }
}

const cli = await findPulumiCli();
if (cli === null) console.log('SKIPPED: `node tools/programs/pulumi.ts` gets the Pulumi CLI that this step needs.');
const isRequired = process.env['MUSTER_REQUIRE_PULUMI'] === '1';
const fine = cli === null ? !isRequired : await inFolder('sdk', (folder) => main(folder, cli));
if (!fine) process.exitCode = 1;
