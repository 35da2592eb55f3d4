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
    'Check the spelling and the letter case. The service does not say whether a campaign exists, and an empty one has nothing to import or to show.',
  ),
  'cannot-patch': entry(
    2,
    'The file has a form that cannot be changed line by line.',
    'Name another file with --into: several files may declare one campaign or one team. For `muster repin`: change the pins by hand, or leave --campaign out.',
  ),
  'file-changed': entry(
    4,
    'A file changed while the patch was made. It was not overwritten.',
    'Run the command again.',
  ),
} as const satisfies Record<string, ErrorEntry>;
