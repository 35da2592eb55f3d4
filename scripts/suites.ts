// Which test files belong to which suite. `npm test` runs the short one, `npm run check` runs both.
//
//   short   everything that proves a rule, and one story through the real Pulumi command
//   long    stories through the real Pulumi command, the switch matrix, kills, sets of many hundred records, the tool that
//           measures a service, installing the package, a real forge, a registry, a runner of workflow files, and the site in a browser

/** Globs of vitest. What is not named here is short. */
export const LONG_TESTS: readonly string[] = [
  'test/matrix/{hostile,hostile-stack,identity,load,pairs,singles,stack,stack-pairs,stack-singles}.test.ts',
  'test/forge/{gitea,linters,release,reserve,story}.test.ts',
  'test/faults/{answers,kill,repeated,stop}.test.ts',
  'test/action/recorded-state.test.ts',
  'test/state/shared.test.ts',
  'test/lifecycle/{states,switches,twins}.test.ts',
  'test/package/{action,image,package}.test.ts',
  'test/pulumi/{approval,cancel,class-examples,class-inputs,class-leavers,class-moves,class-plan,class-plan-scope,class-stories,faults,home,interrupted,interrupted-classes,look-up-functions,look-ups,offboarding,parts,programs,report-files,set-handlers,sets,stack,unsaved}.test.ts',
  'test/pulumi/owner-*.test.ts',
  'test/pulumi/partitions.test.ts',
  'test/lifecycle/partitions.test.ts',
  'tools/measure-service/test/**/*.test.ts',
  'tools/programs/test/cli.test.ts',
  'tools/site/test/site.test.ts',
];

/**
 * Files of both suites that take longest, the longest first: they begin in this order, and all others after them. Where one of
 * them begins last, it runs alone while the other workers have nothing left.
 */
export const LONGEST: readonly string[] = [
  'test/matrix/singles.test.ts',
  'test/pulumi/programs.test.ts',
  'test/pulumi/stack.test.ts',
  'test/matrix/load.test.ts',
  'test/matrix/pairs.test.ts',
  'test/pulumi/sets.test.ts',
  'test/matrix/hostile.test.ts',
  'test/pulumi/parts.test.ts',
  'test/pulumi/faults.test.ts',
  'test/forge/story.test.ts',
  'test/forge/release.test.ts',
  'test/package/package.test.ts',
  'test/pulumi/owner-rows.test.ts',
  'test/pulumi/owner-rename.test.ts',
  'test/pulumi/owner-refused.test.ts',
  'test/pulumi/owner-replace.test.ts',
  'test/pulumi/cancel.test.ts',
  'test/pulumi/class-plan.test.ts',
  'test/pulumi/class-plan-scope.test.ts',
  'test/pulumi/owner-target.test.ts',
  'test/pulumi/class-inputs.test.ts',
  'test/pulumi/owner-stacks.test.ts',
  'test/pulumi/offboarding.test.ts',
  'test/matrix/stack.test.ts',
  'test/pulumi/home.test.ts',
  'test/pulumi/approval.test.ts',
  'test/matrix/hostile-stack.test.ts',
  'test/pulumi/quickstart.test.ts',
  'test/cli/story.test.ts',
  'test/cli/outputs.test.ts',
  'test/report/html.test.ts',
];

export const SUITES = ['short', 'long', 'all'] as const;
export type Suite = (typeof SUITES)[number];

/** Chosen by MUSTER_TEST_SUITE; without it all files are found, so that any of them can be named. */
export function suiteOf(environment: NodeJS.ProcessEnv): Suite {
  const name = environment['MUSTER_TEST_SUITE'] ?? 'all';
  const suite = SUITES.find((each) => each === name);
  if (suite === undefined) throw new Error(`MUSTER_TEST_SUITE takes ${SUITES.join(', ')}; given: ${name}`);
  return suite;
}

/** What vitest includes and excludes for it. */
export function filesOf(suite: Suite): { readonly include: string[]; readonly exclude: string[] } {
  if (suite === 'long') return { include: [...LONG_TESTS], exclude: [] };
  return { include: ['{test,tools/*/test}/**/*.test.ts'], exclude: suite === 'short' ? [...LONG_TESTS] : [] };
}
