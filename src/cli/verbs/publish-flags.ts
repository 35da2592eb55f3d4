// The flags of `muster publish`, and the words that two of them choose from.

import type { Mark } from '../../publish/comments.ts';
import type { ForgeName } from '../../publish/context.ts';
import { described, type Flag } from '../process/flags.ts';

export const CHOICES = ['auto', 'github', 'gitea', 'gitlab', 'azure'] as const satisfies readonly (
  ForgeName | 'auto'
)[];

export const MARK_CHOICES = ['applying', 'cancelled'] as const satisfies readonly Mark[];

export const PUBLISH_FLAGS: Readonly<Record<string, Flag>> = {
  forge: described('--forge <name>', 'where to; auto reads the environment of the pipeline', { choices: CHOICES }),
  pullRequest: described('--pull-request <number>', 'number of the request; default: that of the environment'),
  commit: described('--commit <hex>', 'commit whose status is set; default: that of the environment'),
  header: described('--header <text>', 'tells apart several comments of one project on the same request'),
  reportUrl: described('--report-url <url>', 'page of the full report; default: the page of this run'),
  mark: described(
    '--mark <state>',
    'only say in the existing comment what this job does; the report names the project',
    { choices: MARK_CHOICES },
  ),
  dryRun: described('--dry-run', 'print what would be published; writes nothing; needs no token and no pipeline'),
};
