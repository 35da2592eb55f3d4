// Rules of every workflow: those of this repository, those that other repositories call, and those that `muster init --ci github`
// writes. Least rights at the jobs, actions pinned by commit, no token in a checkout, no text of an event in a script, and an apply
// that is never doubled or ended in the middle.

import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { githubFiles } from '../src/cli/init/files.ts';

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly if?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
}
interface Job {
  readonly if?: string;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly concurrency?: { readonly group: string; readonly 'cancel-in-progress': boolean };
  readonly environment?: string;
  readonly 'timeout-minutes'?: number;
  readonly steps: readonly Step[];
}
interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions: unknown;
  readonly concurrency?: { readonly group: string; readonly 'cancel-in-progress'?: unknown };
  readonly jobs: Readonly<Record<string, Job>>;
}

const FOLDER = new URL('../.github/workflows/', import.meta.url);
const ACTION = `example/muster@${'a'.repeat(40)}`;

const OWN = readdirSync(FOLDER).map((name) => [name, readFileSync(new URL(name, FOLDER), 'utf8')] as const);
const WRITTEN = Object.entries(githubFiles({ action: ACTION, target: 'prod', directory: 'ops', defaultBranch: null }));
const ALL = [...OWN, ...WRITTEN.map(([name, text]) => [`init: ${name}`, text] as const)];
const NAMES = ALL.map(([name]) => name);
const TEXTS = new Map(ALL);

const textOf = (name: string): string => TEXTS.get(name) ?? '';
const workflow = (name: string): Workflow => parse(textOf(name)) as Workflow;
const jobs = (name: string): Job[] => Object.values(workflow(name).jobs);
const steps = (name: string): Step[] => jobs(name).flatMap((job) => job.steps);

/** `owner/name` -> what stands behind it, wherever an action of others is used. */
const PINS = Map.groupBy(
  ALL.flatMap(([, text]) => [...text.matchAll(/uses: ([\w-]+\/[\w-]+)\S*?@(\S+ # \S+)$/gmu)]),
  ([, action = '']) => action,
);

describe.each(NAMES)('%s', (name) => {
  test('gives no right above its jobs, and each job says what it needs and how long it may take', () => {
    expect(workflow(name).permissions).toEqual({});
    for (const job of jobs(name)) {
      expect(job.permissions).toBeTypeOf('object');
      expect(job['timeout-minutes']).toBeGreaterThan(0);
    }
  });

  test('pins every action by a full commit, the same everywhere, with its version beside it', () => {
    const lines = [...textOf(name).matchAll(/^ +(?:- )?(uses: .*)$/gmu)].map(([, line = '']) => line);
    for (const line of lines) {
      if (/^uses: (?:\.\/\.muster-action #|example\/muster@)/u.test(line)) continue;
      expect(line).toMatch(/^uses: [\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/u);
      const [, action = ''] = /^uses: ([\w-]+\/[\w-]+)/u.exec(line) ?? [];
      expect([...new Set(PINS.get(action)?.map(([, , pin]) => pin))]).toHaveLength(1);
    }
  });

  test('leaves no token in a checkout', () => {
    for (const step of steps(name).filter(({ uses }) => uses?.startsWith('actions/checkout@'))) {
      expect(step.with).toMatchObject({ 'persist-credentials': false });
    }
  });

  test('splices no expression into a script', () => {
    for (const { run = '' } of steps(name)) expect(run).not.toContain('${{');
  });

  test('runs one of its kind at a time, and never ends one that writes', () => {
    const { concurrency } = workflow(name);
    const writes = jobs(name).some(({ permissions = {} }) => permissions['contents'] === 'write');
    const groups = [concurrency, ...jobs(name).map((job) => job.concurrency)].filter((group) => group !== undefined);
    expect(groups.length).toBeGreaterThan(0);
    if (writes) for (const group of groups) expect(group['cancel-in-progress']).toBe(false);
  });
});

test('a job that plans or applies has the history, which tells older files', () => {
  const own = NAMES.filter((name) => /muster-(?:plan|apply)\.yml$/u.test(name)).flatMap(jobs);
  const asking = own.filter((job) =>
    job.steps.some((step) => /^(?:plan|apply)$/u.test(String(step.with?.['command']))),
  );
  expect(asking.map((job) => job.steps[0]?.with?.['fetch-depth'])).toEqual(Array(6).fill(0));
});

const applies = NAMES.filter((name) => name.endsWith('muster-apply.yml'));
const plans = NAMES.filter((name) => name.endsWith('muster-plan.yml'));

test.each(applies)('%s: the job that applies waits for an environment, alone, with the plan that was shown', (name) => {
  const { apply } = workflow(name).jobs;
  expect(apply?.environment).toBeTruthy();
  expect(apply?.concurrency).toMatchObject({
    group: expect.stringContaining('muster-apply-') as unknown,
    'cancel-in-progress': false,
  });
  const step = apply?.steps.find((each) => each.with?.['command'] === 'apply');
  expect(step?.with?.['fingerprint']).toContain('muster-plan.json');
  expect(step?.with).not.toHaveProperty('auto-approve');
});

test.each(plans)('%s: a request from a fork meets no secret and no cloud role', (name) => {
  const { validate, plan } = workflow(name).jobs;
  expect(validate?.if).toContain('head.repo.full_name != github.repository');
  expect(plan?.if).toContain('head.repo.full_name == github.repository');
  expect(validate?.permissions).toEqual({ contents: 'read' });
  expect(JSON.stringify(validate)).not.toMatch(/secrets\.|github\.token|aws-/u);
});

test('only the job that publishes may write on the forge, and it checks out nothing of the request', () => {
  const publish = workflow('init: .github/workflows/muster-publish.yml');
  expect(publish.jobs['publish']?.permissions).toEqual({
    actions: 'read',
    'pull-requests': 'write',
    checks: 'write',
    statuses: 'write',
  });
  expect(JSON.stringify(publish)).not.toContain('actions/checkout');
  for (const name of NAMES) {
    for (const job of jobs(name).filter(
      ({ permissions = {} }) => 'pull-requests' in permissions || 'issues' in permissions,
    )) {
      const commands = job.steps.flatMap((step) => step.with?.['command'] ?? []);
      expect([...new Set(commands)]).toEqual(['publish']);
      expect(JSON.stringify(job)).not.toMatch(/secrets\.|id-token/u);
    }
  }
});

test.each(applies)(
  '%s: the comment says that it is applied, and that it was cancelled, by jobs that may write it',
  (name) => {
    const { apply, announce, publish } = workflow(name).jobs;
    expect(announce?.environment).toBe(apply?.environment);
    expect(announce?.permissions).toEqual({ 'pull-requests': 'write' });
    expect(announce?.steps.at(-1)?.with).toMatchObject({ command: 'publish', mark: 'applying' });
    expect(publish?.permissions).toEqual({ 'pull-requests': 'write', checks: 'write', statuses: 'write' });
    const said = publish?.steps.filter((step) => step.with?.['command'] === 'publish') ?? [];
    expect(said.map((step) => step.with?.['mark'])).toEqual(['cancelled', undefined]);
    expect(said[0]?.if).toBe("needs.apply.result == 'cancelled'");
    expect(Object.keys(apply?.permissions ?? {})).toEqual(['contents', 'id-token']);
  },
);

test('an apply runs on the default branch only', () => {
  const { plan } = workflow('init: .github/workflows/muster-apply.yml').jobs;
  expect(plan?.if).toBe('github.ref_name == github.event.repository.default_branch');
});
