// Publishing a report on a forge. The report lies on disk already, so none of these loses it: the same command can be run again.

import { entry } from './entry.ts';
import type { ErrorEntry } from './entry.ts';

export const FORGE_ERRORS = {
  'forge-unknown': entry(
    2,
    'muster does not know where to publish the report.',
    'Run it in a pipeline of GitHub, Gitea, GitLab or Azure DevOps, or name `--forge`, `--pull-request` and `--commit`.',
  ),
  'forge-token': entry(
    3,
    'The token of the forge is missing, or lacks a right.',
    'Set the variable that the message names, with the rights in docs/pull-requests.md. The report stays on disk.',
  ),
  'forge-limited': entry(
    1,
    'The forge takes no more requests for a while.',
    'Run the same `muster publish` again after the time that the message names. The report stays on disk.',
  ),
  'forge-failed': entry(
    1,
    'The forge did not do what it was asked.',
    'Run the same `muster publish` again: it finds what is there and makes nothing twice. The report stays on disk.',
  ),
} as const satisfies Record<string, ErrorEntry>;
