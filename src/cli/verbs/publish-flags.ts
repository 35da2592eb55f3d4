// The flags of `muster publish`, and the words that two of them choose from.

import type { Mark } from '../../publish/forge/comments.ts';
import type { ForgeName } from '../../publish/forge/context.ts';
import { described, type Flag } from '../process/flags.ts';

export const CHOICES = ['auto', 'github', 'gitea', 'gitlab', 'azure'] as const satisfies readonly (
  ForgeName | 'auto'
)[];

export const MARK_CHOICES = ['applying', 'cancelled'] as const satisfies readonly Mark[];

export const PUBLISH_FLAGS: Readonly<Record<string, Flag>> = {
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
};
