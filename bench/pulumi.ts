// `npm run bench:pulumi`: what a stack costs. Records in sets and single objects through the real Pulumi command with default
// checkpoints, against a sandbox in a process of its own: seconds and peak memory of the process tree (the sandbox left out), and
// bytes of state a record. What shows that there is nothing to do: a preview, one without a refresh, and `muster plan`. The same through the
// native provider, for which there is no `muster plan`. `--checkout DIR` measures another checkout of this project in the same way, so that
// two versions can be compared in one run. `--out bench/results/pulumi.jsonl` also keeps the numbers, for the page of `npm run bench`.

import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';

import { findPulumiCli, pulumiEnvironment } from '../tools/programs/pulumi.ts';
import type { PulumiCli } from '../tools/programs/pulumi.ts';
import { BARE_TARGET } from '../test/support/sandbox.ts';
import { sandboxTarget } from '../src/sandbox/world/identity.ts';
import { startSandbox } from '../src/sandbox/daemon/server.ts';
import type { StackRow } from './result-page.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const LOOK_EVERY_MS = 200;
/** Also the name of the stack. */
const TARGET = 'test';

const { values } = parseArgs({
  options: {
    records: { type: 'string', default: '20000' },
    singles: { type: 'string', default: '1000' },
    checkout: { type: 'string', default: ROOT },
    out: { type: 'string' },
  },
});
const CHECKOUT = resolve(values.checkout);

interface Ran {
  /** As a person types it, without what only a script needs. */
  readonly name: string;
  readonly seconds: number;
  /** Of all processes below the command, itself included. */
  readonly peakMiB: number;
  readonly code: number;
}

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly kib: number;
}

async function processes(): Promise<Process[]> {
  const { stdout } = await promisify(execFile)('ps', ['-eo', 'pid=,ppid=,rss=']);
  return stdout
    .trim()
    .split('\n')
    .map((line) => {
      const [pid = 0, parent = 0, kib = 0] = line.trim().split(/\s+/u).map(Number);
      return { pid, parent, kib };
    });
}

async function treeMiB(root: number): Promise<number> {
  const all = await processes();
  const found = new Set([root]);
  for (const pid of found) for (const each of all) if (each.parent === pid) found.add(each.pid);
  return all.filter(({ pid }) => found.has(pid)).reduce((sum, { kib }) => sum + kib / 1024, 0);
}

interface Place {
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
}

async function pulumi(place: Place, verb: string, ...args: readonly string[]): Promise<Ran> {
  const name = ['pulumi', verb, ...args.filter((each) => each.includes('='))].join(' ');
  return { name, ...(await run('pulumi', [verb, ...args, '--non-interactive'], place)) };
}

async function muster(place: Place, verb: string): Promise<Ran> {
  const command = join(CHECKOUT, 'bin', 'muster.js');
  return { name: `muster ${verb}`, ...(await run(process.execPath, [command, verb], place)) };
}

async function run(command: string, args: readonly string[], { folder, env }: Place): Promise<Omit<Ran, 'name'>> {
  const began = performance.now();
  const child = spawn(command, args, { cwd: folder, env, stdio: 'ignore' });
  let peakMiB = 0;
  const timer = setInterval(() => {
    void treeMiB(child.pid ?? 0).then((now) => (peakMiB = Math.max(peakMiB, now)));
  }, LOOK_EVERY_MS);
  const code = await new Promise<number>((done) => child.once('close', (ended) => done(ended ?? 1)));
  clearInterval(timer);
  return { seconds: (performance.now() - began) / 1000, peakMiB, code };
}

const FIRST = ['Ana', 'Ben', 'Carla', 'David', 'Elena', 'Felix', 'Greta', 'Hugo', 'Ines', 'Jonas', 'Katja', 'Luis'];
const LAST = [
  'Ruiz',
  'Weber',
  'Okafor',
  'Silva',
  'Novak',
  'Dubois',
  'Moreau',
  'Rossi',
  'Kim',
  'Haddad',
  'Larsen',
  'Costa',
];

interface Row {
  readonly clientId: string;
  readonly preferredAgent: string;
  readonly data: Readonly<Record<string, string>>;
}

/** As unlike each other as those of a real list: what is compressed must not be a counter. */
function recordsOf(count: number): Row[] {
  return Array.from({ length: count }, (_, index) => {
    const chance = createHash('sha256').update(String(index)).digest();
    const name = `${FIRST[chance.readUInt8(0) % FIRST.length]} ${LAST[chance.readUInt8(1) % LAST.length]}`;
    const phone = `+349${String(chance.readUInt32BE(2) % 10 ** 8).padStart(8, '0')}`;
    const clientId = `C-${chance.readUIntBE(8, 5)}`;
    const data = { Name: name, phone, crm_link: `https://crm.example.com/c/${clientId}` };
    return { clientId, preferredAgent: 'ana.ruiz@example.com', data };
  });
}

async function measure(title: string, count: number, writeProject: WriteProject): Promise<void> {
  const cli = await findPulumiCli();
  if (cli === null) throw new Error('there is no Pulumi CLI; `node tools/programs/pulumi.ts` gets one');
  const folder = mkdtempSync(join(tmpdir(), 'muster-bench-'));
  const sandbox = await startSandbox({ directory: join(folder, '.sandbox') });
  try {
    const env = writeFolder(folder, sandboxTarget(BARE_TARGET, sandbox), cli);
    const { isPlanned } = writeProject(folder, recordsOf(count));
    const place = { folder, env };
    await pulumi(place, 'stack', 'init', TARGET);
    const runs = [
      await pulumi(place, 'up', '--yes', '--skip-preview'),
      await pulumi(place, 'preview'),
      await pulumi(place, 'preview', '--refresh=false'),
      ...(isPlanned ? [await muster(place, 'plan')] : []),
    ];
    const { stdout } = await promisify(execFile)('pulumi', ['stack', 'export', '--show-secrets'], {
      cwd: folder,
      env,
      maxBuffer: 2 ** 30,
    });
    const bytes = Math.round(stdout.length / count);
    keep({ title, count, runs, bytes });
    const cells = runs.map(
      ({ name, seconds, peakMiB, code }) => `${name} ${seconds.toFixed(1)} s ${Math.round(peakMiB)} MiB (${code})`,
    );
    console.log([title, `${count}`, ...cells, `${bytes} bytes of state each`].join(' | '));
  } finally {
    await sandbox.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Kept {
  readonly title: string;
  readonly count: number;
  readonly runs: readonly Ran[];
  readonly bytes: number;
}

function keep({ title, count, runs, bytes }: Kept): void {
  if (values.out === undefined) return;
  const kept = runs.map(({ name, seconds, peakMiB }) => ({ name, seconds: round(seconds), mib: Math.round(peakMiB) }));
  const row: StackRow = { at: new Date().toISOString(), title, count, runs: kept, bytesEach: bytes };
  appendFileSync(values.out, `${JSON.stringify(row)}\n`);
}

const round = (seconds: number): number => Math.round(seconds * 10) / 10;

/** What is the same in every project. */
function writeFolder(folder: string, target: ReturnType<typeof sandboxTarget>, cli: PulumiCli): NodeJS.ProcessEnv {
  mkdirSync(join(folder, 'node_modules'));
  mkdirSync(join(folder, '.state'));
  for (const name of ['muster', 'musterctl']) symlinkSync(CHECKOUT, join(folder, 'node_modules', name));
  symlinkSync(join(CHECKOUT, 'node_modules', '@pulumi'), join(folder, 'node_modules', '@pulumi'));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'team', type: 'module' }));
  writeFileSync(join(folder, 'ca.pem'), target.ca ?? '');
  const { host, port, platform, companyCode, environment, apiKey } = target;
  const targets = {
    [TARGET]: { host, port, platform, companyCode, environment, apiKey, caFile: 'ca.pem', state: 'pulumi' },
  };
  writeFileSync(join(folder, 'muster.yaml'), JSON.stringify({ name: 'team', desired: ['desired.json'], targets }));
  return {
    ...process.env,
    ...pulumiEnvironment(cli, join(folder, '.state')),
    AWS_ACCESS_KEY_ID: 'x',
    AWS_SECRET_ACCESS_KEY: 'x',
  };
}

type WriteProject = (folder: string, records: readonly Row[]) => { readonly isPlanned: boolean };

const ANA = { loginUserId: 'ana.ruiz@example.com', firstName: 'Ana', lastName: 'Ruiz', userTemplateName: 'Agents' };
const campaignName = 'Summer Renewals';

/** Desired files, and the program of this package. */
function filesProject(manage: 'each' | 'set'): WriteProject {
  return (folder, records) => {
    writeProgram(folder, `import ${JSON.stringify(join(CHECKOUT, 'src', 'program.ts'))};\n`);
    const desired = { users: [ANA], campaigns: [{ campaignName, manage, records }] };
    writeFileSync(join(folder, 'desired.json'), JSON.stringify(desired));
    return { isPlanned: true };
  };
}

/** The native provider. A record as its resource, or 500 of them in a set. */
function nativeProject(manage: 'each' | 'set'): WriteProject {
  return (folder, records) => {
    const single = records.map((each) => ['PinnedRecord', { campaignName, ...each }]);
    const parts = Array.from({ length: Math.ceil(records.length / 500) }, (_, at) =>
      Object.fromEntries(records.slice(at * 500, at * 500 + 500).map(({ clientId, ...row }) => [clientId, row])),
    );
    const sets = parts.map((part) => ['RecordSet', { campaignName, records: part }]);
    const resources = [['User', ANA], ...(manage === 'set' ? sets : single)];
    writeFileSync(join(folder, 'resources.json'), JSON.stringify(resources));
    writeProgram(folder, NATIVE_PROGRAM, { providers: [{ name: 'muster', path: join(CHECKOUT, 'plugin') }] });
    return { isPlanned: false };
  };
}

const NATIVE_PROGRAM = `
import { CustomResource } from '@pulumi/pulumi';
import { readFileSync } from 'node:fs';
const resources = JSON.parse(readFileSync('resources.json', 'utf8'));
const made = ([type, args], at) => new CustomResource('muster:index:' + type, type + at, args, { dependsOn: ana });
let ana = [];
ana = [made(resources[0], 0)];
resources.slice(1).forEach(made);
`;

function writeProgram(folder: string, text: string, plugins = {}): void {
  writeFileSync(join(folder, 'index.js'), text);
  const runtime = { name: 'nodejs', options: { typescript: false } };
  const project = { name: 'team', runtime, main: 'index.js', options: { refresh: 'always' }, plugins };
  writeFileSync(join(folder, 'Pulumi.yaml'), JSON.stringify(project));
}

for (const [title, manage, count] of [
  ['records in sets', 'set', Number(values.records)],
  ['single records', 'each', Number(values.singles)],
] as const) {
  if (count === 0) continue;
  await measure(title, count, filesProject(manage));
  await measure(`${title}, native provider`, count, nativeProject(manage));
}
