// Which test files belong to which suite. `npm test` runs the short one, `npm run check` that and the long one.
//
//   short   everything that proves a rule, and one story through the real Pulumi command
//   long    one story of each kind through the real Pulumi command, kills, sets of many hundred records, installing the package, a real forge, a registry, a runner of workflow files, and the site in a browser
//   night   the stories of the matrix under each reading, and more stories through the real Pulumi command of rules that are held in process: what the simulation
//           searches at each change

/** Globs of vitest. What is named neither here nor below is short. */
export const LONG_TESTS: readonly string[] = [
  'test/matrix/load.test.ts',
  'test/forge/{gitea,linters,release,reserve,story}.test.ts',
  'test/faults/{answers,kill,repeated,stop}.test.ts',
  'test/cli/{older-files-branch,spreadsheet-program}.test.ts',
  'test/state/{on-branch,shared}.test.ts',
  'test/lifecycle/{states,twins}.test.ts',
  'test/package/{action,image,package}.test.ts',
  'test/pulumi/{approval,cancel,class-examples,class-leavers,class-plan,class-stories,faults,hand-over,hand-over-lost,home,look-up-functions,look-ups,native,native-lifecycle,offboarding,older-files,partition-left,parts,programs,report-files,set-handlers,sets,stack,unread-list,unsaved}.test.ts',
  'test/pulumi/owner-{cut-off,renamed,target}.test.ts',
  'test/pulumi/partitions.test.ts',
  'test/lifecycle/partitions.test.ts',
  'tools/programs/test/cli.test.ts',
  'tools/site/test/site.test.ts',
];

export const NIGHT_TESTS: readonly string[] = [
  'test/matrix/{singles,stack}.test.ts',
  // Kills at more points of an update than at each change.
  'test/pulumi/{programs,sets}.test.ts',
  'test/pulumi/{class-inputs,class-plan-scope,owner-rename,owner-replace,owner-stacks}.test.ts',
];

/**
 * Files of all suites that take longest, the longest first: they begin in this order, and all others after them. Where one of
 * them begins last, it runs alone while the other workers have nothing left.
 */
export const LONGEST: readonly string[] = [
  'test/pulumi/programs.test.ts',
  'test/pulumi/hand-over-lost.test.ts',
  'test/pulumi/native.test.ts',
  'test/pulumi/native-lifecycle.test.ts',
  'test/pulumi/hand-over.test.ts',
  'test/pulumi/stack.test.ts',
  'test/matrix/load.test.ts',
  'test/pulumi/sets.test.ts',
  'test/pulumi/parts.test.ts',
  'test/pulumi/faults.test.ts',
  'test/forge/story.test.ts',
  'test/forge/release.test.ts',
  'test/package/package.test.ts',
  'test/pulumi/owner-rename.test.ts',
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
  'test/pulumi/quickstart.test.ts',
  'test/cli/story.test.ts',
  'test/cli/outputs.test.ts',
  'test/report/html.test.ts',
];

export const SUITES = ['short', 'long', 'night', 'all'] as const;
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
  if (suite === 'night') return { include: [...NIGHT_TESTS], exclude: [] };
  const others = suite === 'short' ? [...LONG_TESTS, ...NIGHT_TESTS] : [];
  return { include: ['{test,tools/*/test}/**/*.test.ts'], exclude: others };
}
