// The files that the GitHub action runs, made anew: they need nothing beside them, and say what the command says.

import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { muster, musterProcess } from '../cli/muster.ts';

const BUILD = fileURLToPath(new URL('../../scripts/build-action.ts', import.meta.url));
const workspace = mkdtempSync(join(tmpdir(), 'muster-action-'));
const main = join(workspace, 'action', 'main.mjs');
const project = join(workspace, 'project');

beforeAll(async () => {
  // In a process of its own, as a release does: a test runner rewrites the sources that it loads.
  await promisify(execFile)(process.execPath, [BUILD, join(workspace, 'action')]);
  await started(['init', project], workspace);
}, 120_000);

afterAll(async () => {
  await started(['sandbox', 'stop', '-C', project], workspace);
  rmSync(workspace, { recursive: true, force: true });
});

interface Ended {
  readonly exit: number;
  readonly out: string;
}

/** With nothing of this checkout in its reach. */
async function started(words: readonly string[], folder: string, more: Record<string, string> = {}): Promise<Ended> {
  const env = { PATH: process.env['PATH'] ?? '', HOME: workspace, ...more };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [main, ...words], { cwd: folder, env, timeout: 60_000 }, (_error, out) =>
      resolve({ exit: child.exitCode ?? -1, out }),
    );
    child.stdin?.end();
  });
}

interface Step extends Ended {
  readonly outputs: string;
  readonly summary: string;
}

async function step(inputs: Record<string, string>): Promise<Step> {
  const [output, summary] = ['output', 'summary'].map((name) => join(workspace, name)) as [string, string];
  for (const file of [output, summary]) writeFileSync(file, '');
  const given = Object.fromEntries(Object.entries(inputs).map(([name, text]) => [`INPUT_${name.toUpperCase()}`, text]));
  const job = { GITHUB_ACTIONS: 'true', CI: 'true', GITHUB_WORKSPACE: project, GITHUB_REPOSITORY: 'o/r' };
  const files = { GITHUB_OUTPUT: output, GITHUB_STEP_SUMMARY: summary };
  const ended = await started([], project, { ...job, ...files, ...given });
  return { ...ended, outputs: readFileSync(output, 'utf8'), summary: readFileSync(summary, 'utf8') };
}

test('a plan is made and shown from four files without node_modules', async () => {
  expect(readdirSync(join(workspace, 'action')).toSorted()).toEqual([
    'daemon-main.mjs',
    'ledger-writer.mjs',
    'main.mjs',
    'program-thread.mjs',
  ]);
  const { exit, out, outputs, summary } = await step({ command: 'plan', target: 'sandbox', html: 'plan.html' });
  expect(exit).toBe(0);
  expect(out).toContain('No state: what was applied is not known here.');
  expect(outputs).toMatch(/^has-changes=true$/mu);
  expect(outputs).toMatch(/^fingerprint=[0-9a-f]{64}$/mu);
  expect(outputs).toMatch(/^report-path=muster-plan\.json$/mu);
  expect(summary).toContain('### muster:');
});

test('what muster prints is no workflow command, and what comes after it is', async () => {
  const { out } = await step({ command: 'plan' });
  const [, pause = ''] = /^::stop-commands::(\S+)$/mu.exec(out) ?? [];
  expect(pause).toMatch(/^[0-9a-f]{32}$/u);
  expect(out.indexOf('4 changes')).toBeLessThan(out.indexOf(`::${pause}::`));
  expect(out.indexOf('::warning file=')).toBeGreaterThan(out.indexOf(`::${pause}::`));
});

test('annotations of publish are heard by the runner, and what it prints of the report is not', async () => {
  const annotations = (text: string): string[] => text.split('\n').filter((line) => line.startsWith('::warning file='));
  const plan = await step({ command: 'plan' });
  expect(annotations(plan.out).length).toBeGreaterThan(0);
  const request = { 'pull-request': '7', forge: 'gitea', 'dry-run': 'true' };
  const { exit, out, summary } = await step({ command: 'publish', reports: 'muster-plan.json', ...request });
  expect(exit).toBe(0);
  const [, pause = ''] = /^::stop-commands::(\S+)$/mu.exec(out) ?? [];
  const end = out.indexOf(`::${pause}::`);
  expect(out.indexOf('### muster:')).toBeLessThan(end);
  expect(annotations(out)).toEqual(annotations(plan.out));
  expect(out.indexOf('::warning file=')).toBeGreaterThan(end);
  expect(summary).toBe('');
  const marked = await step({ command: 'publish', reports: 'muster-plan.json', mark: 'applying', ...request });
  expect(marked.out).not.toContain('::warning file=');
});

test('an apply without recorded state is refused, as a report too, and the first one is allowed when it says so', async () => {
  const refused = await step({ command: 'apply', 'auto-approve': 'true' });
  expect(refused.exit).toBe(2);
  expect(refused.outputs).toMatch(/^failure-reason=no-recorded-state$/mu);
  expect(JSON.parse(readFileSync(join(project, 'muster-apply.json'), 'utf8'))).toMatchObject({
    error: { code: 'no-recorded-state' },
    target: { name: 'sandbox' },
  });
  expect(await step({ command: 'apply', 'auto-approve': 'true', 'first-apply': 'true' })).toMatchObject({ exit: 0 });
  expect(await step({ command: 'apply', 'auto-approve': 'true' })).toMatchObject({ exit: 0 });
});

test('the HTML page from the bundle is the page of the command, byte for byte', async () => {
  await step({ command: 'plan', report: 'page.json', html: 'plan.html' });
  await started(['render', 'page.json', '--out', 'html=bundled.html'], project);
  // A process: the page carries program text, which the runner of the tests rewrites in what it loads itself.
  await musterProcess(['render', 'page.json', '--out', 'html=plain.html'], { folder: project });
  const page = readFileSync(join(project, 'bundled.html'), 'utf8');
  expect(page).toContain('<script');
  expect(page).toBe(readFileSync(join(project, 'plain.html'), 'utf8'));
});

test('schemas and version are in the bundle', async () => {
  const plain = await muster(['schema', 'project']);
  expect((await started(['schema', 'project'], workspace)).out).toBe(plain.out);
  expect((await started(['version'], workspace)).out).toBe((await muster(['version'])).out);
});

test('a target with its state in Pulumi is sent to the action of Pulumi', async () => {
  const file = join(project, 'muster.yaml');
  const before = readFileSync(file, 'utf8');
  writeFileSync(file, before.replace('    sandbox: true\n', '    sandbox: true\n    state: pulumi\n'));
  const { exit, out } = await step({ command: 'plan' });
  writeFileSync(file, before);
  expect(exit).toBe(2);
  expect(out).toContain('::error title=wrong-home::target sandbox keeps its state in Pulumi');
});
