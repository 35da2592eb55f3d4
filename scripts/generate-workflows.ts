// `node scripts/generate-workflows.ts`: the jobs of the reusable workflows, made of the workflows that `muster init --ci github` writes
// (templates/github). What stands above `jobs:` is what a caller gives and gets; it is written by hand and left as it is.

import { parse } from 'yaml';
import { githubFiles } from '../src/cli/init/files.ts';
import { read, write } from '../tools/files.ts';

const WRITTEN = githubFiles({
  action: './.muster-action # zizmor: ignore[self-repository] this folder is the checkout above',
  target: '${{ inputs.target }}',
  directory: '${{ inputs.directory }}',
  defaultBranch: null,
});

/** What `init` writes down, or a repository says in its settings -> what a caller gives. */
const GIVEN: readonly (readonly [string | RegExp, string])[] = [
  ['environment: muster-${{ inputs.target }}', 'environment: ${{ inputs.environment }}'],
  ['state-branch: muster-state', 'state-branch: ${{ inputs.state-branch }}'],
  ['the branch muster-state, where the state is kept', 'the branch of the state'],
  ['secrets.MUSTER_STATE_KEY', 'secrets.state-key'],
  ['vars.MUSTER_TRUSTED_HOSTS', 'inputs.trusted-hosts'],
  ['vars.MUSTER_AWS_ROLE', 'inputs.aws-role'],
  ['vars.MUSTER_AWS_REGION', 'inputs.aws-region'],
  [/^ +(?:# How reports say .*\n +)?MUSTER_(?:APPLY_WITH|ON_MERGE): .*\n/gmu, ''],
];

/** A caller may have any event, and says itself where it applies: a job and its condition -> its condition here. */
const CONDITIONS: Readonly<Record<string, (condition: string) => string>> = {
  'plan/validate': (condition) => `    if: github.event_name == 'pull_request' && ${condition}\n`,
  'plan/plan': (condition) => `    if: github.event_name != 'pull_request' || ${condition}\n`,
  'apply/plan': () => '',
};

const CHECKOUT = / {6}- uses: actions\/checkout@.*\n {8}with:\n {10}persist-credentials: false\n/u;
/** A job that compares with a commit has the history. */
const DEEPER =
  / {6}#.*\n {6}- uses: actions\/checkout@.*\n {8}with:\n {10}fetch-depth: .*\n {10}persist-credentials: false\n/u;

/** The action at the commit of the workflow that is called, beside what is checked out. */
const OF_ACTION = `          repository: \${{ job.workflow_repository }}
          ref: \${{ job.workflow_sha }}
          path: .muster-action
`;

interface Head {
  readonly on: { readonly workflow_call: { readonly outputs?: Readonly<Record<string, { readonly value: string }>> } };
}

/** `text`: the file as it is. */
function reusable(name: string, text: string): string {
  const written = WRITTEN[`.github/workflows/muster-${name}.yml`] ?? '';
  const [head = ''] = text.split(/(?<=^jobs:\n)/mu);
  const [, jobs = ''] = GIVEN.reduce((all, [own, given]) => all.replaceAll(own, given), written).split('\njobs:\n');
  const outputs = Object.entries((parse(head) as Head).on.workflow_call.outputs ?? {});
  const [deep = ''] = DEEPER.exec(jobs) ?? [];
  const [checkout = deep.replace(/ {6}#.*\n/u, '').replace(/ {10}fetch-depth: .*\n/u, '')] = CHECKOUT.exec(jobs) ?? [];
  const parts = jobs.split(/^(?= {2}\w+:$)/mu).map((job) => {
    const key = job.slice(2, job.indexOf(':'));
    const own = outputs.filter(([, { value }]) => value.includes(`jobs.${key}.`));
    const lines = own.map(([each]) => `      ${each}: \${{ steps.muster.outputs.${each} }}\n`);
    const added = own.length === 0 ? '' : `    outputs:\n${lines.join('')}`;
    const [first = job.includes(checkout) ? checkout : ''] = DEEPER.exec(job) ?? [];
    return job
      .replace(/^ {4}if: (.*)\n/mu, (line, condition: string) => CONDITIONS[`${name}/${key}`]?.(condition) ?? line)
      .replace(`    steps:\n${first}`, () => `${added}    steps:\n${first}${checkout}${OF_ACTION}`);
  });
  return head + parts.join('');
}

for (const name of ['plan', 'apply', 'drift']) {
  const file = `.github/workflows/muster-${name}.yml`;
  write(file, reusable(name, read(file)));
}
