// A pipeline is offered in two forms: as `muster init --ci` writes it, and to be included or called. Both do the same: this test
// compares what they become when they are read, and names what may differ.

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { COMMANDS } from '../src/cli/verbs/table.ts';
import { githubFiles, gitlabFiles } from '../src/cli/init/files.ts';

type Mapping = Readonly<Record<string, unknown>>;

const read = (name: string): string => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');
const isMapping = (value: unknown): value is Mapping =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const mapping = (value: unknown): Mapping => (isMapping(value) ? value : {});

/** Every text in it, changed. */
function texts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((each) => texts(each, change));
  if (!isMapping(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [change(key), texts(each, change)]));
}

test('the component for GitLab has the jobs of the pipeline that init writes', () => {
  const inputs: Mapping = {
    target: 'prod',
    directory: "o'ps",
    version: '1.2.3',
    'state-branch': 'muster-state',
  };
  const stages: Mapping = { 'plan-stage': 'plan', 'apply-stage': 'apply', 'publish-stage': 'publish' };
  const filled = (text: string): string =>
    text.replaceAll(/\$\[\[ inputs\.([\w-]+) \]\]/gu, (_all, name: string) => String({ ...inputs, ...stages }[name]));
  const [, component] = parseAllDocuments(read('templates/muster.yml'));
  const jobs = mapping(texts(component?.toJS(), filled));
  const text = gitlabFiles({ target: 'prod', directory: "o'ps", version: '1.2.3' })['.gitlab-ci.yml'] ?? '';
  const { workflow: _rules, stages: _stages, ...written } = mapping(parse(text));
  expect(jobs).toEqual(written);
});

const WRITTEN = githubFiles({ action: 'o/muster@1', target: 'prod', directory: 'ops', defaultBranch: null });

/** What a caller gives as an input of the reusable workflow, where `init` writes it down. */
const GIVEN: Readonly<Record<string, string>> = {
  '${{ inputs.target }}': 'prod',
  '${{ inputs.directory }}': 'ops',
  '${{ inputs.environment }}': 'muster-prod',
  '${{ inputs.state-branch }}': 'muster-state',
  '${{ secrets.state-key }}': '${{ secrets.MUSTER_STATE_KEY }}',
  '${{ inputs.trusted-hosts }}': '${{ vars.MUSTER_TRUSTED_HOSTS }}',
  '${{ inputs.aws-role }}': '${{ vars.MUSTER_AWS_ROLE }}',
  '${{ inputs.aws-region }}': '${{ vars.MUSTER_AWS_REGION }}',
  './.muster-action': 'o/muster@1',
  "inputs.aws-role != ''": "vars.MUSTER_AWS_ROLE != ''",
};

const given = (text: string): string =>
  Object.entries(GIVEN).reduce((all, [input, value]) => all.replaceAll(input, value), text);

/** Without what only one form can have: the event is the caller's, and so are results that only a caller reads. */
function comparable(job: unknown): Mapping {
  const { if: _event, outputs: _outputs, env, steps, ...rest } = mapping(job);
  const { MUSTER_ON_MERGE: _words, MUSTER_APPLY_WITH: _way, ...hosts } = mapping(env);
  const own = Array.isArray(steps)
    ? steps.filter((step) => mapping(mapping(step)['with'])['path'] !== '.muster-action')
    : [];
  return { ...rest, env: hosts, steps: own.map(withoutId) };
}

function withoutId(step: unknown): Mapping {
  const { id: _id, ...rest } = mapping(step);
  return rest;
}

test.each(['plan', 'apply', 'drift'])(
  'the reusable workflow for %s has the jobs and steps that init writes',
  (name) => {
    const file = `.github/workflows/muster-${name}.yml`;
    const jobsOf = (text: string): Mapping =>
      Object.fromEntries(
        Object.entries(mapping(mapping(parse(text))['jobs'])).map(([key, job]) => [key, comparable(texts(job, given))]),
      );
    const written = jobsOf(WRITTEN[file] ?? '');
    expect(Object.keys(written).length).toBeGreaterThan(0);
    expect(jobsOf(read(file))).toEqual(written);
  },
);

test('the hooks of pre-commit are commands of muster, and choose their files themselves', () => {
  const hooks: unknown = parse(read('.pre-commit-hooks.yaml'));
  const all = Array.isArray(hooks) ? hooks.map(mapping) : [];
  expect(all.map(({ id }) => id)).toEqual(['muster-validate', 'muster-fmt']);
  for (const { entry, pass_filenames: passes } of all) {
    const [program, name, ...flags] = String(entry).split(' ');
    const command = COMMANDS.find((each) => each.name === name);
    expect(program).toBe('muster');
    expect(command).toBeDefined();
    expect(flags.filter((each) => each !== '--no-input')).toEqual([]);
    expect(passes).toBe(false);
  }
});
