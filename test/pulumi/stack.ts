// A Pulumi project of one's own for a test: temporary folder, file backend, real command, sandbox in this process.

import { APPLIED_TYPE } from '../../providers/stack-export.ts';
import { execFile, execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';

import { findPulumiCli, pulumiEnvironment } from '../../tools/programs/pulumi.ts';
import type { DesiredInput } from '../../src/core/desired/declarations/define.ts';
import type { Counters } from '../../src/sandbox/messages/traffic.ts';
import { withSandbox } from '../support/sandbox.ts';
import type { OwnSandbox } from '../support/sandbox.ts';
import { targetEntry } from '../support/target-entry.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SDK_START = fileURLToPath(new URL('sdk-start.cjs', import.meta.url));

export interface Ended {
  readonly code: number;
  /** Standard output and standard error. */
  readonly text: string;
  /** Operations on our objects, `create user:ana@example.com`, in order of their start. Refresh reads are left out. */
  readonly operations: readonly string[];
}

export interface Story {
  readonly sandbox: OwnSandbox;
  readonly folder: string;
  declare(desired: DesiredInput): void;
  pulumi(...args: readonly string[]): Promise<Ended>;
  up(environment?: Record<string, string>): Promise<Ended>;
  preview(environment?: Record<string, string>): Promise<Ended>;
  /** Starts an `up` and kills it, with all that it started, as soon as `when` says so. */
  killedUp(when: () => Promise<boolean>): Promise<void>;
  /** Starts an `up` or a destroy and sends the command alone these signals, as soon as `when` says so. */
  interrupted(args: readonly string[], when: () => Promise<boolean>, signals?: Signals): Promise<Ended>;
  /** What the sandbox was asked since the last call, by operation. */
  requests(): Promise<Counters['requests']>;
}

/** At night an update is killed at more points. */
export const IS_NIGHT = process.env['MUSTER_TEST_SUITE'] === 'night';

const cli = await findPulumiCli();

/** True where there is a command to test with; says loudly when there is none, and fails where one is required. */
export function pulumiIsHere(): boolean {
  if (cli !== null) return true;
  if (process.env['MUSTER_REQUIRE_PULUMI'] === '1')
    throw new Error('MUSTER_REQUIRE_PULUMI is set and there is no Pulumi CLI');
  console.error('\nSKIPPED: the Pulumi tests need a CLI; `node tools/programs/pulumi.ts` gets one.\n');
  return false;
}

/** `program`: what the folder's index.js says. */
export async function stackStory(program = `import 'musterctl/program';\n`): Promise<Story> {
  const sandbox = await withSandbox();
  const folder = mkdtempSync(join(tmpdir(), 'muster-pulumi-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeProject(folder, sandbox, program);
  const story = storyIn(folder, sandbox);
  await initStack(story);
  return story;
}

/** What `pulumi stack init dev` writes in an empty project, by its path there: the same for every story, so it runs once. */
let emptyStack: ReadonlyMap<string, string> | null = null;

async function initStack(story: Story): Promise<void> {
  const { folder } = story;
  if (emptyStack === null) {
    const made = await story.pulumi('stack', 'init', 'dev');
    if (made.code !== 0) throw new Error(made.text);
    emptyStack = textsIn(folder, ['Pulumi.dev.yaml', join('.state', '.pulumi')]);
    return;
  }
  for (const [path, text] of [...emptyStack, chosenStack(folder)]) {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** Which stack of the project is the current one: the only file whose name depends on where the project lies. */
function chosenStack(folder: string): [path: string, text: string] {
  const place = createHash('sha1').update(join(folder, 'Pulumi.yaml')).digest('hex');
  const path = join('.state', 'pulumi-home', 'workspaces', `team-${place}-workspace.json`);
  const state = pathToFileURL(join(folder, '.state')).href;
  return [path, JSON.stringify({ stacks: { [state]: 'organization/team/dev' } })];
}

function textsIn(folder: string, paths: readonly string[]): Map<string, string> {
  const files = paths.flatMap((path) => {
    if (!statSync(join(folder, path)).isDirectory()) return [path];
    return readdirSync(join(folder, path), { recursive: true, encoding: 'utf8' }).map((name) => join(path, name));
  });
  const plain = files.filter((path) => statSync(join(folder, path)).isFile());
  return new Map(plain.map((path) => [path, readFileSync(join(folder, path), 'utf8')]));
}

function storyIn(folder: string, sandbox: OwnSandbox): Story {
  const run = (args: readonly string[], environment: Record<string, string> = {}): Promise<Ended> =>
    runPulumi(folder, args, environment);
  return {
    sandbox,
    folder,
    declare: (desired) => writeFileSync(join(folder, 'desired.json'), JSON.stringify(desired)),
    pulumi: (...args) => run(args),
    up: (environment) => run(['up', '--yes', '--skip-preview'], environment),
    preview: (environment) => run(['preview'], environment),
    killedUp: (when) => killedUp(folder, when),
    interrupted: (args, when, signals = ['SIGINT']) => interrupted({ folder, args, signals }, when),
    requests: async () => {
      const { requests } = await sandbox.control.counters();
      await sandbox.control.resetCounters();
      return requests;
    },
  };
}

function writeProject(folder: string, { target }: OwnSandbox, program: string): void {
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(ROOT, join(folder, 'node_modules', 'musterctl'));
  symlinkSync(join(ROOT, 'node_modules', '@pulumi'), join(folder, 'node_modules', '@pulumi'));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'team', type: 'module' }));
  writeFileSync(join(folder, 'index.js'), program);
  writeFileSync(join(folder, 'ca.pem'), target.ca ?? '');
  const targets = { test: { ...targetEntry(target), state: 'pulumi' } };
  writeFileSync(join(folder, 'muster.yaml'), JSON.stringify({ name: 'team', desired: ['desired.json'], targets }));
  const runtime = { name: 'nodejs', options: { typescript: false } };
  const project = { name: 'team', runtime, main: 'index.js', options: { refresh: 'always' } };
  writeFileSync(join(folder, 'Pulumi.yaml'), JSON.stringify(project));
}

/** A clone of its repository, with the same stack of the same backend, checked out on main. */
export function cloneStory({ folder, sandbox }: Story, name: string): Story {
  const directory = `${folder}-${name}`;
  execFileSync('git', ['clone', '--quiet', `file://${folder}`, directory, '--branch', 'main'], { stdio: 'pipe' });
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  for (const link of ['.state', 'node_modules']) symlinkSync(join(folder, link), join(directory, link));
  const [path, text] = chosenStack(directory);
  writeFileSync(join(directory, path), text);
  return storyIn(directory, sandbox);
}

/** The command that the last report calls exactly this plan, as variables. */
export function exactly(text: string): Record<string, string> {
  const [, words = ''] = /(?:all \d+|apply): +(.*) pulumi up/u.exec(text) ?? [];
  return Object.fromEntries(
    words.split(' ').map((word) => [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)]),
  );
}

let runs = 0;

/** For whatever starts Pulumi in the folder of a story. */
export function engineEnvironment(folder: string): Record<string, string> {
  if (cli === null) throw new Error('there is no Pulumi CLI');
  return {
    ...pulumiEnvironment(cli, join(folder, '.state')),
    // Without threads for garbage and compilation: two cores are busy with other stories.
    NODE_OPTIONS: `--require ${JSON.stringify(SDK_START)} --v8-pool-size=0`,
    // Nobody goes back to a state of before a step in a story.
    PULUMI_DIY_BACKEND_DISABLE_CHECKPOINT_BACKUPS: 'true',
  };
}

function environmentOf(folder: string): NodeJS.ProcessEnv {
  mkdirSync(join(folder, '.state'), { recursive: true });
  // --event-log is one of the flags that the Automation API uses and the help does not show.
  return { ...process.env, ...engineEnvironment(folder), PULUMI_DEBUG_COMMANDS: 'true' };
}

/** With the language host and the provider, which lives in a process group of its own: as on a lost machine. */
async function killedUp(folder: string, when: () => Promise<boolean>): Promise<void> {
  const args = ['up', '--yes', '--skip-preview', '--non-interactive'];
  const child = spawn('pulumi', args, { cwd: folder, env: environmentOf(folder), stdio: 'ignore' });
  const ended = new Promise((resolve) => child.once('close', resolve));
  while (child.exitCode === null && !(await when())) await sleep(10);
  for (const pid of await descendants(child.pid ?? 0)) kill(pid);
  await ended;
}

/** A second one is sent when the command has said what it does about the first. */
export type Signals = readonly ['SIGINT' | 'SIGTERM' | 'SIGKILL', 'SIGINT'?];

interface Interrupting {
  readonly folder: string;
  readonly args: readonly string[];
  readonly signals: Signals;
}

async function interrupted(
  { folder, args, signals: [first, second] }: Interrupting,
  when: () => Promise<boolean>,
): Promise<Ended> {
  const words = [...args, '--non-interactive', '--color', 'never'];
  const child = spawn('pulumi', words, { cwd: folder, env: environmentOf(folder), stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (text += part.toString()));
  const ended = new Promise((resolve) => child.once('close', resolve));
  while (child.exitCode === null && !(await when())) await sleep(1);
  // What a killed command leaves behind must not outlive the test.
  const all = first === 'SIGKILL' ? await descendants(child.pid ?? 0) : [];
  onTestFinished(() => all.forEach(kill));
  child.kill(first);
  if (second !== undefined) {
    while (child.exitCode === null && !/cancel/iu.test(text)) await sleep(1);
    child.kill(second);
  }
  await ended;
  return { code: child.exitCode ?? 1, text, operations: [] };
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended by itself meanwhile.
  }
}

/** The process and all below it, itself first. */
async function descendants(root: number): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-eo', 'pid=,ppid=']);
  const rows = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/u).map(Number));
  const found = new Set(rows.flatMap(([pid]) => (pid === root ? [pid] : [])));
  for (const parent of found) for (const [pid, ppid] of rows) if (pid !== undefined && ppid === parent) found.add(pid);
  return [...found];
}

function runPulumi(folder: string, args: readonly string[], environment: Record<string, string>): Promise<Ended> {
  const events = join(folder, '.state', `events-${++runs}.json`);
  const logged = ['up', 'preview', 'refresh', 'destroy'].includes(args[0] ?? '') ? ['--event-log', events] : [];
  const all = [...args, ...logged, '--non-interactive', '--color', 'never'];
  const env = { ...environmentOf(folder), ...environment };
  return new Promise((resolve) => {
    execFile('pulumi', all, { cwd: folder, env, maxBuffer: 2 ** 28 }, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : 1;
      resolve({ code, text: stdout + stderr, operations: operationsIn(events, args[0] ?? '') });
    });
  });
}

interface Step {
  readonly metadata: { readonly op: string; readonly urn: string; readonly type: string };
}

interface EngineEvent {
  readonly resourcePreEvent?: Step;
  readonly resOutputsEvent?: Step;
}

const SILENT = ['same', 'refresh', 'read'];

/** What a refresh finds stands in the event after its step; every other operation is said before it begins. */
function operationsIn(file: string, command: string): string[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.flatMap((line) => {
    const event = JSON.parse(line) as EngineEvent;
    const step = command === 'refresh' ? event.resOutputsEvent : event.resourcePreEvent;
    const { op, type } = step?.metadata ?? { op: '', type: '' };
    // What applies did is no object, and nothing is sent for it.
    if (step === undefined || !type.includes('muster') || type === APPLIED_TYPE || SILENT.includes(op)) return [];
    return [`${step.metadata.op} ${step.metadata.urn.split('::').slice(3).join('::')}`];
  });
}
