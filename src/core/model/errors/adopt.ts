// `muster adopt`: mistakes in what was asked for, and in the file it should be written to.

import { entry } from './entry.ts';
import type { ErrorEntry } from './entry.ts';

export const ADOPT_ERRORS = {
  'not-desired-file': entry(
    2,
    'muster would not read a file of that name.',
    'Name a .yaml file inside the project folder that fits a pattern under `desired:`, or add a pattern.',
  ),
  'campaign-unknown': entry(
    2,
    'Nothing is known of that campaign: no file declares it, and no customer of it was found.',
    'Check the spelling, letter case too: the service does not say whether a campaign exists. An empty one has nothing to adopt or to show.',
  ),
  'cannot-patch': entry(
    2,
    'The file has a form that cannot be changed line by line.',
    'Name another file with --into: a campaign and a team may be declared in several. Pins (`muster repin`): change them by hand, or without --campaign.',
  ),
  'file-changed': entry(
    4,
    'A file changed while the patch was made; nothing was written over it.',
    'Run the command again.',
  ),
} as const satisfies Record<string, ErrorEntry>;
