// publish: JSON reports of earlier runs to where they are reviewed. The job that reads the service and the job that may write on the
// forge can be two, so a request from a fork never meets a token.

import type { Mark } from '../../forge/comments.ts';
import type { ForgeName } from '../../forge/context.ts';
import type { Command } from '../process/command.ts';
import { described } from '../process/flags.ts';

export const CHOICES = ['auto', 'github', 'gitea', 'gitlab', 'azure'] as const satisfies readonly (
  ForgeName | 'auto'
)[];

export const MARK_CHOICES = ['applying', 'cancelled'] as const satisfies readonly Mark[];

export const PUBLISH_COMMAND: Command = {
  name: 'publish',
  summary: 'put JSON reports on a pull request, drift into an issue',
  arguments: [described('<reports...>', 'files that --out json=PATH wrote; - is standard input')],
  flags: [],
  ownFlags: {
    forge: described('--forge <name>', 'where to; auto reads the environment of the pipeline', { choices: CHOICES }),
    pullRequest: described('--pull-request <number>', 'instead of the one that the environment names'),
    commit: described('--commit <hex>', 'whose status is set, instead of the one that the environment names'),
    header: described('--header <text>', 'tells several comments of one project on one request apart'),
    reportUrl: described('--report-url <url>', 'page of the full report; default: the page of this run'),
    mark: described(
      '--mark <state>',
      'only say in the comment that is there what this job does; the report names the project',
      { choices: MARK_CHOICES },
    ),
    dryRun: described('--dry-run', 'print what would be published; writes nothing; needs no token and no pipeline'),
  },
  run: async (call) => (await import('./publish-reports.ts')).publishReports(call),
};
