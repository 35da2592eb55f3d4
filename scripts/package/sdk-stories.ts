// What must go with every version of the SDK in the tested range: the program that reads files, classes in a CommonJS
// program, `reconcile` in an inline program of the Automation API, and a project that has two copies of the SDK.

import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { PACKAGE_NAME } from '../../src/core/model/package.ts';
import { expectText, Unexpected } from './pulumi-project.ts';
import type { PulumiProject } from './pulumi-project.ts';

/** What init writes goes up, shows no change, shows what somebody else changed, and comes down. */
export async function filesStory({ pulumi, muster, ended }: PulumiProject): Promise<void> {
  await pulumi('stack', 'init', 'files');
  expectText(await pulumi('up', '--yes', '--skip-preview'), '+ 6 created');
  await pulumi('preview', '--expect-no-changes');
  await pulumi('refresh', '--preview-only', '--expect-no-changes');
  await muster('sandbox', 'change-record', 'Welcome Calls', 'C-1001', '--skill-queue', 'other');
  const drifted = await ended('pulumi', 'refresh', '--preview-only', '--expect-no-changes', '--non-interactive');
  if (drifted.code === 0) throw new Unexpected(`a refresh does not show what was changed\n${drifted.text}`);
  // The SDK hands over the inputs that a reading returns: else no diff would name the field.
  await pulumi('refresh', '--yes', '--skip-preview');
  expectText(await pulumi('preview', '--diff'), /skillQueue +: "other" => "welcome"/u);
  expectText(await pulumi('up', '--yes', '--skip-preview'), '~ 1 updated');
  expectText(await pulumi('destroy', '--yes', '--skip-preview'), '- 6 deleted');
}

/** Outputs reach other resources, a change is one update, and the program is loaded by `require`. */
export async function classesStory({ pulumi, folder, write }: PulumiProject): Promise<void> {
  const yaml = readFileSync(join(folder, 'Pulumi.yaml'), 'utf8');
  mkdirSync(join(folder, 'classes'));
  write('classes/package.json', '{}');
  write('classes/index.js', CLASSES);
  write('Pulumi.yaml', yaml.replace('main: index.js', 'main: classes/index.js'));
  await pulumi('stack', 'init', 'classes');
  expectText(await pulumi('up', '--yes', '--skip-preview'), '+ 4 created');
  expectText(await pulumi('stack', 'output', 'state'), 'NOTWORKED');
  await pulumi('preview', '--expect-no-changes');
  write('classes/index.js', CLASSES.replace('+34911234567', '+34911234568'));
  expectText(await pulumi('up', '--yes', '--skip-preview'), '~ 1 updated');
  expectText(await pulumi('destroy', '--yes', '--skip-preview'), '- 4 deleted');
  write('Pulumi.yaml', yaml);
}

export async function automationStory({ node, write }: PulumiProject): Promise<void> {
  write('inline.mjs', INLINE);
  expectText(await node('inline.mjs'), 'up {"create":3} preview {"same":3} destroy {"delete":3}');
}

/** It ends by itself, says what is wrong, and leaves no lock: the next update of the stack begins. */
export async function twoCopiesStory(project: PulumiProject): Promise<void> {
  const { folder, ended, node } = project;
  const modules = join(folder, 'node_modules');
  const second = join(modules, PACKAGE_NAME, 'node_modules/@pulumi/pulumi');
  mkdirSync(dirname(second), { recursive: true });
  cpSync(join(modules, '@pulumi/pulumi'), second, { recursive: true });
  writeFileSync(join(folder, 'inline.mjs'), INLINE);
  const { code, text } = await ended(process.execPath, 'inline.mjs');
  if (code === 0) throw new Unexpected(`two copies of the SDK were not noticed\n${text}`);
  expectText(text, 'two copies of @pulumi/pulumi');
  rmSync(second, { recursive: true });
  expectText(await node('inline.mjs'), 'destroy {"delete":3}');
}

const CLASSES = `const { PinnedRecord, User } = require('${PACKAGE_NAME}');
const ana = new User('ana', {
  loginUserId: 'ana@example.com', firstName: 'Ana', lastName: 'Ruiz', userTemplateName: 'Agents',
});
const task = new PinnedRecord('task', {
  campaignName: 'Summer', clientId: 'C-1', preferredAgent: ana.loginUserId, data: { phone: '+34911234567' },
});
exports.state = task.workedState;
`;

const INLINE = `import { LocalWorkspace } from '@pulumi/pulumi/automation/index.js';
import { reconcile } from '${PACKAGE_NAME}';

const users = [{ loginUserId: 'kim@example.com', firstName: 'Kim', lastName: 'Lee', userTemplateName: 'Agents' }];
const program = () => reconcile({ users });
const where = { stackName: 'inline', projectName: 'contact-centre', program };
const stack = await LocalWorkspace.createOrSelectStack(where, { workDir: import.meta.dirname });
const said = (word, changes) => word + ' ' + JSON.stringify(changes);
const up = said('up', (await stack.up()).summary.resourceChanges);
const preview = said('preview', (await stack.preview()).changeSummary);
console.log(up, preview, said('destroy', (await stack.destroy()).summary.resourceChanges));
`;
