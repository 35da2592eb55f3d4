// What a plan of a program of the classes is about where a command or a program is narrower or wider than one stack of one target:
// `--target`, components, two targets, and a function of the Automation API in a process that goes on.

import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';

import { withSandbox } from '../support/sandbox.ts';
import {
  DATA,
  ownerStory,
  present,
  refused,
  staysQuiet,
  succeeded,
  TIMEOUT,
  urnOf,
  writesOf,
  writing,
} from './owner.ts';
import type { Declared, Written } from './owner.ts';
import { engineEnvironment, pulumiIsHere, stackStory } from './stack.ts';
import type { Story } from './stack.ts';

const record = (name: string, clientId: string, more: object = {}, placed: object = {}): Declared => ({
  kind: 'PinnedRecord',
  name,
  args: { campaignName: 'Summer', clientId, data: DATA, ...more },
  ...placed,
});

/** Beside what the project says already. */
function configure({ folder }: Story, more: (project: Project) => object): void {
  const file = join(folder, 'muster.yaml');
  const project = JSON.parse(readFileSync(file, 'utf8')) as Project;
  writeFileSync(file, JSON.stringify({ ...project, ...more(project) }));
}

interface Project {
  readonly targets: { readonly test: object };
}

describe.skipIf(!pulumiIsHere())('a plan of classes with --target', { timeout: TIMEOUT }, () => {
  test('is stopped by what the rest of the program would remove', async () => {
    const all = ['C-1', 'C-2', 'C-3', 'C-4'].map((clientId) => record(clientId, clientId));
    const story = await ownerStory(...all);
    configure(story, () => ({ policy: { deletes: { count: 2, percent: 100 } } }));
    const left = record('C-1', 'C-1', { skillQueue: 'gold' });
    refused(await story.upWith([left], '--target', urnOf(left)), 'guard-deletes', 'MUSTER_ALLOW=deletes=3');
    expect(await present(story)).toHaveLength(4);
  });
});

describe.skipIf(!pulumiIsHere())('a program of classes of two targets', { timeout: TIMEOUT }, () => {
  test('has a plan for each, and sends nothing to either while one is stopped', async () => {
    const other = await withSandbox();
    const story = await stackStory(TWO_TARGETS);
    writeFileSync(join(story.folder, 'other.pem'), other.target.ca ?? '');
    const { port, companyCode, apiKey } = other.target;
    configure(story, ({ targets }) => ({
      policy: { deletes: { count: 1, percent: 100 } },
      targets: { ...targets, other: { ...targets.test, port, companyCode, apiKey, caFile: 'other.pem' } },
    }));
    const rows = (given: Record<string, readonly string[]>): void =>
      writeFileSync(join(story.folder, 'rows.json'), JSON.stringify(given));
    rows({ test: ['C-1'], other: ['C-1', 'C-2', 'C-3'] });
    const first = succeeded(await writing(story, 'up', '--yes', '--skip-preview'));
    expect(first.text).toContain('team -> test');
    expect(first.text).toContain('team -> other');
    expect(await other.control.records()).toHaveLength(3);
    rows({ test: ['C-1', 'C-9'], other: ['C-3'] });
    refused(await writing(story, 'up', '--yes', '--skip-preview'), 'guard-deletes', 'MUSTER_ALLOW=deletes=2');
    expect(await other.control.records()).toHaveLength(3);
    rows({ test: ['C-1', 'C-9'], other: ['C-2', 'C-3'] });
    expect(succeeded(await writing(story, 'up', '--yes', '--skip-preview')).writes).toHaveLength(1);
    expect((await other.control.records()).map(({ clientId }) => clientId).toSorted()).toEqual(['C-2', 'C-3']);
    await staysQuiet(story);
  });
});

const TWO_TARGETS = `
import { PinnedRecord } from 'musterctl';
import { readFileSync } from 'node:fs';
for (const [target, clientIds] of Object.entries(JSON.parse(readFileSync('rows.json', 'utf8'))))
  for (const clientId of clientIds)
    new PinnedRecord(target + clientId, { target, campaignName: 'Summer', clientId, data: ${JSON.stringify(DATA)} });
`;

/** Each command is one run of the same function, in one process: `up C-1,C-2`. */
const INLINE = `
import { LocalWorkspace } from '@pulumi/pulumi/automation/index.js';
import { PinnedRecord } from 'musterctl';
let rows = [];
const program = async () => {
  for (const clientId of rows) new PinnedRecord(clientId, { campaignName: 'Summer', clientId, data: ${JSON.stringify(DATA)} });
};
const workDir = process.cwd();
const stack = await LocalWorkspace.createOrSelectStack({ stackName: 'dev', projectName: 'team', program }, { workDir });
for (const line of process.argv.slice(2)) {
  const [command, given] = line.split(' ');
  rows = given.split(',');
  const ended = await stack[command]({ onOutput: (text) => process.stdout.write(text) }).then(() => 'done', () => 'failed');
  process.stdout.write('\\n' + line + ': ' + ended + '\\n');
}
`;

/** A program of the Automation API in the folder of a story, and what it wrote. */
async function inline(story: Story, ...commands: readonly string[]): Promise<Written> {
  writeFileSync(join(story.folder, 'inline.js'), INLINE);
  await story.requests();
  const env = { ...process.env, ...engineEnvironment(story.folder) };
  const options = { cwd: story.folder, env, maxBuffer: 1e8 };
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ['inline.js', ...commands], options);
  return { code: 0, text: stdout + stderr, operations: [], writes: await writesOf(story) };
}

describe.skipIf(!pulumiIsHere())('a function of the Automation API', { timeout: TIMEOUT }, () => {
  test('has a plan and guards in each of its runs, in a process that goes on', async () => {
    const story = await stackStory('');
    configure(story, () => ({ policy: { deletes: { count: 1, percent: 100 } } }));
    const made = await inline(story, 'preview C-1,C-2,C-3', 'up C-1,C-2,C-3', 'up C-1,C-2,C-3');
    expect(made.text).toContain('\nup C-1,C-2,C-3: done');
    expect(made.text).toContain('Plan: 3 to add');
    expect(made.text).toContain('Nothing to do');
    expect(made.writes).toHaveLength(3);
    const stopped = await inline(story, 'preview C-1', 'up C-1');
    expect(stopped.text).toContain('\nup C-1: failed');
    expect(stopped.text).toContain('guard-deletes');
    expect(stopped.writes).toEqual([]);
    expect(await present(story)).toHaveLength(3);
    const less = await inline(story, 'up C-1,C-2', 'preview C-1,C-2');
    expect(less.writes, less.text).toEqual(['deleteRecordFromCampaign Summer/C-3']);
  });
});
