// The flags of `muster publish`, and the words that two of them choose from.

import type { Mark } from '../../forge/comments.ts';
import type { ForgeName } from '../../forge/context.ts';
import type { Flag } from '../process/flags.ts';

export const CHOICES = ['auto', 'github', 'gitea', 'gitlab', 'azure'] as const satisfies readonly (
  ForgeName | 'auto'
)[];

export const MARK_CHOICES = ['applying', 'cancelled'] as const satisfies readonly Mark[];

export const PUBLISH_FLAGS: Readonly<Record<string, Flag>> = {
  forge: { usage: '--forge <name>', text: 'where to; auto reads the environment of the pipeline', choices: CHOICES },
  pullRequest: { usage: '--pull-request <number>', text: 'instead of the one that the environment names' },
  commit: { usage: '--commit <hex>', text: 'whose status is set, instead of the one that the environment names' },
  header: { usage: '--header <text>', text: 'tells several comments of one project on one request apart' },
  reportUrl: { usage: '--report-url <url>', text: 'page of the full report; default: the page of this run' },
  mark: {
    usage: '--mark <state>',
    text: 'only say in the comment that is there what this job does; the report names the project',
    choices: MARK_CHOICES,
  },
  dryRun: { usage: '--dry-run', text: 'print what would be published; writes nothing; needs no token and no pipeline' },
};
