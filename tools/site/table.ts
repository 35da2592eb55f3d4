// The pages of the site, in the order and the groups of its sidebar. A page of docs/ that no row names stops the build, but for decisions; a
// row without a page is left out.

export interface Group {
  readonly title: string;
  /** Files below the root of the repository; the page's own heading is its title where none stands here. */
  readonly rows: readonly (string | readonly [file: string, title: string])[];
}

export const HOME = 'README.md';

export const GROUPS: readonly Group[] = [
  {
    title: 'Start',
    rows: [
      [HOME, 'What muster is'],
      ['docs/README.md', 'I want to …'],
      'docs/getting-started.md',
      ['docs/tour.md', 'A tour'],
      ['docs/from-terraform-or-pulumi.md', 'From Terraform or Pulumi'],
      'docs/adoption.md',
      ['docs/spreadsheets.md', 'From a spreadsheet'],
    ],
  },
  {
    title: 'Work with it',
    rows: [
      'docs/recipes.md',
      ['docs/semantics.md', 'Semantics'],
      'docs/approval.md',
      'docs/drift.md',
      'docs/offboarding.md',
      'docs/states.md',
      'docs/look-ups.md',
      'docs/reports.md',
    ],
  },
  {
    title: 'Operate',
    rows: [
      'docs/operations.md',
      'docs/environments.md',
      'docs/pipelines.md',
      'docs/pull-requests.md',
      'docs/who-decides.md',
      'docs/state.md',
      'docs/recovery.md',
      'docs/network.md',
      'docs/doctor.md',
      'docs/performance.md',
      'docs/scale.md',
      'docs/windows.md',
      'SECURITY.md',
    ],
  },
  {
    title: 'Pulumi',
    rows: ['docs/pulumi.md', 'docs/classes.md', 'docs/record-sets.md', 'docs/native-provider.md'],
  },
  {
    title: 'Reference',
    rows: [
      'docs/commands.md',
      'docs/keys.md',
      ['docs/errors.md', 'Codes'],
      'docs/exit-codes.md',
      'docs/environment-variables.md',
      'docs/open-questions.md',
      ['CHANGELOG.md', 'Changes'],
    ],
  },
];
